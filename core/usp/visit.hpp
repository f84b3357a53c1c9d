#pragma once
#include "usp/grid.hpp"
#include "usp/settings.hpp"

namespace nearfield {

/// What a query reads: the grid, the partition boundary matrix (`start`, bins + 1 offsets) and the actors' positions in
/// storage order. A plain value that kernels carry.
template <int D> struct Storage {
    Grid<D> grid;
    const Packed<D>* position = nullptr;
    const u32* start = nullptr;
    u32 actors = 0;
};

/// A run of bins that lie next to each other in storage: actors first..end of it, `bins` bins from number `bin` on.
struct Stretch {
    u32 first, end;
    u32 bin, bins;
};

namespace detail {

/// Unbounded bin numbers first..last that [centre - half, centre + half] touches; cut to the box unless wrapped.
struct Span {
    int first, last;
};

template <bool Wrap, int D> NF_INLINE Span span(const Grid<D>& g, int axis, float centre, float half) {
    if constexpr (Wrap) return {g.unbounded(axis, centre - half), g.unbounded(axis, centre + half)};
    else return {g.clamped(axis, centre - half), g.clamped(axis, centre + half)};
}

/// Brings an unbounded bin number onto the grid and moves the query by whole sides to match.
template <bool Wrap, int D> NF_INLINE int onto_grid(const Grid<D>& g, int axis, int b, float& q) {
    if constexpr (Wrap) {
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
    return fmaxf(0.f, fmaxf(below, above));
}

/// The stretches of bins x0..x1 within the row whose first bin is `row`: bin by bin, or all in one.
template <Visit V, class Range> NF_INLINE void stretches(const u32* start, u32 row, int x0, int x1, Range&& range) {
    if constexpr (V == Visit::bins) {
        for (int x = x0; x <= x1; ++x) range(Stretch{start[row + u32(x)], start[row + u32(x) + 1], row + u32(x), 1});
    } else {
        range(Stretch{start[row + u32(x0)], start[row + u32(x1) + 1], row + u32(x0), u32(x1 - x0 + 1)});
    }
}

/// Walks one row of bins at distance sqrt(gap2) from q across x.
template <Visit V, bool Wrap, int D, class Range>
NF_INLINE void row_ranges(const Storage<D>& s, u32 row, vec<D> q, float gap2, Range&& range) {
    const Grid<D>& g = s.grid;
    float half = g.reach;
    if constexpr (V == Visit::trimmed) {
        const float left = g.reach * g.reach - gap2;
        if (left < 0.f) return;
        half = sqrtf(left) * (1.f + 1e-6f) + (g.reach - g.radius);
    }
    const Span x = span<Wrap>(g, 0, q[0], half);
    if constexpr (Wrap) {
        const int n = g.bins[0];
        const float side = g.box.hi[0] - g.box.lo[0];
        const int first = x.first < 0 ? 0 : x.first, last = x.last >= n ? n - 1 : x.last;
        vec<D> moved = q;
        if (x.first < 0) {
            moved[0] = q[0] + side;
            stretches<V>(s.start, row, x.first + n < 0 ? 0 : x.first + n, n - 1, [&](const Stretch& t) { range(t, moved); });
        }
        if (first <= last) stretches<V>(s.start, row, first, last, [&](const Stretch& t) { range(t, q); });
        if (x.last >= n) {
            moved[0] = q[0] - side;
            stretches<V>(s.start, row, 0, x.last - n >= n ? n - 1 : x.last - n, [&](const Stretch& t) { range(t, moved); });
        }
    } else {
        stretches<V>(s.start, row, x.first, x.last, [&](const Stretch& t) { range(t, q); });
    }
}

}  // namespace detail

/// Calls range(stretch, q) for every stretch of storage that can hold a neighbour of the position `at`; q is the
/// position as seen from there (moved by whole sides across a wrapped border). Every actor within the radius lies in
/// exactly one stretch per image.
template <Visit V, bool Wrap, int D, class Range>
NF_INLINE void each_range(const Storage<D>& s, vec<D> at, Range&& range) {
    const Grid<D>& g = s.grid;
    if constexpr (V == Visit::brute) {
        range(Stretch{0, s.actors, 0, g.bin_count()}, at);
        return;
    }
    constexpr int outer = D - 1;
    const detail::Span far = detail::span<Wrap>(g, outer, at[outer], g.reach);
    for (int b = far.first; b <= far.last; ++b) {
        vec<D> q = at;
        const int own = detail::onto_grid<Wrap>(g, outer, b, q[outer]);
        const float g1 = V == Visit::trimmed ? detail::gap(g, outer, own, q[outer]) : 0.f;
        if constexpr (D == 2) {
            detail::row_ranges<V, Wrap>(s, u32(own) * u32(g.bins[0]), q, g1 * g1, range);
        } else {
            const detail::Span near = detail::span<Wrap>(g, 1, q[1], g.reach);
            for (int c = near.first; c <= near.last; ++c) {
                vec<D> r = q;
                const int row = detail::onto_grid<Wrap>(g, 1, c, r[1]);
                const float g2 = V == Visit::trimmed ? detail::gap(g, 1, row, r[1]) : 0.f;
                detail::row_ranges<V, Wrap>(s, (u32(own) * u32(g.bins[1]) + u32(row)) * u32(g.bins[0]), r, g1 * g1 + g2 * g2, range);
            }
        }
    }
}

/// What a rule sees of its surroundings. `each` visits the neighbours of one actor: everyone else at a distance below
/// the radius, coincident actors included (their `towards` is zero).
template <Visit V, bool Wrap, int D> struct Neighbours {
    Storage<D> storage;

    /// Calls f(j, towards, d2) per neighbour: its storage index, the vector from actor i to it across the nearest
    /// image, and the distance squared.
    template <class F> NF_INLINE void each(u32 i, F&& f) const {
        const float r2 = storage.grid.radius * storage.grid.radius;
        each_range<V, Wrap>(storage, load<D>(storage.position + i), [&](const Stretch& stretch, const vec<D>& q) {
            for (u32 j = stretch.first; j < stretch.end; ++j) {
                vec<D> towards = load<D>(storage.position + j) - q;
                if constexpr (Wrap && V == Visit::brute) towards = nearest_image(towards);
                const float d2 = dot<D>(towards, towards);
                if (d2 < r2 && j != i) f(j, towards, d2);
            }
        });
    }

    NF_INLINE vec<D> position(u32 i) const { return load<D>(storage.position + i); }

  private:
    NF_INLINE vec<D> nearest_image(vec<D> v) const {
        for (int a = 0; a < D; ++a) {
            const float side = storage.grid.box.hi[a] - storage.grid.box.lo[a];
            v[a] -= side * rintf(v[a] / side);
        }
        return v;
    }
};

}  // namespace nearfield
