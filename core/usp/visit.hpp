#pragma once
#include "usp/grid.hpp"
#include "usp/neighbour_list.hpp"
#include "usp/settings.hpp"

namespace nearfield {

/// What a query reads: the grid, the partition boundary matrix (`start`, bins + 1 offsets) and the actors' positions in
/// storage order. A plain value that kernels carry.
template <int D> struct Storage {
    Grid<D> grid;
    const Packed<D>* position = nullptr;
    const u32* start = nullptr;
    u32 actors = 0;
    const float* axis[D] = {};  ///< on the CPU also the positions axis by axis, for loops that take several at a time
};

/// A run of bins that lie next to each other in storage: actors first..end of it, `bins` bins from number `bin` on.
struct Stretch {
    u32 first, end;
    u32 bin, bins;
};

/// How to walk, fixed when the query is compiled...
/// `Split`: the lanes of a warp share the rows of one actor, for populations too small to fill the device.
template <Visit V, bool Wrap, bool Split = false> struct FixedWay {
    static constexpr Visit visit = V;
    static constexpr bool wrap = Wrap, may_wrap = Wrap;
    static constexpr bool split = Split;
    static constexpr bool fused = V == Visit::fused;
};

/// ... all but the visit...
template <bool Wrap> struct AnyVisit {
    Visit visit;
    static constexpr bool wrap = Wrap, may_wrap = Wrap, split = false, fused = false;
};

/// ... or known only when it runs: smaller code.
struct AnyWay {
    Visit visit;
    bool wrap;
    int together = 2;  ///< Visit::fused: rows per loop, at least 2
    NeighbourList list{};  ///< read instead of walking, if there is one...
    bool notes = false;    ///< ... once this query has noted it
    static constexpr bool may_wrap = true, split = false, fused = false;
};

/// CUDA: a way that also notes the neighbours it finds, unless the list is empty...
template <class Way> struct Noting : Way {
    NeighbourList list;
};

/// ... and one that reads them.
template <bool Wrap, bool Split> struct Listed {
    NeighbourList list;
    static constexpr bool wrap = Wrap, may_wrap = Wrap, split = Split, fused = false;
};

template <class Way> constexpr bool is_noting = false;
template <class Way> constexpr bool is_noting<Noting<Way>> = true;
template <class Way> constexpr bool is_listed = false;
template <bool Wrap, bool Split> constexpr bool is_listed<Listed<Wrap, Split>> = true;

namespace detail {

/// Unbounded bin numbers first..last that [centre - half, centre + half] touches; cut to the box unless wrapped.
struct Span {
    int first, last;
};

template <class Way, int D> NF_INLINE Span span(Way way, const Grid<D>& g, int axis, float centre, float half) {
    if (way.wrap) return {g.unbounded(axis, centre - half), g.unbounded(axis, centre + half)};
    return {g.clamped(axis, centre - half), g.clamped(axis, centre + half)};
}

/// Brings an unbounded bin number onto the grid and moves the query by whole sides to match.
template <class Way, int D> NF_INLINE int onto_grid(Way way, const Grid<D>& g, int axis, int b, float& q) {
    if (way.wrap) {
        const float side = g.box.hi[axis] - g.box.lo[axis];
        const int n = g.bins[axis];
        if (b < 0) q += side, b += n;
        else if (b >= n) q -= side, b -= n;
        return b < 0 ? 0 : (b >= n ? n - 1 : b);  // only a lost actor needs this
    }
    return b;
}

/// Distance along one axis from q to the row of bins numbered b.
template <int D> NF_INLINE float gap(const Grid<D>& g, int axis, int b, float q) {
    const float lo = g.box.lo[axis] + float(b) * g.width[axis];
    const float below = lo - q, above = q - (lo + g.width[axis]);
    return larger(0.f, larger(below, above));
}

/// The stretches of bins x0..x1 within the row whose first bin is `row`: bin by bin, or all in one.
template <class Way, class Range> NF_INLINE void stretches(Way way, const u32* start, u32 row, int x0, int x1, Range&& range) {
    if (way.visit == Visit::bins) {
        for (int x = x0; x <= x1; ++x) range(Stretch{start[row + u32(x)], start[row + u32(x) + 1], row + u32(x), 1});
    } else {
        range(Stretch{start[row + u32(x0)], start[row + u32(x1) + 1], row + u32(x0), u32(x1 - x0 + 1)});
    }
}

/// Half the length of the strip in a row at distance sqrt(gap2) from q; NaN if the row is out of reach.
template <class Way, int D> NF_INLINE float half_strip(Way way, const Grid<D>& g, float gap2) {
    if (!trims(way.visit)) return g.reach;
    return quick_sqrt(g.reach * g.reach - gap2) * (1.f + 1e-6f) + (g.reach - g.radius);
}

/// Walks the bins within `half` of q in one row of bins.
template <class Way, int D, class Range>
NF_INLINE void row_ranges(Way way, const Storage<D>& s, u32 row, vec<D> q, float half, Range&& range) {
    const Grid<D>& g = s.grid;
    if (!(half >= 0.f)) return;
    const Span x = span(way, g, 0, q[0], half);
    if (way.wrap) {
        const int n = g.bins[0];
        const float side = g.box.hi[0] - g.box.lo[0];
        const int first = x.first < 0 ? 0 : x.first, last = x.last >= n ? n - 1 : x.last;
        vec<D> moved = q;
        if (x.first < 0) {
            moved[0] = q[0] + side;
            stretches(way, s.start, row, x.first + n < 0 ? 0 : x.first + n, n - 1, [&](const Stretch& t) { range(t, moved); });
        }
        if (first <= last) stretches(way, s.start, row, first, last, [&](const Stretch& t) { range(t, q); });
        if (x.last >= n) {
            moved[0] = q[0] - side;
            stretches(way, s.start, row, 0, x.last - n >= n ? n - 1 : x.last - n, [&](const Stretch& t) { range(t, moved); });
        }
    } else {
        stretches(way, s.start, row, x.first, x.last, [&](const Stretch& t) { range(t, q); });
    }
}

}  // namespace detail

/// Calls range(stretch, q) for every stretch of storage that can hold a neighbour of the position `at`; q is the
/// position as seen from there (moved by whole sides across a wrapped border). Every actor within the radius lies in
/// exactly one stretch per image.
template <class Way, int D, class Range>
NF_INLINE void each_range(Way way, const Storage<D>& s, vec<D> at, Range&& range) {
    const Grid<D>& g = s.grid;
    if (way.visit == Visit::brute) {
        range(Stretch{0, s.actors, 0, g.bin_count()}, at);
        return;
    }
    constexpr int outer = D - 1;
    const detail::Span far = detail::span(way, g, outer, at[outer], g.reach);
    for (int b = far.first; b <= far.last; ++b) {
        vec<D> q = at;
        const int own = detail::onto_grid(way, g, outer, b, q[outer]);
        const float g1 = trims(way.visit) ? detail::gap(g, outer, own, q[outer]) : 0.f;
        if constexpr (D == 2) {
            detail::row_ranges(way, s, u32(own) * u32(g.bins[0]), q, detail::half_strip(way, g, g1 * g1), range);
        } else {
            const detail::Span near = detail::span(way, g, 1, q[1], g.reach);
            for (int c = near.first; c <= near.last; ++c) {
                vec<D> r = q;
                const int row = detail::onto_grid(way, g, 1, c, r[1]);
                const float g2 = trims(way.visit) ? detail::gap(g, 1, row, r[1]) : 0.f;
                detail::row_ranges(way, s, (u32(own) * u32(g.bins[1]) + u32(row)) * u32(g.bins[0]), r, detail::half_strip(way, g, g1 * g1 + g2 * g2), range);
            }
        }
    }
}

}  // namespace nearfield
