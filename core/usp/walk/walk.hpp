#pragma once
// Walks through the bins of a full grid: the stretches of storage that can hold an actor's neighbours.
#include "usp/grid/occupied.hpp"
#include "usp/visits/visits.hpp"
#include "usp/walk/sector.hpp"

#include <climits>

namespace nearfield {

/// A range of bins that are adjacent in storage: its actors first..end, and `bins` bins from number `bin` on.
struct Stretch {
    u32 first, end;
    u32 bin, bins;
};

/// 3D positions with x and y in one array and z in another, so that a candidate costs 12 bytes instead of 16. Empty in
/// 2D.
template <int D> struct PlanesAndHeights {
    NF_INLINE void put(u32, const Packed<D>&) const {}
};
template <> struct PlanesAndHeights<3> {
    Packed<2>* plane = nullptr;
    float* height = nullptr;

    NF_INLINE void put(u32 i, const Packed<3>& p) const {
        if (plane) {
            plane[i] = {{p.c[0], p.c[1]}};
            height[i] = p.c[2];
        }
    }
};

/// Input of queries: the grid, the partition boundary matrix (`start` has bins + 1 offsets; in a sparse grid, occupied
/// bins only) and the actors' positions in storage order. A plain value that kernels carry.
template <int D> struct Storage {
    Grid<D> grid;
    const Packed<D>* position = nullptr;
    const u32* start = nullptr;
    u32 actors = 0;
    const u32* present = nullptr;  ///< number of present actors if some may be absent, in the backend's memory
    const float* axis[D] = {};     ///< CPU: positions per axis, for vector loops
    PlanesAndHeights<D> apart{};   ///< CUDA in 3D: positions in two parts
    Occupied<D> occupied{};        ///< of a sparse grid
    Sectors<D> ahead{};            ///< fields of view of the actors, if any

    /// Bins x0..x1 of the row whose first bin is `row`, in a full grid numbered row by row.
    NF_INLINE Stretch stretch(u32 row, int x0, int x1) const {
        const u32 bin = row + u32(x0), bins = u32(x1 - x0 + 1);
        return {start[bin], start[bin + bins], bin, bins};
    }
    /// Bin x of a row in any full grid.
    NF_INLINE Stretch one_bin(u32 row, int x) const {
        const u32 bin = grid.in_row(row, x);
        return {start[bin], start[bin + 1], bin, 1};
    }
    /// Number of actors to run a query for.
    NF_INLINE u32 queries() const { return present && *present < actors ? *present : actors; }
};

/// A walk chosen at run time; CUDA's kernels of fused visits fix it at compile time.
struct Walk {
    Visit visit;
    bool wrap;
};

/// The vector from the query to a position, via the image at the shift `moved` by whole sides. The difference comes
/// first, so that the vectors from i to j and from j to i are exact negatives.
template <int D> NF_INLINE vec<D> vector_to(const vec<D>& position, const vec<D>& at, const vec<D>& moved) {
    return (position - at) - moved;
}

/// The shortest equivalent vector in a wrapped environment.
template <int D> NF_INLINE vec<D> nearest_image(const Environment<D>& box, vec<D> v) {
    for (int a = 0; a < D; ++a) {
        const float side = box.hi[a] - box.lo[a];
        v[a] -= side * rintf(v[a] / side);
    }
    return v;
}

/// A walk for rules that look ahead: with `looks`, strips are also cut to the field of view.
struct LookingWalk : Walk {
    bool looks;
};

namespace detail {

template <class Way> constexpr bool may_look = requires(const Way way) { way.looks; };

/// True if bins are numbered along a curve; some ways fix it at compile time.
template <class Way, int D> NF_INLINE bool by_curve(Way way, const Grid<D>& g) {
    if constexpr (requires { Way::curve; }) return way.curve;
    else return g.curve > 0;
}

/// A range of unbounded bin numbers; empty if first > last.
struct Span {
    int first, last;
};

/// The bins that [from, to] touches, limited to the grid unless wrapped.
template <class Way, int D> NF_INLINE Span span_between(Way way, const Grid<D>& g, int axis, float from, float to) {
    if (way.wrap) return {g.unbounded(axis, from), g.unbounded(axis, to)};
    return {g.clamped(axis, from), g.clamped(axis, to)};
}
template <class Way, int D> NF_INLINE Span span(Way way, const Grid<D>& g, int axis, float centre, float half) {
    return span_between(way, g, axis, centre - half, centre + half);
}

/// Maps an unbounded bin number to the grid; `moved` receives the query's shift.
template <class Way, int D> NF_INLINE int onto_grid(Way way, const Grid<D>& g, int axis, int b, float& moved) {
    if (way.wrap) {
        const float side = g.box.hi[axis] - g.box.lo[axis];
        const int n = g.bins[axis];
        if (b < 0) {
            moved = side;
            b += n;
        } else if (b >= n) {
            moved = -side;
            b -= n;
        }
        return b < 0 ? 0 : (b >= n ? n - 1 : b);  // needed for lost actors only
    }
    return b;
}

/// Lower edge of bin b along one axis, relative to q.
template <int D> NF_INLINE float edge(const Grid<D>& g, int axis, int b, float q) {
    return g.box.lo[axis] + float(b) * g.width[axis] - q;
}

/// Distance along one axis from q to bin b.
template <int D> NF_INLINE float gap(const Grid<D>& g, int axis, int b, float q) {
    const float lo = g.box.lo[axis] + float(b) * g.width[axis];
    const float below = lo - q, above = q - (lo + g.width[axis]);
    return larger(0.f, larger(below, above));
}

/// Half length of the strip in a row at distance sqrt(gap2) from q; NaN if the row is out of reach.
template <class Way, int D> NF_INLINE float half_strip(Way way, const Grid<D>& g, float gap2) {
    if (!trims(way.visit)) return g.reach;
    return quick_sqrt(g.reach * g.reach - gap2) * (1.f + 1e-6f) + (g.reach - g.radius);
}

/// Row of bins where an interrupted walk continues.
struct RowNumber {
    int plane = INT_MIN, row = INT_MIN;
};

/// Calls f(row, moved, half, corner) for every row of bins in reach, from `next` on: the row's first bin, the query's
/// shift, the strip's half length, and the row's lower edge relative to the query, except along x. Stops and returns
/// false if f returns false; `next` is then that row.
template <class Way, int D, class F>
NF_INLINE bool each_row(Way way, const Grid<D>& g, const vec<D>& at, RowNumber& next, F&& f) {
    const bool trimmed = trims(way.visit);
    const Span planes = D == 3 ? span(way, g, D - 1, at[D - 1], g.reach) : Span{0, 0},
               rows = span(way, g, 1, at[1], g.reach);
    int b = next.plane > planes.first ? next.plane : planes.first, c = next.row > rows.first ? next.row : rows.first;
    for (; b <= planes.last; ++b, c = rows.first) {
        vec<D> moved(0.f), corner(0.f);
        int plane = 0;
        float away2 = 0;
        if constexpr (D == 3) {
            plane = onto_grid(way, g, 2, b, moved[2]);
            const float away = trimmed ? gap(g, 2, plane, at[2] + moved[2]) : 0.f;
            away2 = away * away;
            corner[2] = edge(g, 2, plane, at[2] + moved[2]);
        }
        for (; c <= rows.last; ++c) {
            moved[1] = 0.f;
            const int row = onto_grid(way, g, 1, c, moved[1]);
            const float away = trimmed ? gap(g, 1, row, at[1] + moved[1]) : 0.f;
            corner[1] = edge(g, 1, row, at[1] + moved[1]);
            const u32 first = by_curve(way, g) ? g.row_on_curve(row, plane) : g.row_by_row(row, plane);
            if (!f(first, moved, half_strip(way, g, away2 + away * away), corner)) {
                next = {b, c};
                return false;
            }
        }
    }
    return true;
}

/// Calls range for bins x0..x1 of a row: for each bin if the visit requires it or bins are on a curve, else for one
/// stretch.
template <class Way, int D, class Range>
NF_INLINE void stretches(Way way, const Storage<D>& s, u32 row, int x0, int x1, const vec<D>& moved, Range&& range) {
    const bool curve = by_curve(way, s.grid), one = curve || one_by_one(way.visit);
    for (int x = x0; x <= x1; x = one ? x + 1 : x1 + 1)
        range(curve ? s.one_bin(row, x) : s.stretch(row, x, one ? x : x1), moved);
}

/// Calls range for bins of one row, also across the borders of a wrapped environment. range() has a single call site,
/// since its code is large.
template <class Way, int D, class Range>
NF_INLINE void span_ranges(Way way, const Storage<D>& s, u32 row, vec<D> moved, const Span& x, Range&& range) {
    const int n = s.grid.bins[0], last_image = way.wrap && x.last >= n ? 1 : 0;
    for (int image = way.wrap && x.first < 0 ? -1 : 0; image <= last_image; ++image) {
        Span on_grid = x;
        if (way.wrap) {
            const int first = x.first - image * n, last = x.last - image * n;
            on_grid = {first < 0 ? 0 : first, last >= n ? n - 1 : last};
            moved[0] = float(-image) * (s.grid.box.hi[0] - s.grid.box.lo[0]);
        }
        stretches(way, s, row, on_grid.first, on_grid.last, moved, range);
    }
}

/// Calls range for the bins of a row within `half` of the query.
template <class Way, int D, class Range> NF_INLINE void
row_ranges(Way way, const Storage<D>& s, u32 row, const vec<D>& at, const vec<D>& moved, float half, Range&& range) {
    if (half >= 0.f) span_ranges(way, s, row, moved, span(way, s.grid, 0, at[0], half), range);
}

/// The field of view of actor i; unlimited unless the way looks.
template <class Way, int D> NF_INLINE Outlook<D> outlook(Way way, const Storage<D>& s, u32 i) {
    const Grid<D>& g = s.grid;
    if (!way.looks) return {};
    return {direction<D>(load<D>(s.ahead.along + i)), s.ahead.sight, g.radius, g.width, g.reach - g.radius};
}

/// The bins of a row within `half` of the query that may be in sight, as up to two spans.
struct SpansInSight {
    Span left, right;
};
template <class Way, int D> NF_INLINE SpansInSight seen_of_row(Way way, const Grid<D>& g, const vec<D>& at, float half,
                                                               const vec<D>& corner, const Outlook<D>& outlook) {
    constexpr Span none{0, -1};
    if (!(half >= 0.f)) return {none, none};
    if (outlook.whole()) return {span(way, g, 0, at[0], half), none};
    const Reach reach = outlook.of(corner);
    if (!outlook.backward()) {
        const float from = larger(reach.from, -half), to = -larger(-reach.to, -half);
        return {from <= to ? span_between(way, g, 0, at[0] + from, at[0] + to) : none, none};
    }
    const Span x = span(way, g, 0, at[0], half);
    if (!(reach.from < reach.to) || reach.to <= -half || reach.from >= half) return {x, none};
    const int first = reach.from > -half ? g.unbounded(0, at[0] + reach.from) + 1 : x.first,
              last = reach.to < half ? g.unbounded(0, at[0] + reach.to) - 1 : x.last;
    if (first > last) return {x, none};
    return {{x.first, first <= x.last ? first - 1 : x.last}, {last >= x.first ? last + 1 : x.first, x.last}};
}

/// Like row_ranges, for the bins in sight.
template <class Way, int D, class Range> NF_INLINE void
seen_ranges(Way way, const Storage<D>& s, u32 row, const vec<D>& moved, const SpansInSight& seen, Range&& range) {
    if (seen.left.first <= seen.left.last) span_ranges(way, s, row, moved, seen.left, range);
    if (seen.right.first <= seen.right.last) span_ranges(way, s, row, moved, seen.right, range);
}

/// Calls range for all actors, once per periodic image in reach.
template <class Way, int D, class Range>
NF_INLINE void each_image(Way way, const Storage<D>& s, const vec<D>& at, Range&& range) {
    const Grid<D>& g = s.grid;
    const Stretch all{0, s.actors, 0, g.sparse ? s.occupied.bins() : g.bin_count()};
    for (int n = 0; n < (way.wrap ? (D == 3 ? 27 : 9) : 1); ++n) {
        const int image[3] = {n % 3, n / 3 % 3, n / 9};
        vec<D> moved(0.f);
        bool reached = true;
        for (int a = 0; a < D; ++a) {
            const float side = g.box.hi[a] - g.box.lo[a];
            if (image[a] == 1) {
                moved[a] = side;
                reached &= at[a] - g.reach < g.box.lo[a];
            }
            if (image[a] == 2) {
                moved[a] = -side;
                reached &= at[a] + g.reach >= g.box.hi[a];
            }
        }
        if (reached) range(all, moved);
    }
}

/// Like each_range (sparse_walk.hpp) in a full grid, row by row.
template <class Way, int D, class Range>
NF_INLINE void each_range_by_rows(Way way, const Storage<D>& s, u32 i, const vec<D>& at, Range&& range) {
    RowNumber next;
    if constexpr (may_look<Way>) {
        const Outlook<D> ahead = outlook(way, s, i);
        each_row(way, s.grid, at, next, [&](u32 row, const vec<D>& moved, float half, const vec<D>& corner) {
            seen_ranges(way, s, row, moved, seen_of_row(way, s.grid, at, half, corner, ahead), range);
            return true;
        });
    } else {
        each_row(way, s.grid, at, next, [&](u32 row, const vec<D>& moved, float half, const vec<D>&) {
            row_ranges(way, s, row, at, moved, half, range);
            return true;
        });
    }
}

}  // namespace detail

}  // namespace nearfield
