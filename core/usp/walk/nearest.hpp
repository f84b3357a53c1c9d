#pragma once
// K-nearest-neighbour search: bins are read from the query outwards until no remaining bin can hold a nearer actor.
#include "usp/walk/sparse_walk.hpp"

#include <algorithm>
#include <cfloat>
#include <utility>

namespace nearfield {

/// A candidate: its storage index, and its squared distance to the nearest image.
struct Met {
    u32 at;
    float d2;
};

/// Order by distance in single precision, as the search computes it; ties go to the lower id.
struct SingleOrder {
    const u32* id;  ///< in storage order

    NF_INLINE bool is_nearer(const Met& a, const Met& b) const {
        return a.d2 < b.d2 || (a.d2 == b.d2 && id[a.at] < id[b.at]);
    }
    NF_INLINE bool is_within(const Met& one, float within) const { return one.d2 < within * within; }
};

/// The nearest candidates so far, as a heap with the farthest on top.
template <class Order> struct NearestInOrder {
    Order order;
    Met* kept;
    u32 room;  ///< capacity of `kept`; at least 1
    u32 held = 0;

    NF_INLINE bool is_full() const { return held == room; }
    NF_HD void take(const Met& one) {
        if (is_full()) {
            if (is_nearer(one, kept[0])) replace_first(one, held);
            return;
        }
        u32 at = held++;
        for (; at > 0 && is_nearer(kept[(at - 1) / 2], one); at = (at - 1) / 2) kept[at] = kept[(at - 1) / 2];
        kept[at] = one;
    }
    /// Sorts from near to far. The heap is unusable afterwards.
    NF_HD void sort() {
        for (u32 n = held; n-- > 1;) {
            const Met last = kept[n];
            kept[n] = kept[0];
            replace_first(last, n);
        }
    }

  private:
    NF_INLINE bool is_nearer(const Met& a, const Met& b) const { return order.is_nearer(a, b); }
    /// Replaces the top of a heap of n entries.
    NF_HD void replace_first(const Met& one, u32 n) {
        u32 at = 0;
        for (u32 child = 1; child < n; at = child, child = 2 * at + 1) {
            if (child + 1 < n && is_nearer(kept[child], kept[child + 1])) ++child;
            if (!is_nearer(one, kept[child])) break;
            kept[at] = kept[child];
        }
        kept[at] = one;
    }
};
using NearestList = NearestInOrder<SingleOrder>;

namespace detail {

/// A query for the nearest actors. It reads the bins that a box around it touches, then repeatedly the additional bins
/// of a larger box. Across wrapped borders no bin is read twice.
template <int D, class List> class NearestQuery {
  public:
    NF_INLINE NearestQuery(const Storage<D>& storage, u32 i, float within, List& list)
        : s_(storage),
          self_(i),
          at_(load<D>(storage.position + i)),
          from_(standpoint(storage, i, at_)),
          within_(within),
          list_(list) {}

    NF_HD void run() {
        const float slack = s_.grid.reach - s_.grid.radius, most = fminf(within_ + slack, FLT_MAX);
        for (float half = fminf(s_.grid.radius / 4, most);;) {
            widen(half);
            read();
            float next = 2 * half;
            if (list_.is_full()) {
                next = sqrtf(list_.kept[0].d2) * (1.f + 1e-6f) + slack;
                if (next <= half) break;
            }
            if (!(half < most) || covers_all()) break;
            half = fminf(next, most);
        }
        list_.sort();
    }

  private:
    NF_INLINE bool wraps() const { return s_.grid.box.wrapped; }

    /// Extends the box to `half` on each side, over at most all bins and over all bins that were read.
    NF_HD void widen(float half) {
        for (int a = 0; a < D; ++a) {
            const int all = s_.grid.bins[a];
            read_[a] = bins_[a];
            Span now = span(Walk{visit_of<StripsVisit>, wraps()}, s_.grid, a, from_, half);
            if (now.last - now.first >= all) {
                const Span before = started_ ? read_[a] : Span{from_.bin[a], from_.bin[a]};
                now.first = limited(from_.bin[a] - all / 2, before.last - all + 1, before.first);
                now.last = now.first + all - 1;
            }
            bins_[a] = now;
        }
    }

    NF_INLINE bool covers_all() const {
        bool all = true;
        for (int a = 0; a < D; ++a) all &= bins_[a].last - bins_[a].first + 1 >= s_.grid.bins[a];
        return all;
    }

    /// Reads the bins of the box that were not read before.
    NF_HD void read() {
        const Span planes = D == 3 ? bins_[D - 1] : Span{0, 0}, rows = bins_[1];
        if (s_.grid.sparse &&
            (float(planes.last - planes.first) + 1) * (float(rows.last - rows.first) + 1) > float(*s_.occupied.rows)) {
            for (u32 row = 0; row < *s_.occupied.rows; ++row) read_occupied(row);
        } else {
            for (int z = planes.first; z <= planes.last; ++z)
                for (int y = rows.first; y <= rows.last; ++y) read_row(y, z);
        }
        started_ = true;
    }

    NF_HD void read_occupied(u32 row) {
        const u64 key = s_.occupied.row[row];
        const int y = image_in(1, int(u32(key))), z = D == 3 ? image_in(D - 1, int(key >> 32)) : 0;
        if (is_in(bins_[1], y) && (D == 2 || is_in(bins_[D - 1], z))) read_bins(row, y, z);
    }

    NF_HD void read_row(int y, int z) {
        const int own_y = onto_axis(1, y), own_z = D == 3 ? onto_axis(D - 1, z) : 0;
        if (s_.grid.sparse) {
            const u32 row = s_.occupied.find_row(own_y, own_z);
            if (row != Occupied<D>::none) read_bins(row, y, z);
        } else {
            read_bins(s_.grid.row(own_y, own_z), y, z);
        }
    }

    /// Reads the bins of a row within the box, without those read before.
    NF_HD void read_bins(u32 row, int y, int z) {
        const float row_gap = away(1, y), plane_gap = D == 3 ? away(D - 1, z) : 0.f;
        if (list_.is_full() && row_gap * row_gap + plane_gap * plane_gap > list_.kept[0].d2) return;
        const bool again = started_ && is_in(read_[1], y) && (D == 2 || is_in(read_[D - 1], z));
        read_part(row, bins_[0].first, again ? read_[0].first - 1 : bins_[0].last, y, z);
        if (again) read_part(row, read_[0].last + 1, bins_[0].last, y, z);
    }

    /// Reads the unbounded bins x0..x1 of a row.
    NF_HD void read_part(u32 row, int x0, int x1, int y, int z) {
        const int all = s_.grid.bins[0];
        for (int image = x0 < 0 ? -1 : 0; image <= (x1 >= all ? 1 : 0); ++image) {
            const int first = limited(x0 - image * all, 0, all), last = limited(x1 - image * all, -1, all - 1);
            if (first > last) continue;
            if (!s_.grid.sparse) {
                const auto meet_all = [&](const Stretch& t, const vec<D>& moved) { meet(t.first, t.end, moved); };
                stretches(Walk{visit_of<StripsVisit>, wraps()}, s_, row, first, last, vec<D>(0.f), meet_all);
                continue;
            }
            const Occupied<D>& bins = s_.occupied;
            const u32 end = bins.row_start[row + 1];
            for (u32 b = bins.bisect(bins.x, bins.row_start[row], end, first); b < end && bins.x[b] <= last; ++b)
                meet(s_.start[b], s_.start[b + 1], move_to_bin(bins.x[b] + image * all, y, z));
        }
    }

    NF_HD void meet(u32 first, u32 end, const vec<D>& moved) {
        for (u32 j = first; j < end; ++j) {
            vec<D> to = vector_to<D>(load<D>(s_.position + j), at_, moved);
            if (wraps()) to = nearest_image(s_.grid.box, to);
            float d2 = 0;
            for (int a = 0; a < D; ++a) d2 += product(to[a], to[a]);
            if (j != self_ && list_.order.is_within({j, d2}, within_)) list_.take({j, d2});
        }
    }

    /// Shift of the query towards a bin, if positions are relative to bins.
    NF_INLINE vec<D> move_to_bin(int x, int y, int z) const {
        vec<D> moved(0.f);
        if (!s_.occupied.bin_of) return moved;
        const int bin[3] = {x, y, z};
        for (int a = 0; a < D; ++a) moved[a] = float(from_.bin[a] - bin[a]) * s_.grid.width[a];
        return moved;
    }

    /// Lower bound of the distance to a bin's nearest image along one axis.
    NF_INLINE float away(int axis, int b) const {
        float least = gap(s_.grid, axis, from_, b);
        if (wraps())
            for (int other : {b - s_.grid.bins[axis], b + s_.grid.bins[axis]})
                least = fminf(least, gap(s_.grid, axis, from_, other));
        return larger(0.f, least * (1.f - 1e-6f) - (s_.grid.reach - s_.grid.radius));
    }

    /// Maps an unbounded bin number to the grid, and to the image within the box.
    NF_INLINE int onto_axis(int axis, int b) const {
        const int all = s_.grid.bins[axis];
        return limited(b < 0 ? b + all : (b >= all ? b - all : b), 0, all - 1);  // limits are needed for lost actors
                                                                                 // only
    }
    NF_INLINE int image_in(int axis, int b) const {
        const int all = wraps() ? s_.grid.bins[axis] : 0;
        return b > bins_[axis].last ? b - all : (b < bins_[axis].first ? b + all : b);
    }
    static NF_INLINE bool is_in(const Span& span, int b) { return b >= span.first && b <= span.last; }

    const Storage<D>& s_;
    u32 self_;
    vec<D> at_;
    Standpoint<D> from_;
    float within_;
    List& list_;
    Span bins_[D] = {}, read_[D] = {};  ///< unbounded bins per axis of this box, and of the previous one
    bool started_ = false;
};

}  // namespace detail

/// Fills the list with the actors nearest to actor i and nearer than `within`, without i itself, from near to far. The
/// grid's radius is no limit; the first box reaches a quarter of it, which suffices where actors cluster and costs
/// little elsewhere.
template <int D, class Order>
NF_HD void nearest_to(const Storage<D>& s, u32 i, float within, NearestInOrder<Order>& list) {
    detail::NearestQuery<D, NearestInOrder<Order>>(s, i, within, list).run();
}

/// Radius of the ball that is expected to hold `nearest` of the actors: the maximum over actors spread evenly along the
/// longest side, over the two longest sides or over all sides. In a wrapped environment less than half the shortest
/// side, as a search requires.
template <int D> double expected_reach(const dvec<D>& sides, bool wrapped, u32 actors, u32 nearest) {
    dvec<D> longest = sides;
    for (int a = 0; a < D; ++a)
        for (int b = a + 1; b < D; ++b)
            if (longest[b] > longest[a]) std::swap(longest[a], longest[b]);
    const double share = (nearest + 1.0) / (actors > nearest ? actors : nearest + 1.0);
    double reach = std::max(longest[0] * share / 2, std::sqrt(longest[0] * longest[1] * share / ball<2>(1)));
    if constexpr (D == 3) reach = std::max(reach, std::cbrt(longest[0] * longest[1] * longest[2] * share / ball<3>(1)));
    return wrapped ? std::min(reach, 0.499 * longest[D - 1]) : reach;
}

}  // namespace nearfield
