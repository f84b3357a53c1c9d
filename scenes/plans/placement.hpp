#pragma once
// Initial positions of people: without overlaps of bodies or walls.
#include "scenes/plans/plan.hpp"

namespace nearfield::plans {

/// Greatest number of bodies of radius `radius` that can be placed in an outline: points of a hexagonal lattice of
/// pitch 2.02 radius, the best of several placements, that keep the radius from the outline and from every wall. Stops
/// at `enough`.
int most_places(const Polygon& outline, const std::vector<Wall>& walls, float radius, int enough = 2147483647);

/// `count` positions of bodies up to `radius`, wholly inside the outline, evenly spread: a random subset of the widest
/// hexagonal lattice with enough points, each shifted at random within its free room. Equal seeds give equal positions.
/// Throws UsageError with the greatest number that fits.
std::vector<glm::vec2> places(const Polygon& outline, const std::vector<Wall>& walls, float radius, int count,
                              u32 seed);

/// Initial positions of the people of each spawn. Spawns with the same outline share it, randomly mixed. Throws
/// UsageError with the spawn's place in its file.
std::vector<std::vector<glm::vec2>> start_places(const Plan&, u32 seed);

}  // namespace nearfield::plans
