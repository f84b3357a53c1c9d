#pragma once
#include "base/platform.hpp"

#include <cstring>
#include <type_traits>
#include <utility>

namespace nearfield {

/// Number of candidates that a sum on the CPU processes at a time: one vector register of AVX-512, or several narrower
/// ones. Equal for all instruction sets, so that the order of additions is, too.
constexpr u32 cpu_lanes = 16;

/// One value per lane, of a type made of 32-bit numbers, as a structure of arrays: word_[w][k] is number w of lane k.
template <class T> class Lanes {
  public:
    NF_INLINE explicit Lanes(const T& all) {
#pragma omp simd
        for (u32 k = 0; k < cpu_lanes; ++k) set(k, all);
    }

    NF_INLINE T get(u32 k) const {
        T value;
        [&]<std::size_t... w>(std::index_sequence<w...>) { (set_word(value, w, word_[w][k]), ...); }
        (Words{});
        return value;
    }

    NF_INLINE void set(u32 k, const T& value) {
        [&]<std::size_t... w>(std::index_sequence<w...>) { ((word_[w][k] = word_of(value, w)), ...); }
        (Words{});
    }

    /// The sum over all lanes by pairwise halves; leaves the lanes undefined.
    NF_INLINE T total() {
        for (u32 half = cpu_lanes / 2; half > 0; half /= 2)
            for (u32 k = 0; k < half; ++k) set(k, get(k) + get(k + half));
        return get(0);
    }

  private:
    static_assert(sizeof(T) % sizeof(u32) == 0 && std::is_trivially_copyable_v<T>);
    using Words = std::make_index_sequence<sizeof(T) / sizeof(u32)>;
    // Words are stored as floats, the most frequent type: only numbers that are read and written as one type stay in
    // registers.
    static NF_INLINE float word_of(const T& value, std::size_t w) {
        float word;
        std::memcpy(&word, reinterpret_cast<const char*>(&value) + w * 4, 4);
        return word;
    }
    static NF_INLINE void set_word(T& value, std::size_t w, float word) {
        std::memcpy(reinterpret_cast<char*>(&value) + w * 4, &word, 4);
    }
    alignas(64) float word_[sizeof(T) / sizeof(u32)][cpu_lanes];
};

}  // namespace nearfield
