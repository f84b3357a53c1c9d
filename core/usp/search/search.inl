#pragma once
// Definitions for search_cpu.cpp and search_cuda.cu, which instantiate them: the construction.
#include "usp/search/search.hpp"

#include <algorithm>

namespace nearfield {

namespace detail {

/// Counts lost actors, for sorts that do not use Binning.
template <int D, bool Coming> struct NoteLost {
    Binning<D, Coming> binning;
    NF_HD void operator()(u32 i) const { binning.note_if_lost(load<D>(binning.position + i)); }
};

template <int D, bool Coming> struct PlaceByRank {
    Grid<D> grid;
    const Packed<D>* position;
    const u32 *rank, *start;
    u32* source;
    NF_HD void operator()(u32 i) const { source[start[bin_of<D, Coming>(grid, load<D>(position + i))] + rank[i]] = i; }
};

/// Sorts a bin in the task of its first actor, on a CPU, since most bins may be empty.
template <int D, bool Coming> struct SortBinOfFirst {
    Grid<D> grid;
    const Packed<D>* position;
    const u32 *rank, *start;
    u32* source;
    void operator()(u32 i) const {
        if (rank[i] > 0) return;
        const u32 bin = bin_of<D, Coming>(grid, load<D>(position + i));
        std::sort(source + start[bin], source + start[bin + 1]);
    }
};

/// Moves positions and ids to their storage indices, records these in `rank`, and clears the counts for the next sort.
template <int D, bool Coming> struct SendActors {
    Grid<D> grid;
    const u32* start;
    u32* rank;  ///< replaced by the storage index
    const Packed<D>* from;
    Packed<D>* to;
    const u32* id_from;
    u32 *id_to, *count;
    u32 actors, counts;
    PlanesAndHeights<D> apart;
    NF_HD void operator()(u32 i) const {
        if (i < actors) {
            const Packed<D> p = from[i];
            const u32 place = start[bin_of<D, Coming>(grid, unpack<D>(p))] + rank[i];
            to[place] = p;
            id_to[place] = id_from[i];
            rank[i] = place;
            apart.put(place, p);
        }
        if (i < counts) count[i] = 0;
    }
};

/// Copies positions in two parts, in storage order.
template <int D> struct SetApart {
    const Packed<D>* position;
    PlanesAndHeights<D> apart;
    NF_HD void operator()(u32 i) const { apart.put(i, position[i]); }
};

}  // namespace detail

template <class Exec, int D>
void Search<Exec, D>::configure(const Grid<D>& grid, const SearchSettings& settings, u32 actors) {
    if (settings.block % 32 != 0)
        throw UsageError("search.block: " + std::to_string(settings.block) + " is not a multiple of 32");
    if (!reads_bins(settings.visit) && actors > brute_limit)
        throw UsageError(std::string("search.visit: ") + info(settings.visit).name +
                         " compares every pair; it is limited to " + std::to_string(brute_limit) + " actors, not " +
                         std::to_string(actors));
    reserve(grid, settings, actors);
    grid_ = grid;
    settings_ = settings;
    if (grid.sparse) settings_.visit = info(settings.visit).in_sparse_grids;
    counted_ = not_counted;
    constructed_ = false;
}

template <class Exec, int D> void Search<Exec, D>::configure(const SearchSettings& settings, u32 actors) {
    const u64 counted = counted_;
    configure(grid_, settings, actors);
    counted_ = counted;
}

template <class Exec, int D>
void Search<Exec, D>::reserve(const Grid<D>& grid, const SearchSettings& settings, u32 actors) {
    const bool counting = settings.sort == Sort::counting && !grid.sparse, order = !counting || settings.deterministic;
    const std::size_t bins = grid.sparse ? actors : std::size_t(grid.bin_count()) + 1,  // with a bin for absent actors
        keys = counting ? 0 : std::size_t(actors) + grid.sparse;
    const std::size_t lists[] = {bins + 1, counting ? bins + 1 : 0, actors, order ? actors : 0, keys, keys};
    Array<Exec, u32>* arrays[] = {&start_, &count_, &rank_, &source_, &bin_, &sorted_bin_};
    const char* names[] = {"the partition boundary matrix",
                           "the bin counts",
                           "ranks",
                           "the sort order",
                           "bin indices",
                           "sorted bin indices"};
    std::size_t need = grid.sparse ? sparse_.need(actors) : 0;
    for (int a = 0; a < 6; ++a) need += lists[a] > arrays[a]->size() ? lists[a] * sizeof(u32) - arrays[a]->bytes() : 0;
    if constexpr (Exec::backend == Backend::cpu)
        for (const auto& axis : axis_) need += actors > axis.size() ? actors * sizeof(float) - axis.bytes() : 0;
    const bool in_parts = Exec::backend == Backend::cuda && D == 3 && info(settings.visit).fused && !grid.sparse &&
                          actors > height_.size();
    if (in_parts) need += actors * (sizeof(Packed<2>) + sizeof(float)) - plane_.bytes() - height_.bytes();
    if (need > 0)
        require_memory(Exec::backend, need,
                       "a grid of " + std::to_string(bins) + " bins for " + std::to_string(actors) + " actors",
                       bins > actors ? "use a larger bin ratio or a smaller environment" : fewer_actors);
    if (grid.sparse) sparse_.reserve(actors);
    if (in_parts) {
        plane_.resize(actors, "positions in a plane");
        height_.resize(actors, "heights");
    }
    if constexpr (Exec::backend == Backend::cpu)
        for (auto& axis : axis_)
            if (actors > axis.size()) axis.resize(actors, "positions axis by axis");
    for (int a = 0; a < 6; ++a)
        if (lists[a] > arrays[a]->size()) {
            arrays[a]->resize(lists[a], names[a]);
            counts_clear_ = false;
        }
}

template <class Exec, int D> template <bool Coming>
void Search<Exec, D>::construct(Exec& exec, StageTimer<Exec>& timer, Actors<Exec, D>& actors, u64 step) {
    const u32 n = actors.size();
    if (grid_.sparse) sort_sparsely<Coming>(exec, timer, actors, u32(step));
    else if (settings_.sort == Sort::counting) sort_by_counting<Coming>(exec, timer, actors, u32(step));
    else sort_by_radix<Coming>(exec, timer, actors, u32(step));
    storage_ = {grid_, actors.position.current(), start_.data(), n, Coming ? present() : nullptr};
    list_ = {};
    if (heading_) storage_.ahead = {heading_->current(), sight_};
    if (grid_.sparse) storage_.occupied = sparse_.occupied(bin_of_ ? bin_of_->current() : nullptr);
    if constexpr (Exec::backend == Backend::cpu) split_axes(exec);
    else set_apart(exec);
    constructed_ = true;
    edits_then_ = actors.position.edits();
    swaps_then_ = actors.position.swaps();
}

template <class Exec, int D> PlanesAndHeights<D> Search<Exec, D>::apart() {
    if constexpr (Exec::backend == Backend::cuda && D == 3)
        if (info(settings_.visit).fused) return {plane_.data(), height_.data()};
    return {};
}
template <class Exec, int D> void Search<Exec, D>::set_apart(Exec& exec) {
    storage_.apart = apart();
    if constexpr (D == 3)
        if (storage_.apart.plane && (settings_.sort != Sort::counting || settings_.deterministic))
            for_each(exec, storage_.actors, detail::SetApart<D>{storage_.position, storage_.apart});
}

template <class Exec, int D> void Search<Exec, D>::split_axes(Exec& exec) {
    detail::SplitAxes<D> split{storage_.position};
    for (int a = 0; a < D; ++a) storage_.axis[a] = split.axis[a] = axis_[a].data();
    for_each(exec, storage_.actors, split);
}

template <class Exec, int D> template <bool Coming>
void Search<Exec, D>::sort_by_counting(Exec& exec, StageTimer<Exec>& timer, Actors<Exec, D>& actors, u32 step) {
    const u32 n = actors.size(), counts = grid_.bin_count() + Coming + 1;
    if (counted_ != actors.position.edits()) {
        timer.stage(exec, stages::histogram);
        if (!counts_clear_) fill_zero(exec, count_.data(), count_.size());
        for_each(exec, n, detail::CountBins<D, Coming>{binning<Coming>(actors, step), count_.data(), rank_.data()});
    }
    counts_clear_ = false;
    counted_ = not_counted;
    timer.stage(exec, stages::scan);
    exclusive_scan(exec, count_.data(), start_.data(), counts);
    if (settings_.deterministic) return place_in_order<Coming>(exec, timer, actors);
    timer.stage(exec, stages::reorder);
    constexpr bool sends_and_clears = Exec::backend == Backend::cuda;  // in a single launch; on a CPU a separate clear
                                                                       // is faster
    for_each(exec, sends_and_clears ? std::max(n, counts) : n,
             detail::SendActors<D, Coming>{.grid = grid_,
                                           .start = start_.data(),
                                           .rank = rank_.data(),
                                           .from = actors.position.current(),
                                           .to = actors.position.next(),
                                           .id_from = actors.id.current(),
                                           .id_to = actors.id.next(),
                                           .count = count_.data(),
                                           .actors = n,
                                           .counts = sends_and_clears ? counts : 0,
                                           .apart = apart()});
    if (!sends_and_clears) fill_zero(exec, count_.data(), counts);
    counts_clear_ = true;
    actors.position.swap();
    actors.id.swap();
    actors.scatter_carried(exec, rank_.data());
}

template <class Exec, int D> template <bool Coming>
void Search<Exec, D>::place_in_order(Exec& exec, StageTimer<Exec>& timer, Actors<Exec, D>& actors) {
    const u32 n = actors.size();
    timer.stage(exec, stages::place);
    const auto* position = actors.position.current();
    for_each(exec, n, detail::PlaceByRank<D, Coming>{grid_, position, rank_.data(), start_.data(), source_.data()});
    if constexpr (Exec::backend == Backend::cpu)
        for_each(exec, n,
                 detail::SortBinOfFirst<D, Coming>{grid_, position, rank_.data(), start_.data(), source_.data()});
    else sort_segments(exec, source_.data(), rank_.data(), n, start_.data(), grid_.bin_count() + Coming);
    timer.stage(exec, stages::reorder);
    actors.gather(exec, source_.data());
}

template <class Exec, int D> template <bool Coming>
void Search<Exec, D>::sort_by_radix(Exec& exec, StageTimer<Exec>& timer, Actors<Exec, D>& actors, u32 step) {
    sort_by_key(exec, timer, actors.size(), grid_.bin_count() + Coming, binning<Coming>(actors, step),
                {bin_.data(), sorted_bin_.data(), rank_.data(), source_.data(), start_.data()});
    timer.stage(exec, stages::reorder);
    actors.gather(exec, source_.data());
}

template <class Exec, int D> template <bool Coming>
void Search<Exec, D>::sort_sparsely(Exec& exec, StageTimer<Exec>& timer, Actors<Exec, D>& actors, u32 step) {
    counted_ = not_counted;
    timer.stage(exec, stages::bin);
    if (!bin_of_) for_each(exec, actors.size(), detail::NoteLost<D, Coming>{binning<Coming>(actors, step)});
    sparse_.template construct<Coming>(exec, timer, grid_, actors, bin_of_,
                                       {bin_.data(), sorted_bin_.data(), rank_.data(), source_.data(), start_.data()});
}

template <class Exec, int D> Lost Search<Exec, D>::take_lost(Exec& exec) {
    Lost seen;
    copy_to_host(exec, &seen, lost_.data(), 1);
    if (seen.count) clear_lost(exec);
    return seen;
}

}  // namespace nearfield
