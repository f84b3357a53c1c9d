#pragma once
// Finds what makes a plan invalid, with its place in the file.
#include "libs/plans/plan.hpp"

namespace nearfield::plans {

/// Throws UsageError at the first of: coordinates out of the bounds or too large; duplicate names; polygons that cross
/// themselves or have no area; walls without length; doors narrower than a person who uses them; spawns and sources
/// that touch a wall or hold too few places (placement.hpp) for their people; no exit; exits that nobody can reach;
/// people who can reach none of their exits. read_plan has already called it; call it again after changing a plan.
void check_plan(const Plan&);

/// Throws UsageError for a point of the plane outside the bounds of a storey.
void require_inside(const Plan&, const std::string& name, const Polygon& points, int storey, Place);

}  // namespace nearfield::plans
