#pragma once
#include "base/platform.hpp"

namespace nearfield {

/// Scrambles the bits of z, one to one (the finaliser of SplitMix64: Steele, Lea and Flood 2014). A sum of mixed words
/// is a hash of their set, independent of the order.
NF_INLINE constexpr u64 mix(u64 z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}
constexpr u64 golden_ratio = 0x9e3779b97f4a7c15ull;  ///< 2^64 divided by the golden ratio

}  // namespace nearfield
