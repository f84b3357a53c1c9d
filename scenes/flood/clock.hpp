#pragma once
// The clock of a flood, and the sources and boundaries that act between two sweeps.
#include "cells/tiling.hpp"
#include "scenes/flood/shallow_water.hpp"
#include "scenes/flood/site.hpp"

namespace nearfield::flood {

/// State shared by the blocks of each_then_greatest().
struct Greatest {
    int bits = 0;    ///< bit pattern of a non-negative number; such patterns sort like the numbers
    u32 blocks = 0;  ///< finished blocks
};

namespace detail {

#ifdef __CUDACC__
/// Maximum over a warp, valid in its first lane.
__device__ inline float greatest_of_warp(float value) {
    for (int lanes = 16; lanes > 0; lanes /= 2) value = fmaxf(value, __shfl_down_sync(~0u, value, lanes));
    return value;
}

constexpr u32 greatest_threads = 1024;

/// Blocks share the values; the last block to finish has the maximum.
template <class F, class G> __global__ void __launch_bounds__(greatest_threads)
    each_then_greatest_kernel(u32 n, F f, const float* values, u32 count, G g, Greatest* shared) {
    __shared__ float warps[32];
    wait_for_previous();
    const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    float most = 0;
    for (u32 k = i; k < count; k += gridDim.x * blockDim.x) most = fmaxf(most, values[k]);
    if (i < n) most = fmaxf(most, f(i));
    most = greatest_of_warp(most);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = most;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    most = greatest_of_warp(warps[threadIdx.x]);
    if (threadIdx.x > 0) return;
    atomicMax(&shared->bits, __float_as_int(most));
    __threadfence();
    if (atomicInc(&shared->blocks, gridDim.x - 1) < gridDim.x - 1) return;
    __threadfence();
    g(__int_as_float(atomicExch(&shared->bits, 0)));
}
#endif

}  // namespace detail

/// Calls f for the numbers below n, then g with the maximum of f's results and `count` values (at least 0). On CUDA
/// this is one asynchronous kernel. f may raise the values that it returns. `shared` is all 0 before and after.
template <class F, class G>
void each_then_greatest(Cpu& exec, u32 n, const F& f, const float* values, u32 count, const G& g, Greatest*) {
    for_each(exec, n, f);  // `values` contains f's results by now
    float most = 0;
    for (u32 i = 0; i < count; ++i) most = larger(most, values[i]);
    g(most);
}
#ifdef __CUDACC__
template <class F, class G>
void each_then_greatest(Cuda& exec, u32 n, const F& f, const float* values, u32 count, const G& g, Greatest* shared) {
    const u32 threads = detail::greatest_threads, work = n > count / 4 ? n : count / 4;
    launch(exec, detail::each_then_greatest_kernel<F, G>, work / threads + 1, threads, 0, "setting the clock", n, f,
           values, count, g, shared);
}
#endif

/// Water moves in multiples of this depth, m. As a binary fraction it keeps equal depths equal and loses nothing in
/// single precision.
constexpr float drop = 0x1p-17f;

/// Depth accumulated from a rate; whole multiples of `drop` become due.
struct Gathered {
    float gathered = 0, due = 0;  ///< m
};
struct Gather {
    const Clock* clock;
    float rate;     ///< m/s
    float longest;  ///< longest step that counts, s
    Gathered* to;
    NF_HD void operator()(u32) const {
        const float sum = to->gathered + rate * fminf(clock->step, longest);
        to->due = floorf(sum / drop) * drop;
        to->gathered = sum - to->due;
    }
};

/// Ends a step and chooses the next: `courant` times the time in which a wave crosses a cell, at most `longest`.
struct SetClock {
    Clock* clock;
    bool advances;  ///< false after a change by hand, which takes no time
    float courant, spacing, longest;
    float rain;         ///< m/s
    float least_speed;  ///< least wave speed to assume, m/s: that of inflows during the step

    NF_HD void operator()(float fastest) const {
        Clock c = *clock;
        if (advances) {
            c.time += c.step;
            c.rained += c.rain_due;
            c.rain_gathered += rain * c.step;
        }
        c.step = fminf(longest, courant * spacing / larger(larger(fastest, least_speed), 1e-9f));
        if (advances) {
            c.rain_due = floorf(c.rain_gathered / drop) * drop;
            c.rain_gathered -= c.rain_due;
        }
        *clock = c;
    }
};

/// Records the wave speed of a cell in its tile. A cell that was wet in the previous state counts as awake.
struct Survey {
    WaterState now;
    const float *depth_before, *bed;
    float* awake;
    Tiling tiling;
    Ceilings ceilings;

    NF_HD void operator()(u32 i) const {
        if (is_wall(bed[i])) return;
        const Flow flow = flow_of(now.depth[i], now.momentum_x[i], now.momentum_y[i]);
        const float speed = wave_speed(flow, ceilings, i, bed[i]);
        if (const float from = larger(speed, 1e-20f * depth_before[i]); from > 0) wake(awake + tiling.tile_of(i), from);
    }
};

/// One cell of an inflow. Inflows that share a cell are chained there, in order.
struct SourceCell {
    static constexpr u32 none = ~0u;
    u32 cell, inflow;
    float share;      ///< depth rate per discharge, m/s per m³/s
    bool is_first;    ///< true for the first source of its cell
    u32 next = none;  ///< next source of the same cell
};

/// Piecewise linear curves over time. Curve k has the points first[k] to first[k + 1], each a time in s and a value.
struct Curves {
    const glm::vec2* points;
    const u32* first;

    /// Interpolates linearly; returns `outside` before the first and after the last point.
    NF_HD float at(u32 curve, float time, float outside) const {
        for (u32 k = first[curve]; k + 1 < first[curve + 1]; ++k)
            if (time >= points[k].x && time < points[k + 1].x)
                return points[k].y +
                       (points[k + 1].y - points[k].y) * (time - points[k].x) / (points[k + 1].x - points[k].x);
        return outside;
    }
    /// The same, but constant before the first and after the last point.
    NF_HD float held_at(u32 curve, float time) const {
        const glm::vec2 start = points[first[curve]], end = points[first[curve + 1] - 1];
        return at(curve, time, time < start.x ? start.y : end.y);
    }
};

/// Adds the water of all inflows. One thread handles all sources of a cell.
struct FlowIn {
    const SourceCell* sources;
    Curves curves;
    const Clock* clock;
    float scale;
    const float* bed;
    float *depth, *momentum_x, *momentum_y;
    double* added;  ///< per source: depth added since the start, m
    float* awake;
    Tiling tiling;

    NF_HD void operator()(u32 i) const {
        if (!sources[i].is_first || is_wall(bed[sources[i].cell])) return;  // a wall has been built there since
        for (u32 k = i; k != SourceCell::none; k = sources[k].next) flow_in(k);
    }
    NF_HD void flow_in(u32 i) const {
        const SourceCell s = sources[i];
        const float before = depth[s.cell];
        const float more = scale * curves.at(s.inflow, float(clock->time), 0) * s.share * clock->step;
        depth[s.cell] = larger(0.f, before + more);  // a negative inflow is a drain, limited by the water present
        if (more < 0 && before > 0) {
            momentum_x[s.cell] *= depth[s.cell] / before;
            momentum_y[s.cell] *= depth[s.cell] / before;
        }
        added[i] += double(depth[s.cell]) - double(before);
        wake(awake + tiling.tile_of(s.cell), sqrtf(gravity * depth[s.cell]));
    }
};

/// Sets the ghost cells in the margin; returns their wave speed.
struct HoldMargin {
    const Held* held;
    WaterColumns water;
    WaterColumns rest;  ///< DoubleColumns::rest in double precision, else null
    const float* bed;
    float* awake;
    Tiling tiling;
    Curves curves;
    u32 first_curve;  ///< index of the first held curve
    const Clock* clock;
    bool ahead;  ///< true: the state belongs to the end of the step

    NF_HD float operator()(u32 i) const {
        Held h = held[i];
        if (h.curve != Held::constant)
            h.value = curves.held_at(first_curve + h.curve, float(clock->time) + (ahead ? clock->step : 0.f));
        const float depth = water.depth[h.from], x = water.momentum_x[h.from], y = water.momentum_y[h.from];
        float& to = water.depth[h.cell];
        to = depth;
        if (h.hold == Hold::level) to = larger(0.f, h.value - bed[h.cell]);
        const float scale = h.hold == Hold::level ? (depth > dry_depth ? to / depth : 0.f) : 1.f;
        water.momentum_x[h.cell] = h.hold == Hold::discharge ? h.value * h.inward.x : x * scale;
        water.momentum_y[h.cell] = h.hold == Hold::discharge ? h.value * h.inward.y : y * scale;
        if (h.hold == Hold::discharge) {  // dry ground: use the critical depth of the discharge
            const float critical = cbrtf(h.value * h.value / gravity);
            if (depth < 0.05f * critical) to = critical;
        }
        if (rest.depth) hold_rest(h);
        const float speed = wave_speed(flow_of(to, water.momentum_x[h.cell], water.momentum_y[h.cell]));
        wake(awake + tiling.tile_of(h.cell), speed);
        return speed;
    }
    /// A copied ghost cell equals its source bit by bit.
    NF_HD void hold_rest(const Held& h) const {
        const bool copies = h.hold == Hold::copy;
        keep(rest, h.cell,
             copies ? kept_at(WaterState{rest.depth, rest.momentum_x, rest.momentum_y}, h.from) : Values<float>{});
    }
};

}  // namespace nearfield::flood
