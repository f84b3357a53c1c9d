#pragma once
// Smoothing kernels with support h: W(r) = 0 for r >= h, integral 1 over the plane (D = 2) or space (D = 3).
#include "base/platform.hpp"

#include <cmath>

// Every kernel is a small struct, constructed from h on the host and passed by value:
//   value(r)     W at distance r, 1 / length^D
//   gradient(r)  f of grad W = f * (x_i - x_j), 1 / length^(D+2); f <= 0, and finite at r = 0, where grad W = 0
//   shape(q), bend(q)  the same over q = r / h without the factors `peak` and `slope`
// Real is float on the device; double is for reference values.

namespace nearfield::sph {

enum class KernelKind { cubic, wendland };

template <class Real> NF_INLINE Real above_zero(Real x) { return x > Real(0) ? x : Real(0); }
template <class Real> NF_INLINE Real not_below(Real x, Real least) { return x > least ? x : least; }
NF_INLINE float inverse_of(float x) { return quick_inverse(x); }
NF_INLINE double inverse_of(double x) { return 1 / x; }

/// Common to all kernels: 1 / h, and the factors of W and of its gradient.
template <int D, class Real> struct KernelScale {
    static_assert(D == 2 || D == 3);
    Real h, inverse, peak, slope;

    /// `norm`: the factor of W for h = 1, times pi.
    KernelScale(double h, double norm)
        : h(Real(h)),
          inverse(Real(1 / h)),
          peak(Real(norm / (3.14159265358979323846 * std::pow(h, D)))),
          slope(Real(double(peak) / (h * h))) {}
};

/// Cubic B-spline (Monaghan & Lattanzio 1985) in the form 6q^3 - 6q^2 + 1 for q = r/h <= 1/2, then 2(1 - q)^3.
template <int D, class Real = float> struct CubicSpline : KernelScale<D, Real> {
    explicit CubicSpline(double h) : KernelScale<D, Real>(h, D == 2 ? 40. / 7 : 8.) {}

    static NF_INLINE Real shape(Real q) {
        const Real outer = above_zero(1 - q), inner = above_zero(Real(0.5) - q);
        return 2 * outer * outer * outer - 8 * inner * inner * inner;
    }
    static NF_INLINE Real bend(Real q) {
        const Real outer = above_zero(1 - q);
        return q <= Real(0.5) ? 18 * q - 12 : -6 * outer * outer * inverse_of(not_below(q, Real(0.5)));
    }
    NF_INLINE Real value(Real r) const { return this->peak * shape(r * this->inverse); }
    NF_INLINE Real gradient(Real r) const { return this->slope * bend(r * this->inverse); }
};

/// C2 (Wendland 1995): (1 - q)^4 (4q + 1); free of the pairing instability (Dehnen & Aly 2012).
template <int D, class Real = float> struct WendlandC2 : KernelScale<D, Real> {
    explicit WendlandC2(double h) : KernelScale<D, Real>(h, D == 2 ? 7. : 10.5) {}

    static NF_INLINE Real shape(Real q) {
        const Real t = above_zero(1 - q), t2 = t * t;
        return t2 * t2 * (4 * q + 1);
    }
    static NF_INLINE Real bend(Real q) {
        const Real t = above_zero(1 - q);
        return -20 * t * t * t;
    }
    NF_INLINE Real value(Real r) const { return this->peak * shape(r * this->inverse); }
    NF_INLINE Real gradient(Real r) const { return this->slope * bend(r * this->inverse); }
};

}  // namespace nearfield::sph
