#pragma once
// Decisions in double precision, from the points as they were given, where single precision leaves a doubt.
#include "usp/walk/nearest.hpp"

namespace nearfield {

/// The points of a search as they were given. A plain value that kernels carry.
template <int D> struct Originals {
    const dvec<D>* point = nullptr;  ///< in storage order
    dvec<D> side{0};                 ///< of a wrapped environment; else 0
    double unit = 1;                 ///< the unit of the grid's lengths

    /// Squared distance across the nearest image.
    NF_HD double distance2(u32 from, u32 to) const {
        double d2 = 0;
        for (int a = 0; a < D; ++a) {
            double d = fabs(point[to][a] - point[from][a]);
            if (side[a] > 0) d = fmin(d, fabs(side[a] - d));
            d2 += product(d, d);
        }
        return d2;
    }

    /// Squared distance across the image that a search saw at the vector `towards`, in the grid's unit.
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

/// Whether two points are nearer than a distance. `clear`: squared distances below it, in single precision and the
/// grid's unit, leave no doubt.
template <int D> struct NearerThan {
    Originals<D> originals;
    double limit2 = 0;
    float clear = 0;

    NF_INLINE bool is_clear(float d2) const { return d2 < clear; }
    NF_HD bool operator()(u32 from, u32 to, const vec<D>& towards) const {
        return originals.distance2(from, to, towards) < limit2;
    }
};

/// The order of the nearest by their distances in double precision; they are computed where those in single precision
/// differ by less than their rounding.
template <int D> struct DoubleOrder {
    Originals<D> originals;
    const u32* id;  ///< in storage order
    u32 from;       ///< the query's place in storage
    float slack;    ///< bound on the rounding error of positions
    double within2;
    float clear = 0x1p24f * slack * slack;  ///< above this squared distance 0.2 % are beyond doubt

    NF_HD double exact(const Met& one) const { return originals.distance2(from, one.at); }

    NF_INLINE bool is_nearer(const Met& a, const Met& b) const {
        if (a.d2 > 1.002f * b.d2 && a.d2 > clear) return false;
        if (b.d2 > 1.002f * a.d2 && b.d2 > clear) return true;
        return is_doubtful(a.d2, b.d2) ? decide(a, b) : a.d2 < b.d2;
    }
    NF_INLINE bool is_within(const Met& one, float within) const {
        if (within2 == INFINITY) return true;
        return is_doubtful(one.d2, within * within) ? exact(one) < within2 : one.d2 < within * within;
    }

  private:
    NF_NOINLINE bool decide(const Met& a, const Met& b) const {
        const double da = exact(a), db = exact(b);
        return da < db || (da == db && id[a.at] < id[b.at]);
    }
    /// Whether rounding may have changed the order. Distances that are not finite leave a doubt.
    NF_INLINE bool is_doubtful(float a, float b) const {
        const float distance = sqrtf(fmaxf(a, b)), error = slack + 1e-6f * distance;
        return !(fabsf(a - b) > 5 * (distance + error) * error);
    }
};

}  // namespace nearfield
