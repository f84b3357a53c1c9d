#pragma once
// Checks a plan and reports the place of an error in the file.
#include "scenes/plans/plan.hpp"

namespace nearfield::plans {

/// Throws UsageError at the first of: coordinates out of the bounds or too large; duplicate names; polygons that cross
/// themselves or have no area; walls without length; doors narrower than a person who uses them; spawns and sources
/// that touch a wall or hold too few places (placement.hpp) for their people; no exit; unreachable exits; people who
/// can reach none of their exits. read_plan() calls it; call it again after changing a plan.
void check_plan(const Plan&);

/// Throws UsageError for a point of the plane outside the bounds of a storey.
void require_inside(const Plan&, const std::string& name, const Polygon& points, int storey, Place);

}  // namespace nearfield::plans
