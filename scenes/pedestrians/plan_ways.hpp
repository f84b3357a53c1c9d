#pragma once
// Whether a plan's people get out.
#include "scenes/pedestrians/plan.hpp"

namespace nearfield::pedestrians {

/// Throws UsageError for an exit that nobody can reach, and for people who can reach none of their exits. `walls` stand with all
/// doors open. Ways are as wide as the people's least radius asks for, as far as the navigation grid can tell.
void check_ways(const Plan&, const std::vector<Wall>& walls);

}  // namespace nearfield::pedestrians
