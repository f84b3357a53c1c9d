#include "scenes/building/distance.hpp"

#include "scenes/building/winding.hpp"

#include <algorithm>

namespace nearfield::building {
namespace {

using Node = TriangleTrees::Node;
using Triple = std::array<glm::dvec3, 3>;

Triple positions(const Corners& t) { return {metres(t.p), metres(t.q), metres(t.r)}; }

void keep_shorter(Span& best, glm::dvec3 a, glm::dvec3 b) {
    const double length = glm::distance(a, b);
    if (length < best.length) best = {length, a, b};
}

/// Point of a triangle closest to p (Ericson 2005, section 5.1.5). A triangle without area is left to its edges.
glm::dvec3 nearest_of(const Triple& t, glm::dvec3 p) {
    const glm::dvec3 ab = t[1] - t[0], ac = t[2] - t[0], ap = p - t[0];
    const double d1 = glm::dot(ab, ap), d2 = glm::dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) return t[0];
    const glm::dvec3 bp = p - t[1];
    const double d3 = glm::dot(ab, bp), d4 = glm::dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) return t[1];
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return t[0] + d1 / (d1 - d3) * ab;
    const glm::dvec3 cp = p - t[2];
    const double d5 = glm::dot(ab, cp), d6 = glm::dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) return t[2];
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return t[0] + d2 / (d2 - d6) * ac;
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return t[1] + (d4 - d3) / (d4 - d3 + d5 - d6) * (t[2] - t[1]);
    const double sum = va + vb + vc;
    return sum > 0 ? t[0] + ab * (vb / sum) + ac * (vc / sum) : t[0];
}

/// Shortest distance between two segments (Ericson 2005, section 5.1.9).
void keep_between(Span& best, glm::dvec3 p1, glm::dvec3 q1, glm::dvec3 p2, glm::dvec3 q2) {
    const glm::dvec3 d1 = q1 - p1, d2 = q2 - p2, r = p1 - p2;
    const double a = glm::dot(d1, d1), e = glm::dot(d2, d2), b = glm::dot(d1, d2), c = glm::dot(d1, r),
                 f = glm::dot(d2, r), area = a * e - b * b;
    double s = area > 1e-14 * a * e ? std::clamp((b * f - c * e) / area, 0., 1.) : 0;
    double t = e > 0 ? (b * s + f) / e : 0;
    if (t < 0 || t > 1) {
        t = std::clamp(t, 0., 1.);
        s = a > 0 ? (b * t - c) / a : 0;
    } else if (a > 0) s = (b * t - c) / a;
    s = std::clamp(s, 0., 1.);
    keep_shorter(best, p1 + s * d1, p2 + t * d2);
}

void keep_between(Span& best, const Triple& a, const Triple& b) {
    for (std::size_t i = 0; i < 3; ++i) {
        keep_shorter(best, a[i], nearest_of(b, a[i]));
        keep_shorter(best, nearest_of(a, b[i]), b[i]);
        for (std::size_t j = 0; j < 3; ++j) keep_between(best, a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]);
    }
}

/// Intersections of the edges of a with b.
void keep_passages(Span& best, const Triple& a, const Triple& b) {
    const glm::dvec3 n = glm::cross(b[1] - b[0], b[2] - b[0]);
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec3 p = a[i], q = a[(i + 1) % 3];
        const double from = glm::dot(n, p - b[0]), to = glm::dot(n, q - b[0]);
        if ((from < 0) == (to < 0)) continue;
        const glm::dvec3 at = p + from / (from - to) * (q - p);
        keep_shorter(best, at, nearest_of(b, at));
    }
}

/// Shortest and longest distance between points of two boxes, m.
double shortest(const Box& a, const Box& b) {
    glm::dvec3 gap;
    for (int k = 0; k < 3; ++k)
        gap[k] = std::max({0., double(b.lo[k]) - double(a.hi[k]), double(a.lo[k]) - double(b.hi[k])});
    return glm::length(gap) * lattice_step;
}
double longest(const Box& a, const Box& b) {
    glm::dvec3 reach;
    for (int k = 0; k < 3; ++k)
        reach[k] = std::max(double(b.hi[k]) - double(a.lo[k]), double(a.hi[k]) - double(b.lo[k]));
    return glm::length(reach) * lattice_step;
}

/// Best-first descent of two trees that prunes pairs no better than the best so far.
template <class Bound, class Leaves> class Search {
  public:
    Search(const TriangleTrees& trees, const Bound& bound, const Leaves& leaves)
        : trees_(trees),
          bound_(bound),
          leaves_(leaves) {}

    /// bound(a, b): optimistic bound, lower is better. leaves(a, b): tests the triangles and returns the best so far.
    void walk(const Node& a, const Node& b) {
        if (bound_(a.box, b.box) >= best_) return;
        if (a.child == 0 && b.child == 0) return void(best_ = leaves_(a, b));
        const bool down_a = b.child == 0 || (a.child != 0 && a.end - a.first >= b.end - b.first);
        const Node &first = trees_.child(down_a ? a : b, 0), &second = trees_.child(down_a ? a : b, 1);
        const Box& other = down_a ? b.box : a.box;
        const bool swapped = bound_(second.box, other) < bound_(first.box, other);
        for (const Node* child : {swapped ? &second : &first, swapped ? &first : &second})
            down_a ? walk(*child, b) : walk(a, *child);
    }

  private:
    const TriangleTrees& trees_;
    const Bound& bound_;
    const Leaves& leaves_;
    double best_ = INFINITY;
};

}  // namespace

Span nearest(const Corners& a, const Corners& b) {
    Span best{.length = INFINITY};
    keep_between(best, positions(a), positions(b));
    SignCount count;
    if (!meet(box_of(a), box_of(b)) || !meet(a, b, count)) return best;
    keep_passages(best, positions(a), positions(b));
    keep_passages(best, positions(b), positions(a));
    return {0, best.at_a, best.at_a};
}

Distances::Distances(const Surfaces& surfaces) : surfaces_(surfaces), view_(view_of(surfaces)) { trees_.build(view_); }

/// Shortest distance between the surfaces, or one below `enough`.
Span Distances::between(u32 a, u32 b, double enough) const {
    Span best{.length = INFINITY};
    const auto leaves = [&](const Node& na, const Node& nb) {
        for (u32 i = na.first; i < na.end; ++i)
            for (u32 j = nb.first; j < nb.end && best.length > 0; ++j) {
                const Span span = building::nearest(corners_of(view_, Copy::own, trees_.triangle(i)),
                                                    corners_of(view_, Copy::own, trees_.triangle(j)));
                if (span.length < best.length) best = span;
            }
        return best.length < enough ? 0 : best.length;
    };
    Search(trees_, shortest, leaves).walk(trees_.root(a), trees_.root(b));
    best.at_a += surfaces_.origin;
    best.at_b += surfaces_.origin;
    return best;
}

/// True if a shell of `inner` lies in the solid of `outer`, given that their surfaces do not meet.
bool Distances::is_within(u32 inner, u32 outer) const {
    const Share &shells = surfaces_.parts[inner].shells, &triangles = surfaces_.parts[outer].triangles;
    SignCount count;
    for (u32 s = shells.closed; s < shells.back; ++s) {
        const Point p = surfaces_.corners[u32(Copy::own)][surfaces_.shells[s]];
        int winding = 0;
        for (u32 t = triangles.closed; t < triangles.open; ++t)
            winding += crossing(corners_of(view_, Copy::own, t), p, count);
        if (winding > 0) return true;
    }
    return false;
}

Span Distances::nearest(u32 a, u32 b) const {
    Span span = between(a, b, 0);
    if (span.length == 0) return span;
    if (is_within(a, b)) return {0, span.at_a, span.at_a};
    if (is_within(b, a)) return {0, span.at_b, span.at_b};
    return span;
}

bool Distances::closer(u32 a, u32 b, double distance) const {
    const auto apart = shortest(surfaces_.parts[a].box, surfaces_.parts[b].box);
    if (apart >= distance) return false;
    return between(a, b, distance).length < distance || is_within(a, b) || is_within(b, a);
}

Span Distances::furthest(u32 a, u32 b) const {
    Span best{.length = -1};
    const auto leaves = [&](const Node& na, const Node& nb) {
        for (u32 i = na.first; i < na.end; ++i)
            for (u32 j = nb.first; j < nb.end; ++j)
                for (const auto& p : positions(corners_of(view_, Copy::own, trees_.triangle(i))))
                    for (const auto& q : positions(corners_of(view_, Copy::own, trees_.triangle(j))))
                        if (const double length = glm::distance(p, q); length > best.length) best = {length, p, q};
        return -best.length;
    };
    const auto bound = [](const Box& x, const Box& y) { return -longest(x, y); };
    Search(trees_, bound, leaves).walk(trees_.root(a), trees_.root(b));
    best.at_a += surfaces_.origin;
    best.at_b += surfaces_.origin;
    return best;
}

}  // namespace nearfield::building
