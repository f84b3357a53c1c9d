#pragma once
// The shallow water equations on a lattice of cells: the flux through a face, slopes in a cell, and one step of a cell.
// Sources: hydrostatic reconstruction, Audusse, Bouchut, Bristeau, Klein, Perthame 2004 (SIAM J. Sci. Comput. 25);
// HLL with Toro's speeds at dry sides, and the contact wave for momentum along the face (Toro 2001, ch. 10); slopes and
// prediction by half a step, van Leer 1984 and Hancock.
#include "cells/faces.hpp"
#include "cells/sweep.hpp"

namespace nearfield::flood {

constexpr float gravity = 9.81f;    ///< m/s²
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

/// What flows through a face per metre of its length, as seen from the left cell.
struct FaceFlux {
    float mass;    ///< m²/s out of the cell
    float along;   ///< m³/s²: momentum along the normal, beyond the cell's own hydrostatic pressure
    float across;  ///< m³/s²: momentum along the face
};

/// One side of a face: depth, and velocity along the normal and along the face.
struct FaceSide {
    float depth, along, across;
};

/// `yes` if `which`, else `no`. By bits on the CPU: a plain choice between two loaded values becomes a choice between
/// two addresses, and the loop around it none over vectors.
NF_INLINE float chosen(bool which, float yes, float no) {
#if NF_ON_DEVICE
    return which ? yes : no;
#else
    u32 a, b;
    __builtin_memcpy(&a, &yes, sizeof a), __builtin_memcpy(&b, &no, sizeof b);
    const u32 mask = 0u - u32(which), bits = (a & mask) | (b & ~mask);
    float result;
    __builtin_memcpy(&result, &bits, sizeof result);
    return result;
#endif
}

/// A product that is rounded by itself: fused into a sum, it would differ between the two sides of a face.
NF_INLINE float product(float a, float b) {
#if NF_ON_DEVICE
    return __fmul_rn(a, b);
#else
    return a * b;
#endif
}

/// `step` is the bed right of the face minus the bed left of it. A swap of the sides changes the sign of `mass`
/// exactly, and water at one level gives exactly 0.
NF_INLINE FaceFlux flux_through(const FaceSide& left, const FaceSide& right, float step) {
    const float a = larger(0.f, left.depth - larger(0.f, step)), b = larger(0.f, right.depth - larger(0.f, -step));
    const float u = chosen(a > 0, left.along, right.along), w = chosen(b > 0, right.along, left.along);
    const float ca = sqrtf(gravity * a), cb = sqrtf(gravity * b);
    const float slow_wet = -larger(ca - u, cb - w), fast_wet = larger(u + ca, w + cb);
    const float slow = -larger(0.f, -(a > 0 ? slow_wet : w - 2 * cb));
    const float fast = larger(0.f, b > 0 ? fast_wet : u + 2 * ca);
    const float scale = 1 / larger(fast - slow, 1e-30f), both = slow * fast;
    const float from_left = product(fast, a * u), from_right = product(slow, b * w);
    const float mass = (from_left - from_right + product(both, b - a)) * scale;
    const float push = 0.5f * gravity * (b - a) * (b + a);
    const float along = (from_left * u - (from_right * w + slow * push) + both * (b * w - a * u)) * scale;
    return {mass, along, mass * chosen(mass > 0, left.across, right.across)};
}

/// Velocity from momentum, led to 0 in films thinner than 0.01 mm (after Kurganov & Petrova 2007).
NF_INLINE float velocity_of(float momentum, float depth) {
    const float thick = larger(depth, 1e-5f);
    return 2 * depth * momentum / (depth * depth + thick * thick);
}

/// x^(-1/3) for x > 0 to about 1e-7 (a line through the logarithm, then Newton's iterations).
NF_INLINE float inverse_cube_root(float x) {
#if NF_ON_DEVICE
    return rcbrtf(x);
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
/// 1.5. The weights are binary fractions, so that the heights of a Site give exact slopes.
NF_INLINE float half_slope(float before, float here, float after) {
    const float a = 0.75f * (here - before), b = 0.75f * (after - here), c = 0.25f * (after - before);
    const float least = -larger(larger(-a, -b), -c), most = larger(larger(a, b), c);
    return least > 0 ? least : most < 0 ? most : 0.f;
}

/// State of the water: depth in m and momentum per area in m²/s.
struct WaterColumns {
    float *depth, *momentum_x, *momentum_y;
};
struct WaterState {
    const float *depth, *momentum_x, *momentum_y;
};

/// What a step reads besides the water.
struct Ground {
    const float* bed = nullptr;  ///< m; `wall` where no water can be
    float manning = 0;           ///< s/m^(1/3)
    float spacing = 1;           ///< m
};

/// |velocity| + speed of shallow waves, above 0 wherever there is water.
NF_INLINE float wave_speed(float depth, float u, float v) {
    return sqrtf(u * u + v * v) + sqrtf(gravity * larger(0.f, depth));
}

/// Momentum times this is what Manning's friction leaves after a step: q (1 + step g n² |q| / h^(7/3)) = momentum,
/// solved for q, so that steady flow does not depend on the step.
NF_INLINE float friction(float depth, float momentum, float manning, float step) {
    const float root = inverse_cube_root(larger(depth, dry_depth)), square = root * root;
    const float drag = step * gravity * manning * manning * momentum * (square * square * square * root);
    return 2 / (1 + sqrtf(1 + 4 * drag));
}

/// A sweep that only looks: the wave speeds of the present state. Who was wet in the state before stays awake: a tile
/// that sleeps must be dry in both.
struct Survey {
    static constexpr int passes = 1, slots = 1;
    template <int> static constexpr int margin = 0;
    WaterState now;
    const float *depth_before, *bed;

    template <int pass> NF_INLINE float run(float*, const SweepRow& row, int column) const {
        const std::size_t i = row.cell(column);
        const float h = now.depth[i];
        const float speed = wave_speed(h, velocity_of(now.momentum_x[i], h), velocity_of(now.momentum_y[i], h));
        return is_wall(bed[i]) ? 0.f : larger(speed, 1e-20f * depth_before[i]);
    }
};

/// A sweep that takes every cell one step on. Order 1: constant in every cell. Order 2: limited slopes along every axis
/// of the lattice, for depth, velocity and bed each by itself, and values half a step ahead at the faces.
template <class Exec, CellShape shape, int order> struct Advance {
    using Faces = CellFaces<shape>;
    static constexpr int passes = order + 1;
    template <int pass> static constexpr int margin = order - pass;
    enum Slot { depth_, u_, v_, bed_, ahead_depth, ahead_u, ahead_v, slopes };
    static constexpr int slots = order == 1 ? int(ahead_depth) : int(slopes) + 4 * Faces::axes;
    using Scratch = TileScratch<Exec, Advance>;

    WaterState now;
    WaterColumns next;
    Ground ground;
    const Clock* clock;

    template <int pass> NF_INLINE float run(float* scratch, const SweepRow& row, int column) const {
        if constexpr (pass == 0) return load(scratch, row, column);
        else if constexpr (pass == order) return advance(scratch, row, column);
        else return reconstruct(scratch, row, column);
    }

  private:
    NF_INLINE static float& slot(float* scratch, int s, int at) { return scratch[s * Scratch::area + at]; }
    NF_INLINE static float slot(const float* scratch, int s, int at) { return scratch[s * Scratch::area + at]; }
    NF_INLINE static int neighbour(const SweepRow& row, int at, int face) {
        return at + Faces::step_to(face, row.odd, Scratch::columns);
    }
    /// Length of a face over the area of a cell.
    NF_INLINE float face_over_area() const { return Faces::length / (Faces::area * ground.spacing); }

    /// What friction leaves of a momentum in m²/s.
    NF_INLINE float slowing(float depth, float x, float y, float step) const {
        return friction(depth, sqrtf(x * x + y * y), ground.manning, step);
    }

    NF_INLINE float load(float* scratch, const SweepRow& row, int column) const {
        const std::size_t i = row.cell(column);
        const int at = row.at(column);
        const float h = now.depth[i];
        slot(scratch, depth_, at) = h;
        slot(scratch, u_, at) = velocity_of(now.momentum_x[i], h);
        slot(scratch, v_, at) = velocity_of(now.momentum_y[i], h);
        slot(scratch, bed_, at) = ground.bed[i];
        return 0;
    }

    /// Whether the water beside a cell ends at this neighbour: a wall, or dry ground that the water does not reach.
    NF_INLINE static bool ends_at(const float* scratch, int neighbour, float depth, float bed) {
        const float there = slot(scratch, bed_, neighbour);
        return is_wall(there) | ((slot(scratch, depth_, neighbour) <= dry_depth) & (there - bed >= depth));
    }

    /// A value's derivatives over face_over_area().
    struct Slope {
        float x = 0, y = 0;
        friend NF_INLINE Slope operator+(const Slope& a, const Slope& b) { return {a.x + b.x, a.y + b.y}; }
    };
    struct Slopes {
        Slope depth, u, v, level;
        friend NF_INLINE Slopes operator+(const Slopes& a, const Slopes& b) {
            return {a.depth + b.depth, a.u + b.u, a.v + b.v, a.level + b.level};
        }
    };

    /// Keeps the half slope of a value along an axis.
    NF_INLINE static float keep_half(float* scratch, int s, int axis, int q, int at, int p, bool flat) {
        const float slope = half_slope(slot(scratch, s, q), slot(scratch, s, at), slot(scratch, s, p));
        return slot(scratch, slopes + 4 * axis + s, at) = flat ? 0.f : slope;
    }
    template <int axis> NF_INLINE static Slopes slopes_along(float* scratch, const SweepRow& row, int at) {
        const int p = neighbour(row, at, axis), q = neighbour(row, at, axis + Faces::axes);
        const float h = slot(scratch, depth_, at), bed = slot(scratch, bed_, at);
        const bool flat = ends_at(scratch, p, h, bed) | ends_at(scratch, q, h, bed);
        const float depth = keep_half(scratch, depth_, axis, q, at, p, flat);
        const float u = keep_half(scratch, u_, axis, q, at, p, flat), v = keep_half(scratch, v_, axis, q, at, p, flat);
        const float level = depth + keep_half(scratch, bed_, axis, q, at, p, flat);
        constexpr float x = 2 * Faces::normal_x(axis), y = 2 * Faces::normal_y(axis);
        return {{x * depth, y * depth}, {x * u, y * u}, {x * v, y * v}, {x * level, y * level}};
    }
    template <int... axis> NF_INLINE static Slopes all_slopes(float* scratch, const SweepRow& row, int at,
                                                              std::integer_sequence<int, axis...>) {
        return (slopes_along<axis>(scratch, row, at) + ...);
    }

    NF_INLINE float reconstruct(float* scratch, const SweepRow& row, int column) const {
        const int at = row.at(column);
        const float h = slot(scratch, depth_, at), u = slot(scratch, u_, at), v = slot(scratch, v_, at);
        const Slopes s = all_slopes(scratch, row, at, typename Faces::Axes{});
        const float ahead = 0.5f * clock->step * face_over_area();
        const float dh = -ahead * (u * s.depth.x + v * s.depth.y + h * (s.u.x + s.v.y));
        const float du = -ahead * (u * s.u.x + v * s.u.y + gravity * s.level.x);
        const float dv = -ahead * (u * s.v.x + v * s.v.y + gravity * s.level.y);
        const bool predicted = h + dh >= 0.5f * h;
        const float slowed = slowing(h, (u + du) * h, (v + dv) * h, 0.5f * clock->step);
        slot(scratch, ahead_depth, at) = predicted ? h + dh : h;
        slot(scratch, ahead_u, at) = predicted ? (u + du) * slowed : u;
        slot(scratch, ahead_v, at) = predicted ? (v + dv) * slowed : v;
        return 0;
    }

    /// The water of a cell at one of its faces.
    struct AtFace {
        float depth, u, v;
    };
    NF_INLINE static AtFace at_face(const float* scratch, int at, int axis, float sign) {
        if constexpr (order == 1) return {slot(scratch, depth_, at), slot(scratch, u_, at), slot(scratch, v_, at)};
        else {
            const int s = slopes + 4 * axis;
            return {larger(0.f, slot(scratch, ahead_depth, at) + sign * slot(scratch, s + depth_, at)),
                    slot(scratch, ahead_u, at) + sign * slot(scratch, s + u_, at),
                    slot(scratch, ahead_v, at) + sign * slot(scratch, s + v_, at)};
        }
    }
    NF_INLINE static FaceSide turned(const AtFace& water, float nx, float ny) {
        return {water.depth, water.u * nx + water.v * ny, water.v * nx - water.u * ny};
    }
    /// Rise of the bed from this cell's side of a face to the other side.
    NF_INLINE static float step_at(const float* scratch, int at, int other, int axis, float sign) {
        const float rise = slot(scratch, bed_, other) - slot(scratch, bed_, at);
        if constexpr (order == 1) return rise;
        else {
            const int s = slopes + 4 * axis + bed_;
            return rise - sign * (slot(scratch, s, other) + slot(scratch, s, at));
        }
    }

    /// What leaves a cell through faces, per metre: mass in m²/s, momentum in m³/s²; and the sum of the unit vectors
    /// out of faces that are closed.
    struct Balance {
        float mass, x, y, wall_x, wall_y;
        friend NF_INLINE Balance operator+(const Balance& a, const Balance& b) {
            return {a.mass + b.mass, a.x + b.x, a.y + b.y, a.wall_x + b.wall_x, a.wall_y + b.wall_y};
        }
    };
    template <int axis, int side> NF_INLINE static Balance through(const float* scratch, const SweepRow& row, int at) {
        constexpr float sign = side ? -1.f : 1.f, nx = sign * Faces::normal_x(axis), ny = sign * Faces::normal_y(axis);
        const int other = neighbour(row, at, axis + side * Faces::axes);
        const FaceSide here = turned(at_face(scratch, at, axis, sign), nx, ny);
        const FaceSide there = turned(at_face(scratch, other, axis, -sign), nx, ny);
        const bool closed = is_wall(slot(scratch, bed_, other));
        const float rise = step_at(scratch, at, other, axis, sign);
        const FaceFlux flux = flux_through(here, there, chosen(closed, 0, rise));
        const float open = chosen(closed, 0, 1), along = open * flux.along, across = open * flux.across;
        return {open * flux.mass, along * nx - across * ny, along * ny + across * nx, nx - open * nx, ny - open * ny};
    }
    template <int axis> NF_INLINE static Balance along(const float* scratch, const SweepRow& row, int at) {
        Balance sum = through<axis, 0>(scratch, row, at) + through<axis, 1>(scratch, row, at);
        if constexpr (order == 2) {
            const int s = slopes + 4 * axis;
            const float depths = at_face(scratch, at, axis, 1).depth + at_face(scratch, at, axis, -1).depth;
            const float push = gravity * depths * (slot(scratch, s + depth_, at) + slot(scratch, s + bed_, at));
            sum.x += push * Faces::normal_x(axis), sum.y += push * Faces::normal_y(axis);
        }
        return sum;
    }
    template <int... axis> NF_INLINE static Balance balance(const float* scratch, const SweepRow& row, int at,
                                                            std::integer_sequence<int, axis...>) {
        return (along<axis>(scratch, row, at) + ...);
    }

    /// The closed faces of a cell turn back together what moves towards them, along their common normal: each by
    /// itself, the zigzag of faces along a straight wall would brake what flows by. The momentum flux of the mirrored
    /// state beyond the cell's hydrostatic pressure is h w (w + |w| + c), w being the velocity towards the wall.
    NF_INLINE static void push_off_walls(Balance& out, const float* scratch, int at) {
        constexpr int first = order == 1 ? depth_ : ahead_depth;
        const float h = slot(scratch, first, at), u = slot(scratch, first + 1, at), v = slot(scratch, first + 2, at);
        const float closed = sqrtf(out.wall_x * out.wall_x + out.wall_y * out.wall_y);
        const float towards = (u * out.wall_x + v * out.wall_y) / larger(closed, 1e-6f);
        const float push = h * towards * (towards + fabsf(towards) + sqrtf(gravity * larger(0.f, h)));
        out.x += push * out.wall_x, out.y += push * out.wall_y;
    }

    NF_INLINE float advance(const float* scratch, const SweepRow& row, int column) const {
        const int at = row.at(column);
        Balance out = balance(scratch, row, at, typename Faces::Axes{});
        push_off_walls(out, scratch, at);
        return store(row.cell(column), slot(scratch, bed_, at), slot(scratch, depth_, at), out.mass, out.x, out.y);
    }

    NF_INLINE float store(std::size_t i, float bed, float depth, float mass, float push_x, float push_y) const {
        const float by = clock->step * face_over_area();
        float h = depth - by * mass + clock->rain_due;
        float x = now.momentum_x[i] - by * push_x, y = now.momentum_y[i] - by * push_y;
        const float slowed = slowing(h, x, y, clock->step);
        x *= slowed, y *= slowed;
        const bool dry = is_wall(bed) | !(h > dry_depth);
        h = is_wall(bed) ? 0.f : h;
        x = dry ? 0.f : x, y = dry ? 0.f : y;
        next.depth[i] = h, next.momentum_x[i] = x, next.momentum_y[i] = y;
        const float speed = wave_speed(h, velocity_of(x, h), velocity_of(y, h));
        return larger(speed, 1e-20f * depth);  // who has just run dry stays awake once more: both states are then dry
    }
};

}  // namespace nearfield::flood
