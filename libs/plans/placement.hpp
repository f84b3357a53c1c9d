#pragma once
// Where people stand at the start: no two bodies overlap, nobody stands in a wall.
#include "libs/plans/plan.hpp"

namespace nearfield::plans {

/// The most bodies of radius `radius` that the program places in an outline: points of a hexagonal lattice of pitch
/// 2.02 radius, the best of several turns and shifts, that keep the radius from the outline and from every wall. Ends
/// at `enough`.
int most_places(const Polygon& outline, const std::vector<Wall>& walls, float radius, int enough = 2147483647);

/// `count` places of bodies up to `radius`, wholly inside the outline, spread evenly: a random choice from the widest
/// hexagonal lattice that has enough points, each shifted at random within the room it has. The same seed gives the
/// same places. Throws UsageError with the greatest number that fits.
std::vector<glm::vec2> places(const Polygon& outline, const std::vector<Wall>& walls, float radius, int count,
                              u32 seed);

/// Where the people of each spawn start. Spawns with the same outline share it, mixed at random. Throws UsageError with
/// the spawn's place in its file.
std::vector<std::vector<glm::vec2>> start_places(const Plan&, u32 seed);

}  // namespace nearfield::plans
