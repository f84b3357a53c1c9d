#pragma once
// The sorts of a search in micro-steps, to show how a grid is built. They are computed on the host from the keys alone,
// and any moment can be queried.
#include "base/platform.hpp"

#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// A counting sort of elements by key, one element per micro-step and therefore stable. The atomic counters of a GPU
/// return the same numbers in arbitrary order.
class CountingTrace {
  public:
    CountingTrace() = default;
    /// Every key must be below `keys`.
    CountingTrace(std::vector<u32> key, u32 keys);

    u32 elements() const { return u32(key_.size()); }
    u32 keys() const { return keys_; }
    u32 key(u32 element) const { return key_[element]; }
    /// Rank of an element under its key: the counter's value before the element was counted.
    u32 returned(u32 element) const { return returned_[element]; }
    /// Boundaries: keys + 1 storage indices where each key's elements begin.
    const std::vector<u32>& start() const { return start_; }
    /// The elements in their new order.
    const std::vector<u32>& source() const { return source_; }
    u32 place_of(u32 element) const { return start_[key_[element]] + returned_[element]; }

    /// The counter of a key after `done` elements.
    u32 counted(u32 key, u32 done) const;
    /// Number of scan passes: a shift of the counts by one entry, then sums over 2, 4, 8 ... entries.
    u32 scan_passes() const;
    /// Entry `key` (up to keys()) after this many passes of the scan, at least one.
    u32 scanned(u32 key, u32 passes) const;
    /// The element at a storage index after `done` moves; none before it arrives.
    std::optional<u32> moved(u32 place, u32 done) const;

  private:
    std::vector<u32> key_, returned_, start_, source_;
    u32 keys_ = 0;
};

/// A radix sort by key: a counting sort per digit, from the lowest. Finally every element is compared with the previous
/// one; a boundary lies where the key changes.
class RadixTrace {
  public:
    struct Pass {
        int shift, bits;         ///< of the digit
        std::vector<u32> order;  ///< the elements in the input order of the pass
        CountingTrace digits;    ///< sorts these by digit
    };

    RadixTrace() = default;
    /// Every key must be below `keys`. A digit has 1 to 16 bits.
    RadixTrace(const std::vector<u32>& key, u32 keys, int digit_bits);

    const std::vector<Pass>& passes() const { return passes_; }
    /// The elements in their new order.
    const std::vector<u32>& order() const { return order_; }
    /// The boundary of `key` (up to keys) after `done` of elements + 1 comparisons; none before it is found.
    std::optional<u32> boundary(u32 key, u32 done) const;

  private:
    std::vector<Pass> passes_;
    std::vector<u32> order_, start_;
};

/// The stages of a sort on a clock with one tick per micro-step.
class SortClock {
  public:
    enum class Stage { count, scan, move, compare };
    struct Part {
        Stage stage;
        u32 pass;   ///< of a radix sort
        u32 steps;  ///< micro-steps
    };
    /// The current part, and its completed micro-steps.
    struct Moment {
        Part part;
        u32 done;
    };

    SortClock() = default;
    explicit SortClock(const CountingTrace& sort);
    explicit SortClock(const RadixTrace& sort);

    const std::vector<Part>& parts() const { return parts_; }
    u64 length() const;
    /// The moment at a tick, from 0 to length(); later ticks count as the end. A part lasts until the next one's first
    /// micro-step.
    Moment at(u64 tick) const;

  private:
    std::vector<Part> parts_;
};

}  // namespace nearfield
