#pragma once
#include "scenes/sph/kernels.hpp"

#include "usp/read_by_others.hpp"

#include <type_traits>

namespace nearfield::sph {

/// The kernel in use, chosen at run time.
template <int D> struct Kernel : KernelScale<D, float> {
    bool is_cubic;

    Kernel(KernelKind kind, double h)
        : KernelScale<D, float>(kind == KernelKind::cubic ? KernelScale<D, float>(CubicSpline<D>(h))
                                                          : WendlandC2<D>(h)),
          is_cubic(kind == KernelKind::cubic),
          of_cubic(is_cubic),
          of_wendland(!is_cubic) {}
    NF_INLINE float value(float r) const {
        const float q = r * this->inverse;
        return this->peak * in_use(CubicSpline<D>::shape(q), WendlandC2<D>::shape(q));
    }
    /// f of grad W = f * (x_i - x_j), at most 0.
    NF_INLINE float gradient(float r) const {
        const float q = r * this->inverse;
        return this->slope * in_use(CubicSpline<D>::bend(q), WendlandC2<D>::bend(q));
    }

  private:
    float of_cubic, of_wendland;  ///< 1 and 0, or 0 and 1

    NF_INLINE float in_use(float cubic, float wendland) const {
#if NF_ON_DEVICE
        return is_cubic ? cubic : wendland;
#else
        return of_cubic * cubic + of_wendland * wendland;  // a branch would prevent vectorisation
#endif
    }
};

/// Boundary particles as seen by a rule over the fluid (Akinci et al. 2012).
template <int D> struct Wall {
    Storage<D> storage;
    const float* volume = nullptr;  ///< m^D, in the order of `storage`
    Grid<D> blocks;                 ///< cells as wide as the support
    const u32* near = nullptr;      ///< per block: above 0 if boundary particles are in it or in a neighbouring block
    ReadByOthers<D> velocity;       ///< m/s; empty on CUDA if no wall moves

    NF_INLINE bool reaches(const vec<D>& at) const { return storage.actors > 0 && near[blocks.bin(at)] > 0; }
    NF_INLINE vec<D> velocity_of(const Other& j) const {
#if NF_ON_DEVICE
        if (!velocity.packed) return vec<D>(0.f);
#endif
        return velocity(j);
    }
};

/// Data of every rule over the fluid. Volumes are those at rest density, so densities are relative to rest density.
template <int D> struct Medium {
    Kernel<D> kernel;
    float volume;  ///< of a particle, m^D
    Wall<D> wall;

    /// Sum of f(volume, towards, r) over the boundary particles around `at`, the position of i; f may also take the
    /// wall's velocity as a fourth argument.
    template <class Sum, class Near, class F>
    NF_INLINE Sum over_wall(u32 i, const vec<D>& at, const Near& near, const Sum& zero, F&& f) const {
        return near.sum_of(i, wall.storage, at, wall.reaches(at), zero,
                           [&](const Other& j, const vec<D>& towards, float d2) {
                               const float volume = j.of(wall.volume), r = quick_sqrt(d2);
                               if constexpr (std::is_invocable_v<F&, float, const vec<D>&, float, const vec<D>&>)
                                   return f(volume, towards, r, wall.velocity_of(j));
                               else return f(volume, towards, r);
                           });
    }
};

/// A sum over neighbours with N separate components.
template <int N> struct Sums {
    float of[N] = {};
    friend NF_HD Sums operator+(const Sums& a, const Sums& b) {
        Sums sum;
        for (int k = 0; k < N; ++k) sum.of[k] = a.of[k] + b.of[k];
        return sum;
    }
    /// The components of v, followed by other numbers.
    template <int D, class... More> static NF_INLINE Sums made_of(const vec<D>& v, More... more) {
        static_assert(D + sizeof...(More) == N);
        if constexpr (D == 2) return {v[0], v[1], more...};
        else return {v[0], v[1], v[D - 1], more...};
    }
    template <int D> NF_INLINE vec<D> vector(int from = 0) const {
        vec<D> v;
        for (int a = 0; a < D; ++a) v[a] = of[from + a];
        return v;
    }
};

}  // namespace nearfield::sph
