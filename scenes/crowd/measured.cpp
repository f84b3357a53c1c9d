#include "scenes/crowd/measured.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::crowd {
namespace {

void require_inside(const char* key, const Plan& plan, const Span& span) {
    for (const glm::vec2 p : {span.a, span.b})
        if (!(p.x >= plan.lo.x && p.x <= plan.hi.x && p.y >= plan.lo.y && p.y <= plan.hi.y))
            throw UsageError(fmt::format("{}: ({:.4g}, {:.4g}) of '{}' is outside the plan, which spans ({:g}, {:g}) "
                                         "to ({:g}, {:g}); draw it inside, or take it out of the list",
                                         key, p.x, p.y, write_spans({span}), plan.lo.x, plan.lo.y, plan.hi.x,
                                         plan.hi.y));
}

void require_long(const Span& span) {
    const float length = glm::length(span.b - span.a);
    if (length < least_measured)
        throw UsageError(fmt::format("lines: '{}' is {:.2g} m long; draw a line of {} m or more from end to end",
                                     write_spans({span}), length, least_measured));
}

void require_wide(const Span& span) {
    const glm::vec2 size = glm::abs(span.b - span.a);
    if (std::min(size.x, size.y) < least_measured)
        throw UsageError(fmt::format(
            "areas: '{}' is {:.2g} m by {:.2g} m; draw a rectangle of {} m or more each way, from corner to corner",
            write_spans({span}), size.x, size.y, least_measured));
}

void require_few(const char* key, std::size_t count, std::size_t most) {
    if (count > most)
        throw UsageError(fmt::format("{}: {} including the plan's; the limit is {}, take some out", key, count, most));
}

}  // namespace

Measured measured_on(const Plan& plan, const std::vector<Span>& lines, const std::vector<Span>& areas) {
    Measured all{.lines = plan.lines};
    for (const auto& area : plan.areas)
        if (area.measured) all.areas.push_back(area);
    all.own_lines = all.lines.size();
    all.own_areas = all.areas.size();
    for (const Span& span : lines) {
        require_inside("lines", plan, span);
        require_long(span);
        all.lines.push_back({.name = name_for("line", all.lines), .a = span.a, .b = span.b});
    }
    for (const Span& span : areas) {
        require_inside("areas", plan, span);
        require_wide(span);
        const glm::vec2 lo = glm::min(span.a, span.b), hi = glm::max(span.a, span.b);
        all.areas.push_back(
            {.name = name_for("area", all.areas), .outline = {lo, {hi.x, lo.y}, hi, {lo.x, hi.y}}, .measured = true});
    }
    require_few("lines", all.lines.size(), Measured::most_lines);
    require_few("areas", all.areas.size(), Measured::most_areas);
    return all;
}

}  // namespace nearfield::crowd
