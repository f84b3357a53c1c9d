#include "scenes/flood/water/cross_sections.hpp"

#include "base/error.hpp"
#include "libs/crowd/measured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::flood {

namespace {

template <class Line> std::string span_text(const Line& line) {
    return fmt::format("lines: {:g} {:g} {:g} {:g}", line.a.x, line.a.y, line.b.x, line.b.y);
}

std::string in_file(const std::string& file, const plans::MeasureLine& line) {
    return fmt::format("{}:{}:{}: '{}'", file, line.place.line, line.place.column, line.name);
}

void require_fit(const Site& site, const Span& line) {
    const float length = glm::distance(line.a, line.b), spacing = site.lattice.spacing;
    if (length > 0 && !(length >= spacing))
        throw UsageError(fmt::format("{} is {:.3g} m long; it must be at least a cell long, {:.3g} m, or 0 for a point",
                                     span_text(line), length, spacing));
    for (const glm::vec2 end : {line.a, line.b})
        if (!(end.x >= 0 && end.y >= 0 && end.x <= site.size.x && end.y <= site.size.y))
            throw UsageError(
                fmt::format("{} leaves the site, {:g} x {:g} m", span_text(line), site.size.x, site.size.y));
}

}  // namespace

CrossSections::CrossSections(const Site& site, const plans::Plan* plan, const std::string& text) {
    if (plan) {
        file_ = plan->file;
        for (const auto& line : plan->lines) add(site, line);
    }
    of_plan_ = lines_.size();
    for (const Span& line : read_spans("lines", text)) {
        require_fit(site, line);
        const char* const kind = line.a == line.b ? "point" : "line";
        add(site, {.name = crowd::name_for(kind, lines_), .a = line.a, .b = line.b});
    }
    if (lines_.size() > most)
        throw UsageError(fmt::format("lines: {}{} are too many; at most {}", lines_.size(),
                                     of_plan_ ? " with those of the plan" : "", most));
}

void CrossSections::add(const Site& site, const plans::MeasureLine& line) {
    const CellLattice& lattice = site.lattice;
    const int samples = std::max(1, int(std::ceil(2 * glm::distance(line.a, line.b) / lattice.spacing)));
    for (int k = 0; k < samples; ++k) {
        const glm::vec2 place = glm::mix(line.a, line.b, (float(k) + 0.5f) / float(samples));
        const u32 cell = lattice.cell_at(place - glm::vec2(lattice.origin));
        cells_.push_back(cell == CellLattice::none ? 0 : cell);  // cell 0 is a ghost cell in the margin
    }
    lines_.push_back(line);
    end_.push_back(cells_.size());
}

void CrossSections::require_ground(const Site& site, const CrossSections& known) const {
    auto first = cells_.begin();
    for (std::size_t l = 0; l < lines_.size(); ++l) {
        const auto end = cells_.begin() + std::ptrdiff_t(end_[l]);
        const bool seen = std::any_of(known.lines_.begin(), known.lines_.end(),
                                      [&](const auto& line) { return line.a == lines_[l].a && line.b == lines_[l].b; });
        if (!seen && std::all_of(first, end, [&](u32 cell) { return is_wall(site.bed[cell]); }))
            throw UsageError(fmt::format("{} lies on no ground: there are walls or no heights. Move it, or take it "
                                         "out of the list",
                                         l < of_plan_ ? in_file(file_, lines_[l]) : span_text(lines_[l])));
        first = end;
    }
}

std::vector<Gauge> CrossSections::gauges(const std::vector<Sampled>& water, double datum) const {
    std::vector<Gauge> gauges;
    std::size_t from = 0;
    for (std::size_t l = 0; l < lines_.size(); ++l) {
        const glm::dvec2 way = lines_[l].b - lines_[l].a, step = way / double(end_[l] - from);
        double discharge = 0, deepest = 0, fastest = 0, highest = NAN;
        for (; from < end_[l] && from < water.size(); ++from) {
            const auto [depth, x, y, bed, head] = water[from];
            discharge += x * step.y - y * step.x;
            deepest = std::max(deepest, double(depth));
            fastest = std::max(fastest, std::hypot(double(velocity_of(x, depth)), double(velocity_of(y, depth))));
            if (depth > 0) highest = std::fmax(highest, double(head) + (double(bed) + datum));
        }
        const bool listed = l >= of_plan_;
        gauges.push_back({.name = lines_[l].name,
                          .outline = {lines_[l].a, lines_[l].b},
                          .key = listed ? "lines" : "",
                          .item = listed ? l - of_plan_ : 0,
                          .values = {discharge, deepest, highest, fastest}});
    }
    return gauges;
}

}  // namespace nearfield::flood
