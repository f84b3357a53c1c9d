#pragma once
// The plan that a run uses: read from a file, then changed by the run's parameters.
#include "libs/plans/plan.hpp"

namespace nearfield::plans {

/// The most people that a plan has room for at a time: those at the start, and what sources send in 240 s or, if that
/// is longer, until the next train.
u32 capacity_of(const Plan&);

/// The plan with that key or in that file. People are scaled to `actors` and doors made `door_width` wide unless 0;
/// bodies are scaled by `size`. Throws UsageError as load_plan does.
Plan chosen_plan(const std::string& key, int actors, float door_width, float size);

/// The plan with the exits and doors of a list such as "north, +door 2" shut, or open if marked with +. Throws
/// UsageError for a name that the plan does not have.
Plan with_shut(Plan, const std::string& list);

/// Radius of the largest body, m; 0 if there is nobody.
float largest_radius(const Plan&);

/// Throws UsageError if a search radius does not reach beyond two bodies that touch.
void require_reach(const Plan&, float cutoff);

}  // namespace nearfield::plans
