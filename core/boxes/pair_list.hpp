#pragma once
// Collects the pairs that a walk finds in an array of exact size: count, scan, write.
#include "base/error.hpp"
#include "base/stoppable.hpp"
#include "boxes/walk.hpp"
#include "exec/expand.hpp"

#include <memory>
#include <vector>

namespace nearfield {

namespace detail {

template <class Walk> struct CountItem {
    Walk walk;
    u32 *pairs, *handed;
    NF_HD void operator()(u32 item) const {
        CountNote note;
        walk(item, note);
        pairs[item] = note.pairs;
        if (handed) handed[item] = note.handed;
    }
};

/// Runs a walk in chunks that can be stopped on the CPU, since walks take long where many boxes meet.
template <class Walk, class F> void for_each_walk(Cpu&, u32 n, const F& f) {
    constexpr u32 chunk = 1024;
    each_in_parallel((n + chunk - 1) / chunk, [&](std::size_t c) {
        for (u32 i = u32(c) * chunk; i < n && i < (u32(c) + 1) * chunk; ++i) f(i);
    });
}
#ifdef __CUDACC__
template <class F> __global__ void for_each_by_blocks_kernel(F f) {
    wait_for_previous();
    f(blockIdx.x);
}
template <class Walk, class F> void for_each_walk(Cuda& exec, u32 n, const F& f) {
    if constexpr (!is_of_blocks<Walk>) for_each(exec, n, f);
    else if (n > 0) launch(exec, for_each_by_blocks_kernel<F>, n, 32, 0, "walking by blocks", f);
}
#endif

/// `Note` is WriteNote or HandOverNote, which write to an array of T.
template <class Walk, class Note, class T> struct WriteItem {
    Walk walk;
    const u64* offset;
    T* to;
    NF_HD void operator()(u32 item) const {
        Note note{to + offset[item]};
        walk(item, note);
    }
};

}  // namespace detail

constexpr u64 most_pairs = 0xffffffffu;  ///< maximum length of the list

/// Pairs of boxes that meet, in the backend's memory.
template <class Exec> class PairList {
  public:
    const BoxPair* data() const { return pairs_.data(); }
    u32 size() const { return size_; }
    std::vector<BoxPair> download(Exec& exec) const {
        std::vector<BoxPair> to(size_);
        if (size_) copy_to_host(exec, to.data(), pairs_.data(), size_);
        return to;
    }
    /// Number of rounds after the first, and of items that overflowing queues handed over.
    u32 overflow_rounds() const { return rounds_; }
    u64 handed_over() const { return handed_over_; }
    std::size_t bytes() const {
        std::size_t sum = pairs_.bytes() + handed_count_.bytes() + handed_start_.bytes();
        for (const auto& r : kept_) sum += r.count.bytes() + r.start.bytes() + r.from.bytes();
        return sum;
    }

    /// Collects the pairs that `walk` finds in its items. Throws Error if memory is full.
    template <class Walk> void collect(Exec& exec, const Walk& walk, u32 items) {
        rounds_ = 0;
        handed_over_ = 0;
        Round& r = round(0);
        count(exec, r, walk, items, nullptr);
        const u64 found = count_items(exec, items, detail::Widen{r.count.data()}, r.start.data());
        reserve(found);
        write(exec, r, walk, items, 0);
    }

    /// Like collect, for a walk that hands over items: make(from) is the walk of the first items (null) or of
    /// handed-over ones.
    template <class Make> void collect_in_rounds(Exec& exec, const Make& make, u32 items) {
        std::vector<u64> found;
        std::vector<u32> work{items};
        handed_over_ = 0;
        for (u32 r = 0; work[r] > 0; ++r) {
            const auto walk = make(from(r));
            const auto [pairs, handed] = count_both(exec, round(r), walk, work[r]);
            found.push_back(pairs);
            work.push_back(hand_over(exec, walk, work[r], handed, r));
            handed_over_ += work.back();
        }
        rounds_ = u32(found.size()) - (found.empty() ? 0 : 1);
        u64 total = 0;
        for (const u64 f : found) total += f;
        reserve(total);
        total = 0;
        for (u32 r = 0; r < found.size(); ++r) {
            write(exec, round(r), make(from(r)), work[r], u32(total));
            total += found[r];
        }
    }

  private:
    struct Round {
        Array<Exec, u32> count;
        Array<Exec, u64> start;  ///< offset of each item's pairs
        Array<Exec, HandedOver> from;
    };
    Round& round(u32 r) {
        while (kept_.size() <= r) kept_.emplace_back();
        return kept_[r];
    }
    const HandedOver* from(u32 r) { return r == 0 ? nullptr : round(r).from.data(); }

    template <class Walk> void count(Exec& exec, Round& r, const Walk& walk, u32 items, u32* handed) {
        r.count.resize(items, "the counts of pairs");
        r.start.resize(std::size_t(items) + 1, "the offsets of pairs");
        detail::for_each_walk<Walk>(exec, items, detail::CountItem<Walk>{walk, r.count.data(), handed});
    }
    /// Counts pairs and handed-over nodes, with one synchronisation for both.
    template <class Walk> std::array<u64, 2> count_both(Exec& exec, Round& r, const Walk& walk, u32 items) {
        handed_count_.resize(items, "the counts of nodes handed over");
        handed_start_.resize(std::size_t(items) + 1, "the offsets of nodes handed over");
        count(exec, r, walk, items, handed_count_.data());
        count_offsets(exec, items, detail::Widen{r.count.data()}, r.start.data());
        count_offsets(exec, items, detail::Widen{handed_count_.data()}, handed_start_.data());
        return items_of(exec, r.start.data(), items, handed_start_.data(), items);
    }
    /// Makes the items of the round after `r`; returns their number.
    template <class Walk> u32 hand_over(Exec& exec, const Walk& walk, u32 items, u64 handed, u32 r) {
        if (handed > 0xffffffffu) throw Error("queue: too many nodes do not fit; use a longer queue");
        if (handed == 0) return 0;
        auto& to = round(r + 1).from;
        to.resize(handed, "nodes handed over");
        detail::for_each_walk<Walk>(
            exec, items,
            detail::WriteItem<Walk, detail::HandOverNote, HandedOver>{walk, handed_start_.data(), to.data()});
        return u32(handed);
    }
    void reserve(u64 found) {
        if (found > most_pairs)
            throw Error(std::to_string(found) + " pairs of boxes meet, more than can be listed; use smaller boxes or a "
                                                "shorter distance");
        pairs_.resize(found, "the pairs of boxes that meet");
        size_ = u32(found);
    }
    template <class Walk> void write(Exec& exec, Round& r, const Walk& walk, u32 items, u32 at) {
        detail::for_each_walk<Walk>(
            exec, items, detail::WriteItem<Walk, detail::WriteNote, BoxPair>{walk, r.start.data(), pairs_.data() + at});
    }

    Array<Exec, BoxPair> pairs_;
    Array<Exec, u32> handed_count_;
    Array<Exec, u64> handed_start_;
    std::vector<Round> kept_;
    u32 size_ = 0, rounds_ = 0;
    u64 handed_over_ = 0;
};

}  // namespace nearfield
