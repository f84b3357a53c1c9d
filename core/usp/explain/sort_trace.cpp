#include "usp/explain/sort_trace.hpp"

#include "usp/store/sort_by_key.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace nearfield {

CountingTrace::CountingTrace(std::vector<u32> key, u32 keys)
    : key_(std::move(key)),
      returned_(key_.size()),
      start_(std::size_t(keys) + 1),
      source_(key_.size()),
      keys_(keys) {
    for (u32 i = 0; i < elements(); ++i) returned_[i] = start_[key_[i]]++;
    std::exclusive_scan(start_.begin(), start_.end(), start_.begin(), u32{0});
    for (u32 i = 0; i < elements(); ++i) source_[place_of(i)] = i;
}

u32 CountingTrace::counted(u32 key, u32 done) const {
    const auto first = source_.begin() + start_[key], last = source_.begin() + start_[key + 1];
    return u32(std::lower_bound(first, last, done) - first);  // the sort is stable
}

u32 CountingTrace::scan_passes() const {
    u32 passes = 1;
    while ((u64{1} << (passes - 1)) < keys_) ++passes;
    return passes;
}

u32 CountingTrace::scanned(u32 key, u32 passes) const {
    const u64 summed = u64{1} << std::min(passes - 1, 32u);
    return start_[key] - (key > summed ? start_[key - u32(summed)] : 0);
}

std::optional<u32> CountingTrace::moved(u32 place, u32 done) const {
    return source_[place] < done ? std::optional<u32>(source_[place]) : std::nullopt;
}

RadixTrace::RadixTrace(const std::vector<u32>& key, u32 keys, int digit_bits)
    : order_(key.size()),
      start_(std::size_t(keys) + 1) {
    const int bits = bits_below(keys);
    std::iota(order_.begin(), order_.end(), 0u);
    for (int shift = 0; shift < bits; shift += digit_bits) {
        const int width = std::min(digit_bits, bits - shift);
        std::vector<u32> digits(key.size());
        for (std::size_t k = 0; k < digits.size(); ++k) digits[k] = key[order_[k]] >> shift & ((1u << width) - 1);
        Pass pass{shift, width, order_, CountingTrace(std::move(digits), 1u << width)};
        for (std::size_t k = 0; k < order_.size(); ++k) order_[k] = pass.order[pass.digits.source()[k]];
        passes_.push_back(std::move(pass));
    }
    u32 next = 0;  // next key without a boundary
    for (u32 place = 0; place < order_.size(); ++place)
        while (next <= key[order_[place]]) start_[next++] = place;
    while (next <= keys) start_[next++] = u32(order_.size());
}

std::optional<u32> RadixTrace::boundary(u32 key, u32 done) const {
    return start_[key] < done ? std::optional<u32>(start_[key]) : std::nullopt;
}

namespace {

void add_counting(std::vector<SortClock::Part>& parts, const CountingTrace& sort, u32 pass) {
    using Stage = SortClock::Stage;
    parts.push_back({Stage::count, pass, sort.elements()});
    parts.push_back({Stage::scan, pass, sort.scan_passes()});
    parts.push_back({Stage::move, pass, sort.elements()});
}

}  // namespace

SortClock::SortClock(const CountingTrace& sort) { add_counting(parts_, sort, 0); }

SortClock::SortClock(const RadixTrace& sort) {
    for (u32 pass = 0; pass < sort.passes().size(); ++pass) add_counting(parts_, sort.passes()[pass].digits, pass);
    parts_.push_back({Stage::compare, 0, u32(sort.order().size()) + 1});
}

u64 SortClock::length() const {
    u64 sum = 0;
    for (const auto& part : parts_) sum += part.steps;
    return sum;
}

SortClock::Moment SortClock::at(u64 tick) const {
    for (const auto& part : parts_) {
        if (tick <= part.steps) return {part, u32(tick)};
        tick -= part.steps;
    }
    return {parts_.back(), parts_.back().steps};
}

}  // namespace nearfield
