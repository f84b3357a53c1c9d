#pragma once
// Measured lines and areas: those of the plan and those listed by parameters.
#include "params/spans.hpp"
#include "scenes/plans/plan.hpp"

#include <algorithm>
#include <string>

namespace nearfield::crowd {

using namespace plans;

struct Measured {
    std::vector<MeasureLine> lines;            ///< the plan's, then the listed ones
    std::vector<Area> areas;                   ///< likewise; all are measured
    std::size_t own_lines = 0, own_areas = 0;  ///< number of the plan's

    static constexpr std::size_t most_lines = 64, most_areas = 32;
};

/// "line 3", with a star appended if the name is taken.
template <class Items> std::string name_for(const char* what, const Items& there) {
    std::string name = std::string(what) + " " + std::to_string(there.size() + 1);
    while (std::any_of(there.begin(), there.end(), [&](const auto& item) { return item.name == name; })) name += "*";
    return name;
}

constexpr float least_measured = 0.5f;  ///< m, about the width of a body

/// Areas are rectangles. Throws UsageError for items that are shorter or narrower than a body or lie outside the plan,
/// and for too many items.
Measured measured_on(const Plan&, const std::vector<Span>& lines, const std::vector<Span>& areas);

}  // namespace nearfield::crowd
