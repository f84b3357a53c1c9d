#pragma once
#include "exec/stage_timer.hpp"
#include "usp/store/stages.hpp"

#include <algorithm>
#include <bit>

namespace nearfield {

namespace detail {

/// Input of the radix sort: the key and index of every element.
template <class Key> struct ListKeys {
    Key key_of;
    u32 *key, *index;
    NF_HD void operator()(u32 i) const {
        key[i] = key_of(i);
        index[i] = i;
    }
};

/// start[k] = first index with a key of at least k, in sorted keys.
struct KeyBoundaries {
    const u32* key;
    u32* start;
    u32 elements, keys;
    NF_HD void operator()(u32 place) const {  // place <= elements: the last one fills in the remaining keys
        const u32 from = place == 0 ? 0 : key[place - 1] + 1;
        const u32 to = place == elements ? keys : key[place];
        for (u32 k = from; k <= to; ++k) start[k] = place;
    }
};

}  // namespace detail

/// Number of bits for all numbers below `keys`; at least 1.
inline int bits_below(u64 keys) { return std::max(1, int(std::bit_width(keys - 1))); }

/// Buffers of a sort by key: one number per element; `start` has one per key and one more.
struct KeyLists {
    u32 *key, *sorted_key, *index, *order, *start;
};

/// Sorts the elements 0 .. elements-1 by key(i), which must be below `keys`, with a stable radix sort. The elements of
/// key k are then order[start[k] .. start[k + 1]).
template <class Exec, class Key>
void sort_by_key(Exec& exec, StageTimer<Exec>& timer, u32 elements, u32 keys, const Key& key, const KeyLists& lists) {
    timer.stage(exec, stages::bin);
    for_each(exec, elements, detail::ListKeys<Key>{key, lists.key, lists.index});
    timer.stage(exec, stages::sort);
    sort_pairs(exec, lists.key, lists.sorted_key, lists.index, lists.order, elements, bits_below(keys));
    timer.stage(exec, stages::boundaries);
    for_each(exec, elements + 1, detail::KeyBoundaries{lists.sorted_key, lists.start, elements, keys});
}

}  // namespace nearfield
