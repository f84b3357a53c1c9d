#pragma once
// What joins the storeys of a plan, what lies under them, and the water on them, from its file.
#include "document/fields.hpp"
#include "scenes/plans/plan.hpp"

namespace nearfield::plans {

/// Reads 'stairs' and 'ramps' in the author's coordinates; the rise of those that do not say it is NaN.
void read_stairs(Plan&, document::Fields& top);

/// Reads 'terrain'. Throws UsageError if it does not lie under the whole first storey.
void read_terrain(Plan&, document::Fields& top);

/// To be called when a plan is laid out: finds the levels of stairs. Throws UsageError for storeys that overlap and
/// stairs that meet no floor.
void settle_building(Plan&);

/// Reads 'water' of a plan that is laid out.
void read_water(Plan&, document::Fields& top);

}  // namespace nearfield::plans
