#pragma once
// The sorts of a search, one micro-step after another, for whoever wants to see how a grid is built. They are worked
// out on the host from the keys alone; any moment of a sort can be asked for, in any order.
#include "base/platform.hpp"

#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// A counting sort of elements by key. It takes them in their order, one per micro-step, and is therefore stable; the
/// atomic counters of a GPU hand out the same numbers in an order of their own.
class CountingTrace {
  public:
    CountingTrace() = default;
    /// Every key must be below `keys`.
    CountingTrace(std::vector<u32> key, u32 keys);

    u32 elements() const { return u32(key_.size()); }
    u32 keys() const { return keys_; }
    u32 key(u32 element) const { return key_[element]; }
    /// What the counter of its key returned when the element was counted: its rank among those of its key.
    u32 returned(u32 element) const { return returned_[element]; }
    /// The boundaries: keys + 1 places, from where each key's elements are stored.
    const std::vector<u32>& start() const { return start_; }
    /// The elements in their new order.
    const std::vector<u32>& source() const { return source_; }
    u32 place_of(u32 element) const { return start_[key_[element]] + returned_[element]; }

    /// The counter of a key once the first `done` elements are counted.
    u32 counted(u32 key, u32 done) const;
    /// Passes of the scan: one that shifts the counts by one entry, then sums over 2, 4, 8 ... entries.
    u32 scan_passes() const;
    /// Entry `key` (keys() too) after this many passes of the scan, at least one.
    u32 scanned(u32 key, u32 passes) const;
    /// What lies at a place once the first `done` elements are moved.
    std::optional<u32> moved(u32 place, u32 done) const;

  private:
    std::vector<u32> key_, returned_, start_, source_;
    u32 keys_ = 0;
};

/// A radix sort by key: a counting sort of each digit, from the lowest; then every place is compared with the one
/// before it, and where the key changes lies a boundary.
class RadixTrace {
  public:
    struct Pass {
        int shift, bits;         ///< of the digit
        std::vector<u32> order;  ///< the elements as the pass finds them
        CountingTrace digits;    ///< of these, by digit
    };

    RadixTrace() = default;
    /// Every key must be below `keys`. `digit_bits`: bits of a digit, from 1 to 16.
    RadixTrace(const std::vector<u32>& key, u32 keys, int digit_bits);

    const std::vector<Pass>& passes() const { return passes_; }
    /// The elements in their new order.
    const std::vector<u32>& order() const { return order_; }
    /// The boundary of `key` (keys too) once the first `done` places are compared, of elements + 1; none: not found
    /// yet.
    std::optional<u32> boundary(u32 key, u32 done) const;

  private:
    std::vector<Pass> passes_;
    std::vector<u32> order_, start_;
};

/// The stages of a sort on a clock that ticks once per micro-step.
class SortClock {
  public:
    enum class Stage { count, scan, move, compare };
    struct Part {
        Stage stage;
        u32 pass;   ///< of a radix sort
        u32 steps;  ///< micro-steps
    };
    /// The part that is under way, and how many of its micro-steps are done.
    struct Moment {
        Part part;
        u32 done;
    };

    SortClock() = default;
    explicit SortClock(const CountingTrace& sort);
    explicit SortClock(const RadixTrace& sort);

    const std::vector<Part>& parts() const { return parts_; }
    u64 length() const;
    /// From 0 to length(); a later one counts as the end. A part is under way until the next one's first micro-step.
    Moment at(u64 tick) const;

  private:
    std::vector<Part> parts_;
};

}  // namespace nearfield
