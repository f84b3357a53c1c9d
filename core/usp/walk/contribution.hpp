#pragma once
// The neighbour that a rule reads, and the contribution that it returns.
#include "base/platform.hpp"

#include <cstddef>
#include <type_traits>

namespace nearfield {

/// Decides whether other actors at the query's position count as neighbours (their vector is zero). Distances below
/// 1e-15 count as 0.
enum class Coincident { visited, skipped };

/// A neighbour, for reading its columns. A search may also evaluate candidates that are no neighbours and discard their
/// contributions; the values read for these are undefined. A GPU skips their loads; a CPU processes vectors of
/// candidates and loads all.
class Other {
  public:
    using Number =
        std::conditional_t<NF_ON_DEVICE, u32, std::size_t>;  ///< 64 bits cannot wrap, so that the CPU's loads vectorise

    NF_INLINE Other(Number number, bool wanted) : number_(number), wanted_(wanted) {}

    template <class T> NF_INLINE T of(const T* column) const {
        return read([column](Number j) { return column[j]; });
    }
    /// Calls load(index in storage).
    template <class Load> NF_INLINE auto read(Load&& load) const {
#if NF_ON_DEVICE
        decltype(load(number_)) value{};
        if (wanted_) value = load(number_);
        return value;
#else
        return load(number_);
#endif
    }
    /// The same neighbour, for values that are read only if `wanted`.
    NF_INLINE Other only_if(bool wanted) const { return {number_, wanted_ && wanted}; }

  private:
    Number number_;
    bool wanted_;
};

/// A contribution that is added only if `holds`.
template <class Part> struct OnlyIf {
    bool holds;
    Part part;
};

namespace detail {

template <class Sum, class Part> NF_INLINE void add(Sum& sum, const Part& part) {
    if constexpr (requires { sum += part; }) sum += part;
    else sum = sum + part;
}

/// Adds a contribution if `counts`.
template <class Sum, class Part> NF_INLINE void add_if(Sum& sum, bool counts, const Part& part) {
    if (counts) add(sum, part);
}
template <class Sum, class Part> NF_INLINE void add_if(Sum& sum, bool counts, const OnlyIf<Part>& only) {
    if (counts & only.holds) add(sum, only.part);
}

}  // namespace detail

}  // namespace nearfield
