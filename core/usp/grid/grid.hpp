#pragma once
#include "base/vec.hpp"
#include "exec/backend.hpp"
#include "usp/visits/visits.hpp"

namespace nearfield {

/// Shape and numbering of the bins of a full grid.
struct BinLayout {
    int fine = 1;             ///< bins are divided by this factor along x
    NumberingId numbering{};  ///< row by row unless another is named
};

/// Uniform spatial partitioning of an environment into bins, numbered in row-major order (x fastest) or along a curve.
/// A plain value that rules carry.
///
/// Clamped: bins have the requested width; the wall may cut the last bin on each axis. Wrapped: the number of bins per
/// axis is rounded so that they tile the side exactly. Searches reach beyond the radius by the rounding error of
/// positions (`reach`), so that no neighbour is missed at a bin's border.
template <int D> struct Grid {
    Environment<D> box;
    vec<D> width{1.f};        ///< bin width per axis
    vec<D> per_width{1.f};    ///< 1 / width
    ivec<D> bins{1};          ///< bins per axis
    float radius = 1.f;       ///< search radius R
    float reach = 1.f;        ///< R plus rounding tolerance
    float ratio = 1.f;        ///< requested bin ratio
    ivec<D> beyond{1};        ///< rows that a query reaches on each side of its own, unless it lies on a bin's border
    bool sparse = false;      ///< stores only occupied bins (occupied.hpp)
    NumberingId numbering{};  ///< of bins within cubes; the first one if there is no curve
    /// Along a curve bins are numbered cube by cube in row-major order, and along the curve within a cube of 2^curve
    /// bins a side, the largest that fits. 0: row by row. The last cubes may exceed the sides; the numbers beyond are
    /// unused.
    int curve = 0;

    bool operator==(const Grid&) const = default;

    /// Throws UsageError for a radius outside of 1e-15 to 1e15 (its square must be a float; positions relative to bins
    /// allow more), an empty or infinite box, a wrapped box narrower than two radii (neighbours would count twice; if
    /// only rounding makes it narrower, half its side becomes the radius) and a grid of more than 2^31 bins. Bins
    /// narrower than a tenth of the radius are always numbered row by row, since walks may take them as strips.
    static Grid make(const Environment<D>& box, float radius, float bin_ratio, const BinLayout& layout = {});

    /// A sparse grid. Throws UsageError if the rounding error of positions is too large for the radius. At most 10^9
    /// bins per axis, instead of 2^31 in total.
    static Grid make_sparse(const Environment<D>& box, float radius, float bin_ratio);

    /// A sparse grid for positions relative to their bins, which are equally accurate everywhere. Its box begins at
    /// zero. All lengths are in units of relative_unit(radius), so that any radius is allowed.
    static Grid make_relative(const dvec<D>& sides, bool wrapped, float radius, float bin_ratio);

    /// The greatest power of two up to the radius.
    static double relative_unit(float radius);

    /// A grid for this number of actors: sparse if a full grid would have more than `full_bins` bins. Throws like make
    /// and make_sparse.
    static Grid make_for(u32 actors, const Environment<D>& box, float radius, float bin_ratio,
                         const BinLayout& layout = {});

    /// Maximum bins of a full grid for this many actors, above which make_for chooses a sparse one.
    static double full_bins(u32 actors);

    /// Number of bins of a sparse grid, empty ones included.
    double possible_bins() const { return double(bins[0]) * bins[1] * (D == 3 ? bins[D - 1] : 1); }

    /// Cubes of the curve along one axis; without a curve, bins.
    NF_INLINE u32 cubes(int axis) const { return (u32(bins[axis]) + (1u << curve) - 1) >> curve; }

    /// Number of bin numbers of a full grid; on a curve it may exceed the number of bins.
    NF_HD u32 bin_count() const {
        u32 n = cubes(0) * cubes(1);
        if constexpr (D == 3) n *= cubes(2);
        return n << D * curve;
    }

    /// Number of the first bin of the cube at these coordinates along one axis, and 0 along the others.
    NF_INLINE u32 first_of_cube(int axis, int b) const {
        u32 cube = u32(b) >> curve;
        for (int a = 0; a < axis; ++a) cube *= cubes(a);
        return cube << D * curve;
    }
    /// Coordinate within its cube.
    NF_INLINE u32 in_cube(int b) const { return u32(b) & ((1u << curve) - 1); }

    /// A row of bins, for in_row: the number of its first bin, unless a curve needs another one. z is 0 in 2D.
    NF_INLINE u32 row(int y, int z) const { return curve ? row_on_curve(y, z) : row_by_row(y, z); }
    NF_INLINE u32 row_by_row(int y, int z) const { return (u32(z) * u32(bins[1]) + u32(y)) * u32(bins[0]); }
    NF_INLINE u32 row_on_curve(int y, int z) const {
        const u32 cube = first_of_cube(1, y) + (D == 3 ? first_of_cube(D - 1, z) : 0);
        return cube + Numberings::Curves::template row<D>(which_curve(), in_cube(y), in_cube(z), curve);
    }

    /// Number of bin x of a row.
    NF_INLINE u32 in_row(u32 row, int x) const { return row + (curve ? beyond_row(row, x) : u32(x)); }

    /// Coordinates of the bin with this number.
    NF_INLINE ivec<D> place(u32 bin) const {
        ivec<D> at = Numberings::Curves::template place<D>(which_curve(), bin & ((1u << D * curve) - 1), curve);
        u32 cube = bin >> D * curve;
        for (int a = 0; a < D; ++a) {
            at[a] += int(cube % cubes(a) << curve);
            cube /= cubes(a);
        }
        return at;
    }

    /// Bin coordinate along one axis, not limited to the grid. 0 for NaN.
    NF_INLINE int unbounded(int axis, float x) const {
        return limited(floor_int((x - box.lo[axis]) * per_width[axis]), -1000000000, 1000000000);
    }

    NF_INLINE int clamped(int axis, float x) const {
        const float at = (x - box.lo[axis]) * per_width[axis];
#if NF_ON_DEVICE
        return limited(floor_int(at), 0, bins[axis] - 1);
#else  // clamps first, NaN too, so that the conversion rounds down
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

  private:
    NF_INLINE u32 beyond_row(u32 row, int x) const {
        return first_of_cube(0, x) + Numberings::Curves::template beyond_row<D>(which_curve(), row, in_cube(x), curve);
    }
    NF_INLINE int which_curve() const { return int(numbering) - 1; }
};

extern template struct Grid<2>;
extern template struct Grid<3>;

}  // namespace nearfield
