#pragma once
#include "base/error.hpp"
#include "exec/stage_timer.hpp"
#include "usp/actors.hpp"
#include "usp/visit.hpp"

namespace nearfield {

/// How many actors left the environment or stopped being numbers, and the first step after which it showed.
struct Lost {
    u32 count = 0;
    u32 step = ~u32{0};
};

namespace detail {

/// Bin of every actor; with the counting sort also its rank in the bin, by arrival. Counts lost actors on the way.
template <int D, bool Count> struct BinActors {
    Grid<D> grid;
    const Packed<D>* position;
    u32* bin;
    u32* rank;    ///< Count: place in the bin; else the actor's own index, the value that radix sort carries
    u32* count;
    Lost* lost;
    u32 step;
    NF_HD void operator()(u32 i) const {
        const vec<D> p = load<D>(position + i);
        if (!grid.box.contains(p)) atomic_add(&lost->count, 1u), atomic_min(&lost->step, step);
        const u32 b = grid.bin(p);
        bin[i] = b;
        if constexpr (Count) rank[i] = atomic_add(count + b, 1u);
        else rank[i] = i;
    }
};

struct PlaceByRank {
    const u32 *bin, *rank, *start;
    u32* source;
    NF_HD void operator()(u32 i) const { source[start[bin[i]] + rank[i]] = i; }
};

/// start[b] = first k with bin[k] >= b, from the sorted bins.
struct FindBoundaries {
    const u32* bin;
    u32* start;
    u32 actors, bins;
    NF_HD void operator()(u32 k) const {  // k <= actors: the last one closes the remaining bins
        const u32 from = k == 0 ? 0 : bin[k - 1] + 1;
        const u32 to = k == actors ? bins : bin[k];
        for (u32 b = from; b <= to; ++b) start[b] = k;
    }
};

#ifdef __CUDACC__
template <class Rule, class Near> __global__ void query_kernel(u32 n, Rule rule, Near near) {
    const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) rule(i, near);
}

template <class Rule, class Near> void launch_query(Cuda& exec, u32 n, const Rule& rule, const Near& near, int block) {
    if (n == 0) return;
    query_kernel<<<(n + u32(block) - 1) / u32(block), u32(block), 0, exec.stream()>>>(n, rule, near);
    check(cudaGetLastError(), "launching a query");
}
#endif

template <class Rule, class Near> void launch_query(Cpu&, u32 n, const Rule& rule, const Near& near, int) {
#pragma omp parallel for schedule(dynamic, 256)
    for (u32 i = 0; i < n; ++i) rule(i, near);
}

}  // namespace detail

/// Fixed-radius near-neighbour search by uniform spatial partitioning. `construct` bins the actors, brings their columns
/// into bin order (the storage array) and builds the partition boundary matrix; `query` then runs a rule over them.
template <class Exec, int D> class Search {
  public:
    /// Makes ready for this grid and population. Throws Error if it does not fit in memory, UsageError if it makes no
    /// sense; the search is then as it was.
    void configure(const Grid<D>& grid, const SearchSettings& settings, u32 actors) {
        if (settings.block % 32 != 0) throw UsageError("search.block: " + std::to_string(settings.block) + " is not a multiple of 32");
        if (settings.visit == Visit::brute && actors > brute_limit)
            throw UsageError("search.visit: brute compares every pair; it is limited to " + std::to_string(brute_limit) + " actors, not " + std::to_string(actors));
        const std::size_t bins = grid.bin_count();
        if (bins + 1 > start_.size() || actors > source_.size()) reserve(bins, actors);
        grid_ = grid, settings_ = settings;
    }

    const Grid<D>& grid() const { return grid_; }
    const SearchSettings& settings() const { return settings_; }
    /// Bytes of the partition boundary matrix.
    std::size_t pbm_bytes() const { return (std::size_t(grid_.bin_count()) + 1) * sizeof(u32); }
    std::size_t bytes() const { return start_.bytes() + count_.bytes() + bin_.bytes() + sorted_bin_.bytes() + rank_.bytes() + source_.bytes(); }

    void construct(Exec& exec, StageTimer<Exec>& timer, Actors<Exec, D>& actors, u64 step) {
        const u32 n = actors.size();
        if (settings_.sort == Sort::counting) sort_by_counting(exec, timer, actors, u32(step));
        else sort_by_radix(exec, timer, actors, u32(step));
        timer.stage(exec, "reorder");
        actors.gather(exec, source_.data());
        storage_ = {grid_, actors.position.current(), start_.data(), n};
    }

    /// Runs rule(i, neighbours) for every actor; `neighbours.each` visits by the chosen strategy.
    template <class Rule> void query(Exec& exec, const Rule& rule) const {
        if (grid_.box.wrapped) query_as<true>(exec, rule);
        else query_as<false>(exec, rule);
    }

    /// Valid from `construct` until the next one.
    const Storage<D>& storage() const { return storage_; }

    /// Reads and clears the count of lost actors; waits for the work enqueued so far.
    Lost take_lost(Exec& exec) {
        Lost seen;
        copy_to_host(exec, &seen, lost_.data(), 1);
        if (seen.count) clear_lost(exec);
        return seen;
    }
    void clear_lost(Exec& exec) { lost_.upload(exec, {Lost{}}); }

    static constexpr u32 brute_limit = 100000;

  private:
    void reserve(std::size_t bins, u32 actors) {
        const std::size_t need = ((bins + 1) * 2 + std::size_t(actors) * 4) * sizeof(u32);
        if (const std::size_t have = bytes(); need > have)
            require_memory(Exec::backend, need - have, "a grid of " + std::to_string(bins) + " bins for " + std::to_string(actors) + " actors");
        start_.resize(bins + 1, "the partition boundary matrix"), count_.resize(bins + 1, "the bin counts");
        bin_.resize(actors, "bin indices"), sorted_bin_.resize(actors, "sorted bin indices");
        rank_.resize(actors, "ranks"), source_.resize(actors, "the sort order");
    }

    void sort_by_counting(Exec& exec, StageTimer<Exec>& timer, Actors<Exec, D>& actors, u32 step) {
        const u32 n = actors.size(), bins = grid_.bin_count();
        timer.stage(exec, "histogram");
        fill_zero(exec, count_.data(), std::size_t(bins) + 1);
        for_each(exec, n, detail::BinActors<D, true>{grid_, actors.position.current(), bin_.data(), rank_.data(), count_.data(), lost_.data(), step});
        timer.stage(exec, "scan");
        exclusive_scan(exec, count_.data(), start_.data(), std::size_t(bins) + 1);
        timer.stage(exec, "place");
        for_each(exec, n, detail::PlaceByRank{bin_.data(), rank_.data(), start_.data(), source_.data()});
        if (settings_.deterministic) sort_segments(exec, source_.data(), rank_.data(), n, start_.data(), bins);
    }

    void sort_by_radix(Exec& exec, StageTimer<Exec>& timer, Actors<Exec, D>& actors, u32 step) {
        const u32 n = actors.size(), bins = grid_.bin_count();
        int bits = 1;
        while (bits < 32 && (u64{1} << bits) < bins) ++bits;
        timer.stage(exec, "bin");
        for_each(exec, n, detail::BinActors<D, false>{grid_, actors.position.current(), bin_.data(), rank_.data(), nullptr, lost_.data(), step});
        timer.stage(exec, "sort");
        sort_pairs(exec, bin_.data(), sorted_bin_.data(), rank_.data(), source_.data(), n, bits);
        timer.stage(exec, "boundaries");
        for_each(exec, n + 1, detail::FindBoundaries{sorted_bin_.data(), start_.data(), n, bins});
    }

    template <bool Wrap, class Rule> void query_as(Exec& exec, const Rule& rule) const {
        const auto run = [&]<Visit V>() { detail::launch_query(exec, storage_.actors, rule, Neighbours<FixedWay<V, Wrap>, D>{{}, storage_}, settings_.block); };
        switch (settings_.visit) {
            case Visit::bins: return run.template operator()<Visit::bins>();
            case Visit::strips: return run.template operator()<Visit::strips>();
            case Visit::trimmed: return run.template operator()<Visit::trimmed>();
            case Visit::brute: return run.template operator()<Visit::brute>();
        }
    }

    Grid<D> grid_;
    SearchSettings settings_;
    Storage<D> storage_;
    Array<Exec, u32> start_, count_, bin_, sorted_bin_, rank_, source_;
    Array<Exec, Lost> lost_;
};

}  // namespace nearfield
