#pragma once
#include "base/vec.hpp"
#include "base/z_order.hpp"
#include "exec/backend.hpp"

namespace nearfield {

/// How the bins of a full grid are cut and numbered.
struct BinLayout {
    int fine = 1;        ///< bins are this many times narrower along x
    bool curve = false;  ///< along a Z-order curve instead of row by row
};

/// Uniform spatial partitioning of an environment: bins in row-major order, x fastest, or along a Z-order curve. A
/// plain value that rules carry.
///
/// Clamped: bins have the requested width; the wall may cut the last bin on each axis. Wrapped: the number of bins per
/// axis is rounded so that they tile the side exactly. Searches reach slightly further than the radius (`reach`), by
/// the rounding error of positions of this size, so that no neighbour is lost at a bin's border.
template <int D> struct Grid {
    Environment<D> box;
    vec<D> width{1.f};      ///< bin width per axis
    vec<D> per_width{1.f};  ///< 1 / width
    ivec<D> bins{1};        ///< bins per axis
    float radius = 1.f;     ///< search radius R
    float reach = 1.f;      ///< R plus rounding slack
    float ratio = 1.f;      ///< requested bin ratio
    ivec<D> beyond{1};      ///< rows that a query reaches on each side of its own, unless it lies on a bin's border
    bool sparse = false;    ///< only occupied bins are kept (occupied.hpp)
    /// Bins are numbered along a Z-order curve in cubes of 2^curve bins a side, the largest that fit, and cube by cube
    /// in row-major order; 0: row by row. The last cubes may reach beyond the sides; the numbers of what lies there
    /// belong to no bin.
    int curve = 0;

    bool operator==(const Grid&) const = default;

    /// Throws UsageError for a radius that is not from 1e-15 to 1e15 (its square must be a float; positions beyond may
    /// be made relative), a box that is empty or not finite, a wrapped box narrower than two radii (images would count
    /// twice; where rounding alone makes it so, half its side is the radius) and a grid of more than 2^31 bins. Bins
    /// narrower than a tenth of the radius are always numbered row by row: a walk may take them as strips.
    static Grid make(const Environment<D>& box, float radius, float bin_ratio, const BinLayout& layout = {});

    /// A sparse grid. Throws UsageError if single precision places actors too roughly for the radius. Its limit is 10^9
    /// bins along an axis instead of 2^31 in all.
    static Grid make_sparse(const Environment<D>& box, float radius, float bin_ratio);

    /// The same for positions relative to their bins, which are exact wherever the bins lie. Its box begins at zero.
    /// All its lengths are in units of relative_unit(radius), so that any radius will do.
    static Grid make_relative(const dvec<D>& sides, bool wrapped, float radius, float bin_ratio);

    /// The greatest power of two that is not above the radius.
    static double relative_unit(float radius);

    /// For this number of actors: sparse if a full grid would have more than `full_bins` bins. Throws what these
    /// functions throw.
    static Grid make_for(u32 actors, const Environment<D>& box, float radius, float bin_ratio,
                         const BinLayout& layout = {});

    /// Largest number of bins of a full grid for this many actors; above it they get a sparse one.
    static double full_bins(u32 actors);

    /// Bins of a sparse grid, including empty ones.
    double possible_bins() const { return double(bins[0]) * bins[1] * (D == 3 ? bins[D - 1] : 1); }

    /// Cubes of the curve along one axis; without a curve, bins.
    NF_INLINE u32 cubes(int axis) const { return (u32(bins[axis]) + (1u << curve) - 1) >> curve; }

    /// Numbers of the bins of a full grid: as many as bins, or more on a curve.
    NF_HD u32 bin_count() const {
        u32 n = cubes(0) * cubes(1);
        if constexpr (D == 3) n *= cubes(2);
        return n << D * curve;
    }

    /// What a bin's place along one axis adds to its number on the curve.
    NF_INLINE u32 along_curve(int axis, int b) const {
        u32 cube = u32(b) >> curve;
        for (int a = 0; a < axis; ++a) cube *= cubes(a);
        return (cube << D * curve) + (spread_bits<D>(u32(b) & ((1u << curve) - 1)) << axis);
    }

    /// Number of the first bin of a row; z is 0 in 2D.
    NF_INLINE u32 row(int y, int z) const { return curve ? row_on_curve(y, z) : row_by_row(y, z); }
    NF_INLINE u32 row_by_row(int y, int z) const { return (u32(z) * u32(bins[1]) + u32(y)) * u32(bins[0]); }
    NF_INLINE u32 row_on_curve(int y, int z) const { return along_curve(1, y) + (D == 3 ? along_curve(D - 1, z) : 0); }

    /// Number of bin x of the row whose first bin is `first`.
    NF_INLINE u32 in_row(u32 first, int x) const { return first + (curve ? along_curve(0, x) : u32(x)); }

    /// Place of the bin with this number.
    NF_INLINE ivec<D> place(u32 bin) const {
        const u32 inside = bin & ((1u << D * curve) - 1);
        u32 cube = bin >> D * curve;
        ivec<D> at;
        for (int a = 0; a < D; ++a) {
            at[a] = int((cube % cubes(a) << curve) + gather_bits<D>(inside >> a));
            cube /= cubes(a);
        }
        return at;
    }

    /// The bin along one axis, without bounds: may be negative, or beyond the last. NaN gives 0.
    NF_INLINE int unbounded(int axis, float x) const {
        return limited(floor_int((x - box.lo[axis]) * per_width[axis]), -1000000000, 1000000000);
    }

    NF_INLINE int clamped(int axis, float x) const {
        const float at = (x - box.lo[axis]) * per_width[axis];
#if NF_ON_DEVICE
        return limited(floor_int(at), 0, bins[axis] - 1);
#else  // clamps first, NaN too; the conversion then rounds down
        const int last = bins[axis] - 1;
        const float end = float(last), within = at > 0.f ? (at < end ? at : end) : 0.f;
        const int bin = int(within < 2e9f ? within : 2e9f);
        return bin < last ? bin : last;
#endif
    }

    /// Index of the bin that holds p. Positions outside belong to the nearest border bin.
    NF_INLINE u32 bin(const vec<D>& p) const {
        return in_row(row(clamped(1, p[1]), D == 3 ? clamped(D - 1, p[D - 1]) : 0), clamped(0, p[0]));
    }
};

extern template struct Grid<2>;
extern template struct Grid<3>;

}  // namespace nearfield
