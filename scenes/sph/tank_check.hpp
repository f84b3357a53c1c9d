#pragma once
// What makes a tank senseless whatever the spacing of its particles, said with its place.
#include "scenes/sph/tank.hpp"

namespace nearfield::sph {

/// Throws UsageError at the first of: names that are there twice; polygons that cross themselves or have no area; fluid, faucets,
/// drains, probes or gauges that are not in the container; a solid outside of it; solids or faucets in a periodic tank; no fluid.
/// read_tank has already called it.
void check_tank(const Tank&);

}  // namespace nearfield::sph
