#pragma once
// The plan that a run uses: read, then changed as its parameters ask.
#include "scenes/pedestrians/plan.hpp"

#include <memory>

namespace nearfield::pedestrians {

/// Seconds of a source without end that there is room for.
constexpr double crowd_seconds = 240;

/// Most people at a time that a plan has room for.
u32 capacity_of(const Plan&);

/// The plan of that key or file; people scaled to `actors` and doors `door_width` wide unless 0, bodies by `size`. Throws
/// UsageError as load_plan does. Keeps the last one: a run asks several times.
std::shared_ptr<const Plan> chosen_plan(const std::string& key, int actors, float door_width, float size);

/// The plan with the exits and doors of a list "north, +door 2" shut, or with + open. Throws UsageError for a name that it has not.
Plan with_shut(const Plan&, const std::string& list);

/// Radius of the largest body, m; 0 if there is nobody.
float largest_radius(const Plan&);

/// Throws UsageError if a search radius does not reach beyond two bodies that touch.
void require_reach(const Plan&, float cutoff);

}  // namespace nearfield::pedestrians
