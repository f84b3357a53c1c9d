// Division of a described site into cells.
#include "base/error.hpp"
#include "base/stoppable.hpp"
#include "cells/faces.hpp"
#include "exec/backend.hpp"
#include "scenes/flood/site/described.hpp"
#include "scenes/flood/water/inflow_cells.hpp"
#include "scenes/flood/water/shallow_water.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace nearfield::flood {
namespace {

CellLattice lattice_of(const SiteDescription& d, CellShape shape, u32 columns) {
    if (columns < 4) throw UsageError(fmt::format("columns: {} are too few; a site has at least 4", columns));
    CellLattice lattice{.shape = shape, .spacing = float(d.size.x / columns)};
    const double rows = d.strip ? 4 : 2 * std::ceil(d.size.y / (2 * double(lattice.pitch())) - 1e-6);
    const double cells = (rows + 2 * margin) * (columns + 2 * margin);
    if (cells > 2147483648.)
        throw UsageError(fmt::format("columns: {} make {:.2g} cells; at most 2^31 are possible", columns, cells));
    constexpr double each = 64;  // bytes per cell during the division; the simulation needs more
    if (const auto free = double(available_bytes(Backend::cpu)); cells * each > free)
        throw Error(fmt::format("columns: {} make {:.3g} cells, which need {}, but only {} of main memory is free; use "
                                "fewer",
                                columns, cells, format_bytes(cells * each), format_bytes(free)));
    lattice.columns = columns + 2 * margin;
    lattice.rows = u32(std::max(rows, 4.)) + 2 * margin;
    const glm::vec2 corner = lattice.middle(margin, margin);
    const float high = shape == CellShape::square ? 0.5f : 0.5f * 2 / CellLattice::root3;
    lattice.origin = {lattice.spacing * 0.5f - corner.x, lattice.spacing * high - corner.y, 0};
    return lattice;
}

/// Heights are multiples of this quantum: exact in single precision, with bits to spare for the weights of slopes.
double quantum(double greatest) { return std::exp2(std::ceil(std::log2(std::max(greatest, 1e-3))) - 20); }

/// The inner cell from which a ghost cell takes its state along one axis, and the edge that sets the condition.
struct Beyond {
    u32 index;
    const Edge* edge;  ///< null inside the site
};
Beyond inside_of(u32 index, u32 count, const Edge& low, const Edge& high) {
    const u32 inner = count - 2 * margin;
    if (index < margin) return {low.kind == Edge::Kind::periodic ? index + inner : margin, &low};
    if (index >= margin + inner) return {high.kind == Edge::Kind::periodic ? index - inner : margin + inner - 1, &high};
    return {index, nullptr};
}

Hold hold_of(Edge::Kind kind) {
    return kind == Edge::Kind::level ? Hold::level : kind == Edge::Kind::discharge ? Hold::discharge : Hold::copy;
}

/// The edge that wins at a corner: a wall first, a periodic edge last.
const Edge* stronger(const Edge* a, const Edge* b) {
    if (!a || !b) return a ? a : b;
    const auto rank = [](const Edge& e) {
        return e.kind == Edge::Kind::wall ? 2 : e.kind == Edge::Kind::periodic ? 0 : 1;
    };
    return rank(*a) >= rank(*b) ? a : b;
}

struct Edges {
    Edge west, east, south, north;
};

void close(Site& site, u32 cell) {
    site.bed[cell] = INFINITY;
    site.depth[cell] = site.momentum_x[cell] = site.momentum_y[cell] = 0;
}

/// Index of an edge's curve among the curves of all edges.
u32 curve_of(const Edges& edges, const Edge* edge) {
    u32 before = 0;
    for (const Edge* each : {&edges.west, &edges.east, &edges.south, &edges.north}) {
        if (each == edge) return edge->curve.empty() ? Held::constant : before;
        before += !each->curve.empty();
    }
    return Held::constant;
}

/// Adds the ghost cells of the margin; those along walls become walls. Beyond open edges the ground is extended.
void hold_margin(Site& site, const Edges& edges) {
    const auto& lattice = site.lattice;
    for (u32 row = 0; row < lattice.rows; ++row)
        for (u32 column = 0; column < lattice.columns; ++column) {
            const Beyond x = inside_of(column, lattice.columns, edges.west, edges.east);
            const Beyond y = inside_of(row, lattice.rows, edges.south, edges.north);
            const Edge* edge = stronger(x.edge, y.edge);
            const u32 cell = row * lattice.columns + column;
            if (edge && edge->kind == Edge::Kind::wall) close(site, cell);
            if (!edge || edge->kind == Edge::Kind::wall) continue;
            const u32 from = y.index * lattice.columns + x.index;
            const glm::vec2 inward = edge == &edges.west    ? glm::vec2(1, 0)
                                     : edge == &edges.east  ? glm::vec2(-1, 0)
                                     : edge == &edges.south ? glm::vec2(0, 1)
                                                            : glm::vec2(0, -1);
            const double value = edge->kind == Edge::Kind::level ? edge->value - site.datum : edge->value;
            site.held.push_back({cell, from, hold_of(edge->kind), float(value), inward, curve_of(edges, edge)});
            if (edge->kind == Edge::Kind::periodic || !std::isfinite(site.bed[cell])) site.bed[cell] = site.bed[from];
            site.depth[cell] = site.depth[from];
            site.momentum_x[cell] = site.momentum_x[from];
            site.momentum_y[cell] = site.momentum_y[from];
            site.closed &= edge->kind == Edge::Kind::periodic;
        }
}

/// Sets the ground and the water of a cell from a point of the site. Heights are rounded to multiples of `step`.
void fill_cell(Site& site, const SiteDescription& d, double step, u32 cell, glm::dvec2 place) {
    const double height = d.bed(place), wanted = d.depth(place);
    site.bed[cell] = float(std::round((height - site.datum) / step) * step);
    site.depth[cell] = site.momentum_x[cell] = site.momentum_y[cell] = 0;
    const Ceilings ceilings{site.ceiling.empty() ? nullptr : site.ceiling.data(), site.slot};
    if (ceilings.over) site.ceiling[cell] = float(std::round((d.ceiling(place) - site.datum) / step) * step);
    if (!std::isfinite(height) || !(wanted > 0)) return;
    const double level = std::round((height + wanted - site.datum) / step) * step;
    site.depth[cell] = std::max(0.f, float(level) - site.bed[cell]);
    if (ceilings.over) site.depth[cell] = ceilings.room(cell, site.bed[cell]).stored(site.depth[cell]);
    const glm::dvec2 momentum = d.velocity(place) * double(site.depth[cell]);
    site.momentum_x[cell] = float(momentum.x);
    site.momentum_y[cell] = float(momentum.y);
}

/// Calls f(cell) for every cell on all cores, row by row. Large sites take seconds, so the setup may be stopped here.
template <class F> void each_cell(const CellLattice& lattice, const F& f) {
    each_in_parallel(lattice.rows, [&](std::size_t row) {
        for (u32 column = 0; column < lattice.columns; ++column) f(u32(row) * lattice.columns + column);
    });
}

struct HeightSpan {
    double low = INFINITY, high = -INFINITY;
};

/// Range of the ground inside the site and, if ceilings are wanted, the highest ceiling.
HeightSpan span_of_heights(const Site& site, const SiteDescription& d, bool ceilings) {
    const CellLattice& lattice = site.lattice;
    std::vector<HeightSpan> of_row(lattice.rows);
    each_cell(lattice, [&](u32 cell) {
        HeightSpan& row = of_row[cell / lattice.columns];
        const glm::dvec2 place = site.middle(cell);
        if (is_inside(cell, lattice.columns, lattice.rows))
            if (const double height = d.bed(place); std::isfinite(height)) {
                row.low = std::min(row.low, height);
                row.high = std::max(row.high, height);
            }
        if (!ceilings) return;
        if (const double ceiling = d.ceiling(place); std::isfinite(ceiling)) row.high = std::max(row.high, ceiling);
    });
    HeightSpan all;
    for (const HeightSpan& row : of_row) {
        all.low = std::min(all.low, row.low);
        all.high = std::max(all.high, row.high);
    }
    return all;
}

/// Sets the ground, with its lowest point as datum, and the water on it. Returns the quantum of heights.
double lay_ground(Site& site, const SiteDescription& d) {
    const bool ceilings = d.ceiling && site.slot < 1;
    const auto [low, high] = span_of_heights(site, d, ceilings);
    if (!(low < INFINITY)) throw UsageError("the site is all wall: there is no place for water");
    const double step =
        quantum(high - low + 1) * std::max(1., 0.0625 / double(site.slot));  // leaves bits for heights in a slot
    site.datum = std::floor(low / step) * step;
    const u32 cells = site.lattice.cells();
    for (auto* column : {&site.bed, &site.depth, &site.momentum_x, &site.momentum_y}) column->resize(cells);
    if (ceilings) site.ceiling.resize(cells);
    each_cell(site.lattice, [&](u32 cell) { fill_cell(site, d, step, cell, site.middle(cell)); });
    return step;
}

/// The cells that walls may cut: those inside the site with ground.
std::vector<Cuttable> cuttable_cells(const Site& site) {
    std::vector<Cuttable> cuttable(site.lattice.cells(), Cuttable::held);
    for (u32 i = 0; i < cuttable.size(); ++i) {
        if (!std::isfinite(site.bed[i])) cuttable[i] = Cuttable::no;
        else if (is_inside(i, site.lattice.columns, site.lattice.rows)) cuttable[i] = Cuttable::yes;
    }
    return cuttable;
}

/// Turns the cells that walls close into walls, and records those that had ground.
void close_walled(Site& site, const std::vector<u32>& cells) {
    for (const u32 cell : cells)
        if (std::isfinite(site.bed[cell])) site.walled.push_back(cell);
    for (const u32 cell : cells) close(site, cell);
}

/// Lets walls cut cells, or close them.
void raise_walls(Site& site, const SiteDescription& d, Walls walls, double step) {
    site.gates = d.gates;
    site.cuts = {};
    site.walled.clear();
    auto moved = site.walls;
    for (u32 g = 0; g < d.gates.size(); ++g) moved.push_back({.points = {d.gates[g].a, d.gates[g].b}, .gate = int(g)});
    for (CellWall& wall : moved)
        for (glm::dvec2& point : wall.points) point -= site.middle(0);
    auto seams = d.seams;
    for (CellSeam& seam : seams) {
        seam.a -= site.middle(0);
        seam.b -= site.middle(0);
    }
    if (moved.empty() && seams.empty()) return;
    if (walls == Walls::whole) {
        if (!seams.empty() || !d.gates.empty())
            throw UsageError(
                fmt::format("walls: whole cells cannot meet the doors and stairs of '{}'; use cut", d.key));
        close_walled(site, closed_cells(site.lattice, moved));
        return;
    }
    site.cuts = cut_cells(site.lattice, moved, seams, cuttable_cells(site));
    close_walled(site, site.cuts.closed);
    for (u32 i = 0; i < site.cuts.changed; ++i) {
        const CutCell& cut = site.cuts.cells[i];
        fill_cell(site, d, step, cut.cell, site.middle(cut.cell) + glm::dvec2(cut.inside * site.lattice.spacing));
    }
}

/// Throws UsageError, starting with `place`, for water in a place without any cell that could hold it.
[[noreturn]] void refuse_groundless(const std::string& place, const Site& site) {
    throw UsageError(fmt::format("{} lies on no ground: there are walls or no heights. Move it, or use more columns "
                                 "where it or its room is narrower than a cell, {:.3g} m",
                                 place, site.lattice.spacing));
}

/// Width, m, open to water between the site and the ghost cells that follow a curve.
template <CellShape shape> double open_width(const Site& site, u32 curve) {
    using Faces = CellFaces<shape>;
    const auto& lattice = site.lattice;
    double sum = 0;
    for (const Held& held : site.held) {
        if (held.curve != curve || !std::isfinite(site.bed[held.cell])) continue;
        for (int k = 0; k < Faces::count; ++k) {
            const u32 next =
                held.cell + u32(Faces::step_to(k, int(held.cell / lattice.columns & 1), int(lattice.columns)));
            if (next >= lattice.cells() || !is_inside(next, lattice.columns, lattice.rows) ||
                !std::isfinite(site.bed[next]))
                continue;
            const glm::vec2 out(Faces::normal_x(k % Faces::axes), Faces::normal_y(k % Faces::axes));
            sum += double(glm::dot(k < Faces::axes ? out : -out, held.inward));
        }
    }
    return sum * double(Faces::length * lattice.spacing);
}

/// Spreads the discharge of edge curves over the present open width.
void spread_curves(Site& site) {
    const bool hexagons = site.lattice.shape == CellShape::hexagon;
    for (u32 c = 0; c < site.held_curves.size(); ++c)
        site.held_curves[c].width =
            hexagons ? open_width<CellShape::hexagon>(site, c) : open_width<CellShape::square>(site, c);
}

/// Throws UsageError for an edge with a curve if the whole edge is wall.
void keep_curves(Site& site, const Edges& edges) {
    for (const Edge* edge : {&edges.west, &edges.east, &edges.south, &edges.north}) {
        if (edge->curve.empty()) continue;
        site.held_curves.push_back({.points = edge->curve, .flows = edge->kind == Edge::Kind::discharge});
        if (edge->kind == Edge::Kind::level)
            for (auto& point : site.held_curves.back().points) point.y = float(point.y - site.datum);
    }
    spread_curves(site);
    for (const Edge* edge : {&edges.west, &edges.east, &edges.south, &edges.north})
        if (!edge->curve.empty() && !(site.held_curves[curve_of(edges, edge)].width > 0))
            refuse_groundless(edge->place, site);
}

/// Throws UsageError for initial water that fills no cell.
void require_pools(const Site& site, const SiteDescription& d) {
    for (const auto& pool : d.pools) {
        const auto cells = covered_cells(site, pool.outline);
        if (cells.empty()) refuse_groundless(pool.place, site);
        double floor = INFINITY;
        for (const u32 cell : cells) floor = std::min(floor, double(site.bed[cell]) + site.datum);
        if (!std::isnan(pool.level) && !(pool.level > floor))
            throw UsageError(fmt::format("{} has its level at {:g} m, and the ground there is at {:g} m or higher; "
                                         "raise it, or move it",
                                         pool.place, pool.level, floor));
    }
}

void place_sources(Site& site, const SiteDescription& d) {
    for (const auto& source : d.sources) {
        Inflow inflow{.name = source.name, .cells = inflow_cells(site, source.outline), .curve = source.curve};
        if (inflow.cells.empty()) refuse_groundless(source.place.empty() ? source.name : source.place, site);
        inflow.outline = source.outline;
        site.inflows.push_back(std::move(inflow));
    }
}

}  // namespace

double Site::cell_area() const {
    const double s = lattice.spacing;
    return (lattice.shape == CellShape::hexagon ? std::sqrt(3.) / 2 : 1.) * s * s;
}

glm::dvec2 Site::middle(u32 cell) const {
    const u32 column = cell % lattice.columns, row = cell / lattice.columns;
    const double s = lattice.spacing, x = double(column) - margin + 0.5, y = double(row) - margin;
    if (lattice.shape == CellShape::square) return {x * s, (y + 0.5) * s};
    const double root3 = std::sqrt(3.);
    return {(x + 0.5 * double(row & 1)) * s, y * s * root3 / 2 + s / root3};
}

std::function<double(u32)> Site::areas() const {
    std::unordered_map<u32, double> areas;
    for (u32 i = 0; i < cuts.changed; ++i) areas[cuts.cells[i].cell] = cuts.cells[i].area * cell_area();
    return [areas = std::move(areas), whole = cell_area()](u32 cell) {
        const auto found = areas.find(cell);
        return found == areas.end() ? whole : found->second;
    };
}

Site lay_out(const SiteDescription& d, CellShape shape, u32 columns, Walls walls, double slot) {
    Site site{.lattice = lattice_of(d, shape, columns ? columns : u32(d.columns))};
    site.size = {d.size.x, float(site.lattice.rows - 2 * margin) * site.lattice.pitch()};
    site.corner = d.corner;
    site.manning = float(d.manning);
    site.rain = float(d.rain);
    site.infiltration = float(d.infiltration);
    if (slot > 0) site.slot = float(std::exp2(std::round(std::log2(slot))));
    const double step = lay_ground(site, d);
    Edges edges{d.west, d.east, d.south, d.north};
    if (d.strip) edges.south = edges.north = {Edge::Kind::periodic};
    hold_margin(site, edges);
    site.walls = d.walls;
    site.height_step = step;
    raise_walls(site, d, walls, step);
    keep_curves(site, edges);
    require_pools(site, d);
    place_sources(site, d);
    return site;
}

Site rewalled(const Site& site, const SiteDescription& d, const std::vector<CellWall>& walls, Walls how) {
    Site next = site;
    for (const u32 cell : site.walled) fill_cell(next, d, site.height_step, cell, site.middle(cell));
    next.walls = walls;
    raise_walls(next, d, how, site.height_step);
    for (u32 i = 0; i < next.cuts.changed; ++i) {
        const u32 cell = next.cuts.cells[i].cell;
        if (std::isfinite(site.bed[cell])) next.bed[cell] = site.bed[cell];
    }
    spread_curves(next);
    return next;
}

}  // namespace nearfield::flood
