#pragma once
#include "base/vec.hpp"

namespace nearfield::boids {

/// No longer than `most`.
template <int D> NF_INLINE vec<D> clipped(const vec<D>& v, float most) {
    const float length2 = dot<D>(v, v);
    return length2 > most * most ? v * (most / quick_sqrt(length2)) : v;
}

/// The unit vector along v, or zero.
template <int D> NF_INLINE vec<D> direction(const vec<D>& v) {
    const float length2 = dot<D>(v, v);
    return length2 > 1e-30f ? v * (1.f / quick_sqrt(length2)) : vec<D>(0.f);
}

/// A unit vector square to the unit vector u.
template <int D> NF_INLINE vec<D> aside(const vec<D>& u) {
    if constexpr (D == 2) return {-u[1], u[0]};
    else return direction<3>(fabsf(u[1]) < 0.9f ? vec<3>(u[2], 0.f, -u[0]) : vec<3>(0.f, u[2], -u[1]));
}

/// Steering as Reynolds (1999) has it: the way to wish for a velocity is to push towards it, no harder than one can.
struct Steering {
    float least_speed, most_speed;
    float most_force;

    /// Force of an actor with velocity v that wants to fly along `wish` (of any length; zero: no wish) at full speed.
    template <int D> NF_INLINE vec<D> along(const vec<D>& wish, const vec<D>& v) const {
        const float length2 = dot<D>(wish, wish);
        return length2 > 1e-30f ? clipped<D>(wish * (most_speed / quick_sqrt(length2)) - v, most_force) : vec<D>(0.f);
    }

    /// v brought within the limits of speed; one that stands flies along x.
    template <int D> NF_INLINE vec<D> limited(const vec<D>& v) const {
        const float speed = quick_sqrt(dot<D>(v, v));
        if (speed > most_speed) return v * (most_speed / speed);
        if (speed >= least_speed) return v;
        if (speed > 1e-15f) return v * (least_speed / speed);
        vec<D> start(0.f);
        start[0] = least_speed;
        return start;
    }
};

}  // namespace nearfield::boids
