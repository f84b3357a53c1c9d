#pragma once
// Finds what makes a tank invalid at any spacing of its particles, with its place in the file.
#include "scenes/sph/tank.hpp"

namespace nearfield::sph {

/// Throws UsageError at the first of: duplicate names; polygons that cross themselves or have no area; fluid, faucets,
/// drains, probes or gauges that are not in the container; a solid outside it; solids or faucets in a periodic tank; no
/// fluid. read_tank has already called it.
void check_tank(const Tank&);

}  // namespace nearfield::sph
