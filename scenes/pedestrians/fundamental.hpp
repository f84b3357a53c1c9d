#pragma once
// Published fundamental diagrams: walking speed as a function of density. Densities in persons/m², speeds in m/s along
// the floor.
#include "base/platform.hpp"
#include "sim/world.hpp"

#include <cmath>

namespace nearfield::pedestrians {

/// Weidmann 1993, level walking: v = v0 (1 - exp(-1.913 (1/rho - 1/5.4))), v0 = 1.34; 0 from 5.4 on.
inline NF_HD float weidmann_speed(float density, float free_speed = 1.34f) {
    constexpr float steepness = 1.913f, jammed = 5.4f;
    if (!(density > 0)) return free_speed;
    if (density >= jammed) return 0;
    return free_speed * (1 - expf(-steepness * (1 / density - 1 / jammed)));
}

/// Density at which weidmann_speed() gives the greatest flow.
constexpr float weidmann_capacity_density = 1.75f;

/// SFPE handbook (Nelson and Mowrer), level floor: v = 1.4 (1 - 0.266 rho) from 0.54 persons/m² on, constant below that
/// density; 0 where the formula is negative.
inline NF_HD float sfpe_speed(float density) {
    constexpr float k = 1.4f, a = 0.266f, free = 0.54f;
    const float v = k * (1 - a * (density > free ? density : free));
    return v > 0 ? v : 0;
}

/// Persons per second and metre of width.
inline NF_HD float specific_flow(float density, float speed) { return density * speed; }

/// weidmann_speed() over density, or the corresponding specific flow.
inline Diagram::Curve weidmann_curve(bool as_flow) {
    Diagram::Curve curve{"Weidmann 1993", {}};
    for (int i = 0; i <= 54; ++i) {
        const float density = 0.1f * float(i), speed = weidmann_speed(density);
        curve.points.push_back({density, as_flow ? specific_flow(density, speed) : speed});
    }
    return curve;
}

}  // namespace nearfield::pedestrians
