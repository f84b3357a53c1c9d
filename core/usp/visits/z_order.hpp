#pragma once
#include "base/z_order.hpp"
#include "usp/visits/walks.hpp"

namespace nearfield {

/// Numbers bins by their Morton code.
struct ZOrderCurve {
    template <int D> static constexpr int most_bits = z_order_bits<D> - 1;  // a cube then has fewer than 2^31 bins

    template <int D> static NF_INLINE u32 row(u32 y, u32 z, int) {
        return (spread_bits<D>(y) << 1) + (D == 3 ? spread_bits<D>(z) << 2 : 0);
    }
    template <int D> static NF_INLINE u32 beyond_row(u32, u32 x, int) { return spread_bits<D>(x); }
    template <int D> static NF_INLINE ivec<D> place(u32 number, int) {
        ivec<D> at;
        for (int a = 0; a < D; ++a) at[a] = int(gather_bits<D>(number >> a));
        return at;
    }
};

struct ZOrderVisit {
    static constexpr const char* name = "z-order";
    static constexpr const char* help =
        "each bin on its own, stored along a Z-order curve (Morton code) instead of row by row";
    using Walk = EachBin;
    using Numbering = ZOrderCurve;
    static constexpr bool fine = false, fused = false;
};

}  // namespace nearfield
