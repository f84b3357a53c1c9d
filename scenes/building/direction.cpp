#include "scenes/building/direction.hpp"

#include "scenes/building/relate.hpp"

#include <algorithm>

namespace nearfield::building {
namespace {

constexpr double no_area = 1e-10;  ///< m²; smaller remainders are rounding errors

constexpr double no_length = 1e-8;  ///< m; shorter than a lattice step

using Triple = std::array<glm::dvec3, 3>;
using Polygon = std::vector<glm::dvec2>;  ///< convex, counter-clockwise

double cross(glm::dvec2 a, glm::dvec2 b) { return a.x * b.y - a.y * b.x; }

double area_of(const Polygon& polygon) {
    double twice = 0;
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
        twice += cross(polygon[i] - polygon[0], polygon[i + 1] - polygon[0]);
    return twice / 2;
}

/// Clips a polygon to n.p >= d.
Polygon beyond(const Polygon& polygon, glm::dvec2 n, double d) {
    Polygon kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const glm::dvec2 p = polygon[i], q = polygon[(i + 1) % polygon.size()];
        const double at_p = glm::dot(n, p) - d, at_q = glm::dot(n, q) - d;
        if (at_p >= 0) kept.push_back(p);
        if ((at_p >= 0) != (at_q >= 0)) kept.push_back(p + at_p / (at_p - at_q) * (q - p));
    }
    return kept;
}

/// The half-plane n.p >= d, left of the edge from p to q.
struct Halfplane {
    glm::dvec2 n;
    double d;
};
Halfplane left_of(glm::dvec2 p, glm::dvec2 q) {
    const glm::dvec2 n{p.y - q.y, q.x - p.x};
    return {n, glm::dot(n, p)};
}

Polygon common(Polygon a, const Polygon& b) {
    for (std::size_t i = 0; i < b.size() && !a.empty(); ++i) {
        const Halfplane side = left_of(b[i], b[(i + 1) % b.size()]);
        a = beyond(a, side.n, side.d);
    }
    return a;
}

/// a minus b, as convex pieces.
void subtract(Polygon a, const Polygon& b, std::vector<Polygon>& to) {
    for (std::size_t i = 0; i < b.size(); ++i) {
        const Halfplane side = left_of(b[i], b[(i + 1) % b.size()]);
        Polygon out = beyond(a, -side.n, -side.d);
        if (area_of(out) > no_area) to.push_back(std::move(out));
        a = beyond(a, side.n, side.d);
        if (!(area_of(a) > no_area)) return;
    }
}

/// A triangle projected to the plan: outline, and plane z = slope.p + at.
struct Roof {
    Polygon outline;
    glm::dvec2 slope;
    double at;
    glm::dvec2 lo, hi;
    double height(glm::dvec2 p) const { return glm::dot(slope, p) + at; }
};

/// Vertical triangles cover no area and are left out.
std::vector<Roof> roofs_of(const Surfaces& s, u32 part, Copy copy, const glm::dmat3& up) {
    std::vector<Roof> roofs;
    const Share& share = s.parts[part].triangles;
    for (u32 t = share.closed; t < share.back; ++t) {
        Triple p;
        for (std::size_t k = 0; k < 3; ++k) p[k] = up * metres(s.corners[u32(copy)][s.triangles[t].corner[k]]);
        const glm::dvec3 n = glm::cross(p[1] - p[0], p[2] - p[0]);
        if (std::abs(n.z) < 2 * no_area) continue;
        if (n.z < 0) std::swap(p[1], p[2]);
        Roof roof{.outline = {glm::dvec2(p[0]), glm::dvec2(p[1]), glm::dvec2(p[2])},
                  .slope = {-n.x / n.z, -n.y / n.z},
                  .at = glm::dot(n, p[0]) / n.z};
        roof.lo = glm::min(roof.outline[0], glm::min(roof.outline[1], roof.outline[2]));
        roof.hi = glm::max(roof.outline[0], glm::max(roof.outline[1], roof.outline[2]));
        roofs.push_back(std::move(roof));
    }
    return roofs;
}

bool overlap(const Roof& a, const Roof& b) {
    return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y;
}

/// Without edges whose length is within rounding.
Polygon tidied(const Polygon& polygon) {
    Polygon kept;
    for (const auto& p : polygon)
        if (kept.empty() || glm::distance(p, kept.back()) > no_length) kept.push_back(p);
    while (kept.size() > 1 && glm::distance(kept.front(), kept.back()) <= no_length) kept.pop_back();
    return kept;
}

/// The region in which a lies above b.
Polygon over(const Roof& a, const Roof& b) {
    return tidied(beyond(common(a.outline, b.outline), a.slope - b.slope, b.at - a.at));
}

/// Range of a part along a direction, m.
glm::dvec2 extent_of(const Surfaces& s, u32 part, const glm::dmat3& up) {
    glm::dvec2 extent{INFINITY, -INFINITY};
    const Share& share = s.parts[part].triangles;
    for (u32 t = share.closed; t < share.back; ++t)
        for (const u32 v : s.triangles[t].corner) {
            const double z = (up * metres(s.corners[u32(Copy::own)][v])).z;
            extent = {std::min(extent.x, z), std::max(extent.y, z)};
        }
    return extent;
}

/// True for a part whose triangles have all collapsed.
bool is_empty(glm::dvec2 extent) { return extent.x > extent.y; }

/// True if all (or, relaxed, some) points of the first range lie beyond all of the second.
bool is_beyond(glm::dvec2 a, glm::dvec2 b, Strictness strictness, double noise) {
    return strictness == Strictness::strict ? a.x > b.y - noise : a.y > b.y + noise;
}

/// Rotated bounds of a part's own surface and its inner copy.
geometry::Bounds turned_bounds(const Surfaces& s, u32 part, const glm::dmat3& up) {
    geometry::Bounds bounds;
    const Share& share = s.parts[part].triangles;
    for (u32 t = share.closed; t < share.back; ++t)
        for (const u32 v : s.triangles[t].corner)
            for (const Copy copy : {Copy::own, Copy::inner}) bounds.hold(up * metres(s.corners[u32(copy)][v]));
    return bounds;
}

/// The box of rotated bounds, in lattice steps doubled to leave room for rotated lengths.
Box footprint(const geometry::Bounds& bounds) {
    constexpr double step = 2 * lattice_step;
    Box box;
    if (!(bounds.lo.x <= bounds.hi.x)) return box;
    for (int a = 0; a < 2; ++a) {
        box.lo[a] = int(std::floor(bounds.lo[a] / step));
        box.hi[a] = int(std::ceil(bounds.hi[a] / step));
    }
    box.lo[2] = box.hi[2] = 0;
    return box;
}

}  // namespace

Directions::Directions(const Surfaces& surfaces, glm::dvec2 north) : surfaces_(surfaces), north_(north) {}

/// Rotation that turns a direction to +z.
glm::dmat3 Directions::turned_up(Direction direction) const {
    const glm::dvec3 north(north_, 0), east(north_.y, -north_.x, 0), zenith(0, 0, 1);
    const auto rows = [](glm::dvec3 x, glm::dvec3 y, glm::dvec3 z) { return glm::transpose(glm::dmat3(x, y, z)); };
    switch (direction) {
    case Direction::above: return rows(east, north, zenith);
    case Direction::below: return rows(north, east, -zenith);
    case Direction::north: return rows(zenith, east, north);
    case Direction::south: return rows(east, zenith, -north);
    case Direction::east: return rows(north, zenith, east);
    default: return rows(zenith, north, -east);
    }
}

bool Directions::is_beyond(u32 a, u32 b, Direction direction, Strictness strictness) const {
    const glm::dmat3 up = turned_up(direction);
    const glm::dvec2 of_a = extent_of(surfaces_, a, up), of_b = extent_of(surfaces_, b, up);
    return !is_empty(of_a) && !is_empty(of_b) && building::is_beyond(of_a, of_b, strictness, noise());
}

std::optional<glm::dvec3> Directions::point_above(u32 a, u32 b, Direction direction) const {
    const glm::dmat3 up = turned_up(direction);
    const auto roofs_b = roofs_of(surfaces_, b, Copy::own, up);
    for (const Roof& roof_a : roofs_of(surfaces_, a, Copy::inner, up))
        for (const Roof& roof_b : roofs_b) {
            if (!overlap(roof_a, roof_b)) continue;
            const Polygon polygon = over(roof_a, roof_b);
            if (!(area_of(polygon) > no_area)) continue;
            glm::dvec2 middle(0);
            for (const auto& p : polygon) middle += p / double(polygon.size());
            return glm::transpose(up) * glm::dvec3(middle, roof_a.height(middle)) + surfaces_.origin;
        }
    return {};
}

bool Directions::is_all_above(u32 a, u32 b, Direction direction) const {
    const glm::dmat3 up = turned_up(direction);
    const auto roofs_b = roofs_of(surfaces_, b, Copy::own, up);
    const auto roofs_a = roofs_of(surfaces_, a, Copy::inner, up);
    for (const Roof& roof_a : roofs_a) {
        std::vector<Polygon> left{roof_a.outline}, next;
        for (const Roof& roof_b : roofs_b) {
            if (left.empty()) break;
            if (!overlap(roof_a, roof_b)) continue;
            const Polygon covered = over(roof_a, roof_b);
            if (!(area_of(covered) > no_area)) continue;
            next.clear();
            for (const Polygon& piece : left) subtract(piece, covered, next);
            left.swap(next);
        }
        if (!left.empty()) return false;
    }
    return !roofs_a.empty();
}

/// Sorts the parts by the ends of their ranges; each part has a prefix of that order beyond it.
void Directions::each_beyond(Direction direction, Strictness strictness, const Ask& wanted, const Tell& found) const {
    const glm::dmat3 up = turned_up(direction);
    std::vector<glm::dvec2> extents;
    std::vector<u32> order;
    for (u32 p = 0; p < surfaces_.parts.size(); ++p) {
        extents.push_back(extent_of(surfaces_, p, up));
        if (!is_empty(extents[p])) order.push_back(p);
    }
    std::sort(order.begin(), order.end(), [&](u32 a, u32 b) { return extents[a].y < extents[b].y; });
    for (const u32 a : order)
        for (const u32 b : order) {
            if (!building::is_beyond(extents[a], extents[b], strictness, noise())) break;
            if (a != b && wanted(a, b)) found(a, b);
        }
}

/// Candidates are parts whose projections along the direction intersect.
void Directions::each(Direction direction, View view, Strictness strictness, const Ask& wanted,
                      const Tell& found) const {
    if (view == View::halfspace) return each_beyond(direction, strictness, wanted, found);
    const glm::dmat3 up = turned_up(direction);
    std::vector<geometry::Bounds> bounds;
    std::vector<Box> footprints;
    for (u32 p = 0; p < surfaces_.parts.size(); ++p) {
        bounds.push_back(turned_bounds(surfaces_, p, up));
        footprints.push_back(footprint(bounds.back()));
    }
    for (const auto& pair : pairs_that_meet(footprints))
        for (const auto& [a, b] : {pair, BoxPair{pair.b, pair.a}})
            if (bounds[a].hi.z >= bounds[b].lo.z && wanted(a, b) && holds(a, b, direction, view, strictness))
                found(a, b);
}

bool Directions::holds(u32 a, u32 b, Direction direction, View view, Strictness strictness) const {
    if (view == View::halfspace) return is_beyond(a, b, direction, strictness);
    return strictness == Strictness::strict ? is_all_above(a, b, direction) : point_above(a, b, direction).has_value();
}

}  // namespace nearfield::building
