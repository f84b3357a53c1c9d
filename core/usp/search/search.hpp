#pragma once
#include "base/error.hpp"
#include "exec/stage_timer.hpp"
#include "usp/search/launch.hpp"
#include "usp/store/actors.hpp"
#include "usp/store/sort_by_key.hpp"
#include "usp/store/sparse_bins.hpp"
#include "usp/walk/neighbour_notes.hpp"
#include "usp/walk/sparse_walk.hpp"

namespace nearfield {

/// Actors outside of the environment or not finite: their number, and the first step with one.
struct Lost {
    u32 count = 0;
    u32 step = ~u32{0};
};

namespace detail {

/// Bin of a position. With `Coming` absent actors share an extra bin after the last.
template <int D, bool Coming> NF_INLINE u32 bin_of(const Grid<D>& grid, const vec<D>& p) {
    if constexpr (Coming)
        if (is_absent<D>(p)) return grid.bin_count();
    return grid.bin(p);
}

/// Computes bins and counts lost actors.
template <int D, bool Coming> struct Binning {
    Grid<D> grid;
    const Packed<D>* position;
    Lost* lost;
    u32 step;
    NF_INLINE void note_if_lost(const vec<D>& p) const {
        if (!grid.box.contains(p) && !(Coming && is_absent<D>(p))) {
            atomic_add(&lost->count, 1u);
            atomic_min(&lost->step, step);
        }
    }
    NF_INLINE u32 operator()(u32 i) const {
        const vec<D> p = load<D>(position + i);
        note_if_lost(p);
        return bin_of<D, Coming>(grid, p);
    }
};

/// Histogram of the counting sort. The counter's previous value is the actor's rank in its bin.
template <int D, bool Coming> struct CountBins {
    Binning<D, Coming> binning;
    u32 *count, *rank;
    NF_HD void operator()(u32 i) const { rank[i] = take_number(count, binning(i)); }
};

/// A rule that writes next positions, followed by the histogram of the next sort: within a query this costs less than
/// as a separate kernel.
template <class Rule, class Count> struct CountAhead {
    Rule rule;
    Count count;
    bool ahead;
    static constexpr bool sums_only = detail::sums_only<Rule>(), lists = detail::lists<Rule>(),
                          costly = detail::costly<Rule>(), looks_ahead = detail::looks_ahead<Rule>();
    template <class Near> NF_HD auto operator()(u32 i, const Near& near) const { return rule(i, near); }
    template <class Result> NF_HD void write(u32 i, const Result& result) const {
        rule.write(i, result);
        if (ahead) count(i);
    }
};

/// Copies positions to one array per axis, in storage order.
template <int D> struct SplitAxes {
    const Packed<D>* position;
    float* axis[D];
    NF_HD void operator()(u32 i) const {
        for (int a = 0; a < D; ++a) axis[a][i] = position[i].c[a];
    }
};

}  // namespace detail

/// The grid of a search with these settings for this number of actors. Throws like Grid::make_for.
template <int D>
Grid<D> make_grid(const Environment<D>& box, float radius, const SearchSettings& settings, u32 actors) {
    return Grid<D>::make_for(actors, box, radius, settings.bin_ratio, bin_layout(settings));
}

/// Fixed-radius near-neighbour search by uniform spatial partitioning. `construct` bins the actors, sorts their columns
/// into bin order (the storage array) and builds the partition boundary matrix; `query` then runs a rule over them.
/// Sparse grids are always sorted by radix sorts in rows and walked bin by bin; they have neither numberings nor fused
/// kernels.
template <class Exec, int D> class Search {
  public:
    /// Prepares for this grid and population. Throws Error if memory is full, and UsageError for invalid settings; the
    /// search is then unchanged.
    void configure(const Grid<D>& grid, const SearchSettings& settings, u32 actors);

    /// Reconfigures on the present grid; a histogram that was counted ahead stays valid.
    void configure(const SearchSettings& settings, u32 actors);

    /// From the next `construct` on, positions are relative to the bins in this column. The grid must be made by
    /// Grid::make_relative.
    void relate_to(const Column<Exec, ivec<D>>& bin_of) { bin_of_ = &bin_of; }

    /// From the next `construct` on, actors have the field of view `sight` along the vectors in this column.
    void look_along(const Column<Exec, Packed<D>>& heading, const Sight& sight) {
        heading_ = &heading;
        sight_ = sight;
    }

    const Sight& sight() const { return sight_; }

    const Grid<D>& grid() const { return grid_; }
    const SearchSettings& settings() const { return settings_; }
    /// Bytes of the partition boundary matrix; for a sparse grid including the lists of its bins.
    std::size_t pbm_bytes() const {
        if (grid_.sparse) return start_.bytes() + sparse_.bytes();
        return (std::size_t(grid_.bin_count()) + 1) * sizeof(u32);
    }
    std::size_t bytes() const {
        return start_.bytes() + count_.bytes() + bin_.bytes() + sorted_bin_.bytes() + rank_.bytes() + source_.bytes() +
               D * axis_[0].bytes() + plane_.bytes() + height_.bytes() + notes_.bytes() + sparse_.bytes();
    }

    /// `Coming`: actors may be absent (vec.hpp). Absent ones are stored after all others, from index *present() on.
    template <bool Coming = false>
    void construct(Exec& exec, StageTimer<Exec>& timer, Actors<Exec, D>& actors, u64 step);

    /// False after `configure`, until the next `construct`.
    bool is_constructed() const { return constructed_; }
    /// True if `storage()` still holds the positions of the last `construct`.
    bool holds_positions(const Actors<Exec, D>& actors) const {
        const auto& position = actors.position;
        if (!constructed_) return false;
        if (position.swaps() == swaps_then_) return position.edits() == edits_then_;
        return position.swaps() == swaps_then_ + 1;  // they are in the buffer for next positions
    }

    /// Number of present actors at the last `construct`, in the backend's memory.
    const u32* present() const { return grid_.sparse ? sparse_.present() : start_.data() + grid_.bin_count(); }
    /// Excludes absent actors from `storage()` and `query` until the next `construct`; synchronises.
    void leave_out_absent(Exec& exec) {
        copy_to_host(exec, &storage_.actors, present(), 1);
        storage_.present = nullptr;
    }
    /// Excludes absent actors if their number is known; does not synchronise.
    void leave_out_absent(u32 present) {
        storage_.actors = present;
        storage_.present = nullptr;
    }

    /// Runs a rule (neighbours.hpp) for every actor that is not absent.
    template <class Rule> void query(Exec& exec, const Rule& rule) const {
        detail::run_query(exec, rule, detail::Query<D>{storage_, settings_, list_, lanes_});
    }

    /// Like query, for the first of several queries after a `construct` with rules that read lists. Unless search.list
    /// is off, it records every actor's neighbours, which later queries with such rules read instead of searching.
    /// `room` is the maximum number recorded per actor, including those of sum_of; actors with more are searched again.
    template <class Rule> void query_and_note(Exec& exec, const Rule& rule, u32 room) {
        static_assert(detail::lists<Rule>());
        const bool wanted = settings_.list && reads_bins(settings_.visit);
        lanes_ = detail::noting_lanes(exec, storage_.actors, settings_.visit);
        list_ = wanted ? notes_.make(exec, storage_.actors, u32(lanes_), room) : NeighbourList{};
        detail::note_query(exec, rule, detail::Query<D>{storage_, settings_, list_, lanes_});
    }

    /// Runs a rule that writes every actor's next position, and makes it the current one. With search.count_ahead it
    /// also computes the counting sort's histogram, which the next `construct` uses if positions and grid are
    /// unchanged.
    template <bool Coming = false, class Rule>
    void query_and_move(Exec& exec, const Rule& rule, Actors<Exec, D>& actors, u64 step) {
        const bool ahead = settings_.count_ahead && settings_.sort == Sort::counting && counts_clear_ && !grid_.sparse;
        const detail::CountBins<D, Coming> count{
            {grid_, actors.position.next(), lost_.data(), u32(step) + 1}, count_.data(), rank_.data()};
        query(exec, detail::CountAhead<Rule, detail::CountBins<D, Coming>>{rule, count, ahead});
        actors.position.swap();
        if (ahead) {
            counted_ = actors.position.edits();
            counts_clear_ = false;
        }
    }

    /// True if the actors were binned at their present positions, which also counts lost ones.
    bool has_binned(const Actors<Exec, D>& actors) const { return counted_ == actors.position.edits(); }

    /// Valid until the next `construct`.
    const Storage<D>& storage() const { return storage_; }

    /// Reads and clears the count of lost actors; synchronises.
    Lost take_lost(Exec& exec);
    void clear_lost(Exec& exec) { lost_.upload(exec, {Lost{}}); }

    static constexpr u32 brute_limit = 100000;

  private:
    /// Allocates memory for the chosen sort; keeps other memory.
    void reserve(const Grid<D>& grid, const SearchSettings& settings, u32 actors);

    template <bool Coming> detail::Binning<D, Coming> binning(const Actors<Exec, D>& actors, u32 step) {
        return {grid_, actors.position.current(), lost_.data(), step};
    }
    /// Destination of positions in two parts; null if no query reads them.
    PlanesAndHeights<D> apart();
    /// Copies positions in two parts, unless the counting sort has done it.
    void set_apart(Exec& exec);
    void split_axes(Exec& exec);
    template <bool Coming>
    void sort_by_counting(Exec& exec, StageTimer<Exec>& timer, Actors<Exec, D>& actors, u32 step);
    /// Stable within bins.
    template <bool Coming> void place_in_order(Exec& exec, StageTimer<Exec>& timer, Actors<Exec, D>& actors);
    template <bool Coming> void sort_by_radix(Exec& exec, StageTimer<Exec>& timer, Actors<Exec, D>& actors, u32 step);
    template <bool Coming> void sort_sparsely(Exec& exec, StageTimer<Exec>& timer, Actors<Exec, D>& actors, u32 step);

    Grid<D> grid_;
    SearchSettings settings_;
    Storage<D> storage_;
    Array<Exec, u32> start_, count_, bin_, sorted_bin_, rank_, source_;
    Array<Exec, float> axis_[D];  ///< CPU only
    Array<Exec, Packed<2>> plane_;
    Array<Exec, float> height_;
    Array<Exec, Lost> lost_;
    SparseBins<Exec, D> sparse_;
    const Column<Exec, ivec<D>>* bin_of_ = nullptr;
    const Column<Exec, Packed<D>>* heading_ = nullptr;
    Sight sight_;
    NeighbourNotes<Exec> notes_;
    NeighbourList list_;         ///< recorded since the last construct
    int lanes_ = 1;              ///< threads that share an actor's list
    bool counts_clear_ = false;  ///< all counts are zero
    static constexpr u64 not_counted = ~u64{0};
    u64 counted_ = not_counted;  ///< `edits` of the positions that were counted ahead
    bool constructed_ = false;
    u64 edits_then_ = 0, swaps_then_ = 0;  ///< of the positions at the last `construct`
};

}  // namespace nearfield
