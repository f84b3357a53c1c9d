#pragma once
#include "base/vec.hpp"

#include <Random123/philox.h>

namespace nearfield {

/// Counter-based random numbers (Philox 4x32-10, Salmon et al. 2011): the same (seed, stream, index) gives the same
/// numbers on every backend, in any order.
struct Random {
    u32 seed;
    u32 stream = 0;

    /// Four independent 32-bit words for `index`.
    NF_HD r123::Philox4x32::ctr_type words(u32 index) const {
        return r123::Philox4x32{}({{index, stream, 0, 0}}, {{seed, 0x6e656172u}});
    }

    /// Uniform in [0, 1)^D, 24 bits per component.
    template <int D> NF_HD vec<D> uniform(u32 index) const {
        const auto w = words(index);
        vec<D> u;
        for (int a = 0; a < D; ++a) u[a] = static_cast<float>(w[a] >> 8) * 0x1p-24f;
        return u;
    }

    /// Uniform in the box [lo, hi], with a single rounding, so that every backend gets the same bits.
    template <int D> NF_HD vec<D> uniform(u32 index, const vec<D>& lo, const vec<D>& hi) const {
        vec<D> p = uniform<D>(index);
        for (int a = 0; a < D; ++a) p[a] = fminf(fmaf(p[a], hi[a] - lo[a], lo[a]), hi[a]);
        return p;
    }
};

}  // namespace nearfield
