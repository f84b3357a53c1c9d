#pragma once
// Forces on a pedestrian from other bodies and walls: Helbing, Farkas & Vicsek 2000, Nature 407:487; Helbing & Molnár
// 1995, Phys. Rev. E 51:4282. Forces in N; README.md gives the equations and deviations.
#include "base/vec.hpp"

#include <cstring>

namespace nearfield::crowd {

/// e^x for x below 88: relative error below 2e-6 for |x| <= 20. Vectorises on the CPU.
NF_INLINE float quick_exp(float x) {
#if NF_ON_DEVICE
    return __expf(x);
#else
    const float t = x * 1.44269504f, kept = t > -126.f ? t : -126.f;
    const float whole = (kept + 12582912.f) - 12582912.f, f = kept - whole;
    const float part =
        1.f + f * (0.693147181f +
                   f * (0.240226507f +
                        f * (0.0555041087f + f * (0.00961812911f + f * (0.00133335581f + f * 0.000154035304f)))));
    const std::int32_t bits = (std::int32_t(whole) + 127) << 23;
    float scale;
    std::memcpy(&scale, &bits, 4);
    return part * scale;
#endif
}

/// Data of a neighbour besides the position, in one load.
struct alignas(16) Body {
    float vx, vy;  ///< m/s
    float radius;  ///< m
    float mass;    ///< kg
    NF_HD vec<2> velocity() const { return {vx, vy}; }
};

NF_INLINE Body load_body(const Body* at) {
#if NF_ON_DEVICE
    const float4 b = __ldg(reinterpret_cast<const float4*>(at));
    return {b.x, b.y, b.z, b.w};
#else
    return *at;
#endif
}

/// Action of a neighbour or wall on a body: a force, and the magnitude of its radial part; friction c per velocity
/// along the unit vector t, and the other's velocity along t.
struct Contact {
    vec<2> force;
    float radial;
    float c = 0;
    vec<2> t{0.f};
    float along = 0;
};

/// Total of the forces on a body: `force`, and friction C (v_other - v) with C = [xx xy; xy yy]. `force` already
/// contains C v_other; -C v is applied implicitly at the end of the step, which keeps dense crowds stable.
struct Push {
    vec<2> force{0.f};
    float xx = 0, xy = 0, yy = 0;  ///< kg/s
    float radial = 0;              ///< sum of the magnitudes of radial forces, N

    friend NF_HD Push operator+(const Push& a, const Push& b) {
        return {a.force + b.force, a.xx + b.xx, a.xy + b.xy, a.yy + b.yy, a.radial + b.radial};
    }
    NF_INLINE void operator+=(const Contact& other) {
        const float c = other.c;
        const vec<2>& t = other.t;
        force += other.force;
        radial += other.radial;
        force += t * (c * other.along);
        xx += c * t[0] * t[0];
        xy += c * t[0] * t[1];
        yy += c * t[1] * t[1];
    }
};

/// Helbing, Farkas & Vicsek 2000.
struct HelbingFarkasVicsek {
    float strength;   ///< A, N
    float per_range;  ///< 1 / B, 1/m
    float stiffness;  ///< k, kg/s²
    float friction;   ///< kappa, kg/(m s)

    NF_INLINE float radial(float overlap) const {
        return strength * quick_exp(overlap * per_range) + stiffness * larger(0.f, overlap);
    }

    /// `towards` is the vector to the other; `sight` is ignored: people also feel others behind them.
    NF_INLINE Contact pair(const Body& own, const Body& other, const vec<2>& towards, float d2,
                           const vec<2>& /*sight*/) const {
        const float d = quick_sqrt(d2), per_d = d > 1e-6f ? 1.f / d : 0.f;
        const vec<2> n = towards * -per_d, t(-n[1], n[0]);
        const float overlap = own.radius + other.radius - d, f = radial(overlap);
        return {n * f, f, friction * larger(0.f, overlap), t, other.vx * t[0] + other.vy * t[1]};
    }

    /// `away`: unit vector from the wall's nearest point, at distance d; `share`: this wall's share of the force at
    /// that point.
    NF_INLINE Contact wall(const Body& own, const vec<2>& away, float d, float share) const {
        const float overlap = own.radius - d, f = share * radial(overlap);
        return {away * f, f, share * friction * larger(0.f, overlap), {-away[1], away[0]}, 0.f};
    }

    NF_INLINE float top_speed(float) const { return 1e9f; }
};

/// Helbing & Molnár 1995: an elliptical potential, elongated along the other's stride and weaker from behind. The
/// paper's forces are per unit mass.
struct HelbingMolnar {
    float stride;                          ///< Delta t, s
    float strength = 2.1f;                 ///< V0, m²/s²
    float range = 0.3f;                    ///< sigma, m
    float wall_strength = 10.f;            ///< U0, m²/s²
    float wall_range = 0.2f;               ///< R, m
    float cos_half_sight = -0.173648178f;  ///< 100 degrees to either side
    float behind = 0.5f;                   ///< weight of people out of sight

    NF_INLINE Contact pair(const Body& own, const Body& other, const vec<2>& towards, float,
                           const vec<2>& sight) const {
        const vec<2> r = -towards, y = other.velocity() * stride, s = r - y;
        const float r1 = larger(quick_sqrt(dot<2>(r, r)), 1e-6f), s1 = larger(quick_sqrt(dot<2>(s, s)), 1e-6f),
                    sum = r1 + s1;
        const float b = 0.5f * quick_sqrt(larger(sum * sum - dot<2>(y, y), 1e-6f));
        const vec<2> slope = (r / r1 + s / s1) * (sum / (4.f * b));
        const vec<2> f = slope * (own.mass * strength / range * quick_exp(-b / range));
        const float size = quick_sqrt(dot<2>(f, f));
        const float weight = -dot<2>(sight, f) >= size * cos_half_sight || dot<2>(sight, sight) == 0.f ? 1.f : behind;
        return {f * weight, size * weight};
    }

    NF_INLINE Contact wall(const Body& own, const vec<2>& away, float d, float share) const {
        const float f = share * own.mass * wall_strength / wall_range * quick_exp(-d / wall_range);
        return {away * f, f};
    }

    NF_INLINE float top_speed(float desired) const { return 1.3f * desired; }
};

}  // namespace nearfield::crowd
