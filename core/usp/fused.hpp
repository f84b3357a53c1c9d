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

/// A row of bins as a query sees it: its first bin, the query's position (across a wrapped border moved by a side), and the
/// square of half the strip's length, not above zero if the row is out of reach.
template <int D> struct Row {
    u32 first;
    vec<D> q;
    float left2;
};

/// The row `offset` rows from the query's own in a plane.
template <class Way, int D> NF_INLINE Row<D> row_at(Way way, const Grid<D>& g, const Plane<D>& plane, const Stand& stand, int offset) {
    Row<D> row{.q = plane.q};
    int y = stand.own + offset;
    if (way.wrap) y = onto_grid(way, g, 1, y, row.q[1]);
    const float away = gap(stand, g.width[1], offset), left2 = g.reach * g.reach - plane.away2 - away * away;
    const bool there = u32(y) < u32(g.bins[1]);
    row.left2 = there ? left2 : 0.f;
    row.first = (plane.row + u32(y)) * u32(g.bins[0]);
    return row;
}

/// The strip of a row in a clamped environment; empty if the row is out of reach.
template <int D> NF_INLINE Stretch strip(const Storage<D>& s, const Row<D>& row) {
    const Grid<D>& g = s.grid;
    const bool reached = row.left2 > 0.f;
    const float half = quick_sqrt(row.left2) * (1.f + 1e-6f) + (g.reach - g.radius);
    const float x = (row.q[0] - g.box.lo[0]) * g.per_width[0], beyond = half * g.per_width[0];
    const int first = limited(floor_int(x - beyond), 0, g.bins[0] - 1), last = limited(floor_int(x + beyond), 0, g.bins[0] - 1);
    const u32 bin = reached ? row.first + u32(first) : 0, bins = reached ? u32(last - first + 1) : 0;
    return {s.start[bin], s.start[bin + bins], bin, bins};
}

template <class Way, int D, class Push> NF_INLINE void push_row(Way way, const Storage<D>& s, const Row<D>& row, Push&& push) {
    if (!way.wrap) return push(strip(s, row), row.q);
    if (row.left2 > 0.f) row_ranges(way, s, row.first, row.q, quick_sqrt(row.left2) * (1.f + 1e-6f) + (s.grid.reach - s.grid.radius), push);
}

/// Two rows together, so that what the one waits for the other fetches too.
template <class Way, int D, class Push> NF_INLINE void push_rows(Way way, const Storage<D>& s, const Row<D>& a, const Row<D>& b, Push&& push) {
    if (way.wrap) return push_row(way, s, a, push), push_row(way, s, b, push);
    const Stretch in_a = strip(s, a), in_b = strip(s, b);
    push(in_a, a.q), push(in_b, b.q);
}

}  // namespace detail

/// Calls push(stretch, q) like each_range for trimmed strips, row by row, and flush() after every `together` rows and at
/// the end. Rows come in pairs on opposite sides of the query, its own last: what one's strip gains from where the query
/// lies within its bin the other's loses, so that all lanes of a warp have about as much to do between two flushes.
template <class Way, int D, class Push, class Flush>
NF_INLINE void each_fused(Way way, const Storage<D>& s, const vec<D>& at, int together, Push&& push, Flush&& flush) {
    const Grid<D>& g = s.grid;
    const detail::Stand y = detail::stand(g, 1, at[1]), z = detail::stand(g, D - 1, at[D - 1]);
    const int planes = D == 3 ? z.beyond + 1 : 1;
    int held = 0;
    for (int oz = 0; oz < planes; ++oz) {
        const auto above = detail::plane_at(way, g, z, oz, at), below = detail::plane_at(way, g, z, -oz, at);
        for (int oy = oz > 0 ? -y.beyond : 1; oy <= y.beyond; ++oy) {
            if (held + 2 > together) flush(), held = 0;
            detail::push_rows(way, s, detail::row_at(way, g, above, y, oy), detail::row_at(way, g, below, y, -oy), push);
            held += 2;
        }
    }
    if (held + 1 > together) flush();
    detail::push_row(way, s, detail::row_at(way, g, detail::plane_at(way, g, z, 0, at), y, 0), push);
    flush();
}

/// The same for one of `lanes` threads that share a query: every lanes-th row from number `lane` on.
template <class Way, int D, class Push, class Flush>
NF_INLINE void each_fused_shared(Way way, const Storage<D>& s, const vec<D>& at, int together, int lane, int lanes, Push&& push, Flush&& flush) {
    const detail::Stand y = detail::stand(s.grid, 1, at[1]), z = detail::stand(s.grid, D - 1, at[D - 1]);
    const int across = 2 * y.beyond + 1, rows = D == 3 ? across * (2 * z.beyond + 1) : across;
    int held = 0;
    for (int n = lane; n < rows; n += lanes) {
        const int plane = D == 3 ? n / across : 0;
        detail::push_row(way, s, detail::row_at(way, s.grid, detail::plane_at(way, s.grid, z, plane - z.beyond, at), y, n - plane * across - y.beyond), push);
        if (++held == together) flush(), held = 0;
    }
    if (held > 0) flush();
}

}  // namespace nearfield
