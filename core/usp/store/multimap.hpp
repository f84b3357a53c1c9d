#pragma once
// A multimap from small integer keys to elements, built on the partition boundary matrix.
#include "usp/grid/settings.hpp"
#include "usp/store/sort_by_key.hpp"

namespace nearfield {

namespace detail {

/// Stores the key of every element and its rank under that key, in order of arrival.
template <class Key> struct CountKeys {
    Key key_of;
    u32 *key, *rank, *count;
    NF_HD void operator()(u32 i) const { rank[i] = take_number(count, key[i] = key_of(i)); }
};

struct PlaceElements {
    const u32 *key, *rank, *start;
    u32* order;
    NF_HD void operator()(u32 i) const { order[start[key[i]] + rank[i]] = i; }
};

}  // namespace detail

/// Groups elements by key. After `construct` the elements of key k are order()[start()[k] .. start()[k + 1]); columns
/// gathered in this order hold them at the same indices.
template <class Exec> class Multimap {
  public:
    /// Prepares for keys 0 .. keys-1. Only `sort` and `deterministic` of the settings are used. Throws Error, with the
    /// map unchanged, if memory is full.
    void configure(u32 keys, const SearchSettings& settings, u32 elements) {
        if (std::size_t(keys) + 1 > start_.size() || elements > order_.size()) reserve(keys, elements);
        keys_ = keys;
        sort_ = settings.sort;
        deterministic_ = settings.deterministic;
    }

    /// Groups the elements 0 .. elements-1 by key(i), which must be below keys().
    template <class Key> void construct(Exec& exec, StageTimer<Exec>& timer, u32 elements, const Key& key) {
        if (sort_ == Sort::counting) by_counting(exec, timer, elements, key);
        else by_radix(exec, timer, elements, key);
    }

    u32 keys() const { return keys_; }
    const u32* start() const { return start_.data(); }
    const u32* order() const { return order_.data(); }
    /// Bytes of the partition boundary matrix.
    std::size_t pbm_bytes() const { return (std::size_t(keys_) + 1) * sizeof(u32); }
    std::size_t bytes() const {
        return start_.bytes() + key_.bytes() + sorted_key_.bytes() + value_.bytes() + order_.bytes();
    }

  private:
    void reserve(u32 keys, u32 elements) {
        const std::size_t need = (std::size_t(keys) + 1 + std::size_t(elements) * 4) * sizeof(u32);
        if (const std::size_t have = bytes(); need > have)
            require_memory(Exec::backend, need - have,
                           "a multi-map of " + std::to_string(keys) + " keys for " + std::to_string(elements) +
                               " elements");
        start_.resize(std::size_t(keys) + 1, "the partition boundary matrix");
        key_.resize(elements, "keys");
        sorted_key_.resize(elements, "sorted keys");
        value_.resize(elements, "ranks");
        order_.resize(elements, "the sort order");
    }

    /// Counting sort. The scan turns the counts into boundaries in place.
    template <class Key> void by_counting(Exec& exec, StageTimer<Exec>& timer, u32 elements, const Key& key) {
        timer.stage(exec, stages::histogram);
        fill_zero(exec, start_.data(), std::size_t(keys_) + 1);
        for_each(exec, elements, detail::CountKeys<Key>{key, key_.data(), value_.data(), start_.data()});
        timer.stage(exec, stages::scan);
        exclusive_scan(exec, start_.data(), start_.data(), std::size_t(keys_) + 1);
        timer.stage(exec, stages::place);
        for_each(exec, elements, detail::PlaceElements{key_.data(), value_.data(), start_.data(), order_.data()});
        if (deterministic_) sort_segments(exec, order_.data(), value_.data(), elements, start_.data(), keys_);
    }

    template <class Key> void by_radix(Exec& exec, StageTimer<Exec>& timer, u32 elements, const Key& key) {
        sort_by_key(exec, timer, elements, keys_, key,
                    {key_.data(), sorted_key_.data(), value_.data(), order_.data(), start_.data()});
    }

    u32 keys_ = 0;
    Sort sort_ = Sort::counting;
    bool deterministic_ = false;
    Array<Exec, u32> start_, key_, sorted_key_, value_, order_;
};

}  // namespace nearfield
