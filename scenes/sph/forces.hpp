#pragma once
#include "scenes/sph/medium.hpp"

namespace nearfield::sph {

/// Components of vorticity: one in 2D, three in 3D.
template <int D> constexpr int spins = D == 2 ? 1 : 3;

/// Returns `push`, followed by factor * a x b.
template <int D>
NF_INLINE Sums<D + spins<D>> with_cross(const vec<D>& push, const vec<D>& a, const vec<D>& b, float factor) {
    const float z = factor * (a[0] * b[1] - a[1] * b[0]);
    if constexpr (D == 2) return {push[0], push[1], z};
    else
        return {push[0], push[1], push[2], factor * (a[1] * b[2] - a[2] * b[1]), factor * (a[2] * b[0] - a[0] * b[2]),
                z};
}

/// Factors of the forces between neighbours; `smoothing` and `cohesion` include the particles' volume.
struct Friction {
    float laminar;      ///< 2 (D + 2) nu
    float approaching;  ///< the same plus artificial viscosity, which acts on approaching pairs only
    float smoothing;    ///< XSPH's share per time step
    float cohesion;
    float wall;   ///< 2 (D + 2) nu at walls
    float soft2;  ///< 0.01 h^2, h half the support: bounds the forces of close pairs
};

/// Acceleration by neighbours, antisymmetric in each pair so that momentum is conserved: pressure with P = p / (rest
/// density * density^2) (Monaghan 1992), viscosity (Monaghan 1992; Morris et al. 1997), XSPH (Schechter & Bridson 2012)
/// and cohesion (Becker & Teschner 2007). `shared` holds velocity and P. The result goes to end(i, velocity,
/// acceleration, vorticity).
template <int D, bool Pressure, class End> struct Forces {
    Medium<D> medium;
    Friction friction;
    SharedPairs<D> shared;
    End end;
    struct Result {
        vec<D> velocity, acceleration;
        float vorticity;
    };
    static constexpr bool sums_only = true, lists = true;
    using Sum = Sums<D + spins<D>>;

    template <class Near> NF_HD Result operator()(u32 i, const Near& near) const {
        const auto own = shared.own(i);
        const vec<D> v = own.vector;
        const float pressure = own.number, approaching = friction.approaching, laminar = friction.laminar;
        auto sum = near.sum(i, Sum{}, [&](const Other& j, const vec<D>& towards, float d2) {
            const auto other = shared(j);
            const float r = quick_sqrt(d2), w = medium.kernel.value(r), f = medium.volume * medium.kernel.gradient(r);
            const vec<D> relative = other.vector - v;
            const float parting = dot<D>(relative, towards), damping = parting < 0.f ? approaching : laminar;
            float along = friction.cohesion * w - f * damping * parting * quick_inverse(d2 + friction.soft2);
            if constexpr (Pressure) along += f * (pressure + other.number);
            return with_cross<D>(towards * along + relative * (friction.smoothing * w), relative, towards, f);
        });
        vec<D> acceleration = sum.template vector<D>();
        if (Pressure || friction.wall > 0.f) acceleration += by_wall(i, near, v, pressure);
        return {v, acceleration, length(sum.of + D)};
    }
    NF_HD void write(u32 i, const Result& r) const { end(i, r.velocity, r.acceleration, r.vorticity); }

    /// The boundary's pressure is the particle's own, at rest density; its friction is viscosity between the particle
    /// and its image in the wall, whose velocity relative to the wall is the particle's, reversed (Akinci et al. 2012,
    /// eqs. 10, 14; Morris et al. 1997).
    template <class Near> NF_INLINE vec<D> by_wall(u32 i, const Near& near, const vec<D>& v, float pressure) const {
        return medium
            .over_wall(i, near.position(i), near, Sums<D>{},
                       [&](float volume, const vec<D>& towards, float r, const vec<D>& wall) {
                           float along = 0.f;
                           if constexpr (Pressure) along = 2.f * pressure;
                           along -=
                               2.f * friction.wall * dot<D>(wall - v, towards) * quick_inverse(r * r + friction.soft2);
                           return Sums<D>::made_of(towards * (volume * medium.kernel.gradient(r) * along));
                       })
            .template vector<D>();
    }

    static NF_INLINE float length(const float* spin) {
        if constexpr (D == 2) return spin[0];
        else return quick_sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]);
    }
};

}  // namespace nearfield::sph
