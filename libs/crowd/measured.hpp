#pragma once
// The lines and areas measured on a plan: its own, and those listed by parameters.
#include "libs/plans/plan.hpp"
#include "params/spans.hpp"

#include <algorithm>
#include <string>

namespace nearfield::crowd {

using namespace plans;

struct Measured {
    std::vector<MeasureLine> lines;            ///< the plan's, then those listed
    std::vector<Area> areas;                   ///< likewise; all are measured
    std::size_t own_lines = 0, own_areas = 0;  ///< how many are the plan's

    static constexpr std::size_t most_lines = 64, most_areas = 32;
};

/// "line 3", with a star appended if another has that name.
template <class Items> std::string name_for(const char* what, const Items& there) {
    std::string name = std::string(what) + " " + std::to_string(there.size() + 1);
    while (std::any_of(there.begin(), there.end(), [&](const auto& item) { return item.name == name; })) name += "*";
    return name;
}

constexpr float least_measured = 0.5f;  ///< m, about the width of a body

/// An area is a rectangle. Throws UsageError for an item that is shorter or narrower than a body or lies outside the
/// plan, and for too many items.
Measured measured_on(const Plan&, const std::vector<Span>& lines, const std::vector<Span>& areas);

}  // namespace nearfield::crowd
