#pragma once
// Exact intersection tests of two triangles: Guigue & Devillers 2003 for triangles with area, separating lines for
// coplanar ones, and segments for triangles without area.
#include "scenes/building/exact.hpp"

namespace nearfield::building {

struct Corners {
    Point p, q, r;
};

NF_INLINE Box box_of(const Corners& t) {
    Box box = box_of(t.p);
    box.hold(box_of(t.q));
    box.hold(box_of(t.r));
    return box;
}

namespace detail {

struct Segment {
    Point a, b;
};

NF_INLINE void swap(Point& a, Point& b) {
    const Point c = a;
    a = b;
    b = c;
}

NF_INLINE NormalSigns normal_signs(const Corners& t) { return building::normal_signs(t.p, t.q, t.r); }

/// The sides of a triangle's plane on which three points lie.
struct Sides {
    int p, q, r;
    NF_HD bool none() const { return (p | q | r) == 0; }
    NF_HD bool all_on_one() const { return (p == q) & (q == r) & (p != 0); }
    NF_HD bool on_both() const { return (p > 0 || q > 0 || r > 0) && (p < 0 || q < 0 || r < 0); }
};

NF_INLINE Sides sides_of(const Corners& t, const Corners& plane, SignCount& count) {
    return {orient3d(plane.p, plane.q, plane.r, t.p, count), orient3d(plane.p, plane.q, plane.r, t.q, count),
            orient3d(plane.p, plane.q, plane.r, t.r, count)};
}

/// Rotates t so that p is alone on its side of the other triangle's plane, and returns that side. Corners in the plane
/// may count to either side.
NF_INLINE int put_alone_first(Corners& t, const Sides& s) {
    const int positive = (s.p > 0) + (s.q > 0) + (s.r > 0), negative = (s.p < 0) + (s.q < 0) + (s.r < 0);
    const int alone = positive == 1 ? 1 : (negative == 1 ? -1 : 0);
    if (s.q == alone) t = {t.q, t.r, t.p};
    else if (s.p != alone) t = {t.r, t.p, t.q};
    return alone != 0 ? alone : (positive == 2 ? -1 : 1);
}

/// True if two triangles, each of which reaches the other's plane, cover a common interval of the line of intersection
/// of both planes.
NF_HD inline bool overlap_on_line(Corners t, const Sides& t_sides, Corners u, const Sides& u_sides, SignCount& count) {
    const int t_side = put_alone_first(t, t_sides), u_side = put_alone_first(u, u_sides);
    if (t_side < 0) swap(u.q, u.r);
    if (u_side < 0) swap(t.q, t.r);
    return sign_of_determinant(u.q - t.q, u.p - t.q, t.p - t.q, count) <= 0 &&
           sign_of_determinant(u.r - t.p, u.p - t.p, t.r - t.p, count) <= 0;
}

struct FlatCorners {
    Flat p, q, r;
};
NF_INLINE FlatCorners without(const Corners& t, int axis) {
    return {building::without(t.p, axis), building::without(t.q, axis), building::without(t.r, axis)};
}

/// True if the line through edge a, b of a triangle with orientation `turn` has all of u strictly on its outer side.
NF_INLINE bool parts_from(const Flat& a, const Flat& b, int turn, const FlatCorners& u) {
    return orient2d(a, b, u.p) * turn < 0 && orient2d(a, b, u.q) * turn < 0 && orient2d(a, b, u.r) * turn < 0;
}
NF_INLINE bool an_edge_parts(const FlatCorners& t, const FlatCorners& u) {
    const int turn = orient2d(t.p, t.q, t.r);
    return parts_from(t.p, t.q, turn, u) || parts_from(t.q, t.r, turn, u) || parts_from(t.r, t.p, turn, u);
}

NF_HD inline bool coplanar_meet(const Corners& t, const Corners& u, int axis) {
    const FlatCorners a = without(t, axis), b = without(u, axis);
    return !an_edge_parts(a, b) && !an_edge_parts(b, a);
}

/// Longest side of a degenerate triangle, which covers all of its points.
NF_HD inline Segment segment_of(const Corners& t) {
    const Box box = box_of(t);
    Segment s{t.p, t.q};
    const auto spans = [&](const Point& a, const Point& b) {
        const Box own = box_of({a, b, b});
        return holds(own, box);
    };
    if (spans(t.q, t.r)) s = {t.q, t.r};
    if (spans(t.r, t.p)) s = {t.r, t.p};
    return s;
}

NF_HD inline bool meet(const Segment& s, const Corners& t, SignCount& count) {
    const int a = orient3d(t.p, t.q, t.r, s.a, count), b = orient3d(t.p, t.q, t.r, s.b, count);
    if (a * b > 0) return false;
    if (a == 0 && b == 0) {
        const int axis = normal_signs(t).axis();
        const FlatCorners plane = without(t, axis), line = without(Corners{s.a, s.b, s.b}, axis);
        if (an_edge_parts(plane, line)) return false;
        const int p = orient2d(line.p, line.q, plane.p), q = orient2d(line.p, line.q, plane.q),
                  r = orient2d(line.p, line.q, plane.r);
        return !Sides{p, q, r}.all_on_one();
    }
    const Sides around{orient3d(s.a, s.b, t.p, t.q, count), orient3d(s.a, s.b, t.q, t.r, count),
                       orient3d(s.a, s.b, t.r, t.p, count)};
    return !around.on_both();
}

NF_HD inline bool meet(const Segment& s, const Segment& t, SignCount& count) {
    if (orient3d(s.a, s.b, t.a, t.b, count) != 0) return false;
    NormalSigns normal = building::normal_signs(s.a, s.b, t.a);
    if (normal.none()) normal = building::normal_signs(s.a, s.b, t.b);
    if (normal.none()) normal = building::normal_signs(t.a, t.b, s.a);
    if (normal.none()) normal = building::normal_signs(t.a, t.b, s.b);
    if (normal.none()) return nearfield::meet(box_of({s.a, s.b, s.b}), box_of({t.a, t.b, t.b}));  // collinear
    const int axis = normal.axis();
    const Flat a = building::without(s.a, axis), b = building::without(s.b, axis), c = building::without(t.a, axis),
               d = building::without(t.b, axis);
    return orient2d(a, b, c) * orient2d(a, b, d) <= 0 && orient2d(c, d, a) * orient2d(c, d, b) <= 0;
}

/// Intersection test of two triangles of which at least one has no area.
NF_HD inline bool flat_meet(const Corners& t, bool t_flat, const Corners& u, bool u_flat, SignCount& count) {
    if (t_flat && u_flat) return meet(segment_of(t), segment_of(u), count);
    return t_flat ? meet(segment_of(t), u, count) : meet(segment_of(u), t, count);
}

}  // namespace detail

/// True if t and u, boundaries included, have a point in common.
NF_HD inline bool meet(const Corners& t, const Corners& u, SignCount& count) {
    const detail::Sides us = detail::sides_of(u, t, count);
    if (us.all_on_one()) return false;
    const detail::Sides ts = detail::sides_of(t, u, count);
    if (ts.all_on_one()) return false;
    if (!us.none() && !ts.none()) return detail::overlap_on_line(t, ts, u, us, count);
    const NormalSigns t_normal = detail::normal_signs(t), u_normal = detail::normal_signs(u);
    if (t_normal.none() || u_normal.none()) return detail::flat_meet(t, t_normal.none(), u, u_normal.none(), count);
    return detail::coplanar_meet(t, u, t_normal.axis());
}

namespace detail {

/// True if the open segment a, b passes through the interior of t.
NF_INLINE bool pierces(const Point& a, const Point& b, int side_a, int side_b, const Corners& t, SignCount& count) {
    if (side_a * side_b >= 0) return false;
    const Sides around{orient3d(a, b, t.p, t.q, count), orient3d(a, b, t.q, t.r, count),
                       orient3d(a, b, t.r, t.p, count)};
    return around.all_on_one();
}
NF_INLINE bool an_edge_pierces(const Corners& t, const Sides& s, const Corners& u, SignCount& count) {
    return pierces(t.p, t.q, s.p, s.q, u, count) || pierces(t.q, t.r, s.q, s.r, u, count) ||
           pierces(t.r, t.p, s.r, s.p, u, count);
}

}  // namespace detail

/// True if an edge of one triangle passes through the interior of the other: they do more than touch.
NF_HD inline bool cross(const Corners& t, const Corners& u, SignCount& count) {
    const detail::Sides us = detail::sides_of(u, t, count), ts = detail::sides_of(t, u, count);
    return detail::an_edge_pierces(t, ts, u, count) || detail::an_edge_pierces(u, us, t, count);
}

}  // namespace nearfield::building
