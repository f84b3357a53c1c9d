#include "scenes/flood/cross_sections.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::flood {

CrossSections::CrossSections(const Site& site, const std::string& text) : lines_(read_spans("lines", text)) {
    if (lines_.size() > most) throw UsageError(fmt::format("lines: {} are too many; at most {}", lines_.size(), most));
    const CellLattice& lattice = site.lattice;
    for (const Span& line : lines_) {
        const std::string name = fmt::format("lines: {:g} {:g} {:g} {:g}", line.a.x, line.a.y, line.b.x, line.b.y);
        const float length = glm::distance(line.a, line.b);
        if (length > 0 && !(length >= lattice.spacing))
            throw UsageError(fmt::format("{} is {:.3g} m long; at least a cell, {:.3g} m, or 0 for a point", name,
                                         length, lattice.spacing));
        for (const glm::vec2 end : {line.a, line.b})
            if (!(end.x >= 0 && end.y >= 0 && end.x <= site.size.x && end.y <= site.size.y))
                throw UsageError(fmt::format("{} leaves the site, {:g} x {:g} m", name, site.size.x, site.size.y));
        const int samples = std::max(1, int(std::ceil(2 * length / lattice.spacing)));
        for (int k = 0; k < samples; ++k) {
            const glm::vec2 place = glm::mix(line.a, line.b, (float(k) + 0.5f) / float(samples));
            const u32 cell = lattice.cell_at(place - glm::vec2(lattice.origin));
            cells_.push_back(cell == CellLattice::none ? 0 : cell);  // cell 0 is of the margin
            bed_.push_back(double(site.bed[cells_.back()]) + site.datum);
            const Ceilings ceilings{site.ceiling.empty() ? nullptr : site.ceiling.data(), site.slot};
            rooms_.push_back(ceilings.over ? ceilings.room(cells_.back(), site.bed[cells_.back()])
                                           : Room<Flux::under_ceilings>{});
        }
        end_.push_back(cells_.size());
    }
}

std::vector<Gauge> CrossSections::gauges(const std::vector<glm::vec3>& water) const {
    std::vector<Gauge> gauges;
    std::size_t from = 0;
    for (std::size_t l = 0; l < lines_.size(); ++l) {
        const glm::dvec2 way = lines_[l].b - lines_[l].a, step = way / double(end_[l] - from);
        double discharge = 0, deepest = 0, fastest = 0, highest = NAN;
        for (; from < end_[l] && from < water.size(); ++from) {
            discharge += water[from].y * step.y - water[from].z * step.x;
            const float depth = water[from].x;
            deepest = std::max(deepest, double(depth));
            fastest = std::max(fastest, std::hypot(double(velocity_of(water[from].y, depth)),
                                                   double(velocity_of(water[from].z, depth))));
            if (depth > 0) highest = std::fmax(highest, double(rooms_[from].head(depth)) + bed_[from]);
        }
        gauges.push_back({.name = fmt::format("{} {}", lines_[l].a == lines_[l].b ? "point" : "line", l + 1),
                          .outline = {lines_[l].a, lines_[l].b},
                          .key = "lines",
                          .item = l,
                          .values = {discharge, deepest, highest, fastest}});
    }
    return gauges;
}

}  // namespace nearfield::flood
