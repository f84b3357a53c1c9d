#pragma once
#include "scenes/boids/surroundings.hpp"

#include "base/error.hpp"
#include "base/random.hpp"

#include <string>
#include <vector>

namespace nearfield::boids {

/// `count` balls of one radius at random places in the box, without contact to each other or the walls. Throws
/// UsageError if they do not fit.
template <int D> std::vector<Obstacle> place_obstacles(const Environment<D>& box, int count, float radius, u32 seed) {
    constexpr u32 tries = 20000;
    constexpr float clear = 1.02f;  // centre to wall, and half of centre to centre, in radii
    for (int a = 0; a < D && count > 0; ++a)
        if (box.hi[a] - box.lo[a] <= 2.1f * radius)
            throw UsageError("obstacle_size: an obstacle of radius " + std::to_string(radius) +
                             " does not fit into the environment, " + std::to_string(box.hi[a] - box.lo[a]) +
                             " wide; make it smaller");
    std::vector<Obstacle> placed;
    for (u32 t = 0; t < tries && int(placed.size()) < count; ++t) {
        const vec<D> at = Random{seed, 3}.uniform<D>(t, box.lo + clear * radius, box.hi - clear * radius);
        bool free = true;
        for (const auto& other : placed) {
            vec<D> between;
            for (int a = 0; a < D; ++a) between[a] = at[a] - other.at[a];
            free &= dot<D>(between, between) > 4 * clear * clear * radius * radius;
        }
        if (free) placed.push_back({{at[0], at[1], D == 3 ? at[D - 1] : 0.f}, radius});
    }
    if (int(placed.size()) < count)
        throw UsageError("obstacles: of " + std::to_string(count) + " only " + std::to_string(placed.size()) +
                         " of radius " + std::to_string(radius) + " found room; use fewer or a smaller obstacle_size");
    return placed;
}

}  // namespace nearfield::boids
