#pragma once
// Grid bins for boxes. Every box is listed in each bin that it meets, in the multimap of the point search. Boxes of a
// pair may share several bins; the pair is reported in the bin that holds the lower corner of their intersection.
#include "boxes/settings.hpp"
#include "boxes/walk.hpp"
#include "exec/expand.hpp"
#include "usp/store/multimap.hpp"

#include <cmath>

namespace nearfield {

/// Cubic bins over the bounding box of all boxes.
struct BinLattice {
    int lo[3] = {};
    u32 width = 1;  ///< lattice steps
    u32 bins[3] = {1, 1, 1};

    NF_HD u32 of(int at, int axis) const { return (u32(at) - u32(lo[axis])) / width; }
    NF_HD u32 key(u32 x, u32 y, u32 z) const { return (z * bins[1] + y) * bins[0] + x; }
    NF_HD u32 at(const Box& corner) const { return key(of(corner.lo[0], 0), of(corner.lo[1], 1), of(corner.lo[2], 2)); }
    NF_HD u32 count() const { return bins[0] * bins[1] * bins[2]; }
    NF_HD u32 met_by(const Box& b) const {
        if (b.is_empty()) return 0;
        u32 n = 1;
        for (int a = 0; a < 3; ++a) n *= of(b.hi[a], a) - of(b.lo[a], a) + 1;
        return n;
    }
    /// Bounds of a bin.
    NF_HD Box box(u32 x, u32 y, u32 z) const {
        const u32 place[] = {x, y, z};
        Box b;
        for (int a = 0; a < 3; ++a) {
            const long long from = (long long)(lo[a]) + (long long)(place[a]) * width;
            b.lo[a] = int(from);
            b.hi[a] = int(from + width - 1 < INT_MAX ? from + width - 1 : INT_MAX);
        }
        return b;
    }
};

/// Returns bins whose width is `ratio` times the mean side of the boxes; wider if there would be more than `most` bins.
inline BinLattice lay_bins(const BoxSum& sum, double ratio, u32 most) {
    BinLattice lattice;
    if (sum.all.is_empty()) return lattice;
    double log_side = 0, longest = 0;
    for (int a = 0; a < 3; ++a) {
        lattice.lo[a] = sum.all.lo[a];
        log_side += std::log(std::max(1., sum.mean_side(a))) / 3;
        longest = std::max(longest, sum.all.side(a));
    }
    double width = std::clamp(std::ceil(ratio * std::exp(log_side)), 1., longest + 1);
    const auto along = [&](int a) { return std::floor(sum.all.side(a) / width) + 1; };
    while (along(0) * along(1) * along(2) > most) width = std::ceil(width * 1.25);
    lattice.width = u32(width);
    for (int a = 0; a < 3; ++a) lattice.bins[a] = u32(along(a));
    return lattice;
}

namespace detail {

struct CountEntries {
    BinLattice lattice;
    const Box* box;
    NF_HD u64 operator()(u32 i) const { return lattice.met_by(box[i]); }
};

/// Calls f(key) for every bin that a box meets, row by row.
template <class F> NF_HD void each_bin(const BinLattice& bins, const Box& b, const F& f) {
    if (b.is_empty()) return;
    for (u32 z = bins.of(b.lo[2], 2); z <= bins.of(b.hi[2], 2); ++z)
        for (u32 y = bins.of(b.lo[1], 1); y <= bins.of(b.hi[1], 1); ++y)
            for (u32 x = bins.of(b.lo[0], 0); x <= bins.of(b.hi[0], 0); ++x) f(bins.key(x, y, z));
}

struct ListEntries {
    BinLattice lattice;
    const Box* box;
    const u64* first;
    u32 *entry_box, *entry_key;
    NF_HD void operator()(u32 i) const {
        u64 to = first[i];
        each_bin(lattice, box[i], [&](u32 key) {
            entry_box[to] = i;
            entry_key[to] = key;
            ++to;
        });
    }
};

struct EntryKey {
    const u32* key;
    NF_HD u32 operator()(u32 entry) const { return key[entry]; }
};

struct SortEntries {
    const u32 *order, *entry_box, *entry_key;
    u32 *box, *key;
    NF_HD void operator()(u32 place) const {
        box[place] = entry_box[order[place]];
        key[place] = entry_key[order[place]];
    }
};

/// Number of pairs of boxes that share a bin.
struct PairsInBin {
    const u32* start;
    NF_HD u64 operator()(u32 bin) const {
        const u64 n = start[bin + 1] - start[bin];
        return n > 1 ? n * (n - 1) / 2 : 0;
    }
};

NF_INLINE Box common(const Box& a, const Box& b) {
    Box c;
    for (int k = 0; k < 3; ++k) {
        c.lo[k] = a.lo[k] > b.lo[k] ? a.lo[k] : b.lo[k];
        c.hi[k] = a.hi[k] < b.hi[k] ? a.hi[k] : b.hi[k];
    }
    return c;
}

}  // namespace detail

/// All pairs: an item is one entry, compared with the entries behind it in the same bin.
struct BinsWalk {
    BinLattice lattice;
    const Box* box;
    const u32 *start, *entry, *key;
    template <class Note> NF_HD void operator()(u32 place, Note& note) const {
        const u32 i = entry[place], bin = key[place], end = start[bin + 1];
        const Box own = box[i];
        for (u32 k = place + 1; k < end; ++k) {
            const Box other = box[entry[k]];
            note.tested(other);
            if (!meet(own, other) || lattice.at(detail::common(own, other)) != bin) continue;
            const BoxPair pair = detail::in_order(i, entry[k]);
            note.found(pair.a, pair.b);
        }
    }
};
struct BinsSearch {
    BinLattice lattice;
    Box all;  ///< bounds of all bins
    const Box *box, *query;
    const u32 *start, *entry;
    template <class Note> NF_HD void operator()(u32 q, Note& note) const {
        const Box own = query[q], inside = detail::common(own, all);
        if (own.is_empty()) return;
        detail::each_bin(lattice, inside, [&](u32 bin) {
            for (u32 k = start[bin]; k < start[bin + 1]; ++k) {
                const Box other = box[entry[k]];
                note.tested(other);
                if (meet(own, other) && lattice.at(detail::common(inside, other)) == bin) note.found(q, entry[k]);
            }
        });
    }
};

template <class Exec> class BoxBins {
  public:
    /// Builds bins over at least one box. Throws Error if the entries do not fit in memory.
    void build(Exec& exec, const Box* box, u32 boxes, const BoxSum& sum, double ratio) {
        box_ = box;
        all_ = sum.all;
        lattice_ = lay_bins(sum, ratio, std::max(1u << 20, boxes < (1u << 20) ? 64 * boxes : 1u << 26));
        first_.resize(std::size_t(boxes) + 1, "the numbers of bins of boxes");
        const u64 entries = count_items(exec, boxes, detail::CountEntries{lattice_, box}, first_.data());
        require_room(entries);
        entries_ = u32(entries);
        for (auto* list : {&entry_box_, &entry_key_, &sorted_box_, &sorted_key_})
            list->resize(entries_, "the entries of bins");
        for_each(exec, boxes, detail::ListEntries{lattice_, box, first_.data(), entry_box_.data(), entry_key_.data()});
        map_.configure(lattice_.count(), {.sort = Sort::counting, .deterministic = false}, entries_);
        StageTimer<Exec> untimed;  // included in the stage of the caller
        map_.construct(exec, untimed, entries_, detail::EntryKey{entry_key_.data()});
        for_each(exec, entries_,
                 detail::SortEntries{map_.order(), entry_box_.data(), entry_key_.data(), sorted_box_.data(),
                                     sorted_key_.data()});
    }
    const BinLattice& lattice() const { return lattice_; }
    u32 entries() const { return entries_; }
    /// Number of box comparisons in the walk.
    u64 comparisons(Exec& exec) const { return reduce<u64>(exec, lattice_.count(), detail::PairsInBin{map_.start()}); }
    BinsWalk walk() const { return {lattice_, box_, map_.start(), sorted_box_.data(), sorted_key_.data()}; }
    BinsSearch search(const Box* query) const {
        return {lattice_, all_, box_, query, map_.start(), sorted_box_.data()};
    }
    std::size_t bytes() const {
        return first_.bytes() + entry_box_.bytes() + entry_key_.bytes() + sorted_box_.bytes() + sorted_key_.bytes() +
               map_.bytes();
    }

  private:
    /// Queries free memory only when lists grow, since the query takes time in every step.
    void require_room(u64 entries) const {
        const std::string what = "bins with " + std::to_string(entries) + " entries; a wider bin_width needs fewer";
        if (entries > 0xffffff00u) throw Error("there is no room for " + what);
        if (entries > entry_box_.bytes() / sizeof(u32)) require_memory(Exec::backend, entries * 8 * sizeof(u32), what);
    }

    const Box* box_ = nullptr;
    Box all_;
    BinLattice lattice_;
    u32 entries_ = 0;
    Array<Exec, u64> first_;
    Array<Exec, u32> entry_box_, entry_key_, sorted_box_, sorted_key_;
    Multimap<Exec> map_;
};

}  // namespace nearfield
