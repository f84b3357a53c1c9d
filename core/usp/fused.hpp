#pragma once
#include "usp/visit.hpp"

namespace nearfield {

/// Most rows that one loop walks under Visit::fused.
constexpr int most_together = 8;

inline int rows_together(const SearchSettings& settings, int dimensions) {
    return settings.together > 0 ? settings.together : (dimensions == 2 ? most_together : 2);
}

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

/// Row number `offset` from the query's own, brought onto the grid; false if there is none.
template <class Way, int D> NF_INLINE bool row_at(Way way, const Grid<D>& g, int axis, const Stand& stand, int offset, int& row, float& q) {
    row = stand.own + offset;
    if (way.wrap) row = onto_grid(way, g, axis, row, q);
    return u32(row) < u32(g.bins[axis]);
}

}  // namespace detail

/// Calls push(stretch, q) like each_range for trimmed strips, row by row, and flush() after every `together` rows and at
/// the end. Rows come in pairs on opposite sides of the query: what one's strip gains from where the query lies within
/// its bin the other's loses, so that all lanes of a warp have about as much to do between two flushes. With `lanes` > 1
/// this call takes every lanes-th row, from number `lane` on.
template <class Way, int D, class Push, class Flush>
NF_INLINE void each_fused(Way way, const Storage<D>& s, const vec<D>& at, int together, int lane, int lanes, Push&& push, Flush&& flush) {
    const Grid<D>& g = s.grid;
    constexpr int outer = D - 1;
    const detail::Stand y = detail::stand(g, 1, at[1]), z = detail::stand(g, outer, at[outer]);
    const int across = 2 * y.beyond + 1;
    const int pairs = D == 2 ? y.beyond : (across * (2 * z.beyond + 1) - 1) / 2;
    const float per_across = 1.f / float(across);
    int held = 0;
    for (int n = lane; n <= 2 * pairs; n += lanes) {
        const int pair = (n + 2) / 2, sign = n % 2 ? -1 : 1;  // the query's own row comes last
        int oy = pair, oz = 0;
        if constexpr (D == 3) oz = int((float(pair + y.beyond) + 0.5f) * per_across), oy = pair - oz * across;
        if (n == 2 * pairs) oy = oz = 0;
        oy *= sign, oz *= sign;
        vec<D> q = at;
        int row = 0, plane = 0;
        float away = detail::gap(y, g.width[1], oy), away2 = away * away;
        bool there = detail::row_at(way, g, 1, y, oy, row, q[1]);
        if constexpr (D == 3) {
            away = detail::gap(z, g.width[outer], oz), away2 += away * away;
            there = there && detail::row_at(way, g, outer, z, oz, plane, q[outer]);
        }
        if (there && away2 < g.reach * g.reach)
            detail::row_ranges(way, s, (u32(plane) * u32(g.bins[1]) + u32(row)) * u32(g.bins[0]), q, detail::half_strip(way, g, away2), push);
        if (++held == together) flush(), held = 0;
    }
    if (held > 0) flush();
}

}  // namespace nearfield
