#pragma once
// The walk of fused visits on CUDA: rows of trimmed strips in pairs, in loops over several rows.
#include "usp/walk/walk.hpp"

namespace nearfield {

namespace detail {

/// Position of a query among the rows along one axis: its row, its distance from that row's lower edge, and the number
/// of rows that it reaches on each side. Near an edge it reaches one more, since rounding may have misplaced an actor.
struct Stand {
    int own, beyond;
    float inside;
};

template <int D> NF_INLINE Stand stand(const Grid<D>& g, int axis, float q) {
    const int own = g.clamped(axis, q);
    const float inside = q - (g.box.lo[axis] + float(own) * g.width[axis]), slack = g.reach - g.radius;
    return {own, g.beyond[axis] + (inside < slack || inside > g.width[axis] - slack), inside};
}

/// Distance from the query to the row at this offset from its own.
NF_INLINE float gap(const Stand& stand, float width, int offset) {
    const float below = float(offset) * width - stand.inside;
    return fmaxf(0.f, fmaxf(below, -below - width));
}

/// A plane of rows at an offset from the query's own: its first row, the query's shift towards it, its squared
/// distance, and its lower edge relative to the query. In 2D there is one plane, at distance zero.
template <int D> struct Plane {
    u32 row = 0;
    vec<D> moved{0.f};
    float away2 = 0;  ///< INFINITY if the plane does not exist
    float edge = 0;
};

template <class Way, int D> NF_INLINE Plane<D> plane_at(Way way, const Grid<D>& g, const Stand& stand, int offset) {
    Plane<D> plane;
    if constexpr (D == 3) {
        int z = stand.own + offset;
        if (way.wrap) z = onto_grid(way, g, 2, z, plane.moved[2]);
        const float away = gap(stand, g.width[2], offset);
        plane.away2 = u32(z) < u32(g.bins[2]) ? away * away : INFINITY;
        plane.row = u32(z) * u32(g.bins[1]);
        plane.edge = float(offset) * g.width[2] - stand.inside;
    }
    return plane;
}

/// A row of bins relative to a query: its first bin, the query's shift towards it, the squared half length of the strip
/// (at most zero if the row is out of reach), and its lower edge relative to the query, except along x.
template <int D> struct Row {
    u32 first;
    vec<D> moved;
    float left2;
    vec<D> corner;
};

/// The row at an offset from the query's own in a plane.
template <class Way, int D>
NF_INLINE Row<D> row_at(Way way, const Grid<D>& g, const Plane<D>& plane, const Stand& stand, int offset) {
    Row<D> row{.moved = plane.moved};
    int y = stand.own + offset;
    if (way.wrap) y = onto_grid(way, g, 1, y, row.moved[1]);
    const float away = gap(stand, g.width[1], offset), left2 = g.reach * g.reach - plane.away2 - away * away;
    const bool there = u32(y) < u32(g.bins[1]);
    row.left2 = there ? left2 : 0.f;
    row.first = (plane.row + u32(y)) * u32(g.bins[0]);
    row.corner[1] = float(offset) * g.width[1] - stand.inside;
    if constexpr (D == 3) row.corner[2] = plane.edge;
    return row;
}

/// Half the length of a row's strip.
template <int D> NF_INLINE float half_strip(const Grid<D>& g, const Row<D>& row) {
    return quick_sqrt(row.left2) * (1.f + 1e-6f) + (g.reach - g.radius);
}

/// The range of bins along x that a row's strip touches, which may exceed the grid.
template <int D> NF_INLINE Span strip_span(const Grid<D>& g, const vec<D>& at, const Row<D>& row) {
    const float half = half_strip(g, row);
    const float x = (at[0] - g.box.lo[0]) * g.per_width[0], beyond = half * g.per_width[0];
    return {floor_int(x - beyond), floor_int(x + beyond)};
}

/// The part of a strip within the grid; no bins if the row is out of reach.
template <int D> NF_INLINE Stretch strip(const Storage<D>& s, const Row<D>& row, const Span& x) {
    const int most = s.grid.bins[0] - 1, first = limited(x.first, 0, most), last = limited(x.last, 0, most);
    const bool reached = row.left2 > 0.f;
    const u32 bin = reached ? row.first + u32(first) : 0, bins = reached ? u32(last - first + 1) : 0;
    return {s.start[bin], s.start[bin + bins], bin, bins};
}

/// Pushes the parts of a strip across both borders of a wrapped environment.
template <int D, class Push>
NF_INLINE void push_across(const Storage<D>& s, const Row<D>& row, const Span& x, Push&& push) {
    const int n = s.grid.bins[0];
    if (!(row.left2 > 0.f) || (x.first >= 0 && x.last < n)) return;
    const float side = s.grid.box.hi[0] - s.grid.box.lo[0];
    const auto part = [&](int first, int last, float by) {
        vec<D> moved = row.moved;
        moved[0] = by;
        push(s.stretch(row.first, first, last), moved);
    };
    if (x.first < 0) part(limited(x.first + n, 0, n - 1), n - 1, side);
    if (x.last >= n) part(0, limited(x.last - n, 0, n - 1), -side);
}

/// Selects whole strips in push_row.
struct WholeStrips {};

template <class Way, int D, class Push> NF_INLINE void push_row(Way way, const Storage<D>& s, const vec<D>& at,
                                                                const WholeStrips&, const Row<D>& row, Push&& push) {
    const Span x = strip_span(s.grid, at, row);
    push(strip(s, row, x), row.moved);
    if (way.wrap) push_across(s, row, x, push);
}

/// Two rows at a time, to overlap their memory accesses.
template <class Way, int D, class Push> NF_INLINE void push_rows(Way way, const Storage<D>& s, const vec<D>& at,
                                                                 const WholeStrips&, const Row<D>& a, const Row<D>& b,
                                                                 Push&& push) {
    const Span in_a = strip_span(s.grid, at, a), in_b = strip_span(s.grid, at, b);
    const Stretch of_a = strip(s, a, in_a), of_b = strip(s, b, in_b);
    push(of_a, a.moved);
    push(of_b, b.moved);
    if (way.wrap) {
        push_across(s, a, in_a, push);
        push_across(s, b, in_b, push);
    }
}

/// Pushes the parts of a strip within the field of view.
template <class Way, int D, class Push> NF_INLINE void
push_row(Way way, const Storage<D>& s, const vec<D>& at, const Outlook<D>& ahead, const Row<D>& row, Push&& push) {
    const float half = row.left2 > 0.f ? half_strip(s.grid, row) : -1.f;
    seen_ranges(way, s, row.first, row.moved, seen_of_row(way, s.grid, at, half, row.corner, ahead), push);
}
template <class Way, int D, class Push> NF_INLINE void push_rows(Way way, const Storage<D>& s, const vec<D>& at,
                                                                 const Outlook<D>& ahead, const Row<D>& a,
                                                                 const Row<D>& b, Push&& push) {
    push_row(way, s, at, ahead, a, push);
    push_row(way, s, at, ahead, b, push);
}

/// Implements each_fused; `of` selects what is pushed of a row. Rows come in pairs on opposite sides of the query, and
/// its own row last. The query's position within its bin lengthens one strip of a pair and shortens the other, so that
/// all lanes of a warp have similar work between flushes. flush() has a single call site, since its code is large.
template <class Way, class Of, int D, class Push, class Flush> NF_INLINE void
fused_rows(Way way, const Storage<D>& s, const vec<D>& at, const Of& of, int together, Push&& push, Flush&& flush) {
    const Grid<D>& g = s.grid;
    const Stand y = stand(g, 1, at[1]), z = D == 3 ? stand(g, D - 1, at[D - 1]) : Stand{0, 0, 0.f};
    auto above = plane_at(way, g, z, 0), below = above;
    int oz = 0, oy = 1;
    for (bool own = false; !own; flush()) {
        int held = 0;
        for (; oz <= z.beyond && held + 2 <= together; held += 2) {
            push_rows(way, s, at, of, row_at(way, g, above, y, oy), row_at(way, g, below, y, -oy), push);
            if (++oy <= y.beyond) continue;
            ++oz;
            oy = -y.beyond;
            if constexpr (D == 3) {
                above = plane_at(way, g, z, oz);
                below = plane_at(way, g, z, -oz);
            }
        }
        own = oz > z.beyond && held < together;
        if (own) push_row(way, s, at, of, row_at(way, g, plane_at(way, g, z, 0), y, 0), push);
    }
}

}  // namespace detail

/// Calls push(stretch, moved) like each_range for trimmed strips of actor i at `at`, row by row, and flush() after at
/// most `together` rows and at the end. With a way that looks ahead, strips are cut to the field of view.
template <class Way, int D, class Push, class Flush> NF_INLINE void
each_fused(Way way, const Storage<D>& s, const vec<D>& at, u32 i, int together, Push&& push, Flush&& flush) {
    if constexpr (detail::may_look<Way>)
        if (way.looks) return detail::fused_rows(way, s, at, detail::outlook(way, s, i), together, push, flush);
    detail::fused_rows(way, s, at, detail::WholeStrips{}, together, push, flush);
}

/// Like each_fused, for one of `lanes` threads that share a query: every lanes-th row from row `lane` on. If threads
/// outnumber rows, each takes a part of a row.
template <class Way, int D, class Push, class Flush>
NF_INLINE void each_fused_shared(Way way, const Storage<D>& s, const vec<D>& at, int together, int lane, int lanes,
                                 Push&& push, Flush&& flush) {
    const Grid<D>& g = s.grid;
    const detail::Stand y = detail::stand(g, 1, at[1]), z = detail::stand(g, D - 1, at[D - 1]);
    const int across = 2 * y.beyond + 1, rows = D == 3 ? across * (2 * z.beyond + 1) : across;
    const u32 parts = lanes > rows ? u32(lanes / rows) : 1, part = u32(lane) % parts;
    const auto push_part = [&](Stretch t, const vec<D>& moved) {
        const u32 all = t.end - t.first;
        t.end = t.first + all * (part + 1) / parts;
        t.first += all * part / parts;
        push(t, moved);
    };
    int n = lane / int(parts);
    do {
        for (int held = 0; n < rows && held < together; ++held, n += lanes) {
            const int plane = D == 3 ? n / across : 0;
            detail::push_row(
                way, s, at, detail::WholeStrips{},
                detail::row_at(way, g, detail::plane_at(way, g, z, plane - z.beyond), y, n - plane * across - y.beyond),
                push_part);
        }
        flush();
    } while (n < rows);
}

}  // namespace nearfield
