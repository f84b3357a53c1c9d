#include "scenes/flood/inflow_cells.hpp"

#include "cells/cut_geometry.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace nearfield::flood {
namespace {

using cutting::Part, cutting::Regular;
using Outline = std::vector<glm::dvec2>;

/// The cells of a site that have ground, in spacings from the middle of cell 0.
class GroundCells {
  public:
    explicit GroundCells(const Site& site) : site_(site), regular_(site.lattice) {
        for (u32 i = 0; i < site.cuts.changed; ++i) cut_[site.cuts.cells[i].cell] = site.cuts.cells[i].inside;
        std::vector<CellWall> walls = site.walls;
        for (const Gate& gate : site.gates) walls.push_back({.points = {gate.a, gate.b}});
        for (CellWall& wall : walls)
            for (glm::dvec2& point : wall.points) point -= site.middle(0);
        walls_ = cutting::parts_of(walls, double(site.lattice.spacing));
    }

    std::set<u32> in_area(const Outline& outline) const {
        std::set<u32> cells;
        cutting::each_within(regular_, outline, [&](u32 cell) {
            if (is_open(cell) && cut_.count(cell) == 0) cells.insert(cell);
        });
        for (const auto& [cell, inside] : cut_)
            if (is_open(cell) && cutting::is_within(outline, place_of(cell))) cells.insert(cell);
        return cells;
    }
    /// Ground cells along a line, or else within one spacing of it; cells behind walls are left out.
    std::set<u32> along(const Part& line) const {
        std::set<u32> cells;
        for (const double beyond : {0., 1.}) {
            cutting::each_met(regular_, line, beyond, [&](u32 cell) {
                if (is_open(cell) && is_seen(line, place_of(cell))) cells.insert(cell);
            });
            if (!cells.empty()) break;
        }
        return cells;
    }

  private:
    bool is_open(u32 cell) const {
        return std::isfinite(site_.bed[cell]) && is_inside(cell, site_.lattice.columns, site_.lattice.rows);
    }
    glm::dvec2 place_of(u32 cell) const {
        const auto found = cut_.find(cell);
        return regular_.middle(cell) + (found == cut_.end() ? glm::dvec2(0) : glm::dvec2(found->second));
    }
    /// True if no wall lies between a point and the nearest point of a line.
    bool is_seen(const Part& line, glm::dvec2 place) const {
        const glm::dvec2 way = line.to - line.from;
        const glm::dvec2 near = line.from + way * std::clamp(dot(place - line.from, way) / dot(way, way), 0., 1.);
        const auto side = [](glm::dvec2 a, glm::dvec2 b, glm::dvec2 p) { return cutting::cross(b - a, p - a); };
        return std::none_of(walls_.begin(), walls_.end(), [&](const Part& wall) {
            return side(wall.from, wall.to, near) * side(wall.from, wall.to, place) < 0 &&
                   side(near, place, wall.from) * side(near, place, wall.to) < 0;
        });
    }

    const Site& site_;
    Regular regular_;
    std::unordered_map<u32, glm::vec2> cut_;  ///< centroids of cut cells, relative to the middles of the cells
    std::vector<Part> walls_;
};

/// In spacings from the middle of cell 0.
Outline in_spacings(const Site& site, const Outline& outline) {
    Outline scaled;
    for (const glm::dvec2& p : outline) scaled.push_back((p - site.middle(0)) / double(site.lattice.spacing));
    return scaled;
}

}  // namespace

std::vector<u32> covered_cells(const Site& site, const std::vector<glm::dvec2>& outline) {
    const auto cells = GroundCells(site).in_area(in_spacings(site, outline));
    return {cells.begin(), cells.end()};
}

std::vector<u32> inflow_cells(const Site& site, const std::vector<glm::dvec2>& outline) {
    const GroundCells ground(site);
    const Outline scaled = in_spacings(site, outline);
    std::set<u32> cells;
    if (scaled.size() > 2) cells = ground.in_area(scaled);
    if (!cells.empty()) return {cells.begin(), cells.end()};
    for (std::size_t i = 0; i + 1 < scaled.size() + (scaled.size() > 2); ++i) {
        const glm::dvec2 from = scaled[i], to = scaled[(i + 1) % scaled.size()];
        const bool is_point = distance(from, to) < 1e-6;  // a point has no direction
        cells.merge(ground.along({from, is_point ? from + glm::dvec2(1e-6, 0) : to, 0}));
    }
    return {cells.begin(), cells.end()};
}

}  // namespace nearfield::flood
