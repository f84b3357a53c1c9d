#pragma once
// A step of the water on a CPU: tile by tile, in passes that compile to loops over vectors of cells.
#include "cells/sweep.hpp"
#include "scenes/flood/shallow_water.hpp"
#include "scenes/flood/site.hpp"

namespace nearfield::flood {

/// A sweep that takes every cell one step on. Order 1: constant in every cell. Order 2: limited slopes along every axis
/// of the lattice, for depth, velocity and bed each by itself, and values half a step ahead at the faces.
template <CellShape shape, int order, Flux flux> struct Advance {
    using Faces = CellFaces<shape>;
    static constexpr int passes = order + 1, border = int(flood::margin);
    template <int pass> static constexpr int margin = order - pass;
    enum Slot { depth_, u_, v_, bed_, ahead_depth, ahead_u, ahead_v, slopes };
    static constexpr int slots = order == 1 ? int(ahead_depth) : int(slopes) + 4 * Faces::axes;
    using Scratch = TileScratch<Advance>;

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
    /// Where all cells are alike, every row reads the same numbers.
    NF_INLINE float manning(const SweepRow& row, int column) const {
        const std::size_t from = row.first & (0 - std::size_t(ground.mapped));
        return ground.manning * ground.rough[from + std::size_t(column)];
    }
    /// Length of a face over the area of a cell.
    NF_INLINE float face_over_area() const { return Faces::length / (Faces::area * ground.spacing); }

    NF_INLINE float load(float* scratch, const SweepRow& row, int column) const {
        const std::size_t i = row.cell(column);
        const int at = row.at(column);
        const float bed = ground.bed[i];
        const Flow flow = flow_of(chosen(is_wall(bed), 0, now.depth[i]), now.momentum_x[i], now.momentum_y[i]);
        slot(scratch, depth_, at) = flow.depth, slot(scratch, u_, at) = flow.u, slot(scratch, v_, at) = flow.v;
        slot(scratch, bed_, at) = bed;
        return 0;
    }

    NF_INLINE static bool ends_at(const float* scratch, int neighbour, float depth, float bed) {
        return flood::ends_at(depth, bed, slot(scratch, depth_, neighbour), slot(scratch, bed_, neighbour));
    }

    /// Keeps the half slopes of the values along an axis.
    NF_INLINE static void keep_half(float* scratch, int s, int axis, int q, int at, int p, bool flat) {
        const float slope = half_slope(slot(scratch, s, q), slot(scratch, s, at), slot(scratch, s, p));
        slot(scratch, slopes + 4 * axis + s, at) = flat ? 0.f : slope;
    }
    template <int axis> NF_INLINE static void keep_halves(float* scratch, const SweepRow& row, int at) {
        const int p = neighbour(row, at, axis), q = neighbour(row, at, axis + Faces::axes);
        const float h = slot(scratch, depth_, at), bed = slot(scratch, bed_, at);
        const bool flat = is_wall(bed) | ends_at(scratch, p, h, bed) | ends_at(scratch, q, h, bed);
        keep_half(scratch, depth_, axis, q, at, p, flat), keep_half(scratch, bed_, axis, q, at, p, flat);
        keep_half(scratch, u_, axis, q, at, p, flat), keep_half(scratch, v_, axis, q, at, p, flat);
    }
    template <int... axis>
    NF_INLINE static void keep_all(float* scratch, const SweepRow& row, int at, std::integer_sequence<int, axis...>) {
        (keep_halves<axis>(scratch, row, at), ...);
    }

    NF_INLINE static float half(const float* scratch, int s, int axis, int at) {
        return axis < Faces::axes ? slot(scratch, slopes + 4 * axis + s, at) : 0.f;
    }
    NF_INLINE static InPlane slope_of(const float* scratch, int s, int at) {
        return in_plane<Faces>(half(scratch, s, 0, at), half(scratch, s, 1, at), half(scratch, s, 2, at));
    }
    NF_INLINE static float half_of_level(const float* scratch, int axis, int at) {
        return half(scratch, depth_, axis, at) + half(scratch, bed_, axis, at);
    }
    NF_INLINE static Slopes slopes_at(const float* scratch, int at) {
        return {slope_of(scratch, depth_, at), slope_of(scratch, u_, at), slope_of(scratch, v_, at),
                in_plane<Faces>(half_of_level(scratch, 0, at), half_of_level(scratch, 1, at),
                                half_of_level(scratch, 2, at))};
    }

    NF_INLINE float reconstruct(float* scratch, const SweepRow& row, int column) const {
        const int at = row.at(column);
        keep_all(scratch, row, at, typename Faces::Axes{});
        const Flow ahead = half_step_ahead(flow_at(scratch, depth_, at), slopes_at(scratch, at), face_over_area(),
                                           manning(row, column), clock->step);
        slot(scratch, ahead_depth, at) = ahead.depth, slot(scratch, ahead_u, at) = ahead.u;
        slot(scratch, ahead_v, at) = ahead.v;
        return 0;
    }

    NF_INLINE static Flow flow_at(const float* scratch, int first, int at) {
        return {slot(scratch, first, at), slot(scratch, first + 1, at), slot(scratch, first + 2, at)};
    }
    /// The water of a cell at one of its faces.
    NF_INLINE static Flow at_face(const float* scratch, int at, int axis, float sign) {
        if constexpr (order == 1) return flow_at(scratch, depth_, at);
        else {
            const int s = slopes + 4 * axis;
            return {larger(0.f, slot(scratch, ahead_depth, at) + sign * slot(scratch, s + depth_, at)),
                    slot(scratch, ahead_u, at) + sign * slot(scratch, s + u_, at),
                    slot(scratch, ahead_v, at) + sign * slot(scratch, s + v_, at)};
        }
    }
    /// The bed at a face.
    NF_INLINE static float bed_at(const float* scratch, int at, int axis, float sign) {
        if constexpr (order == 1) return slot(scratch, bed_, at);
        else return slot(scratch, bed_, at) + sign * half(scratch, bed_, axis, at);
    }

    /// What leaves a cell through the face that is ahead (side 0) or behind (1) along an axis. A wall's bed, infinitely
    /// high, lets nothing through.
    template <int axis, int side> NF_INLINE static Balance through(const float* scratch, const SweepRow& row, int at) {
        constexpr AlongAxis<Faces, axis> normal;
        const int other = neighbour(row, at, axis + side * Faces::axes);
        const int left = side ? other : at, right = side ? at : other;
        const FaceFlux passes =
            flux_between<flux>(normal, {at_face(scratch, left, axis, 1), bed_at(scratch, left, axis, 1)},
                               {at_face(scratch, right, axis, -1), bed_at(scratch, right, axis, -1)});
        Balance out = side ? out_of_right(normal, passes) : out_of_left(normal, passes);
        const float sign = side ? -1.f : 1.f;
        const bool closed = is_wall(slot(scratch, bed_, other));
        out.wall_x = chosen(closed, sign * Faces::normal_x(axis), 0);
        out.wall_y = chosen(closed, sign * Faces::normal_y(axis), 0);
        return out;
    }
    template <int axis> NF_INLINE static Balance along(const float* scratch, const SweepRow& row, int at) {
        Balance sum = through<axis, 0>(scratch, row, at) + through<axis, 1>(scratch, row, at);
        if constexpr (order == 2) {
            const float depths = at_face(scratch, at, axis, 1).depth + at_face(scratch, at, axis, -1).depth;
            const Balance lean = leaning(AlongAxis<Faces, axis>{}, depths, half_of_level(scratch, axis, at));
            sum.x += lean.x, sum.y += lean.y;
        }
        return sum;
    }
    template <int... axis> NF_INLINE static Balance balance(const float* scratch, const SweepRow& row, int at,
                                                            std::integer_sequence<int, axis...>) {
        return (along<axis>(scratch, row, at) + ...);
    }

    NF_INLINE float advance(const float* scratch, const SweepRow& row, int column) const {
        const std::size_t i = row.cell(column);
        const int at = row.at(column);
        Balance out = balance(scratch, row, at, typename Faces::Axes{});
        push_off_walls(out, flow_at(scratch, order == 1 ? depth_ : ahead_depth, at));
        const Stepped to =
            stepped(slot(scratch, depth_, at), now.momentum_x[i], now.momentum_y[i], slot(scratch, bed_, at), out,
                    clock->step * face_over_area(), clock->rain_due, manning(row, column), clock->step);
        next.depth[i] = to.depth, next.momentum_x[i] = to.momentum_x, next.momentum_y[i] = to.momentum_y;
        return to.awake;
    }
};

/// Takes the cells of all tiles that are awake, or near one that is, one step on; null `awake`: of all tiles. Writes
/// how fast the water of each tile is to `result`.
template <CellShape shape, int order, Flux flux>
void advance(Cpu& exec, const Tiling& tiling, const float* awake, float* result, const WaterState& now,
             const WaterColumns& next, const Ground& ground, const Clock* clock) {
    sweep(exec, tiling, awake, result, Advance<shape, order, flux>{now, next, ground, clock});
}
template <CellShape, int> TileSize tile_for(Cpu&, int, int) { return cpu_tile; }

}  // namespace nearfield::flood
