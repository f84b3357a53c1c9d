#pragma once
// Sources: flux.hpp; MUSCL slopes and the half-step prediction: van Leer 1984, with Hancock's predictor.
#include "cells/faces.hpp"
#include "scenes/flood/flux.hpp"

namespace nearfield::flood {

constexpr float dry_depth = 1e-6f;  ///< m: shallower water does not move
/// The bed of a cell that is a wall.
constexpr float wall = INFINITY;
NF_INLINE bool is_wall(float bed) { return bed > 1e30f; }

/// The clock of a flood, stored on the backend, so no step waits for the host.
struct Clock {
    double time = 0;          ///< s
    float step = 0;           ///< the next time step, s
    float rain_due = 0;       ///< m that fall on every cell in the next step
    float rain_gathered = 0;  ///< rain since then, m: single precision would lose the rain of a short step
    double rained = 0;        ///< m since the start
};

/// Depth in m and velocity in m/s.
template <class Real> struct FlowOf { Real depth, u, v; };
using Flow = FlowOf<float>;

/// Velocity over momentum; tends to 0 in films thinner than 0.01 mm (after Kurganov & Petrova 2007).
template <class Real = float> NF_INLINE Real velocity_per_momentum(std::type_identity_t<Real> depth) {
    const Real thick = larger(depth, Real(1e-5f));
    return 2 * depth * quick_inverse(depth * depth + thick * thick);
}
NF_INLINE float velocity_of(float momentum, float depth) { return momentum * velocity_per_momentum(depth); }
template <class Real> NF_INLINE FlowOf<Real> flow_of(const Values<Real>& water) {
    const Real per = velocity_per_momentum<Real>(water.depth);
    return {water.depth, water.x * per, water.y * per};
}
NF_INLINE Flow flow_of(float depth, float momentum_x, float momentum_y) {
    return flow_of(Values<float>{depth, momentum_x, momentum_y});
}

/// x^(-1/3) for x > 0 to about 1e-7: initial guess by the logarithm, then Newton iterations.
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

/// The same to double precision, starting from the single-precision result.
NF_INLINE double inverse_cube_root(double x) {
    double y = double(inverse_cube_root(float(x)));
    for (int i = 0; i < 2; ++i) y *= (4 - x * y * y * y) * (1. / 3);
    return y;
}

/// Half of the limited difference across a cell: generalised minmod with theta = 1.5. `a`: difference from the cell
/// before; `b`: difference to the cell after. The weights are binary fractions, so the heights of a Site give exact
/// slopes. `flat`: returns 0, even if `a` or `b` is NaN.
template <class Real = float>
NF_INLINE Real half_slope(std::type_identity_t<Real> a, std::type_identity_t<Real> b, bool flat = false) {
    const Real least = -larger(-magnitude(a), -magnitude(b)), most = chosen((a * b > 0) & !flat, Real(0.75) * least, 0),
               mean = Real(0.25) * (a + b);
    return larger(-larger(-mean, -most), -most);
}

/// The ceilings of all cells, or none.
struct Ceilings {
    const float* over = nullptr;  ///< height in m on the scale of the bed, infinite where there is no ceiling
    float slot = 1;               ///< see Room

    template <class Real = float> NF_INLINE Room<Flux::under_ceilings, Real> room(std::size_t cell, float bed) const {
        return {is_wall(bed) ? INFINITY : larger(0.f, over[cell] - bed), slot};
    }
    NF_INLINE float head(std::size_t cell, float bed, float stored) const {
        return over ? room(cell, bed).head(stored) : stored;
    }
};

/// Input of a step besides the water.
struct Ground {
    const float* bed = nullptr;    ///< m; `wall` in walls
    float manning = 0;             ///< s/m^(1/3)
    const float* rough = nullptr;  ///< factor of `manning` per cell or, if uniform, for one row of cells
    bool mapped = false;           ///< `rough` varies
    float spacing = 1;             ///< m
    Ceilings ceilings{};

    NF_INLINE float manning_at(std::size_t cell) const { return mapped ? manning * rough[cell] : manning; }
};

/// |velocity| + wave speed; above 0 wherever there is water.
template <Flux flux = Flux::hllc, class Real>
NF_INLINE Real wave_speed(const FlowOf<Real>& flow, const Room<flux, Real>& room = {}) {
    return quick_sqrt(flow.u * flow.u + flow.v * flow.v) + room.wave(flow.depth);
}
/// The same for a cell that may have a ceiling.
NF_INLINE float wave_speed(const Flow& flow, const Ceilings& ceilings, std::size_t cell, float bed) {
    return ceilings.over ? wave_speed(flow, ceilings.room(cell, bed)) : wave_speed(flow);
}

/// Implicit Manning friction: factor that reduces a momentum (x, y) in m²/s in a step. Solves q (1 + step g n² |q| /
/// h^(7/3)) = momentum for q, so steady flow does not depend on the step.
template <class Real = float> NF_INLINE Real friction(std::type_identity_t<Real> depth, std::type_identity_t<Real> x,
                                                      std::type_identity_t<Real> y, float manning, float step) {
#if NF_ON_DEVICE
    if (manning == 0) return 1;  // the same branch for all threads; on a CPU the friction would prevent vectorisation
#endif
    const Real root = inverse_cube_root(larger(depth, Real(dry_depth))), square = root * root;
    const Real momentum = quick_sqrt(x * x + y * y);
    const Real drag = step * gravity_in<Real> * manning * manning * momentum * (square * square * square * root);
    return 2 * quick_inverse(1 + quick_sqrt(1 + 4 * drag));
}

template <class Real> struct InPlaneOf { Real x, y; };
/// Components of a vector along a normal and to its left.
template <class Real> struct TurnedOf { Real along, across; };
/// A unit vector that defines the turned coordinates.
template <class Real> struct AlongVectorOf {
    Real nx, ny;
    NF_INLINE TurnedOf<Real> turned(Real x, Real y) const { return {x * nx + y * ny, y * nx - x * ny}; }
    NF_INLINE InPlaneOf<Real> back(Real along, Real across) const {
        return {along * nx - across * ny, along * ny + across * nx};
    }
    /// Adds a vector turned back, with every product fused into its sum.
    NF_INLINE void add_back(Real& x, Real& y, Real along, Real across) const {
        x = x + along * nx - across * ny;
        y = y + along * ny + across * nx;
    }
};
/// The same for the normal of an axis' faces. The compiler would keep products with 0 and 1.
template <class Faces, int axis> struct AlongAxis {
    template <class Real> NF_INLINE TurnedOf<Real> turned(Real x, Real y) const {
        if constexpr (axis == 0) return {x, y};
        else if constexpr (Faces::axes == 2) return {y, -x};
        else return normal<Real>().turned(x, y);
    }
    template <class Real> NF_INLINE InPlaneOf<Real> back(Real along, Real across) const {
        if constexpr (axis == 0) return {along, across};
        else if constexpr (Faces::axes == 2) return {-across, along};
        else return normal<Real>().back(along, across);
    }
    template <class Real> NF_INLINE void add_back(Real& x, Real& y, Real along, Real across) const {
        if constexpr (axis == 0) {
            x += along;
            y += across;
        } else if constexpr (Faces::axes == 2) {
            x -= across;
            y += along;
        } else normal<Real>().add_back(x, y, along, across);
    }

  private:
    template <class Real> NF_INLINE static constexpr AlongVectorOf<Real> normal() {
        return {Faces::template normal_x<Real>(axis), Faces::template normal_y<Real>(axis)};
    }
};

/// Water and bed of a cell.
template <class Real> struct InCellOf {
    FlowOf<Real> flow;
    Real bed;
};
/// Water and bed on one side of a face, or their differences from the middle of the cell.
template <class Real> struct AtFaceOf {
    FaceSideOf<Real> water;
    Real bed;
    Real ceiling = INFINITY;
};
using AtFace = AtFaceOf<float>;
template <class Along, class Real> NF_INLINE FaceSideOf<Real> seen(Along along, const FlowOf<Real>& flow) {
    const TurnedOf<Real> velocity = along.turned(flow.u, flow.v);
    return {flow.depth, velocity.along, velocity.across};
}

/// Differences of water and bed between neighbouring cells along an axis. Velocities are resolved along the axis and
/// across it, so limited slopes are equal for every axis of a lattice.
template <class Along, class Real>
NF_INLINE AtFaceOf<Real> difference(Along along, const InCellOf<Real>& from, const InCellOf<Real>& to) {
    const TurnedOf<Real> more = along.turned(to.flow.u - from.flow.u, to.flow.v - from.flow.v);
    return {{to.flow.depth - from.flow.depth, more.along, more.across}, to.bed - from.bed};
}
/// Limited half slopes: added to a cell's values at the face ahead, and subtracted at the face behind. `behind`:
/// difference from the cell behind; `ahead`: difference to the cell ahead.
template <class Real>
NF_INLINE AtFaceOf<Real> half_slopes(const AtFaceOf<Real>& behind, const AtFaceOf<Real>& ahead, bool flat) {
    return {{half_slope<Real>(behind.water.depth, ahead.water.depth, flat),
             half_slope<Real>(behind.water.along, ahead.water.along, flat),
             half_slope<Real>(behind.water.across, ahead.water.across, flat)},
            half_slope<Real>(behind.bed, ahead.bed, flat)};
}

/// Rate of change of a cell's water by its slopes, in units of half the cell's area over the length of a face.
template <class Real> struct ChangeOf { Real depth = 0, u = 0, v = 0; };
/// Adds the change by the slopes along an axis.
template <class Along, class Real>
NF_INLINE void change_along(ChangeOf<Real>& sum, Along along, const FlowOf<Real>& here, const AtFaceOf<Real>& half) {
    const Real speed = along.turned(here.u, here.v).along;
    sum.depth = sum.depth - speed * half.water.depth - here.depth * half.water.along;
    along.add_back(sum.u, sum.v, -(speed * half.water.along + gravity_in<Real> * (half.water.depth + half.bed)),
                   -(speed * half.water.across));
}
/// Hancock's prediction: the water of a cell half a step ahead, from the slopes along all axes. Unchanged if half of
/// the depth would be lost. `by`: step times length of a face over area of the cell.
template <class Real> NF_INLINE FlowOf<Real> half_step_ahead(const FlowOf<Real>& here, const ChangeOf<Real>& change,
                                                             std::type_identity_t<Real> by, float manning, float step) {
    const Real h = here.depth, dh = by * change.depth, u = here.u + by * change.u, v = here.v + by * change.v;
    const bool predicted = h + dh >= 0.5f * h;
    const Real slowed = friction<Real>(h, u * h, v * h, manning, 0.5f * step);
    return {predicted ? h + dh : h, predicted ? u * slowed : here.u, predicted ? v * slowed : here.v};
}
/// The same with a head for depth: a full cell has no slopes.
template <Flux flux, class Real> NF_INLINE FlowOf<Real> half_step_ahead(const FlowOf<Real>& here,
                                                                        const ChangeOf<Real>& change,
                                                                        std::type_identity_t<Real> by, float manning,
                                                                        float step, const Room<flux, Real>& room) {
    FlowOf<Real> ahead =
        half_step_ahead(FlowOf<Real>{room.stored(here.depth), here.u, here.v}, change, by, manning, step);
    ahead.depth = chosen(room.is_full(here.depth), here.depth, ahead.depth);
    return ahead;
}

/// Outflow of a cell per metre of face: mass in m²/s, momentum in m³/s²; and the sum of the outward normals of closed
/// faces.
template <class Real> struct BalanceOf {
    Real mass = 0, x = 0, y = 0, wall_x = 0, wall_y = 0;
    friend NF_INLINE BalanceOf operator+(const BalanceOf& a, const BalanceOf& b) {
        return {a.mass + b.mass, a.x + b.x, a.y + b.y, a.wall_x + b.wall_x, a.wall_y + b.wall_y};
    }
};

/// Flux from the left to the right. Under ceilings a face reaches from the higher bed to the lower ceiling, if that is
/// above the bed.
template <Flux flux, class Real>
NF_INLINE FaceFluxOf<Real> flux_between(const AtFaceOf<Real>& left, const AtFaceOf<Real>& right, float slot = 1) {
    const Real step = right.bed - left.bed;
    if constexpr (flux != Flux::under_ceilings) return flux_through<flux>(left.water, right.water, step);
    const Real height = -larger(-left.ceiling, -right.ceiling) - larger(left.bed, right.bed);
    const bool open = height > 0;
    FaceSideOf<Real> a = left.water, b = right.water;
    a.depth = chosen(open, a.depth, 0);
    b.depth = chosen(open, b.depth, 0);
    return flux_through<flux, Real>(a, b, step, {chosen(open, height, 0), slot});
}
/// The flux as outflow of the cell on each side.
template <class Along, class Real> NF_INLINE BalanceOf<Real> out_of_left(Along along, const FaceFluxOf<Real>& flux) {
    const InPlaneOf<Real> push = along.back(flux.along, flux.across);
    return {flux.mass, push.x, push.y};
}
template <class Along, class Real> NF_INLINE BalanceOf<Real> out_of_right(Along along, const FaceFluxOf<Real>& flux) {
    const InPlaneOf<Real> push = along.back(flux.push - flux.along, -flux.across);
    return {-flux.mass, push.x, push.y};
}
/// Adds the force of the surface slope along an axis on the cell's own water. `depths`: sum over both faces.
template <class Along, class Real>
NF_INLINE void lean(BalanceOf<Real>& sum, Along along, Real depths, Real half_of_level) {
    along.add_back(sum.x, sum.y, depths * (gravity_in<Real> * half_of_level), Real(0));
}
/// True if a cell's water ends at a neighbour: a wall, or dry ground above the water level.
template <class Real> NF_INLINE bool ends_at(Real depth, Real bed, Real depth_there, Real bed_there) {
    return (depth_there <= dry_depth) & (bed_there - bed >= depth);
}

/// Reflection at the closed faces of a cell, along their common normal. Face by face, the zigzag along a straight wall
/// would brake the flow past it. With w the velocity towards the wall, the momentum flux of the mirrored state beyond
/// the cell's hydrostatic pressure is h w (w + |w| + c).
template <Flux flux = Flux::hllc, class Real>
NF_INLINE void push_off_walls(BalanceOf<Real>& out, const FlowOf<Real>& ahead, const Room<flux, Real>& room = {}) {
    const FlowOf<Real> flow{room.stored(ahead.depth), ahead.u, ahead.v};
    const Real closed = quick_sqrt(out.wall_x * out.wall_x + out.wall_y * out.wall_y);
    const Real towards = (flow.u * out.wall_x + flow.v * out.wall_y) * quick_inverse(larger(closed, Real(1e-6f)));
    const Real wave = room.wave(flow.depth);
    const Real push = flow.depth * towards * (towards + magnitude(towards) + wave);
    out.x += push * out.wall_x;
    out.y += push * out.wall_y;
}

/// A cell after a step. `awake` is its wave speed, or above 0 if it has just run dry: a sleeping tile must be dry in
/// both states.
template <class Real> struct SteppedOf {
    Values<Real> water;
    float awake;
};
/// `water`: before the step. `by`: step times length of a face over area of the cell.
template <Flux flux = Flux::hllc, class Real>
NF_INLINE SteppedOf<Real> stepped(const Values<Real>& water, float bed, const BalanceOf<Real>& out,
                                  std::type_identity_t<Real> by, float rain, float manning, float step,
                                  const Room<flux, Real>& room = {}) {
    Real h = water.depth - by * out.mass + rain;
    Real x = water.x - by * out.x, y = water.y - by * out.y;
    const Real slowed = friction<Real>(h, x, y, manning, step);
    x *= slowed;
    y *= slowed;
    const bool dry = is_wall(bed) | !(h > dry_depth);
    h = is_wall(bed) ? Real(0) : h;
    x = dry ? Real(0) : x;
    y = dry ? Real(0) : y;
    const Values<Real> now{h, x, y};
    return {now, float(larger(wave_speed(flow_of(now), room), Real(1e-20f) * water.depth))};
}

}  // namespace nearfield::flood
