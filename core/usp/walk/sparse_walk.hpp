#pragma once
// The walk through a sparse grid: bin by bin, since a row's bins have gaps and positions may be relative to different
// bins.
#include "usp/walk/walk.hpp"

namespace nearfield {

/// Position of a query: its bin, and the offset from that bin's lower corner.
template <int D> struct Standpoint {
    ivec<D> bin;
    vec<D> inside;
};

namespace detail {

/// The standpoint of a query at `at`. If positions are relative to bins, `at` is the position of actor i.
template <int D> NF_INLINE Standpoint<D> standpoint(const Storage<D>& s, u32 i, const vec<D>& at) {
    if (s.occupied.bin_of) return {s.occupied.bin_of[i], at};
    Standpoint<D> from;
    for (int a = 0; a < D; ++a) {
        from.bin[a] = s.grid.clamped(a, at[a]);
        from.inside[a] = at[a] - (s.grid.box.lo[a] + float(from.bin[a]) * s.grid.width[a]);
    }
    return from;
}

/// Like span() in walk.hpp, from a standpoint.
template <class Way, int D>
NF_INLINE Span span(Way way, const Grid<D>& g, int axis, const Standpoint<D>& from, float half) {
    const auto bin = [&](float inside) {
        return from.bin[axis] + limited(floor_int(inside * g.per_width[axis]), -1000000000, 1000000000);
    };
    const int first = bin(from.inside[axis] - half), last = bin(from.inside[axis] + half), most = g.bins[axis] - 1;
    if (way.wrap) return {first, last};
    return {first < 0 ? 0 : first, last > most ? most : last};
}

/// Shift of a query along one axis towards the unbounded bin `b`, which lies `image` environments away.
template <int D> NF_INLINE float move_to(const Storage<D>& s, int axis, const Standpoint<D>& from, int b, int image) {
    if (s.occupied.bin_of) return float(from.bin[axis] - b) * s.grid.width[axis];
    return float(-image) * (s.grid.box.hi[axis] - s.grid.box.lo[axis]);
}

/// Distance along one axis from the standpoint to bin b.
template <int D> NF_INLINE float gap(const Grid<D>& g, int axis, const Standpoint<D>& from, int b) {
    const float below = float(b - from.bin[axis]) * g.width[axis] - from.inside[axis];
    return larger(0.f, larger(below, -below - g.width[axis]));
}

/// The periodic image that holds the unbounded bin b; 0 is the grid itself.
template <class Way> NF_INLINE int image_of(Way way, int bins, int b) {
    return way.wrap ? (b < 0 ? -1 : (b >= bins ? 1 : 0)) : 0;
}

/// Calls f(row, moved, half) for every occupied row in reach, like each_row; `row` is its index.
template <class Way, int D, class F>
NF_INLINE bool each_occupied_row(Way way, const Storage<D>& s, const Standpoint<D>& from, RowNumber& next, F&& f) {
    const Grid<D>& g = s.grid;
    const Span planes = D == 3 ? span(way, g, D - 1, from, g.reach) : Span{0, 0}, rows = span(way, g, 1, from, g.reach);
    int b = next.plane > planes.first ? next.plane : planes.first, c = next.row > rows.first ? next.row : rows.first;
    for (; b <= planes.last; ++b, c = rows.first) {
        vec<D> moved(0.f);
        int z = 0;
        float away2 = 0;
        if constexpr (D == 3) {
            const int image = image_of(way, g.bins[2], b);
            const float away = trims(way.visit) ? gap(g, 2, from, b) : 0.f;
            z = b - image * g.bins[2];
            moved[2] = move_to(s, 2, from, b, image);
            away2 = away * away;
        }
        for (; c <= rows.last; ++c) {
            const int image = image_of(way, g.bins[1], c);
            const u32 row = s.occupied.find_row(c - image * g.bins[1], z);
            if (row == Occupied<D>::none) continue;
            const float away = trims(way.visit) ? gap(g, 1, from, c) : 0.f;
            moved[1] = move_to(s, 1, from, c, image);
            if (!f(row, moved, half_strip(way, g, away2 + away * away))) {
                next = {b, c};
                return false;
            }
        }
    }
    return true;
}

/// Calls range for every bin of an occupied row within `half` of the standpoint; each bin is a stretch.
template <class Way, int D, class Range> NF_INLINE void
each_bin(Way way, const Storage<D>& s, u32 row, const Standpoint<D>& from, vec<D> moved, float half, Range&& range) {
    if (!(half >= 0.f)) return;
    const Span x = span(way, s.grid, 0, from, half);
    const int bins = s.grid.bins[0];
    const u32 first = s.occupied.row_start[row], end = s.occupied.row_start[row + 1];
    for (int image = way.wrap && x.first < 0 ? -1 : 0; image <= (way.wrap && x.last >= bins ? 1 : 0); ++image)
        for (u32 b = s.occupied.bisect(s.occupied.x, first, end, x.first - image * bins);
             b < end && s.occupied.x[b] + image * bins <= x.last; ++b) {
            moved[0] = move_to(s, 0, from, s.occupied.x[b] + image * bins, image);
            range(Stretch{s.start[b], s.start[b + 1], b, 1}, moved);
        }
}

/// Calls range for every bin, once per periodic image in reach; `next` counts images and bins. Stops and returns false
/// if range returns false. For positions relative to bins; others use each_image, with all bins as one stretch.
template <class Way, int D, class Range> NF_INLINE bool
each_bin_and_image(Way way, const Storage<D>& s, const Standpoint<D>& from, RowNumber& next, Range&& range) {
    const Grid<D>& g = s.grid;
    const int bins = int(s.occupied.bins());
    int n = next.plane > 0 ? next.plane : 0, b = next.row > 0 ? next.row : 0;
    for (; n < (way.wrap ? (D == 3 ? 27 : 9) : 1); ++n, b = 0) {
        const int image[3] = {n % 3 - n % 3 / 2 * 3, n / 3 % 3 - n / 3 % 3 / 2 * 3, n / 9 - n / 9 / 2 * 3};
        bool reached = true;
        for (int a = 0; a < D; ++a) {
            const Span in_reach = span(way, g, a, from, g.reach);
            reached &= image[a] == 0 || (image[a] < 0 ? in_reach.first < 0 : in_reach.last >= g.bins[a]);
        }
        for (; b < bins && reached; ++b) {
            const ivec<D> at = s.occupied.place(u32(b));
            vec<D> moved;
            for (int a = 0; a < D; ++a) moved[a] = move_to(s, a, from, at[a] + image[a] * g.bins[a], image[a]);
            if (!range(Stretch{s.start[b], s.start[b + 1], u32(b), 1}, moved)) {
                next = {n, b};
                return false;
            }
        }
    }
    return true;
}

/// Like each_range in a sparse grid, except for brute force over one stretch (each_image).
template <class Way, int D, class Range>
NF_INLINE void each_sparse_range(Way way, const Storage<D>& s, u32 i, const vec<D>& at, Range&& range) {
    const auto from = standpoint(s, i, at);
    RowNumber next;
    const auto all = [&](const Stretch& t, const vec<D>& moved) {
        range(t, moved);
        return true;
    };
    if (!reads_bins(way.visit)) return void(each_bin_and_image(way, s, from, next, all));
    each_occupied_row(way, s, from, next, [&](u32 row, const vec<D>& moved, float half) {
        each_bin(way, s, row, from, moved, half, range);
        return true;
    });
}

}  // namespace detail

/// Calls range(stretch, moved) for every stretch of storage that can hold a neighbour of the position `at`; `moved` is
/// the query's shift towards it (vector_to). If positions are relative to bins, or the way may look, `at` is the
/// position of actor i. Every actor within the radius (or in sight, if the way looks) is in exactly one stretch per
/// periodic image. Strips of sparse grids are not cut to the field of view.
template <class Way, int D, class Range>
NF_INLINE void each_range(Way way, const Storage<D>& s, const vec<D>& at, Range&& range, u32 i = ~u32{0}) {
    if constexpr (!requires { Way::by_rows; }) {
        if (!reads_bins(way.visit) && !s.occupied.bin_of) return detail::each_image(way, s, at, range);
        if (s.grid.sparse) return detail::each_sparse_range(way, s, i, at, range);
    }
    detail::each_range_by_rows(way, s, i, at, range);
}

}  // namespace nearfield
