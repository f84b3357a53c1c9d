#pragma once
// What is measured on a plan: its own lines and areas, and those that parameters list.
#include "scenes/pedestrians/plan.hpp"

namespace nearfield::pedestrians {

struct Measured {
    std::vector<MeasureLine> lines;  ///< the plan's, then those listed
    std::vector<Area> areas;         ///< likewise; all of them measured
    std::size_t own_lines = 0, own_areas = 0;  ///< how many are the plan's

    static constexpr std::size_t most_lines = 64, most_areas = 32;
};

/// `lines` and `areas` as in params/spans.hpp; an area is a rectangle. Throws UsageError for one that is shorter or narrower than a
/// body, that lies outside the plan, or that is too many.
Measured measured_on(const Plan&, const std::string& lines, const std::string& areas);

}  // namespace nearfield::pedestrians
