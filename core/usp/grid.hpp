#pragma once
#include "base/vec.hpp"
#include "exec/backend.hpp"

namespace nearfield {

/// Uniform spatial partitioning of an environment: bins in row-major order, x fastest. A plain value that rules carry.
///
/// Clamped: bins have the asked width, the last on each axis may be cut by the wall. Wrapped: the number of bins per
/// axis is rounded so that they tile the side exactly. Searches reach a hair further than the radius (`reach`), by
/// the rounding error of positions of this size, so that no neighbour is lost at a bin's border.
template <int D> struct Grid {
    Environment<D> box;
    vec<D> width{1.f};       ///< bin width per axis
    vec<D> per_width{1.f};   ///< 1 / width
    ivec<D> bins{1};         ///< bins per axis
    float radius = 1.f;      ///< search radius R
    float reach = 1.f;       ///< R plus rounding slack
    float ratio = 1.f;       ///< bin ratio asked for
    ivec<D> beyond{1};       ///< rows beyond its own that a query reaches on each side, unless it lies on a bin's border

    /// Throws UsageError for a radius that is not positive and finite, a box that is empty or not finite, a wrapped box
    /// narrower than two radii (an actor would meet another through two images) and a grid of more than 2^31 bins.
    /// Bins are `fine` times narrower along x.
    static Grid make(const Environment<D>& box, float radius, float bin_ratio, int fine = 1);

    NF_HD u32 bin_count() const {
        u32 n = u32(bins[0]) * u32(bins[1]);
        if constexpr (D == 3) n *= u32(bins[2]);
        return n;
    }

    /// The bin along one axis, without bounds: may be negative, or beyond the last. NaN gives 0.
    NF_INLINE int unbounded(int axis, float x) const {
        return limited(floor_int((x - box.lo[axis]) * per_width[axis]), -1000000000, 1000000000);
    }

    NF_INLINE int clamped(int axis, float x) const {
        return limited(floor_int((x - box.lo[axis]) * per_width[axis]), 0, bins[axis] - 1);
    }

    /// Index of the bin that holds p. Positions outside belong to the nearest border bin.
    NF_INLINE u32 bin(const vec<D>& p) const {
        u32 b = u32(clamped(D - 1, p[D - 1]));
        for (int a = D - 2; a >= 0; --a) b = b * u32(bins[a]) + u32(clamped(a, p[a]));
        return b;
    }
};

extern template struct Grid<2>;
extern template struct Grid<3>;

}  // namespace nearfield
