#pragma once
// The shallow water equations on the cells of a lattice: the flux through a face, slopes in a cell, and a cell's step.
// Sources: flux.hpp; slopes and prediction by half a step, van Leer 1984 and Hancock.
#include "cells/faces.hpp"
#include "scenes/flood/flux.hpp"

namespace nearfield::flood {

constexpr float dry_depth = 1e-6f;  ///< m: water less deep does not move
/// The bed of a cell that is a wall.
constexpr float wall = INFINITY;
NF_INLINE bool is_wall(float bed) { return bed > 1e30f; }

/// The time of the flood, kept where it is computed: no step waits for it.
struct Clock {
    double time = 0;          ///< s
    float step = 0;           ///< s: the time step to come
    float rain_due = 0;       ///< m that fall on every cell in the step to come
    float rain_gathered = 0;  ///< m that fell since: single precision would lose the rain of one short step
    double rained = 0;        ///< m since the start
};

/// Depth in m and velocity in m/s.
struct Flow {
    float depth, u, v;
};

/// Momentum times this is velocity, led to 0 in films thinner than 0.01 mm (after Kurganov & Petrova 2007).
NF_INLINE float velocity_per_momentum(float depth) {
    const float thick = larger(depth, 1e-5f);
    return 2 * depth * quick_inverse(depth * depth + thick * thick);
}
NF_INLINE float velocity_of(float momentum, float depth) { return momentum * velocity_per_momentum(depth); }
NF_INLINE Flow flow_of(float depth, float momentum_x, float momentum_y) {
    const float per = velocity_per_momentum(depth);
    return {depth, momentum_x * per, momentum_y * per};
}

/// x^(-1/3) for x > 0 to about 1e-7: a first guess by the logarithm, then Newton's iterations.
NF_INLINE float inverse_cube_root(float x) {
#if NF_ON_DEVICE
    float logarithm, y;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(logarithm) : "f"(x));
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(logarithm * (-1.f / 3)));
    return y * (4 - x * y * y * y) * (1.f / 3);
#else
    std::int32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    bits = 0x54a2fa8c - bits / 3;
    float y;
    __builtin_memcpy(&y, &bits, sizeof y);
    for (int i = 0; i < 3; ++i) y *= (4 - x * y * y * y) * (1.f / 3);
    return y;
#endif
}

/// Half of the difference that a limited slope makes from one neighbour to the other: generalised minmod with theta =
/// 1.5. `a` and `b`: what the cell differs from the one before it, and the one after it from the cell. The weights are
/// binary fractions, so that the heights of a Site give exact slopes.
NF_INLINE float half_slope(float a, float b) {
    const float least = -larger(-fabsf(a), -fabsf(b)), most = chosen(a * b > 0, 0.75f * least, 0),
                mean = 0.25f * (a + b);
    return larger(-most, -larger(-most, -mean));
}

/// State of the water: depth in m and momentum per area in m²/s.
struct WaterColumns {
    float *depth, *momentum_x, *momentum_y;
};
struct WaterState {
    const float *depth, *momentum_x, *momentum_y;
};

/// The ceilings of all cells, if any has one.
struct Ceilings {
    const float* over = nullptr;  ///< m, counted as beds are; infinite where there is none
    float slot = 1;               ///< Room

    NF_INLINE Room<Flux::under_ceilings> room(std::size_t cell, float bed) const {
        return {is_wall(bed) ? INFINITY : larger(0.f, over[cell] - bed), slot};
    }
    NF_INLINE float head(std::size_t cell, float bed, float stored) const {
        return over ? room(cell, bed).head(stored) : stored;
    }
};

/// What a step reads besides the water.
struct Ground {
    const float* bed = nullptr;    ///< m; `wall` where no water can be
    float manning = 0;             ///< s/m^(1/3)
    const float* rough = nullptr;  ///< times this at every cell or, if they are alike, one row of cells
    bool mapped = false;           ///< they are not alike
    float spacing = 1;             ///< m
    Ceilings ceilings{};

    NF_INLINE float manning_at(std::size_t cell) const { return mapped ? manning * rough[cell] : manning; }
};

/// |velocity| + speed of waves, above 0 wherever there is water.
template <Flux flux = Flux::hllc> NF_INLINE float wave_speed(const Flow& flow, const Room<flux>& room = {}) {
    return quick_sqrt(flow.u * flow.u + flow.v * flow.v) + room.wave(flow.depth);
}
/// The same in a cell that may have a ceiling.
NF_INLINE float wave_speed(const Flow& flow, const Ceilings& ceilings, std::size_t cell, float bed) {
    return ceilings.over ? wave_speed(flow, ceilings.room(cell, bed)) : wave_speed(flow);
}

/// Momentum times this is what Manning's friction leaves of a momentum (x, y) in m²/s after a step:
/// q (1 + step g n² |q| / h^(7/3)) = momentum, solved for q, so that steady flow does not depend on the step.
NF_INLINE float friction(float depth, float x, float y, float manning, float step) {
#if NF_ON_DEVICE
    if (manning == 0) return 1;  // alike for all threads; on a CPU it would keep loops from becoming loops over vectors
#endif
    const float root = inverse_cube_root(larger(depth, dry_depth)), square = root * root;
    const float momentum = quick_sqrt(x * x + y * y);
    const float drag = step * gravity * manning * manning * momentum * (square * square * square * root);
    return 2 * quick_inverse(1 + quick_sqrt(1 + 4 * drag));
}

struct InPlane {
    float x, y;
};
/// A vector along a normal and to the left of it.
struct Turned {
    float along, across;
};
/// The normal of an axis' faces, to which vectors are turned and from which they come back. Products with 0 and 1 would
/// not go by themselves.
template <class Faces, int axis> struct AlongAxis {
    NF_INLINE Turned turned(float x, float y) const {
        if constexpr (axis == 0) return {x, y};
        else if constexpr (Faces::axes == 2) return {y, -x};
        else {
            constexpr float nx = Faces::normal_x(axis), ny = Faces::normal_y(axis);
            return {x * nx + y * ny, y * nx - x * ny};
        }
    }
    NF_INLINE InPlane back(float along, float across) const {
        if constexpr (axis == 0) return {along, across};
        else if constexpr (Faces::axes == 2) return {-across, along};
        else {
            constexpr float nx = Faces::normal_x(axis), ny = Faces::normal_y(axis);
            return {along * nx - across * ny, along * ny + across * nx};
        }
    }
};
/// The same for any unit vector.
struct AlongVector {
    float nx, ny;
    NF_INLINE Turned turned(float x, float y) const { return {x * nx + y * ny, y * nx - x * ny}; }
    NF_INLINE InPlane back(float along, float across) const {
        return {along * nx - across * ny, along * ny + across * nx};
    }
};

/// Water and bed of a cell.
struct InCell {
    Flow flow;
    float bed;
};
/// Water and bed on one side of a face, or what they differ by from the middle of the cell.
struct AtFace {
    FaceSide water;
    float bed;
    float ceiling = INFINITY;
};
template <class Along> NF_INLINE FaceSide seen(Along along, const Flow& flow) {
    const Turned velocity = along.turned(flow.u, flow.v);
    return {flow.depth, velocity.along, velocity.across};
}

/// What limited slopes between two opposite neighbours add to a cell's values at the face ahead, and take from them at
/// the one behind. Velocities are limited along the axis and across it, so that every axis of a lattice is alike.
template <class Along>
NF_INLINE AtFace half_slopes(Along along, const InCell& before, const InCell& here, const InCell& after) {
    const Turned a = along.turned(here.flow.u - before.flow.u, here.flow.v - before.flow.v);
    const Turned b = along.turned(after.flow.u - here.flow.u, after.flow.v - here.flow.v);
    return {{half_slope(here.flow.depth - before.flow.depth, after.flow.depth - here.flow.depth),
             half_slope(a.along, b.along), half_slope(a.across, b.across)},
            half_slope(here.bed - before.bed, after.bed - here.bed)};
}

/// What slopes change the water of a cell by, per time and half the area over the length of a face.
struct Change {
    float depth = 0, u = 0, v = 0;
    friend NF_INLINE Change operator+(const Change& a, const Change& b) {
        return {a.depth + b.depth, a.u + b.u, a.v + b.v};
    }
};
template <class Along> NF_INLINE Change change_along(Along along, const Flow& here, const AtFace& half) {
    const float speed = along.turned(here.u, here.v).along;
    const InPlane push =
        along.back(speed * half.water.along + gravity * (half.water.depth + half.bed), speed * half.water.across);
    return {-(speed * half.water.depth + here.depth * half.water.along), -push.x, -push.y};
}
/// Hancock's prediction: the water of a cell half a step ahead, by the slopes along all axes; as it is where half its
/// depth would go. `by`: the step times the ratio of a face to the area of the cell.
NF_INLINE Flow half_step_ahead(const Flow& here, const Change& change, float by, float manning, float step) {
    const float h = here.depth, dh = by * change.depth, u = here.u + by * change.u, v = here.v + by * change.v;
    const bool predicted = h + dh >= 0.5f * h;
    const float slowed = friction(h, u * h, v * h, manning, 0.5f * step);
    return {predicted ? h + dh : h, predicted ? u * slowed : here.u, predicted ? v * slowed : here.v};
}
/// The same where the depth is a head: a full cell has no slopes.
template <Flux flux> NF_INLINE Flow half_step_ahead(const Flow& here, const Change& change, float by, float manning,
                                                    float step, const Room<flux>& room) {
    Flow ahead = half_step_ahead({room.stored(here.depth), here.u, here.v}, change, by, manning, step);
    ahead.depth = chosen(room.is_full(here.depth), here.depth, ahead.depth);
    return ahead;
}

/// What leaves a cell, per metre of face: mass in m²/s, momentum in m³/s²; and the sum of the unit vectors out of faces
/// that are closed.
struct Balance {
    float mass = 0, x = 0, y = 0, wall_x = 0, wall_y = 0;
    friend NF_INLINE Balance operator+(const Balance& a, const Balance& b) {
        return {a.mass + b.mass, a.x + b.x, a.y + b.y, a.wall_x + b.wall_x, a.wall_y + b.wall_y};
    }
};

/// What flows through a face from the left to the right. Under ceilings it reaches from the higher bed to the lower
/// ceiling, if that is above.
template <Flux flux> NF_INLINE FaceFlux flux_between(const AtFace& left, const AtFace& right, float slot = 1) {
    const float step = right.bed - left.bed;
    if constexpr (flux != Flux::under_ceilings) return flux_through<flux>(left.water, right.water, step);
    const float height = -larger(-left.ceiling, -right.ceiling) - larger(left.bed, right.bed);
    const bool open = height > 0;
    FaceSide a = left.water, b = right.water;
    a.depth = chosen(open, a.depth, 0), b.depth = chosen(open, b.depth, 0);
    return flux_through<flux>(a, b, step, {chosen(open, height, 0), slot});
}
/// What this is to the cells on both sides.
template <class Along> NF_INLINE Balance out_of_left(Along along, const FaceFlux& flux) {
    const InPlane push = along.back(flux.along, flux.across);
    return {flux.mass, push.x, push.y};
}
template <class Along> NF_INLINE Balance out_of_right(Along along, const FaceFlux& flux) {
    const InPlane push = along.back(flux.push - flux.along, -flux.across);
    return {-flux.mass, push.x, push.y};
}
/// The push of the slope of the level along an axis on the water of the cell itself. `depths`: at both faces.
template <class Along> NF_INLINE Balance leaning(Along along, float depths, float half_of_level) {
    const InPlane push = along.back(gravity * depths * half_of_level, 0);
    return {0, push.x, push.y};
}
/// Whether the water of a cell ends at a neighbour: a wall, or dry ground that it does not reach.
NF_INLINE bool ends_at(float depth, float bed, float depth_there, float bed_there) {
    return (depth_there <= dry_depth) & (bed_there - bed >= depth);
}

/// The closed faces of a cell turn back together what moves towards them, along their common normal: each by itself,
/// the zigzag of faces along a straight wall would brake what flows by. The momentum flux of the mirrored state beyond
/// the cell's hydrostatic pressure is h w (w + |w| + c), w being the velocity towards the wall.
template <Flux flux = Flux::hllc>
NF_INLINE void push_off_walls(Balance& out, const Flow& ahead, const Room<flux>& room = {}) {
    const Flow flow{room.stored(ahead.depth), ahead.u, ahead.v};
    const float closed = quick_sqrt(out.wall_x * out.wall_x + out.wall_y * out.wall_y);
    const float towards = (flow.u * out.wall_x + flow.v * out.wall_y) * quick_inverse(larger(closed, 1e-6f));
    const float wave = room.wave(flow.depth);
    const float push = flow.depth * towards * (towards + fabsf(towards) + wave);
    out.x += push * out.wall_x, out.y += push * out.wall_y;
}

/// A cell after a step; `awake` is its wave speed, or above 0 where it has just run dry: a tile that sleeps must be dry
/// in both states.
struct Stepped {
    float depth, momentum_x, momentum_y, awake;
};
/// `by`: the step times the ratio of a face to the area of the cell. `x` and `y`: the momentum so far.
template <Flux flux = Flux::hllc> NF_INLINE Stepped stepped(float depth, float x, float y, float bed,
                                                            const Balance& out, float by, float rain, float manning,
                                                            float step, const Room<flux>& room = {}) {
    float h = depth - by * out.mass + rain;
    x -= by * out.x, y -= by * out.y;
    const float slowed = friction(h, x, y, manning, step);
    x *= slowed, y *= slowed;
    const bool dry = is_wall(bed) | !(h > dry_depth);
    h = is_wall(bed) ? 0.f : h;
    x = dry ? 0.f : x, y = dry ? 0.f : y;
    return {h, x, y, larger(wave_speed(flow_of(h, x, y), room), 1e-20f * depth)};
}

}  // namespace nearfield::flood
