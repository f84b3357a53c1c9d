#pragma once
// Reads what connects the storeys of a plan, the terrain below, and the water on them.
#include "scenes/document/fields.hpp"
#include "scenes/plans/plan.hpp"

namespace nearfield::plans {

/// Reads 'stairs' and 'ramps' in the author's coordinates. A rise that is not given is NaN.
void read_stairs(Plan&, document::Fields& top);

/// Reads 'terrain'. Throws UsageError unless it covers the whole first storey.
void read_terrain(Plan&, document::Fields& top);

/// Computes the levels of stairs, after the layout of a plan. Throws UsageError for storeys that overlap and stairs
/// that meet no floor.
void settle_building(Plan&);

/// Reads 'water', after the layout of a plan.
void read_water(Plan&, document::Fields& top);

}  // namespace nearfield::plans
