#pragma once
// Exact winding numbers: signed crossings of the ray from a point towards +x.
#include "scenes/building/triangles.hpp"

namespace nearfield::building {

namespace detail {

/// Crossings of the edge from a to b past p on its right in the y, z plane, upward minus downward. Ties (p on the edge
/// or level with an end) count as if p were slightly further right and up, so shared edges of triangles cancel.
NF_INLINE int passes(const Flat& a, const Flat& b, const Flat& p) {
    const bool a_above = a.v > p.v, b_above = b.v > p.v;
    if (a_above == b_above) return 0;
    const int side = orient2d(a, b, p);
    return b_above ? (side > 0) : -(side < 0);
}

}  // namespace detail

/// 1 if the ray from p towards +x leaves through t, -1 if it enters, 0 if it misses. The sum over a closed surface that
/// faces outwards is 1 inside and 0 outside. p must not lie on the surface.
NF_HD inline int crossing(const Corners& t, const Point& p, SignCount& count) {
    if (t.p.x < p.x && t.q.x < p.x && t.r.x < p.x) return 0;
    const detail::FlatCorners c = detail::without(t, 0);
    const Flat at = without(p, 0);
    const int turn = detail::passes(c.p, c.q, at) + detail::passes(c.q, c.r, at) + detail::passes(c.r, c.p, at);
    if (turn == 0) return 0;
    return orient3d(t.p, t.q, t.r, p, count) * turn < 0 ? turn : 0;
}

}  // namespace nearfield::building
