#include "scenes/flood/hands.hpp"

#include "base/error.hpp"
#include "scenes/flood/shallow_water.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::flood {
namespace {

constexpr const char* spring_name = "spring";

/// Adds the parts of a thin wall outside a disc. Returns true if a part lies inside.
bool add_outside(std::vector<CellWall>& to, const CellWall& line, glm::dvec2 at, double radius) {
    bool breached = false;
    std::vector<glm::dvec2> part;
    const auto end_part = [&] {
        if (part.size() > 1) to.push_back({.points = part});
        part.clear();
    };
    for (std::size_t i = 0; i + 1 < line.points.size(); ++i) {
        const glm::dvec2 a = line.points[i], b = line.points[i + 1], way = b - a, from = a - at;
        const double square = dot(way, way), half = dot(from, way);
        const double root = std::sqrt(std::max(0., half * half - square * (dot(from, from) - radius * radius)));
        const double in = std::clamp((-half - root) / square, 0., 1.),
                     out = std::clamp((-half + root) / square, 0., 1.);
        if (part.empty() && !(in == 0 && out > 0)) part.push_back(a);
        if (!(out > in)) {
            part.push_back(b);
            continue;
        }
        breached = true;
        if (in > 0) part.push_back(a + way * in);
        end_part();
        if (out < 1) part = {a + way * out, b};
    }
    end_part();
    return breached;
}

double area_of(const std::vector<glm::dvec2>& polygon) {
    double twice = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const glm::dvec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
        twice += a.x * b.y - a.y * b.x;
    }
    return std::abs(twice) / 2;
}

/// Adds the parts of a solid wall outside a regular polygon around a disc. Returns true if a part lies inside.
bool add_outside_of_body(std::vector<CellWall>& to, const CellWall& body, glm::dvec2 at, double radius) {
    constexpr int sides = 12;
    std::vector<glm::dvec2> rest = body.points;
    std::vector<CellWall> parts;
    for (int k = 0; k < sides && rest.size() > 2; ++k) {
        const double angle = 2 * M_PI * k / sides;
        const glm::dvec2 out(std::cos(angle), std::sin(angle)), way(-out.y, out.x), on = at + radius * out;
        const auto outside = left_of(rest, on, -way);
        if (area_of(outside) > 1e-9 * radius * radius) parts.push_back({.points = outside, .solid = true});
        rest = left_of(rest, on, way);
    }
    const bool breached = rest.size() > 2 && area_of(rest) > 1e-9 * radius * radius;
    if (breached) to.insert(to.end(), parts.begin(), parts.end());
    else to.push_back(body);
    return breached;
}

}  // namespace

std::vector<glm::dvec2> left_of(const std::vector<glm::dvec2>& polygon, glm::dvec2 at, glm::dvec2 way) {
    std::vector<glm::dvec2> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const glm::dvec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
        const double from = way.x * (a.y - at.y) - way.y * (a.x - at.x),
                     to = way.x * (b.y - at.y) - way.y * (b.x - at.x);
        if (from >= 0) kept.push_back(a);
        if ((from >= 0) != (to >= 0)) kept.push_back(a + (b - a) * (from / (from - to)));
    }
    return kept;
}

std::vector<Altered> altered_cells(const Site& before, const Site& after) {
    std::vector<Altered> altered;
    if (before.edition == after.edition) return altered;
    for (const Site* site : {&before, &after})
        for (const u32 cell : site->walled)
            if (before.bed[cell] != after.bed[cell]) altered.push_back({cell, after.bed[cell]});
    return altered;
}

std::vector<CellWall> with_wall(const Site& site, glm::dvec2 a, glm::dvec2 b) {
    const auto inside = [&](glm::dvec2 p) { return p.x > 0 && p.y > 0 && p.x < site.size.x && p.y < site.size.y; };
    if (!inside(a) && !inside(b) && !inside((a + b) / 2.))
        throw UsageError(fmt::format("wall: from {:.4g}, {:.4g} to {:.4g}, {:.4g} lies outside the site, {:g} x {:g} m",
                                     a.x, a.y, b.x, b.y, site.size.x, site.size.y));
    if (distance(a, b) < double(site.lattice.spacing))
        throw UsageError(fmt::format("wall: {:.3g} m is too short; draw at least a cell, {:.3g} m", distance(a, b),
                                     site.lattice.spacing));
    auto walls = site.walls;
    walls.push_back({.points = {a, b}});
    return walls;
}

std::vector<CellWall> breached(const Site& site, glm::dvec2 at, double radius) {
    std::vector<CellWall> walls;
    bool some = false;
    for (const CellWall& wall : site.walls)
        some |= wall.solid ? add_outside_of_body(walls, wall, at, radius) : add_outside(walls, wall, at, radius);
    if (!some) throw UsageError(fmt::format("breach: no wall within {:.3g} m of {:.4g}, {:.4g}", radius, at.x, at.y));
    return walls;
}

std::vector<plans::Wall> walls_for_people(const Site& site) {
    std::vector<plans::Wall> walls;
    for (const CellWall& wall : site.walls)
        for (std::size_t i = 0; i + 1 < wall.points.size() && !wall.solid; ++i)
            walls.push_back({wall.points[i], wall.points[i + 1]});
    return walls;
}

Site with_spring(const Site& site, glm::vec2 at, float radius, double flow) {
    Site next = site;
    const auto& lattice = site.lattice;
    for (Inflow& inflow : next.inflows) {
        if (inflow.name != spring_name || inflow.curve.empty()) continue;
        if (distance(glm::dvec2(at), inflow.middle) > double(radius)) continue;
        inflow.curve.clear();
        return next;
    }
    Inflow spring{.name = spring_name, .middle = at, .radius = radius};
    spring.curve = {{0, float(flow)}, {1e30f, float(flow)}};
    const CellWindow window = window_around(lattice, at, radius);
    for (u32 i = 0; i < window.columns * window.rows; ++i) {
        const u32 cell =
            (window.first_row + i / window.columns) * lattice.columns + window.first_column + i % window.columns;
        if (!is_wall(site.bed[cell]) && distance(site.middle(cell), glm::dvec2(at)) <= double(radius))
            spring.cells.push_back(cell);
    }
    if (spring.cells.empty()) {
        const u32 cell = lattice.cell_at(at - glm::vec2(lattice.origin));
        if (cell == CellLattice::none || is_wall(site.bed[cell]) || !is_inside(cell, lattice.columns, lattice.rows))
            throw UsageError(fmt::format("source: {:.4g}, {:.4g} is a wall or outside the site", at.x, at.y));
        spring.cells.push_back(cell);
    }
    next.inflows.push_back(std::move(spring));
    return next;
}

}  // namespace nearfield::flood
