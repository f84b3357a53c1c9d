#pragma once
#include "base/error.hpp"
#include "exec/simd.hpp"
#include "exec/stage_timer.hpp"
#include "usp/actors.hpp"
#include "usp/neighbour_notes.hpp"
#include "usp/neighbours.hpp"
#include "usp/sort_by_key.hpp"

namespace nearfield {

/// How many actors left the environment or stopped being numbers, and the first step after which it showed.
struct Lost {
    u32 count = 0;
    u32 step = ~u32{0};
};

namespace detail {

template <class Rule> constexpr bool splits() {
    if constexpr (requires { Rule::sums_only; }) return Rule::sums_only;
    else return false;
}

/// A rule of a scene that has many: compiled once for all visits but the fused, and able to read noted neighbours. It only uses
/// sums and writes only where near.leads(i).
template <class Rule> constexpr bool is_compact() {
    if constexpr (requires { Rule::compact; }) return Rule::compact;
    else return false;
}

/// The bin of a position; where actors come and go, the absent share one behind the last.
template <int D, bool Coming> NF_INLINE u32 bin_of(const Grid<D>& grid, const vec<D>& p) {
    if constexpr (Coming)
        if (is_absent<D>(p)) return grid.bin_count();
    return grid.bin(p);
}

/// Bins actors and notes those that are lost.
template <int D, bool Coming> struct Binning {
    Grid<D> grid;
    const Packed<D>* position;
    Lost* lost;
    u32 step;
    NF_INLINE u32 operator()(u32 i) const {
        const vec<D> p = load<D>(position + i);
        if (!grid.box.contains(p) && !(Coming && is_absent<D>(p))) atomic_add(&lost->count, 1u), atomic_min(&lost->step, step);
        return bin_of<D, Coming>(grid, p);
    }
};

/// Counting sort's histogram; every actor's rank in its bin is the number that it took there.
template <int D, bool Coming> struct CountBins {
    Binning<D, Coming> binning;
    u32 *count, *rank;
    NF_HD void operator()(u32 i) const { rank[i] = take_number(count, binning(i)); }
};

/// A rule that writes the actors' next positions, and then the beginning of the sort after it: the histogram costs less in
/// the shadow of a query than as a kernel of its own.
template <class Rule, class Count> struct CountAhead {
    Rule rule;
    Count count;
    bool ahead;
    static constexpr bool sums_only = splits<Rule>(), compact = is_compact<Rule>();
    template <class Near> NF_HD void operator()(u32 i, const Near& near) const {
        rule(i, near);
        if (ahead && near.leads(i)) count(i);
    }
};

template <int D, bool Coming> struct PlaceByRank {
    Grid<D> grid;
    const Packed<D>* position;
    const u32 *rank, *start;
    u32* source;
    NF_HD void operator()(u32 i) const { source[start[bin_of<D, Coming>(grid, load<D>(position + i))] + rank[i]] = i; }
};

/// Moves positions and ids to their place in storage, says where they went, and clears the counts for the next time.
template <int D, bool Coming> struct SendActors {
    Grid<D> grid;
    const u32* start;
    u32* rank;  ///< becomes the place
    const Packed<D>* from;
    Packed<D>* to;
    const u32* id_from;
    u32 *id_to, *count;
    u32 actors, counts;
    NF_HD void operator()(u32 i) const {
        if (i < actors) {
            const Packed<D> p = from[i];
            const u32 place = start[bin_of<D, Coming>(grid, unpack<D>(p))] + rank[i];
            to[place] = p, id_to[place] = id_from[i], rank[i] = place;
        }
        if (i < counts) count[i] = 0;
    }
};

/// The positions in storage order once more, axis by axis.
template <int D> struct SplitAxes {
    const Packed<D>* position;
    float* axis[D];
    NF_HD void operator()(u32 i) const {
        for (int a = 0; a < D; ++a) axis[a][i] = position[i].c[a];
    }
};

#ifdef __CUDACC__
/// Actors that fill a device: below, several threads share the rows of one actor if the rule allows it.
constexpr u32 filling_actors = 160000;

inline int lanes_per_actor(u32 n) {
    int lanes = 1;
    while (lanes < 16 && u64(n) * lanes * 2 <= filling_actors) lanes *= 2;
    return lanes;
}
inline int noting_lanes(Cuda&, u32 n, Visit visit) { return visit == Visit::fused ? lanes_per_actor(n) : 1; }

/// With several lanes per actor those beyond the last repeat it, so that all lanes of a warp take part in its sums.
template <class Rule, class Near> __global__ void __launch_bounds__(512, 2) query_kernel(u32 n, Rule rule, Near near) {
    wait_for_previous();
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if constexpr (Near::splits) {
        i = min(i / u32(near.lanes), n - 1);
        rule(i, near);
    } else {
        if (i < n) rule(i, near);
    }
}

/// For all actors, or those in `some` alone: how many, then which.
template <class Rule, class Near> __global__ void __launch_bounds__(512, 2) query_some_kernel(const u32* some, Rule rule, Near near) {
    wait_for_previous();
    const u32 n = some ? *some : near.storage.actors;
    for (u32 k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) rule(some ? some[1 + k] : k, near);
}

/// Rows of bins that a query may reach, itself on a bin's border.
template <int D> int rows_reached(const Grid<D>& g) {
    const int across = 2 * g.beyond[1] + 3;
    return D == 3 ? across * (2 * g.beyond[D - 1] + 3) : across;
}

/// Shared memory for a block's strips; takes fewer rows together where they would not fit.
template <class Way, int D> std::size_t strip_bytes(Neighbours<Way, D>& near, int block) {
    if (!Way::fused) return 0;
    const std::size_t slot = sizeof(typename Neighbours<Way, D>::Slot) * std::size_t(block);
    near.together = std::min({near.together, rows_reached(near.storage.grid), int(48 * 1024 / slot) - 1});
    return std::size_t(near.together + 1) * slot;
}

template <class Rule, class Way, int D> void launch_query(Cuda& exec, const Rule& rule, Neighbours<Way, D> near, int block) {
    const u32 n = near.storage.actors;
    if (n == 0) return;
    const u64 threads = u64(n) * near.lanes;
    const std::size_t strips = strip_bytes(near, block);
    launch(exec, query_kernel<Rule, Neighbours<Way, D>>, u32((threads + block - 1) / block), u32(block), strips, "launching a query", n, rule, near);
}

template <bool Wrap, class Rule, int D> void launch_fused(Cuda& exec, const Storage<D>& storage, const Rule& rule, int together, int block) {
    if constexpr (splits<Rule>() && !is_compact<Rule>()) {
        if (const int lanes = lanes_per_actor(storage.actors); lanes > 1)
            return launch_query(exec, rule, Neighbours<FixedWay<Visit::fused, Wrap, true>, D>{{}, storage, together, lanes}, block);
    }
    launch_query(exec, rule, Neighbours<FixedWay<Visit::fused, Wrap>, D>{{}, storage, together}, block);
}

/// By any visit; `some`: as in the kernel.
template <bool Wrap, class Rule, int D> void launch_walking(Cuda& exec, const Storage<D>& storage, const Rule& rule, const SearchSettings& s, const u32* some = nullptr) {
    using Near = Neighbours<AnyVisit<Wrap>, D>;
    if (storage.actors == 0) return;
    const u32 blocks = some ? 256 : (storage.actors + u32(s.block) - 1) / u32(s.block);
    launch(exec, query_some_kernel<Rule, Near>, blocks, u32(s.block), 0, "launching a query", some, rule, Near{{s.visit == Visit::fused ? Visit::trimmed : s.visit}, storage});
}

template <bool Wrap, class Rule, int D> void launch_noting(Cuda& exec, const Storage<D>& storage, const Rule& rule, const SearchSettings& s, const NeighbourList& list, int lanes) {
    if (s.visit != Visit::fused) return launch_query(exec, rule, Neighbours<Noting<AnyVisit<Wrap>>, D>{{{s.visit}, list}, storage}, s.block);
    if (lanes > 1) return launch_query(exec, rule, Neighbours<Noting<FixedWay<Visit::fused, Wrap, true>>, D>{{{}, list}, storage, s.together, lanes}, s.block);
    launch_query(exec, rule, Neighbours<Noting<FixedWay<Visit::fused, Wrap>>, D>{{{}, list}, storage, s.together}, s.block);
}

/// Reads the list; those whose neighbours did not fit are walked for afterwards.
template <bool Wrap, class Rule, int D> void launch_listed(Cuda& exec, const Storage<D>& storage, const Rule& rule, const SearchSettings& s, const NeighbourList& list, int lanes) {
    if (!list) return s.visit == Visit::fused ? launch_fused<Wrap>(exec, storage, rule, s.together, s.block) : launch_walking<Wrap>(exec, storage, rule, s);
    if (lanes > 1) launch_query(exec, rule, Neighbours<Listed<Wrap, true>, D>{{list}, storage, 2, lanes}, s.block);
    else launch_query(exec, rule, Neighbours<Listed<Wrap, false>, D>{{list}, storage}, s.block);
    launch_walking<Wrap>(exec, storage, rule, s, list.spilled);
}
#endif

template <class Rule, class Near> void launch_query(Cpu&, const Rule& rule, const Near& near, int) {
    constexpr u32 tile = 256;
    const u32 n = near.storage.actors, tiles = (n + tile - 1) / tile;
    const auto query = [rule, near](u32 i) { rule(i, near); };
    const auto loop = loop_of(query);
#pragma omp parallel for schedule(dynamic) if (tiles > 1)
    for (u32 t = 0; t < tiles; ++t) loop(query, t * tile, std::min(n, (t + 1) * tile));
}

template <bool Wrap, class Rule, int D> void launch_fused(Cpu& exec, const Storage<D>& storage, const Rule& rule, int, int block) {
    launch_query(exec, rule, Neighbours<FixedWay<Visit::fused, Wrap>, D>{{}, storage}, block);
}

/// A CPU's sum asks about visit and wrapping once per strip, not once per candidate: one program for all of them, but for brute
/// across borders, where each candidate has an image of its own.
template <bool Wrap, class Rule, int D> void launch_listed(Cpu& exec, const Storage<D>& storage, const Rule& rule, const SearchSettings& s, const NeighbourList& list, int, bool notes = false) {
    static_assert(splits<Rule>(), "a compact rule may only use sum");
    if constexpr (Wrap)
        if (s.visit == Visit::brute) return launch_query(exec, rule, Neighbours<FixedWay<Visit::brute, true>, D>{{}, storage}, s.block);
    launch_query(exec, rule, Neighbours<AnyWay, D>{{s.visit, Wrap, 2, list, notes}, storage}, s.block);
}

template <bool Wrap, class Rule, int D> void launch_noting(Cpu& exec, const Storage<D>& storage, const Rule& rule, const SearchSettings& s, const NeighbourList& list, int lanes) {
    launch_listed<Wrap>(exec, storage, rule, s, list, lanes, bool(list));
}
inline int noting_lanes(Cpu&, u32, Visit) { return 1; }

}  // namespace detail

/// The grid that a search with these settings uses. Throws as Grid::make.
template <int D> Grid<D> make_grid(const Environment<D>& box, float radius, const SearchSettings& settings) {
    return Grid<D>::make(box, radius, settings.bin_ratio, settings.visit == Visit::fused ? settings.fine : 1);
}

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
        const std::size_t bins = std::size_t(grid.bin_count()) + 1;  // one for the absent
        reserve(settings, bins, actors);
        grid_ = grid, settings_ = settings;
        counted_ = not_counted;
    }

    const Grid<D>& grid() const { return grid_; }
    const SearchSettings& settings() const { return settings_; }
    /// Bytes of the partition boundary matrix.
    std::size_t pbm_bytes() const { return (std::size_t(grid_.bin_count()) + 1) * sizeof(u32); }
    std::size_t bytes() const { return start_.bytes() + count_.bytes() + bin_.bytes() + sorted_bin_.bytes() + rank_.bytes() + source_.bytes() + D * axis_[0].bytes() + notes_.bytes(); }

    /// `Coming`: actors may be absent (vec.hpp); they then lie behind all others in storage, from place *present() on.
    template <bool Coming = false> void construct(Exec& exec, StageTimer<Exec>& timer, Actors<Exec, D>& actors, u64 step) {
        const u32 n = actors.size();
        if (settings_.sort == Sort::counting) sort_by_counting<Coming>(exec, timer, actors, u32(step));
        else sort_by_radix<Coming>(exec, timer, actors, u32(step));
        storage_ = {grid_, actors.position.current(), start_.data(), n}, list_ = {};
        if constexpr (Exec::backend == Backend::cpu) split_axes(exec);
    }

    /// How many actors were present at the last `construct`: one number in the backend's memory.
    const u32* present() const { return start_.data() + grid_.bin_count(); }
    /// Leaves the absent out of `storage()` and `query` until the next `construct`; waits.
    void leave_out_absent(Exec& exec) { copy_to_host(exec, &storage_.actors, present(), 1); }
    /// The same where it is known how many are present; nothing waits.
    void leave_out_absent(u32 present) { storage_.actors = present; }

    /// Runs rule(i, neighbours) for every actor; `neighbours.each` visits by the chosen strategy.
    template <class Rule> void query(Exec& exec, const Rule& rule) const {
        if (grid_.box.wrapped) query_as<true>(exec, rule);
        else query_as<false>(exec, rule);
    }

    /// The same with a compact rule, as the first of several after a `construct`: unless settings say otherwise, it notes every actor's
    /// neighbours, which later queries with compact rules read instead of searching. `room`: for so many neighbours, others of
    /// sum_of among them; actors with more are searched for each time.
    template <class Rule> void query_and_note(Exec& exec, const Rule& rule, u32 room) {
        static_assert(detail::is_compact<Rule>());
        const bool wanted = settings_.list && settings_.visit != Visit::brute;
        lanes_ = detail::noting_lanes(exec, storage_.actors, settings_.visit);
        list_ = wanted ? notes_.make(exec, storage_.actors, u32(lanes_), room) : NeighbourList{};
        if (grid_.box.wrapped) detail::launch_noting<true>(exec, storage_, rule, settings_, list_, lanes_);
        else detail::launch_noting<false>(exec, storage_, rule, settings_, list_, lanes_);
    }

    /// The same with a rule that writes every actor's next position, which becomes its current one. The counting sort's
    /// histogram is then already made, and the next `construct` begins behind it if positions and grid are still the same.
    template <bool Coming = false, class Rule> void query_and_move(Exec& exec, const Rule& rule, Actors<Exec, D>& actors, u64 step) {
        const bool ahead = settings_.count_ahead && settings_.sort == Sort::counting && counts_clear_;
        const detail::CountBins<D, Coming> count{{grid_, actors.position.next(), lost_.data(), u32(step) + 1}, count_.data(), rank_.data()};
        query(exec, detail::CountAhead<Rule, detail::CountBins<D, Coming>>{rule, count, ahead});
        actors.position.swap();
        if (ahead) counted_ = actors.position.edits(), counts_clear_ = false;
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
    /// Room for what the chosen sort needs; the rest is kept if it is there.
    void reserve(const SearchSettings& settings, std::size_t bins, u32 actors) {
        const bool counting = settings.sort == Sort::counting, order = !counting || settings.deterministic;
        const std::size_t lists[] = {bins + 1, counting ? bins + 1 : 0, actors, order ? actors : 0, counting ? 0 : actors, counting ? 0 : actors};
        Array<Exec, u32>* arrays[] = {&start_, &count_, &rank_, &source_, &bin_, &sorted_bin_};
        const char* names[] = {"the partition boundary matrix", "the bin counts", "ranks", "the sort order", "bin indices", "sorted bin indices"};
        std::size_t need = 0;
        for (int a = 0; a < 6; ++a) need += lists[a] > arrays[a]->size() ? lists[a] * sizeof(u32) - arrays[a]->bytes() : 0;
        if constexpr (Exec::backend == Backend::cpu)
            for (const auto& axis : axis_) need += actors > axis.size() ? actors * sizeof(float) - axis.bytes() : 0;
        if (need > 0) require_memory(Exec::backend, need, "a grid of " + std::to_string(bins) + " bins for " + std::to_string(actors) + " actors");
        if constexpr (Exec::backend == Backend::cpu)
            for (auto& axis : axis_)
                if (actors > axis.size()) axis.resize(actors, "positions axis by axis");
        for (int a = 0; a < 6; ++a)
            if (lists[a] > arrays[a]->size()) arrays[a]->resize(lists[a], names[a]), counts_clear_ = false;
    }

    template <bool Coming> detail::Binning<D, Coming> binning(const Actors<Exec, D>& actors, u32 step) { return {grid_, actors.position.current(), lost_.data(), step}; }

    void split_axes(Exec& exec) {
        detail::SplitAxes<D> split{storage_.position};
        for (int a = 0; a < D; ++a) storage_.axis[a] = split.axis[a] = axis_[a].data();
        for_each(exec, storage_.actors, split);
    }

    template <bool Coming> void sort_by_counting(Exec& exec, StageTimer<Exec>& timer, Actors<Exec, D>& actors, u32 step) {
        const u32 n = actors.size(), counts = grid_.bin_count() + Coming + 1;
        if (counted_ != actors.position.edits()) {
            timer.stage(exec, "histogram");
            if (!counts_clear_) fill_zero(exec, count_.data(), count_.size());
            for_each(exec, n, detail::CountBins<D, Coming>{binning<Coming>(actors, step), count_.data(), rank_.data()});
        }
        counts_clear_ = false, counted_ = not_counted;
        timer.stage(exec, "scan");
        exclusive_scan(exec, count_.data(), start_.data(), counts);
        if (settings_.deterministic) return place_in_order<Coming>(exec, timer, actors);
        timer.stage(exec, "reorder");
        for_each(exec, std::max(n, counts), detail::SendActors<D, Coming>{grid_, start_.data(), rank_.data(), actors.position.current(), actors.position.next(), actors.id.current(), actors.id.next(), count_.data(), n, counts});
        counts_clear_ = true;
        actors.position.swap(), actors.id.swap();
        actors.scatter_carried(exec, rank_.data());
    }

    /// Actors of one bin in the order in which they lay before.
    template <bool Coming> void place_in_order(Exec& exec, StageTimer<Exec>& timer, Actors<Exec, D>& actors) {
        const u32 n = actors.size();
        timer.stage(exec, "place");
        for_each(exec, n, detail::PlaceByRank<D, Coming>{grid_, actors.position.current(), rank_.data(), start_.data(), source_.data()});
        sort_segments(exec, source_.data(), rank_.data(), n, start_.data(), grid_.bin_count() + Coming);
        timer.stage(exec, "reorder");
        actors.gather(exec, source_.data());
    }

    template <bool Coming> void sort_by_radix(Exec& exec, StageTimer<Exec>& timer, Actors<Exec, D>& actors, u32 step) {
        sort_by_key(exec, timer, actors.size(), grid_.bin_count() + Coming, binning<Coming>(actors, step), {bin_.data(), sorted_bin_.data(), rank_.data(), source_.data(), start_.data()});
        timer.stage(exec, "reorder");
        actors.gather(exec, source_.data());
    }

    template <bool Wrap, class Rule> void query_as(Exec& exec, const Rule& rule) const {
        const auto fused = [&] { detail::launch_fused<Wrap>(exec, storage_, rule, settings_.together, settings_.block); };
        if constexpr (detail::is_compact<Rule>()) {
            detail::launch_listed<Wrap>(exec, storage_, rule, settings_, list_, lanes_);
        } else {
            const auto run = [&]<Visit V>() { detail::launch_query(exec, rule, Neighbours<FixedWay<V, Wrap>, D>{{}, storage_}, settings_.block); };
            switch (settings_.visit) {
                case Visit::bins: return run.template operator()<Visit::bins>();
                case Visit::strips: return run.template operator()<Visit::strips>();
                case Visit::trimmed: return run.template operator()<Visit::trimmed>();
                case Visit::fused: return fused();
                case Visit::brute: return run.template operator()<Visit::brute>();
            }
        }
    }

    Grid<D> grid_;
    SearchSettings settings_;
    Storage<D> storage_;
    Array<Exec, u32> start_, count_, bin_, sorted_bin_, rank_, source_;
    Array<Exec, float> axis_[D];  ///< CPU only
    Array<Exec, Lost> lost_;
    NeighbourNotes<Exec> notes_;
    NeighbourList list_;          ///< since this step's construct
    int lanes_ = 1;               ///< threads that share an actor in it
    bool counts_clear_ = false;  ///< all counts of every size are zero
    static constexpr u64 not_counted = ~u64{0};
    u64 counted_ = not_counted;  ///< `edits` of the positions that are counted ahead
};

}  // namespace nearfield
