#pragma once
// Checks that people can get out of a plan.
#include "libs/plans/plan.hpp"

namespace nearfield::plans {

/// Throws UsageError for an exit that nobody can reach, and for people who can reach none of their exits. `walls` are
/// those that stand with all doors open. Ways must be wide enough for the people's least radius, as far as the
/// navigation grid can tell.
void check_ways(const Plan&, const std::vector<Wall>& walls);

}  // namespace nearfield::plans
