#pragma once
// Sites made from floor plans.
#include "libs/plans/plan.hpp"
#include "scenes/flood/site/described.hpp"
#include "scenes/flood/site/rain_maps.hpp"

namespace nearfield::flood {

/// The plan with that key or in that file, moved so that its lower left corner is at (0, 0). `people`: number at the
/// start; 0: as in the plan. Throws UsageError as plans::load_plan does.
plans::Plan site_plan(const std::string& key, int people);

/// Rain on a plan with several storeys or stairs: it falls on the first storey only, as squares of `cell` m. Empty for
/// other plans.
RainMaps rain_under_the_sky(const plans::Plan& plan, double cell);

/// The site of a plan: floors as ground, walls, and water.
SiteDescription description_of(const plans::Plan& plan);

}  // namespace nearfield::flood
