#pragma once
// A step of the water on a CPU: tile by tile, in passes that compile to loops over vectors of cells.
#include "cells/sweep.hpp"
#include "scenes/flood/shallow_water.hpp"
#include "scenes/flood/site.hpp"

namespace nearfield::flood {

/// One time step of every cell. Order 1: constant states in a cell. Order 2: limited slopes of depth, velocity and bed
/// along every lattice axis, and face states predicted half a step ahead. `Real`: precision of the state and of the
/// arithmetic.
template <CellShape shape, int order, Flux flux, class Real> struct Advance {
    using Number = Real;
    using Faces = CellFaces<shape>;
    static constexpr int passes = order + 2, border = int(flood::margin);
    /// Cells loaded around those whose fluxes are kept; fluxes through faces further out are undefined.
    template <int pass> static constexpr int margin = pass == 0 ? border : pass <= order ? 1 : 0;
    enum Slot { depth_, u_, v_, bed_, ahead_depth, ahead_u, ahead_v, halves };
    enum Half { half_depth, half_along, half_across, half_bed, values };  ///< slots of half slopes along an axis
    static constexpr bool has_ceilings = flux == Flux::under_ceilings;
    static constexpr int ceiling_ = order == 1 ? int(ahead_depth) : int(halves) + values * Faces::axes;
    enum OfFlux {
        flux_mass,
        flux_along,
        flux_across,
        flux_push,
        flux_values
    };  ///< slots of the flux through the face ahead on an axis
    static constexpr int fluxes = ceiling_ + has_ceilings, slots = fluxes + flux_values * Faces::axes;
    using Scratch = TileScratch<Advance>;

    StateIn<Real> now;
    ColumnsIn<Real> next;
    Ground ground;
    const Clock* clock;

    template <int pass> NF_INLINE float run(Real* scratch, const SweepRow& row, int column) const {
        if constexpr (pass == 0) return load(scratch, row, column);
        else if constexpr (pass == order) return keep_fluxes(scratch, row, column, typename Faces::Axes{});
        else if constexpr (pass > order) return advance(scratch, row, column);
        else return reconstruct(scratch, row, column);
    }

  private:
    using Flow = FlowOf<Real>;
    using AtFace = AtFaceOf<Real>;
    using Change = ChangeOf<Real>;
    using Balance = BalanceOf<Real>;

    NF_INLINE static Real& slot(Real* scratch, int s, int at) { return scratch[s * Scratch::area + at]; }
    NF_INLINE static Real slot(const Real* scratch, int s, int at) { return scratch[s * Scratch::area + at]; }
    NF_INLINE static int neighbour(const SweepRow& row, int at, int face) {
        return at + Faces::step_to(face, row.odd, Scratch::columns);
    }
    /// A uniform coefficient is stored as one row, which all rows read.
    NF_INLINE float manning(const SweepRow& row, int column) const {
        const std::size_t from = row.first & (0 - std::size_t(ground.mapped));
        return ground.manning * ground.rough[from + std::size_t(column)];
    }
    /// Length of a face over the area of a cell.
    NF_INLINE Real face_over_area() const {
        return Faces::template length_in<Real> / (Faces::template area_in<Real> * ground.spacing);
    }

    NF_INLINE float load(Real* scratch, const SweepRow& row, int column) const {
        const std::size_t i = row.cell(column);
        const int at = row.at(column);
        const float bed = ground.bed[i];
        Values<Real> water = values_at(now, i);
        water.depth = chosen(is_wall(bed), 0, water.depth);
        const Flow flow = flow_of(water);
        slot(scratch, bed_, at) = bed;
        if constexpr (has_ceilings) slot(scratch, ceiling_, at) = ground.ceilings.over[i];
        slot(scratch, depth_, at) = room(scratch, at).head(flow.depth);
        slot(scratch, u_, at) = flow.u;
        slot(scratch, v_, at) = flow.v;
        return 0;
    }

    NF_INLINE Real ceiling(const Real* scratch, int at) const {
        if constexpr (has_ceilings) return slot(scratch, ceiling_, at);
        else return INFINITY;
    }
    NF_INLINE Room<flux, Real> room(const Real* scratch, int at) const {
        if constexpr (!has_ceilings) return {};
        const Real bed = slot(scratch, bed_, at);
        return {chosen(is_wall(bed), Real(INFINITY), larger(Real(0), ceiling(scratch, at) - bed)),
                ground.ceilings.slot};
    }
    NF_INLINE bool is_full(const Real* scratch, int at) const {
        return room(scratch, at).is_full(slot(scratch, depth_, at));
    }
    NF_INLINE static bool ends_at(const Real* scratch, int neighbour, Real depth, Real bed) {
        return flood::ends_at(depth, bed, slot(scratch, depth_, neighbour), slot(scratch, bed_, neighbour));
    }

    NF_INLINE static InCellOf<Real> in_cell(const Real* scratch, int at) {
        return {flow_at(scratch, depth_, at), slot(scratch, bed_, at)};
    }
    NF_INLINE static void keep(Real* scratch, int axis, int at, const AtFace& half) {
        const int s = halves + values * axis;
        slot(scratch, s + half_depth, at) = half.water.depth;
        slot(scratch, s + half_bed, at) = half.bed;
        slot(scratch, s + half_along, at) = half.water.along;
        slot(scratch, s + half_across, at) = half.water.across;
    }
    /// Stores the half slopes along an axis.
    template <int axis>
    NF_INLINE void reconstruct_along(Real* scratch, Change& change, const SweepRow& row, int at) const {
        constexpr AlongAxis<Faces, axis> normal;
        const int p = neighbour(row, at, axis), q = neighbour(row, at, axis + Faces::axes);
        const InCellOf<Real> here = in_cell(scratch, at);
        const bool flat = is_wall(here.bed) | ends_at(scratch, p, here.flow.depth, here.bed) |
                          ends_at(scratch, q, here.flow.depth, here.bed) | is_full(scratch, at) | is_full(scratch, p) |
                          is_full(scratch, q);
        const AtFace half = half_slopes(difference(normal, in_cell(scratch, q), here),
                                        difference(normal, here, in_cell(scratch, p)), flat);
        keep(scratch, axis, at, half);
        change_along(change, normal, here.flow, half);
    }
    template <int... axis> NF_INLINE Change reconstruct_all(Real* scratch, const SweepRow& row, int at,
                                                            std::integer_sequence<int, axis...>) const {
        Change change;
        (reconstruct_along<axis>(scratch, change, row, at), ...);
        return change;
    }

    NF_INLINE float reconstruct(Real* scratch, const SweepRow& row, int column) const {
        const int at = row.at(column);
        const Change change = reconstruct_all(scratch, row, at, typename Faces::Axes{});
        const Flow ahead = half_step_ahead(flow_at(scratch, depth_, at), change, clock->step * face_over_area(),
                                           manning(row, column), clock->step, room(scratch, at));
        slot(scratch, ahead_depth, at) = ahead.depth;
        slot(scratch, ahead_u, at) = ahead.u;
        slot(scratch, ahead_v, at) = ahead.v;
        return 0;
    }

    NF_INLINE static Flow flow_at(const Real* scratch, int first, int at) {
        return {slot(scratch, first, at), slot(scratch, first + 1, at), slot(scratch, first + 2, at)};
    }
    NF_INLINE static Real half(const Real* scratch, Half value, int axis, int at) {
        return slot(scratch, halves + values * axis + value, at);
    }
    NF_INLINE static Real depth_at_face(const Real* scratch, int at, int axis, float sign) {
        return larger(Real(0), slot(scratch, ahead_depth, at) + sign * half(scratch, half_depth, axis, at));
    }
    /// Water and bed of a cell at its face in direction `sign` of an axis.
    template <int axis> NF_INLINE AtFace at_face(const Real* scratch, int at, float sign) const {
        const FaceSideOf<Real> own =
            seen(AlongAxis<Faces, axis>{}, flow_at(scratch, order == 1 ? depth_ : ahead_depth, at));
        const Real bed = slot(scratch, bed_, at);
        if constexpr (order == 1) return {own, bed, ceiling(scratch, at)};
        else
            return {{depth_at_face(scratch, at, axis, sign), own.along + sign * half(scratch, half_along, axis, at),
                     own.across + sign * half(scratch, half_across, axis, at)},
                    bed + sign * half(scratch, half_bed, axis, at),
                    ceiling(scratch, at)};
    }

    /// Stores the flux through the face ahead on an axis. A wall's bed is infinitely high, so nothing passes it.
    template <int axis> NF_INLINE void keep_flux(Real* scratch, const SweepRow& row, int at) const {
        const FaceFluxOf<Real> through = flux_between<flux>(
            at_face<axis>(scratch, at, 1), at_face<axis>(scratch, neighbour(row, at, axis), -1), ground.ceilings.slot);
        const int s = fluxes + flux_values * axis;
        slot(scratch, s + flux_mass, at) = through.mass;
        slot(scratch, s + flux_along, at) = through.along;
        slot(scratch, s + flux_across, at) = through.across;
        slot(scratch, s + flux_push, at) = through.push;
    }
    template <int... axis> NF_INLINE float keep_fluxes(Real* scratch, const SweepRow& row, int column,
                                                       std::integer_sequence<int, axis...>) const {
        (keep_flux<axis>(scratch, row, row.at(column)), ...);
        return 0;
    }
    NF_INLINE static FaceFluxOf<Real> flux_ahead(const Real* scratch, int axis, int at) {
        const int s = fluxes + flux_values * axis;
        return {slot(scratch, s + flux_mass, at), slot(scratch, s + flux_along, at), slot(scratch, s + flux_across, at),
                slot(scratch, s + flux_push, at)};
    }

    /// Outflow of a cell through its face ahead (side 0) or behind (side 1) on an axis.
    template <int axis, int side> NF_INLINE Balance through(const Real* scratch, const SweepRow& row, int at) const {
        constexpr AlongAxis<Faces, axis> normal;
        const int other = neighbour(row, at, axis + side * Faces::axes);
        Balance out = side ? out_of_right(normal, flux_ahead(scratch, axis, other))
                           : out_of_left(normal, flux_ahead(scratch, axis, at));
        const float sign = side ? -1.f : 1.f;
        const bool closed = is_wall(slot(scratch, bed_, other));
        out.wall_x = chosen(closed, sign * Faces::template normal_x<Real>(axis), 0);
        out.wall_y = chosen(closed, sign * Faces::template normal_y<Real>(axis), 0);
        return out;
    }
    template <int axis> NF_INLINE Balance along(const Real* scratch, const SweepRow& row, int at) const {
        Balance sum = through<axis, 0>(scratch, row, at) + through<axis, 1>(scratch, row, at);
        if constexpr (order == 2) {
            const Real depths = depth_at_face(scratch, at, axis, 1) + depth_at_face(scratch, at, axis, -1);
            const Real level = half(scratch, half_depth, axis, at) + half(scratch, half_bed, axis, at);
            flood::lean(sum, AlongAxis<Faces, axis>{}, depths, level);
        }
        return sum;
    }
    template <int... axis> NF_INLINE Balance balance(const Real* scratch, const SweepRow& row, int at,
                                                     std::integer_sequence<int, axis...>) const {
        return (along<axis>(scratch, row, at) + ...);
    }

    NF_INLINE float advance(const Real* scratch, const SweepRow& row, int column) const {
        const std::size_t i = row.cell(column);
        const int at = row.at(column);
        Balance out = balance(scratch, row, at, typename Faces::Axes{});
        const Room<flux, Real> room = this->room(scratch, at);
        push_off_walls(out, flow_at(scratch, order == 1 ? depth_ : ahead_depth, at), room);
        Values<Real> water = values_at(now, i);
        // Under a ceiling, take the stored depth: the way back from a head would round it.
        water.depth =
            has_ceilings ? chosen(is_wall(slot(scratch, bed_, at)), 0, water.depth) : slot(scratch, depth_, at);
        const SteppedOf<Real> to = stepped(water, slot(scratch, bed_, at), out, clock->step * face_over_area(),
                                           clock->rain_due, manning(row, column), clock->step, room);
        flood::keep(next, i, to.water);
        return to.awake;
    }
};

/// Advances the cells of all tiles that are awake or next to an awake one; null `awake`: of all tiles. Writes the
/// greatest wave speed of each tile to `result`.
template <CellShape shape, int order, Flux flux, class Real>
void advance(Cpu& exec, const Tiling& tiling, const float* awake, float* result, const StateIn<Real>& now,
             const ColumnsIn<Real>& next, const Ground& ground, const Clock* clock) {
    sweep(exec, tiling, awake, result, Advance<shape, order, flux, Real>{now, next, ground, clock});
}
template <CellShape, int, class> TileSize tile_for(Cpu&, int, int) { return cpu_tile; }

}  // namespace nearfield::flood
