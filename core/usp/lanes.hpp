#pragma once
#include "base/platform.hpp"

#include <cstring>
#include <type_traits>
#include <utility>

namespace nearfield {

/// Candidates that a sum on the CPU looks at at a time: a vector register of AVX-512, or as many as it takes of narrower
/// ones. The same for all of them, so that every instruction set adds in the same order.
constexpr u32 cpu_lanes = 16;

/// One value per lane, of a type made of 32-bit numbers, kept number by number: lane k of `word[w]` is number w of value k.
template <class T> class Lanes {
  public:
    NF_INLINE explicit Lanes(const T& all) {
#pragma omp simd
        for (u32 k = 0; k < cpu_lanes; ++k) set(k, all);
    }

    NF_INLINE T get(u32 k) const {
        T value;
        [&]<std::size_t... w>(std::index_sequence<w...>) { (std::memcpy(reinterpret_cast<char*>(&value) + w * 4, &word_[w][k], 4), ...); }(Words{});
        return value;
    }

    NF_INLINE void set(u32 k, const T& value) {
        [&]<std::size_t... w>(std::index_sequence<w...>) { (std::memcpy(&word_[w][k], reinterpret_cast<const char*>(&value) + w * 4, 4), ...); }(Words{});
    }

    /// All values added up, in halves; leaves lanes undefined.
    NF_INLINE T total() {
        for (u32 half = cpu_lanes / 2; half > 0; half /= 2)
            for (u32 k = 0; k < half; ++k) set(k, get(k) + get(k + half));
        return get(0);
    }

  private:
    static_assert(sizeof(T) % sizeof(u32) == 0 && std::is_trivially_copyable_v<T>);
    using Words = std::make_index_sequence<sizeof(T) / sizeof(u32)>;
    alignas(64) u32 word_[sizeof(T) / sizeof(u32)][cpu_lanes];
};

}  // namespace nearfield
