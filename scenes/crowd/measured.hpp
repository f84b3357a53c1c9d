#pragma once
// The lines and areas measured on a plan: its own, and those listed by parameters.
#include "params/spans.hpp"
#include "scenes/plans/plan.hpp"

namespace nearfield::crowd {

using namespace plans;

struct Measured {
    std::vector<MeasureLine> lines;            ///< the plan's, then those listed
    std::vector<Area> areas;                   ///< likewise; all are measured
    std::size_t own_lines = 0, own_areas = 0;  ///< how many are the plan's

    static constexpr std::size_t most_lines = 64, most_areas = 32;
};

constexpr float least_measured = 0.5f;  ///< m, about the width of a body

/// An area is a rectangle. Throws UsageError for an item that is shorter or narrower than a body or lies outside the
/// plan, and for too many items.
Measured measured_on(const Plan&, const std::vector<Span>& lines, const std::vector<Span>& areas);

}  // namespace nearfield::crowd
