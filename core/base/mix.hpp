#pragma once
#include "base/platform.hpp"

namespace nearfield {

/// The bits of z scrambled, one to one (the finaliser of SplitMix64: Steele, Lea and Flood 2014). Sums of mixed words
/// tell sets apart in any order.
NF_INLINE constexpr u64 mix(u64 z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}
constexpr u64 golden_ratio = 0x9e3779b97f4a7c15ull;  ///< times 2^64

}  // namespace nearfield
