#pragma once
// Checks a tank for errors at any particle spacing, and reports their place in the file.
#include "scenes/sph/tank.hpp"

namespace nearfield::sph {

/// Throws UsageError at the first of: duplicate names; polygons that cross themselves or have no area; fluid, faucets,
/// drains, probes or gauges outside the container; solids outside the container; solids or faucets in a periodic tank;
/// no fluid. read_tank() calls it.
void check_tank(const Tank&);

}  // namespace nearfield::sph
