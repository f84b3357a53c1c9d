#pragma once
#include "usp/sector.hpp"

namespace nearfield::boids {

/// v, clipped to the length `most`.
template <int D> NF_INLINE vec<D> clipped(const vec<D>& v, float most) {
    const float length2 = dot<D>(v, v);
    return length2 > most * most ? v * (most / quick_sqrt(length2)) : v;
}

/// A unit vector perpendicular to the unit vector u.
template <int D> NF_INLINE vec<D> aside(const vec<D>& u) {
    if constexpr (D == 2) return {-u[1], u[0]};
    else return direction<3>(fabsf(u[1]) < 0.9f ? vec<3>(u[2], 0.f, -u[0]) : vec<3>(0.f, u[2], -u[1]));
}

/// Steering as in Reynolds (1999): the force is the desired velocity minus the current one, clipped to the greatest
/// force.
struct Steering {
    float least_speed, most_speed;
    float most_force;

    /// Force on an actor with velocity v that wants to fly along `wish` at full speed. `wish` may have any length; 0:
    /// no wish.
    template <int D> NF_INLINE vec<D> along(const vec<D>& wish, const vec<D>& v) const {
        const float length2 = dot<D>(wish, wish);
        return length2 > 1e-30f ? clipped<D>(wish * (most_speed / quick_sqrt(length2)) - v, most_force) : vec<D>(0.f);
    }

    /// v scaled to within the speed limits; an actor at rest starts along x.
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
