#pragma once
// Checks that people can leave a plan.
#include "scenes/plans/plan.hpp"

namespace nearfield::plans {

/// Throws UsageError for an unreachable exit, and for people who can reach none of their exits. `walls`: the standing
/// walls with all doors open. Ways must be wide enough for the smallest radius of the people, as far as the navigation
/// grid resolves it.
void check_ways(const Plan&, const std::vector<Wall>& walls);

}  // namespace nearfield::plans
