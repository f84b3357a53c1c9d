#pragma once
#include "usp/visit.hpp"

namespace nearfield {

namespace detail {

/// Where a query stands among the rows along one axis: its own row, the distance from that row's lower edge, and how
/// many rows it reaches on each side. One more when it lies so near an edge that rounding may have misplaced an actor.
struct Stand {
    int own, beyond;
    float inside;
};

template <int D> NF_INLINE Stand stand(const Grid<D>& g, int axis, float q) {
    const int own = g.clamped(axis, q);
    const float inside = q - (g.box.lo[axis] + float(own) * g.width[axis]), slack = g.reach - g.radius;
    return {own, g.beyond[axis] + (inside < slack || inside > g.width[axis] - slack), inside};
}

/// Distance from the query to the row `offset` rows from its own.
NF_INLINE float gap(const Stand& stand, float width, int offset) {
    const float below = float(offset) * width - stand.inside;
    return fmaxf(0.f, fmaxf(below, -below - width));
}

/// A plane of rows `offset` planes from the query's own: its first bin, the query as seen from there, how far it is.
/// In 2D there is one plane, at distance zero.
template <int D> struct Plane {
    u32 row = 0;
    vec<D> q{0.f};
    float away2 = 0;  ///< INFINITY if there is none
};

template <class Way, int D> NF_INLINE Plane<D> plane_at(Way way, const Grid<D>& g, const Stand& stand, int offset, const vec<D>& at) {
    Plane<D> plane{.q = at};
    if constexpr (D == 3) {
        int z = stand.own + offset;
        if (way.wrap) z = onto_grid(way, g, 2, z, plane.q[2]);
        const float away = gap(stand, g.width[2], offset);
        plane.away2 = u32(z) < u32(g.bins[2]) ? away * away : INFINITY;
        plane.row = u32(z) * u32(g.bins[1]);
    }
    return plane;
}

/// One of two, part by part: whole structs chosen at run time would live in memory.
template <int D> NF_INLINE Plane<D> either(bool first, const Plane<D>& a, const Plane<D>& b) {
    Plane<D> one{.row = first ? a.row : b.row, .away2 = first ? a.away2 : b.away2};
    for (int x = 0; x < D; ++x) one.q[x] = first ? a.q[x] : b.q[x];
    return one;
}

/// The strip of one row: all of it that lies within sqrt(left2) of q along x.
template <class Way, int D, class Push> NF_INLINE void strip(Way way, const Storage<D>& s, u32 row, const vec<D>& q, float left2, Push&& push) {
    const Grid<D>& g = s.grid;
    const float half = quick_sqrt(left2) * (1.f + 1e-6f) + (g.reach - g.radius);
    if (way.wrap) return row_ranges(way, s, row, q, half, push);
    const float x = (q[0] - g.box.lo[0]) * g.per_width[0], beyond = half * g.per_width[0];
    const int first = limited(floor_int(x - beyond), 0, g.bins[0] - 1), last = limited(floor_int(x + beyond), 0, g.bins[0] - 1);
    push(Stretch{s.start[row + u32(first)], s.start[row + u32(last) + 1], row + u32(first), u32(last - first + 1)}, q);
}

/// The row `offset` rows from the query's own in a plane.
template <class Way, int D, class Push> NF_INLINE void fused_row(Way way, const Storage<D>& s, const Plane<D>& plane, const Stand& stand, int offset, Push&& push) {
    const Grid<D>& g = s.grid;
    vec<D> q = plane.q;
    int y = stand.own + offset;
    if (way.wrap) y = onto_grid(way, g, 1, y, q[1]);
    const float away = gap(stand, g.width[1], offset), left2 = g.reach * g.reach - plane.away2 - away * away;
    if (left2 > 0.f && u32(y) < u32(g.bins[1])) strip(way, s, (plane.row + u32(y)) * u32(g.bins[0]), q, left2, push);
}

}  // namespace detail

/// Calls push(stretch, q) like each_range for trimmed strips, row by row, and flush() after every `together` rows and at
/// the end. Rows come in pairs on opposite sides of the query, its own last: what one's strip gains from where the query
/// lies within its bin the other's loses, so that all lanes of a warp have about as much to do between two flushes.
template <class Way, int D, class Push, class Flush>
NF_INLINE void each_fused(Way way, const Storage<D>& s, const vec<D>& at, int together, Push&& push, Flush&& flush) {
    const detail::Stand y = detail::stand(s.grid, 1, at[1]), z = detail::stand(s.grid, D - 1, at[D - 1]);
    const int planes = D == 3 ? z.beyond + 1 : 1;
    int held = 0;
    for (int oz = 0; oz <= planes; ++oz) {
        const bool own = oz == planes;
        const auto above = detail::plane_at(way, s.grid, z, own ? 0 : oz, at), below = detail::plane_at(way, s.grid, z, own ? 0 : -oz, at);
        const int last = own ? 0 : 2 * y.beyond + 1;
        for (int n = own ? 0 : (oz > 0 ? -2 * y.beyond : 2); n <= last; ++n) {
            const bool up = n % 2 == 0;
            const int oy = n >> 1;
            detail::fused_row(way, s, detail::either(up, above, below), y, up ? oy : -oy, push);
            if (++held == together) flush(), held = 0;
        }
    }
    if (held > 0) flush();
}

/// The same for one of `lanes` threads that share a query: every lanes-th row from number `lane` on.
template <class Way, int D, class Push, class Flush>
NF_INLINE void each_fused_shared(Way way, const Storage<D>& s, const vec<D>& at, int together, int lane, int lanes, Push&& push, Flush&& flush) {
    const detail::Stand y = detail::stand(s.grid, 1, at[1]), z = detail::stand(s.grid, D - 1, at[D - 1]);
    const int across = 2 * y.beyond + 1, rows = D == 3 ? across * (2 * z.beyond + 1) : across;
    int held = 0;
    for (int n = lane; n < rows; n += lanes) {
        const int plane = D == 3 ? n / across : 0;
        detail::fused_row(way, s, detail::plane_at(way, s.grid, z, plane - z.beyond, at), y, n - plane * across - y.beyond, push);
        if (++held == together) flush(), held = 0;
    }
    if (held > 0) flush();
}

}  // namespace nearfield
