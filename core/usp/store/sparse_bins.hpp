#pragma once
// The occupied bins of a sparse grid, found by sorting the actors.
#include "exec/stage_timer.hpp"
#include "usp/grid/occupied.hpp"
#include "usp/store/actors.hpp"
#include "usp/store/sort_by_key.hpp"

namespace nearfield {

namespace detail {

/// Bin of actor i along one axis. With `Coming` absent actors share a bin after the last.
template <int D, bool Coming> struct BinAlong {
    Grid<D> grid;
    const Packed<D>* position;
    const ivec<D>* bin_of;

    NF_INLINE bool is_there(u32 i) const { return !Coming || !is_absent<D>(load<D>(position + i)); }
    NF_INLINE int operator()(u32 i, int axis) const {
        if (!is_there(i)) return grid.bins[axis];
        return bin_of ? bin_of[i][axis] : grid.clamped(axis, load<D>(position + i)[axis]);
    }
};

/// Input of the radix sort along one axis: the actors' bins, in the order of the previous axes, if any.
template <int D, bool Coming> struct KeysAlong {
    BinAlong<D, Coming> bin;
    int axis;
    const u32* order;
    u32 *key, *index;
    NF_HD void operator()(u32 k) const {
        index[k] = order ? order[k] : k;
        key[k] = u32(bin(index[k], axis));
    }
};

/// Marks sorted actors that begin a bin or a row of bins.
template <int D, bool Coming> struct MarkFirsts {
    BinAlong<D, Coming> bin;
    u32 actors;
    u32 *begins_bin, *begins_row;
    NF_HD void operator()(u32 k) const {  // k <= actors: the extra entry receives the scan's total
        const bool there = k < actors && bin.is_there(k);
        bool row = there && k == 0;
        for (int a = 1; a < D && there && !row; ++a) row = bin(k, a) != bin(k - 1, a);
        begins_row[k] = row;
        begins_bin[k] = row || (there && bin(k, 0) != bin(k - 1, 0));
    }
};

struct SparseCounts {
    u32 rows, bins, present;
};

/// Writes bins and rows at their first actor, and the totals after the last present actor.
template <int D, bool Coming> struct NoteOccupied {
    BinAlong<D, Coming> bin;
    u32 actors;
    const u32 *bins_before, *rows_before;
    u32* start;
    int* x;
    u64* row;
    u32* row_start;
    SparseCounts* counts;
    NF_HD void operator()(u32 k) const {
        const bool ends = k == actors || !bin.is_there(k);
        const u32 b = bins_before[k], r = rows_before[k];
        if (ends) {
            if (k == 0 || bin.is_there(k - 1)) {
                start[b] = k;
                row_start[r] = b;
                *counts = {r, b, k};
            }
            return;
        }
        if (bins_before[k + 1] != b) {
            start[b] = k;
            x[b] = bin(k, 0);
        }
        if (rows_before[k + 1] != r) {
            row[r] = Occupied<D>::row_key(bin(k, 1), D == 3 ? bin(k, D - 1) : 0);
            row_start[r] = b;
        }
    }
};

}  // namespace detail

/// Sorts actors by bin (z, y, x; stable) and lists the occupied bins.
template <class Exec, int D> class SparseBins {
  public:
    void reserve(u32 actors) {
        if (x_.size() > actors) return;
        row_.resize(actors + 1, "rows of bins");
        row_start_.resize(actors + 1, "rows of bins");
        x_.resize(actors + 1, "occupied bins");
        counts_.resize(1, "occupied bins");
    }
    /// Additional bytes that `reserve` would allocate.
    std::size_t need(u32 actors) const {
        return x_.size() > actors ? 0 : (actors + 1) * (sizeof(u64) + sizeof(u32) + sizeof(int)) - bytes();
    }
    std::size_t bytes() const { return row_.bytes() + row_start_.bytes() + x_.bytes(); }

    /// `Coming`: as in Search::construct. `bin_of`: the column of bins if positions are relative to bins. `lists`:
    /// `actors` + 1 numbers each.
    template <bool Coming> void construct(Exec& exec, StageTimer<Exec>& timer, const Grid<D>& grid,
                                          Actors<Exec, D>& actors, const Column<Exec, ivec<D>>* bin_of,
                                          const KeyLists& lists) {
        const u32 n = actors.size();
        const auto bins_now = [&] {
            return detail::BinAlong<D, Coming>{grid, actors.position.current(), bin_of ? bin_of->current() : nullptr};
        };
        timer.stage(exec, stages::sort);
        for (int axis = 0; axis < D; ++axis) {
            for_each(
                exec, n,
                detail::KeysAlong<D, Coming>{bins_now(), axis, axis ? lists.order : nullptr, lists.key, lists.index});
            sort_pairs(exec, lists.key, lists.sorted_key, lists.index, lists.order, n,
                       bits_below(u64(grid.bins[axis]) + Coming));
        }
        timer.stage(exec, stages::reorder);
        actors.gather(exec, lists.order);
        timer.stage(exec, stages::boundaries);
        for_each(exec, n + 1, detail::MarkFirsts<D, Coming>{bins_now(), n, lists.key, lists.sorted_key});
        exclusive_scan(exec, lists.key, lists.key, n + 1);
        exclusive_scan(exec, lists.sorted_key, lists.sorted_key, n + 1);
        for_each(exec, n + 1,
                 detail::NoteOccupied<D, Coming>{bins_now(), n, lists.key, lists.sorted_key, lists.start, x_.data(),
                                                 row_.data(), row_start_.data(), counts_.data()});
    }

    Occupied<D> occupied(const ivec<D>* bin_of) const {
        return {row_.data(), row_start_.data(), x_.data(), &counts_.data()->rows, bin_of};
    }
    /// Number of present actors, in the backend's memory.
    const u32* present() const { return &counts_.data()->present; }

  private:
    Array<Exec, u64> row_;
    Array<Exec, u32> row_start_;
    Array<Exec, int> x_;
    Array<Exec, detail::SparseCounts> counts_;
};

}  // namespace nearfield
