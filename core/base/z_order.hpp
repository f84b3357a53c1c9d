#pragma once
// Bits of a Z-order curve (Morton code): coordinates along D axes with interleaved bits.
#include "base/platform.hpp"

namespace nearfield {

/// Bits per axis that fit into 32 bits.
template <int D> constexpr int z_order_bits = D == 2 ? 16 : 10;

/// Inserts D - 1 zero bits before each bit of x.
template <int D> NF_INLINE u32 spread_bits(u32 x) {
    if constexpr (D == 2) {
        x = (x | x << 8) & 0x00ff00ffu;
        x = (x | x << 4) & 0x0f0f0f0fu;
        x = (x | x << 2) & 0x33333333u;
        return (x | x << 1) & 0x55555555u;
    } else {
        x = (x | x << 16) & 0x030000ffu;
        x = (x | x << 8) & 0x0300f00fu;
        x = (x | x << 4) & 0x030c30c3u;
        return (x | x << 2) & 0x09249249u;
    }
}

/// The inverse of spread_bits; ignores the bits of other axes.
template <int D> NF_INLINE u32 gather_bits(u32 x) {
    if constexpr (D == 2) {
        x &= 0x55555555u;
        x = (x | x >> 1) & 0x33333333u;
        x = (x | x >> 2) & 0x0f0f0f0fu;
        x = (x | x >> 4) & 0x00ff00ffu;
        return (x | x >> 8) & 0x0000ffffu;
    } else {
        x &= 0x09249249u;
        x = (x | x >> 2) & 0x030c30c3u;
        x = (x | x >> 4) & 0x0300f00fu;
        x = (x | x >> 8) & 0x030000ffu;
        return (x | x >> 16) & 0x000003ffu;
    }
}

}  // namespace nearfield
