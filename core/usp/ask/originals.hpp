#pragma once
// Distances in double precision from the given points, for decisions that single precision leaves open.
#include "usp/walk/nearest.hpp"

namespace nearfield {

/// The given points of a search. A plain value that kernels carry.
template <int D> struct Originals {
    const dvec<D>* point = nullptr;  ///< in storage order
    dvec<D> side{0};                 ///< of a wrapped environment; else 0
    double unit = 1;                 ///< unit of the grid's lengths

    /// Squared distance to the nearest image.
    NF_HD double distance2(u32 from, u32 to) const {
        double d2 = 0;
        for (int a = 0; a < D; ++a) {
            double d = fabs(point[to][a] - point[from][a]);
            if (side[a] > 0) d = fmin(d, fabs(side[a] - d));
            d2 += product(d, d);
        }
        return d2;
    }

    /// Squared distance to the image that a search found at the vector `towards`, in the grid's unit.
    NF_HD double distance2(u32 from, u32 to, const vec<D>& towards) const {
        double d2 = 0;
        for (int a = 0; a < D; ++a) {
            double d = point[to][a] - point[from][a];
            if (side[a] > 0) d -= product(side[a], rint((d - product(double(towards[a]), unit)) / side[a]));
            d2 += product(d, d);
        }
        return d2;
    }
};

/// True for two points nearer than a distance. Squared distances below `clear`, in single precision and the grid's
/// unit, need no further check.
template <int D> struct NearerThan {
    Originals<D> originals;
    double limit2 = 0;
    float clear = 0;

    NF_INLINE bool is_clear(float d2) const { return d2 < clear; }
    NF_HD bool operator()(u32 from, u32 to, const vec<D>& towards) const {
        return originals.distance2(from, to, towards) < limit2;
    }
};

/// Order by distance in double precision, computed only if distances in single precision differ by less than their
/// rounding error.
template <int D> struct DoubleOrder {
    Originals<D> originals;
    const u32* id;  ///< in storage order
    u32 from;       ///< storage index of the query
    float slack;    ///< bound of the rounding error of positions
    double within2;
    float clear = 0x1p24f * slack * slack;  ///< above this squared distance a difference of 0.2 % is certain

    NF_HD double distance2_to(const Met& one) const { return originals.distance2(from, one.at); }

    NF_INLINE bool is_nearer(const Met& a, const Met& b) const {
        if (a.d2 > 1.002f * b.d2 && a.d2 > clear) return false;
        if (b.d2 > 1.002f * a.d2 && b.d2 > clear) return true;
        return is_doubtful(a.d2, b.d2) ? decide(a, b) : a.d2 < b.d2;
    }
    NF_INLINE bool is_within(const Met& one, float within) const {
        if (within2 == INFINITY) return true;
        return is_doubtful(one.d2, within * within) ? distance2_to(one) < within2 : one.d2 < within * within;
    }

  private:
    NF_NOINLINE bool decide(const Met& a, const Met& b) const {
        const double da = distance2_to(a), db = distance2_to(b);
        return da < db || (da == db && id[a.at] < id[b.at]);
    }
    /// True if rounding may have changed the order, and for distances that are not finite.
    NF_INLINE bool is_doubtful(float a, float b) const {
        const float distance = sqrtf(fmaxf(a, b)), error = slack + 1e-6f * distance;
        return !(fabsf(a - b) > 5 * (distance + error) * error);
    }
};

}  // namespace nearfield
