#pragma once
#include "scenes/sph/kernels.hpp"

#include "usp/read_by_others.hpp"

#include <type_traits>

namespace nearfield::sph {

enum class KernelKind { cubic, wendland };

/// The kernel in use, chosen while it runs.
template <int D> struct Kernel : KernelScale<D, float> {
    bool is_cubic;

    Kernel(KernelKind kind, double h) : KernelScale<D, float>(kind == KernelKind::cubic ? KernelScale<D, float>(CubicSpline<D>(h)) : WendlandC2<D>(h)), is_cubic(kind == KernelKind::cubic) {}
    NF_INLINE float value(float r) const {
        const float q = r * this->inverse;
        return this->peak * (is_cubic ? CubicSpline<D>::shape(q) : WendlandC2<D>::shape(q));
    }
    /// f of grad W = f * (x_i - x_j), not above zero.
    NF_INLINE float gradient(float r) const {
        const float q = r * this->inverse;
        return this->slope * (is_cubic ? CubicSpline<D>::bend(q) : WendlandC2<D>::bend(q));
    }
};

/// The boundary particles as a rule over the fluid sees them (Akinci et al. 2012).
template <int D> struct Wall {
    Storage<D> storage;
    const float* volume = nullptr;  ///< m^D, in the order of `storage`
    Grid<D> blocks;                 ///< as wide as the support
    const u32* near = nullptr;      ///< per block: above 0 if there are boundary particles in it or in one beside it
    const Packed<D>* velocity = nullptr;  ///< m/s; null if no wall moves

    NF_INLINE bool reaches(const vec<D>& at) const { return storage.actors > 0 && near[blocks.bin(at)] > 0; }
    NF_INLINE vec<D> velocity_of(u32 j) const { return velocity ? load<D>(velocity + j) : vec<D>(0.f); }
};

/// What every rule over the fluid knows. Volumes are those of fluid at rest density, so that densities are ratios to it.
template <int D> struct Medium {
    Kernel<D> kernel;
    float volume;  ///< of a particle, m^D
    Wall<D> wall;

    /// What f adds up over the boundary particles around `at`, where i is; f(sum, volume, towards, r, hit) as in Neighbours::sum,
    /// or f(sum, volume, towards, r, hit, velocity) for who asks for the wall's velocity.
    template <class Sum, class Near, class F> NF_INLINE Sum over_wall(u32 i, const vec<D>& at, const Near& near, const Sum& zero, F&& f) const {
        if (!near.anyone(wall.reaches(at))) return zero;
        return near.sum_of(i, wall.storage, at, zero, [&](Sum& sum, auto j, const vec<D>& towards, float d2, bool hit) {
            if constexpr (std::is_invocable_v<F&, Sum&, float, const vec<D>&, float, bool, const vec<D>&>) f(sum, wall.volume[j], towards, quick_sqrt(d2), hit, wall.velocity_of(u32(j)));
            else f(sum, wall.volume[j], towards, quick_sqrt(d2), hit);
        });
    }
};

/// A sum over neighbours: numbers that are added one by one.
template <int N> struct Sums {
    float of[N] = {};
    friend NF_HD Sums operator+(const Sums& a, const Sums& b) {
        Sums sum;
        for (int k = 0; k < N; ++k) sum.of[k] = a.of[k] + b.of[k];
        return sum;
    }
    template <int D> NF_INLINE void add(const vec<D>& v, int from = 0) {
        for (int a = 0; a < D; ++a) of[from + a] += v[a];
    }
    template <int D> NF_INLINE vec<D> vector(int from = 0) const {
        vec<D> v;
        for (int a = 0; a < D; ++a) v[a] = of[from + a];
        return v;
    }
};

}  // namespace nearfield::sph
