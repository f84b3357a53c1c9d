#pragma once
// A walk visits the candidates of one work item and reports to a note:
//     template <class Note> NF_HD void operator()(u32 item, Note& note) const
//     note.tested(box)          one comparison with this box
//     note.found(a, b)          a pair that meets; over all items every pair is reported once
//     note.hand_over(a, node)   the part of query `a` below `node` becomes an item of the next round
//     note.fetched(entries)     R-trees: the entries of a level's nodes, which a block tests in parallel
// In a walk by a whole block every thread has its own note. Reports of the other threads, in order before and after its
// own, are passed on as counts, so that all notes end equal:
//     note.found_by_others(n), note.handed_over_by_others(n)
#include "boxes/box.hpp"

namespace nearfield {

/// True if on CUDA all threads of a block walk one item together.
template <class Walk> constexpr bool is_of_blocks = false;

/// Two boxes that meet: ids a < b; in a search a query's number and an id.
struct BoxPair {
    u32 a, b;
    auto operator<=>(const BoxPair&) const = default;
};

/// The part of a query below one node.
struct HandedOver {
    u32 query;
    int node;
};

namespace detail {

struct CountNote {
    u32 pairs = 0, handed = 0;
    NF_HD void tested(const Box&) {}
    NF_HD void found(u32, u32) { ++pairs; }
    NF_HD void hand_over(u32, int) { ++handed; }
    NF_HD void fetched(u32) {}
    NF_HD void found_by_others(u32 n) { pairs += n; }
    NF_HD void handed_over_by_others(u32 n) { handed += n; }
};

struct WriteNote {
    BoxPair* at;
    NF_HD void tested(const Box&) {}
    NF_HD void found(u32 a, u32 b) { *at++ = {a, b}; }
    NF_HD void hand_over(u32, int) {}
    NF_HD void fetched(u32) {}
    NF_HD void found_by_others(u32 n) { at += n; }
    NF_HD void handed_over_by_others(u32) {}
};

struct HandOverNote {
    HandedOver* at;
    NF_HD void tested(const Box&) {}
    NF_HD void found(u32, u32) {}
    NF_HD void hand_over(u32 query, int node) { *at++ = {query, node}; }
    NF_HD void fetched(u32) {}
    NF_HD void found_by_others(u32) {}
    NF_HD void handed_over_by_others(u32 n) { at += n; }
};

struct TallyNote {
    u32 tests = 0, pairs = 0, lanes = 0;  ///< lanes: threads of whole warps that test a level's entries in parallel
    NF_HD void tested(const Box&) { ++tests; }
    NF_HD void found(u32, u32) { ++pairs; }
    NF_HD void hand_over(u32, int) {}
    NF_HD void fetched(u32 entries) { lanes += (entries + 31) / 32 * 32; }
};

/// Reads counts as 64-bit integers for the scan.
struct Widen {
    const u32* count;
    NF_HD u64 operator()(u32 i) const { return count[i]; }
};

NF_INLINE BoxPair in_order(u32 a, u32 b) { return a < b ? BoxPair{a, b} : BoxPair{b, a}; }

}  // namespace detail

/// All pairs by brute force: item i is compared with all boxes after it.
struct BruteWalk {
    const Box* box;
    u32 boxes;
    template <class Note> NF_HD void operator()(u32 i, Note& note) const {
        const Box own = box[i];
        if (own.is_empty()) return;
        for (u32 j = i + 1; j < boxes; ++j) {
            note.tested(box[j]);
            if (meet(own, box[j])) note.found(i, j);
        }
    }
};
struct BruteSearch {
    const Box *box, *query;
    u32 boxes;
    template <class Note> NF_HD void operator()(u32 q, Note& note) const {
        const Box own = query[q];
        if (own.is_empty()) return;
        for (u32 j = 0; j < boxes; ++j) {
            note.tested(box[j]);
            if (meet(own, box[j])) note.found(q, j);
        }
    }
};

}  // namespace nearfield
