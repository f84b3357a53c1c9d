#pragma once
#include "scenes/sph/medium.hpp"

namespace nearfield::sph {

/// Numbers of an actor's vorticity: one in 2D.
template <int D> constexpr int spins = D == 2 ? 1 : 3;

template <int D> NF_INLINE void add_cross(float* to, const vec<D>& a, const vec<D>& b, float factor) {
    if constexpr (D == 2) {
        to[0] += factor * (a[0] * b[1] - a[1] * b[0]);
    } else {
        to[0] += factor * (a[1] * b[2] - a[2] * b[1]);
        to[1] += factor * (a[2] * b[0] - a[0] * b[2]);
        to[2] += factor * (a[0] * b[1] - a[1] * b[0]);
    }
}

/// Factors of the forces between neighbours, times the particles' volume.
struct Friction {
    float laminar;     ///< 2 (D + 2) nu
    float approaching; ///< the same for artificial viscosity, which brakes approaching pairs only
    float smoothing;   ///< XSPH's share per time step
    float cohesion;
    float wall;        ///< 2 (D + 2) nu at walls
    float soft2;       ///< 0.01 h^2, h half the support: keeps the forces of close pairs finite
};

/// Acceleration by neighbours, antisymmetric in each pair so that momentum is conserved: pressure with P = p / (rest density *
/// density^2) (Monaghan 1992), viscosity (Monaghan 1992; Morris et al. 1997), XSPH (Schechter & Bridson 2012) and cohesion
/// (Becker & Teschner 2007). `shared` holds velocity and P. With the vorticity it goes to end(i, velocity, acceleration, vorticity).
template <int D, bool Pressure, class End> struct Forces {
    Medium<D> medium;
    Friction friction;
    SharedPairs<D> shared;
    End end;
    static constexpr bool sums_only = true, compact = true;
    using Sum = Sums<D + spins<D>>;

    template <class Near> NF_HD void operator()(u32 i, const Near& near) const {
        const auto own = shared.own(i);
        const vec<D> v = own.vector;
        const float pressure = own.number;
        auto sum = near.sum(i, Sum{}, [&](Sum& s, auto j, const vec<D>& towards, float d2, bool hit) {
            const auto other = shared(hit, j);
            const float r = quick_sqrt(d2), w = medium.kernel.value(r), f = medium.volume * medium.kernel.gradient(r);
            const vec<D> relative = other.vector - v;
            const float parting = dot<D>(relative, towards), damping = parting < 0.f ? friction.approaching : friction.laminar;
            float along = friction.cohesion * w - f * damping * parting * quick_inverse(d2 + friction.soft2);
            if constexpr (Pressure) along += f * (pressure + other.number);
            if (hit) s.template add<D>(towards * along + relative * (friction.smoothing * w)), add_cross<D>(s.of + D, relative, towards, f);
        });
        vec<D> acceleration = sum.template vector<D>();
        if (Pressure || friction.wall > 0.f) acceleration += by_wall(i, near, v, pressure);
        if (near.leads(i)) end(i, v, acceleration, length(sum.of + D));
    }

    /// The boundary's pressure is the particle's own, at rest density; its friction is viscosity between the particle and
    /// its image in the wall, whose velocity relative to the wall is the particle's the other way round (Akinci et al. 2012, eqs. 10, 14;
    /// Morris et al. 1997).
    template <class Near> NF_INLINE vec<D> by_wall(u32 i, const Near& near, const vec<D>& v, float pressure) const {
        return medium.over_wall(i, near.position(i), near, Sums<D>{}, [&](Sums<D>& s, float volume, const vec<D>& towards, float r, bool hit, const vec<D>& wall) {
            float along = 0.f;
            if constexpr (Pressure) along = 2.f * pressure;
            along -= 2.f * friction.wall * dot<D>(wall - v, towards) * quick_inverse(r * r + friction.soft2);
            const vec<D> push = towards * (volume * medium.kernel.gradient(r) * along);
            if (hit) s.template add<D>(push);
        }).template vector<D>();
    }

    static NF_INLINE float length(const float* spin) {
        if constexpr (D == 2) return spin[0];
        else return quick_sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]);
    }
};

}  // namespace nearfield::sph
