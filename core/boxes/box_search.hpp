#pragma once
// Finds the boxes that meet.
#include "boxes/bins.hpp"
#include "boxes/lbvh.hpp"
#include "boxes/pair_list.hpp"
#include "boxes/rtree.hpp"
#include "boxes/stages.hpp"

#include <algorithm>
#include <iterator>

namespace nearfield {

namespace detail {

struct GrowBox {
    const Box* from;
    Box* to;
    u32 distance;
    /// Returns the box's contribution to the sum.
    NF_HD BoxSum operator()(u32 i) const {
        const Box& b = to[i] = grown(from[i], distance);
        if (b.is_empty()) return {};
        return {b, 1, {b.side(0), b.side(1), b.side(2)}};
    }
};

/// Number of boxes that hold each of a few sample points. Boxes that hold the same point meet pairwise.
struct Crowds {
    static constexpr u32 places = 16;
    u32 boxes[places] = {};
    friend NF_HD Crowds operator+(const Crowds& a, const Crowds& b) {
        Crowds sum = a;
        for (u32 k = 0; k < places; ++k) sum.boxes[k] += b.boxes[k];
        return sum;
    }
};

/// The sample points are the centres of boxes spread evenly over the list.
struct CountCrowds {
    const Box* box;
    u32 boxes;
    NF_HD Crowds operator()(u32 i) const {
        Crowds crowds;
        for (u32 k = 0; k < Crowds::places; ++k) {
            const Box& place = box[u64(k) * boxes / Crowds::places];
            Box middle;
            for (int a = 0; a < 3; ++a)
                middle.lo[a] = middle.hi[a] = int(((long long)(place.lo[a]) + (long long)(place.hi[a])) / 2);
            crowds.boxes[k] = !place.is_empty() && meet(box[i], middle);
        }
        return crowds;
    }
};

}  // namespace detail

/// Finds all pairs of boxes that meet, or all boxes that meet given query boxes, with one of four broad phases. The
/// broad phase changes the order of the pairs, not their set.
template <class Exec> class BoxSearch {
  public:
    static constexpr u32 most_brute = 200'000;

    /// Throws UsageError, with nothing changed, for inconsistent settings.
    void configure(const BoxSettings& settings) {
        require_valid(settings);
        settings_ = settings;
    }
    const BoxSettings& settings() const { return settings_; }

    /// Copies boxes from the backend's memory, grown by `distance`, and builds the broad phase. From then on two boxes
    /// count as meeting if their gap is at most `distance` steps on every axis. Throws Error if memory is full.
    void construct(Exec& exec, StageTimer<Exec>& timer, const Box* from, u32 boxes, u32 distance = 0) {
        timer.stage(exec, box_stages::boxes);
        distance_ = distance;
        box_.resize(boxes, "boxes");
        sum_ = reduce<BoxSum>(exec, boxes, detail::GrowBox{from, box_.data(), distance});
        timer.stage(exec, box_stages::build);
        built_ = settings_;
        if (boxes == 0) return;
        switch (settings_.broad) {
        case Broad::bins: return bins_.build(exec, box_.data(), boxes, sum_, double(settings_.bin_width));
        case Broad::rtree: return rtree_.build(exec, box_.data(), boxes, sum_.all, settings_);
        case Broad::lbvh: return lbvh_.build(exec, box_.data(), boxes, sum_.all);
        case Broad::brute: return require_few(boxes);
        }
    }

    /// All pairs of boxes that meet, each once. Valid until the next call. Throws Error before the search if too many
    /// boxes overlap in one place.
    const PairList<Exec>& all_pairs(Exec& exec, StageTimer<Exec>& timer) {
        timer.stage(exec, box_stages::candidates);
        require_end(exec);
        walk_all([&](const auto& walk, u32 items) { pairs_.collect(exec, walk, items); },
                 [&](const auto& make, u32 items) { collect_of_tree(exec, pairs_, make, items); });
        return pairs_;
    }

    /// Pairs of a query's number and a box that meets it. Queries are in the backend's memory and are grown like the
    /// boxes. Valid until the next call.
    const PairList<Exec>& search(Exec& exec, const Box* from, u32 queries) {
        query_.resize(queries, "queries");
        for_each(exec, queries, detail::GrowBox{from, query_.data(), distance_});
        walk_search(
            query_.data(), queries, [&](const auto& walk, u32 items) { found_.collect(exec, walk, items); },
            [&](const auto& make, u32 items) { collect_of_tree(exec, found_, make, items); });
        return found_;
    }

    /// The boxes after growing.
    const Box* box() const { return box_.data(); }
    u32 count() const { return u32(box_.size()); }
    const BoxSum& sum() const { return sum_; }
    const PairList<Exec>& pairs() const { return pairs_; }
    const BoxSettings& built() const { return built_; }
    const BoxBins<Exec>& bins() const { return bins_; }
    const Rtree<Exec>& rtree() const { return rtree_; }
    Lbvh<Exec>& lbvh() { return lbvh_; }
    /// True if a block of threads walks the R-tree for each query.
    bool walks_by_blocks() const { return Exec::backend == Backend::cuda && settings_.walker == TreeWalker::block; }
    std::size_t bytes() const {
        return box_.bytes() + query_.bytes() + bins_.bytes() + rtree_.bytes() + lbvh_.bytes() + pairs_.bytes() +
               found_.bytes();
    }

    /// Calls once(walk, items) with the walk of all pairs, or in_rounds(make, items) for a walk whose items may hand
    /// over work.
    template <class Once, class InRounds> void walk_all(const Once& once, const InRounds& in_rounds) {
        const u32 n = count();
        if (n == 0) return once(BruteWalk{}, 0);
        switch (built_.broad) {
        case Broad::bins: return once(bins_.walk(), bins_.entries());
        case Broad::lbvh: return once(LbvhWalk{lbvh_.nodes()}, n);
        case Broad::brute: return once(BruteWalk{box_.data(), n}, n);
        case Broad::rtree: return in_rounds(tree_walk<true>(box_.data()), n);
        }
    }
    /// Like walk_all, for queries in the backend's memory that are already grown.
    template <class Once, class InRounds>
    void walk_search(const Box* query, u32 queries, const Once& once, const InRounds& in_rounds) {
        if (count() == 0) return once(BruteSearch{}, 0);
        switch (built_.broad) {
        case Broad::bins: return once(bins_.search(query), queries);
        case Broad::lbvh: return once(LbvhSearch{lbvh_.nodes(), query}, queries);
        case Broad::brute: return once(BruteSearch{box_.data(), query, count()}, queries);
        case Broad::rtree: return in_rounds(tree_walk<false>(query), queries);
        }
    }

  private:
    template <bool pairs> auto tree_walk(const Box* query) const {
        return [tree = rtree_.nodes(), query, queue = settings_.queue](const HandedOver* from) {
            return TreeWalk<pairs>{tree, query, from, queue};
        };
    }
    template <class Make> void collect_of_tree(Exec& exec, PairList<Exec>& pairs, const Make& make, u32 items) {
        if constexpr (Exec::backend == Backend::cuda) {
            const auto by_block = [&](const HandedOver* from) { return BlockWalk{make(from)}; };
            if (walks_by_blocks()) return pairs.collect_in_rounds(exec, by_block, items);
        }
        pairs.collect_in_rounds(exec, make, items);
    }
    void require_end(Exec& exec) const {
        const auto pairs_of = [](u64 n) { return n > 1 ? n * (n - 1) / 2 : 0; };
        if (pairs_of(count()) > most_pairs) {
            const auto crowds = reduce<detail::Crowds>(exec, count(), detail::CountCrowds{box_.data(), count()});
            const u32 most = *std::max_element(std::begin(crowds.boxes), std::end(crowds.boxes));
            if (pairs_of(most) > most_pairs)
                throw Error(std::to_string(most) + " boxes lie in one place; their " + std::to_string(pairs_of(most)) +
                            " pairs are more than can be listed; use smaller boxes, or fewer of them there");
        }
        if (built_.broad != Broad::bins || pairs_of(bins_.entries()) <= pairs_of(most_brute)) return;
        const u64 comparisons = bins_.comparisons(exec);
        if (comparisons > pairs_of(most_brute))
            throw Error("broad=bins compares " + std::to_string(comparisons) +
                        " pairs of boxes that share a bin; use broad=lbvh, or a smaller bin_width");
    }
    static void require_few(u32 boxes) {
        if (boxes > most_brute)
            throw Error("broad=brute compares every two of " + std::to_string(boxes) + " boxes; for more than " +
                        std::to_string(most_brute) + " use lbvh, rtree or bins");
    }

    BoxSettings settings_, built_;
    u32 distance_ = 0;
    Array<Exec, Box> box_, query_;
    BoxSum sum_;
    BoxBins<Exec> bins_;
    Rtree<Exec> rtree_;
    Lbvh<Exec> lbvh_;
    PairList<Exec> pairs_, found_;
};

}  // namespace nearfield
