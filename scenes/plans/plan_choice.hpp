#pragma once
// The plan of a run: read from a file and modified by parameters.
#include "scenes/plans/plan.hpp"

namespace nearfield::plans {

/// Greatest number of people on a plan at a time: those at the start, plus those from sources in 240 s or, if longer,
/// until the next train.
u32 capacity_of(const Plan&);

/// The plan with that key or in that file. `actors` scales the number of people and `door_width` sets the width of
/// doors, unless 0; `size` scales bodies. Throws UsageError as load_plan does.
Plan chosen_plan(const std::string& key, int actors, float door_width, float size);

/// The plan with the exits and doors of a list such as "north, +door 2" shut, or open if marked with +. Throws
/// UsageError for an unknown name.
Plan with_shut(Plan, const std::string& list);

/// Radius of the largest body, m; 0 without people.
float largest_radius(const Plan&);

/// Throws UsageError if a search radius does not exceed the distance of touching bodies.
void require_reach(const Plan&, float cutoff);

}  // namespace nearfield::plans
