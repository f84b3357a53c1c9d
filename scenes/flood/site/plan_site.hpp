#pragma once
// Sites made from floor plans.
#include "libs/plans/plan.hpp"
#include "scenes/flood/site/described.hpp"
#include "scenes/flood/site/rain_maps.hpp"

namespace nearfield::flood {

/// The plan with that key or in that file, moved so that its lower left corner is at (0, 0); `people` at the start
/// unless 0. Throws UsageError as plans::load_plan does.
plans::Plan site_plan(const std::string& key, int people);

/// The rain of a plan with several storeys or stairs: on the first storey, on squares of `cell` m. Empty for others.
RainMaps rain_under_the_sky(const plans::Plan& plan, double cell);

/// The floors of such a plan as ground, its walls and its water.
Described described_plan(const plans::Plan& plan);

}  // namespace nearfield::flood
