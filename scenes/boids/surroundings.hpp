#pragma once
#include "scenes/boids/steering.hpp"

#include "usp/walk.hpp"

namespace nearfield::boids {

/// A ball (2D: a disc) that no actor enters.
struct Obstacle {
    float at[3];
    float radius;
};

/// Influences besides neighbours and walls: obstacles ahead, and the mouse.
template <int D> struct Surroundings {
    Environment<D> box;
    const Obstacle* obstacles;
    int count;
    float look_ahead;  ///< measured from an obstacle's surface
    float berth;       ///< target distance when passing an obstacle's surface

    bool pointed = false;
    vec<D> pointer{0.f};
    float reach = 1;  ///< range of the mouse
    float pull = 0;   ///< force at the mouse, in units of the greatest force; negative frightens

    /// Force on an actor at x with velocity v.
    NF_INLINE vec<D> force(const Steering& steering, const vec<D>& x, const vec<D>& v) const {
        vec<D> sum(0.f);
        if (count > 0) sum += steering.along<D>(way_round(x, v), v) * 2.f;
        if (pointed) {
            const vec<D> to = nearest_image(pointer - x);
            const float closeness = 1.f - dot<D>(to, to) / (reach * reach);
            if (closeness > 0.f) sum += steering.along<D>(pull > 0.f ? to : to * -1.f, v) * (fabsf(pull) * closeness);
        }
        return sum;
    }

    /// Reynolds' obstacle avoidance: the direction away from the centre of the first obstacle in the actor's way,
    /// perpendicular to the heading. Zero if the way is free.
    NF_INLINE vec<D> way_round(const vec<D>& x, const vec<D>& v) const {
        const vec<D> heading = direction<D>(v);
        vec<D> wish(0.f);
        float first = INFINITY;
        for (int o = 0; o < count; ++o) {
            const vec<D> to = nearest_image(middle(o) - x);
            const float along = dot<D>(to, heading), radius = obstacles[o].radius;
            const vec<D> off = heading * along - to;
            const float wide = radius + berth;
            if (along < 0.f || along > radius + look_ahead || along > first || dot<D>(off, off) > wide * wide) continue;
            first = along;
            wish = dot<D>(off, off) > 1e-6f * radius * radius ? direction<D>(off) : aside<D>(heading);
        }
        return wish;
    }

    /// Moves an actor inside an obstacle to its surface; it slides along the surface at unchanged speed.
    NF_INLINE void keep_out(vec<D>& x, vec<D>& v) const {
        for (int o = 0; o < count; ++o) {
            const vec<D> from = x - middle(o);
            const float radius = obstacles[o].radius;
            if (dot<D>(from, from) >= radius * radius) continue;
            vec<D> out = direction<D>(from);
            if (dot<D>(out, out) == 0.f) out[0] = 1.f;
            x = middle(o) + out * (radius * (1.f + 1e-6f));
            const float inward = dot<D>(v, out), speed = quick_sqrt(dot<D>(v, v));
            if (inward >= 0.f) continue;
            vec<D> slide = direction<D>(v - out * inward);
            if (dot<D>(slide, slide) == 0.f) slide = aside<D>(out);
            v = slide * speed;
        }
    }

  private:
    NF_INLINE vec<D> middle(int o) const {
        vec<D> at;
        for (int a = 0; a < D; ++a) at[a] = obstacles[o].at[a];
        return at;
    }

    NF_INLINE vec<D> nearest_image(const vec<D>& to) const {
        return box.wrapped ? nearfield::nearest_image(box, to) : to;
    }
};

/// The soft wall: a band inside each wall of a bounded environment.
template <int D> struct Walls {
    Environment<D> box;
    float band;

    /// Depth of x in the band per axis, 0 to 1, pointing inward.
    NF_INLINE vec<D> depth(const vec<D>& x) const {
        vec<D> inward(0.f);
        if (box.wrapped || band <= 0.f) return inward;
        for (int a = 0; a < D; ++a)
            inward[a] = larger(0.f, 1.f - (x[a] - box.lo[a]) / band) - larger(0.f, 1.f - (box.hi[a] - x[a]) / band);
        return inward;
    }
};

}  // namespace nearfield::boids
