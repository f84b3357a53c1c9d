#pragma once
// Density, speed and flow at lines and in areas.
#include "scenes/plans/plan.hpp"

namespace nearfield::crowd {

using namespace plans;

/// +1 if the step from p to q crosses the line a-b to its left (seen from a to b), -1 to its right, else 0. Points on
/// the line count as right of it, so a step that ends on it is counted once.
inline NF_HD int crossing(glm::vec2 a, glm::vec2 b, glm::vec2 p, glm::vec2 q) {
    const float before = cross(b - a, p - a), after = cross(b - a, q - a);
    if ((before > 0) == (after > 0)) return 0;
    const glm::vec2 at = p + before / (before - after) * (q - p);
    const float along = glm::dot(at - a, b - a);
    if (along < 0 || along > glm::dot(b - a, b - a)) return 0;
    return after > 0 ? 1 : -1;
}

/// Mean speed, density and flow of an area over a period (Edie 1963), from sums over persons and steps in it.
struct AreaSample {
    double persons_time = 0;  ///< total time spent inside, s
    double distance = 0;      ///< total distance walked inside, m
    friend NF_HD AreaSample operator+(const AreaSample& a, const AreaSample& b) {
        return {a.persons_time + b.persons_time, a.distance + b.distance};
    }
    double density(double area, double duration) const { return persons_time / (area * duration); }  ///< persons/m²
    double speed() const { return persons_time > 0 ? distance / persons_time : 0; }                  ///< m/s
    /// persons/(m s)
    double specific_flow(double area, double duration) const { return distance / (area * duration); }
};

/// The same at a line (method A of Zhang et al. 2011, J. Stat. Mech. P06004): persons who crossed it in a period in
/// either direction, and their perpendicular speeds.
struct LineSample {
    double persons = 0;
    double speeds = 0;  ///< sum over those persons, m/s
    double speed() const { return persons > 0 ? speeds / persons : 0; }
    /// persons/(m s)
    double specific_flow(double length, double duration) const { return persons / (length * duration); }
    double density(double length, double duration) const {
        return speeds > 0 ? specific_flow(length, duration) / speed() : 0;
    }
};

}  // namespace nearfield::crowd
