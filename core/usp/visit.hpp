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

/// How to walk, fixed when the query is compiled...
template <Visit V, bool Wrap> struct FixedWay {
    static constexpr Visit visit = V;
    static constexpr bool wrap = Wrap;
};

/// ... or known only when it runs: smaller code, for audit and inspection.
struct AnyWay {
    Visit visit;
    bool wrap;
};

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
    return fmaxf(0.f, fmaxf(below, above));
}

/// The stretches of bins x0..x1 within the row whose first bin is `row`: bin by bin, or all in one.
template <class Way, class Range> NF_INLINE void stretches(Way way, const u32* start, u32 row, int x0, int x1, Range&& range) {
    if (way.visit == Visit::bins) {
        for (int x = x0; x <= x1; ++x) range(Stretch{start[row + u32(x)], start[row + u32(x) + 1], row + u32(x), 1});
    } else {
        range(Stretch{start[row + u32(x0)], start[row + u32(x1) + 1], row + u32(x0), u32(x1 - x0 + 1)});
    }
}

/// Walks one row of bins at distance sqrt(gap2) from q across x.
template <class Way, int D, class Range>
NF_INLINE void row_ranges(Way way, const Storage<D>& s, u32 row, vec<D> q, float gap2, Range&& range) {
    const Grid<D>& g = s.grid;
    float half = g.reach;
    if (way.visit == Visit::trimmed) {
        const float left = g.reach * g.reach - gap2;
        if (left < 0.f) return;
        half = sqrtf(left) * (1.f + 1e-6f) + (g.reach - g.radius);
    }
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
        const float g1 = way.visit == Visit::trimmed ? detail::gap(g, outer, own, q[outer]) : 0.f;
        if constexpr (D == 2) {
            detail::row_ranges(way, s, u32(own) * u32(g.bins[0]), q, g1 * g1, range);
        } else {
            const detail::Span near = detail::span(way, g, 1, q[1], g.reach);
            for (int c = near.first; c <= near.last; ++c) {
                vec<D> r = q;
                const int row = detail::onto_grid(way, g, 1, c, r[1]);
                const float g2 = way.visit == Visit::trimmed ? detail::gap(g, 1, row, r[1]) : 0.f;
                detail::row_ranges(way, s, (u32(own) * u32(g.bins[1]) + u32(row)) * u32(g.bins[0]), r, g1 * g1 + g2 * g2, range);
            }
        }
    }
}

/// What a rule sees of its surroundings. `each` visits the neighbours of one actor: everyone else at a distance below
/// the radius, coincident actors included (their `towards` is zero).
template <class Way, int D> struct Neighbours {
    Way way;
    Storage<D> storage;

    /// Calls f(j, towards, d2) per neighbour: its storage index, the vector from actor i to it across the nearest
    /// image, and the distance squared.
    template <class F> NF_INLINE void each(u32 i, F&& f) const {
        each_range(way, storage, load<D>(storage.position + i), [&](const Stretch& stretch, const vec<D>& q) {
#if NF_ON_DEVICE
            for (u32 j = stretch.first; j < stretch.end; ++j) test(i, j, q, f);
#else
            test_in_blocks(i, stretch, q, f);
#endif
        });
    }

    NF_INLINE vec<D> position(u32 i) const { return load<D>(storage.position + i); }

  private:
    NF_INLINE vec<D> towards(u32 j, const vec<D>& q) const {
        const vec<D> to = load<D>(storage.position + j) - q;
        return way.wrap && way.visit == Visit::brute ? nearest_image(to) : to;
    }

    template <class F> NF_INLINE void test(u32 i, u32 j, const vec<D>& q, F&& f) const {
        const vec<D> to = towards(j, q);
        const float d2 = dot<D>(to, to);
        if (d2 < storage.grid.radius * storage.grid.radius && j != i) f(j, to, d2);
    }

#if !NF_ON_DEVICE
    /// On the CPU first all distances of a block, in vector registers, then the hits, gathered without a branch: whether
    /// a candidate is a neighbour is a coin toss that the branch predictor would lose.
    template <class F> NF_INLINE void test_in_blocks(u32 i, const Stretch& stretch, const vec<D>& q, F&& f) const {
        constexpr u32 block = 64;
        const float r2 = storage.grid.radius * storage.grid.radius;
        for (u32 first = stretch.first; first < stretch.end; first += block) {
            const u32 n = stretch.end - first < block ? stretch.end - first : block;
            float d2[block];
            u32 hit[block], hits = 0;
#pragma omp simd
            for (u32 k = 0; k < n; ++k) {
                const vec<D> to = towards(first + k, q);
                d2[k] = dot<D>(to, to);
            }
            for (u32 k = 0; k < n; ++k) hit[hits] = k, hits += d2[k] < r2;
            for (u32 h = 0; h < hits; ++h)
                if (const u32 j = first + hit[h]; j != i) f(j, towards(j, q), d2[hit[h]]);
        }
    }
#endif

    NF_INLINE vec<D> nearest_image(vec<D> v) const {
        for (int a = 0; a < D; ++a) {
            const float side = storage.grid.box.hi[a] - storage.grid.box.lo[a];
            v[a] -= side * rintf(v[a] / side);
        }
        return v;
    }
};

}  // namespace nearfield
