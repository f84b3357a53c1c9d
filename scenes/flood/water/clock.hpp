#pragma once
// The clock of a flood and what acts between two sweeps.
#include "cells/tiling.hpp"
#include "scenes/flood/site/site.hpp"
#include "scenes/flood/water/shallow_water.hpp"

namespace nearfield::flood {

/// What the blocks of each_then_greatest() share.
struct Greatest {
    int bits = 0;    ///< of a number that is not negative: such numbers are in the order of their bits
    u32 blocks = 0;  ///< that are done
};

namespace detail {

#ifdef __CUDACC__
/// In the first lane.
__device__ inline float greatest_of_warp(float value) {
    for (int lanes = 16; lanes > 0; lanes /= 2) value = fmaxf(value, __shfl_down_sync(~0u, value, lanes));
    return value;
}

constexpr u32 greatest_threads = 1024;

/// Blocks share the values; the one that comes last has the greatest of all.
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

/// Calls f for the numbers below n, then g with the greatest of what f returned and of `count` values, or 0 if all are
/// below: on the device, without waiting. f may raise values that it returns. `shared` is all 0 and stays so.
template <class F, class G>
void each_then_greatest(Cpu& exec, u32 n, const F& f, const float* values, u32 count, const G& g, Greatest*) {
    for_each(exec, n, f);  // what it returns is among the values by then
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

/// Water moves by multiples of this many m, a binary fraction: equal depths stay equal, and single precision loses
/// none.
constexpr float drop = 0x1p-17f;

/// What a rate comes to in a step: gathered until it is some drops, which are due.
struct Gathered {
    float gathered = 0, due = 0;  ///< m
};
struct Gather {
    const Clock* clock;
    float rate;     ///< m/s
    float longest;  ///< s: no step counts as longer
    Gathered* to;
    NF_HD void operator()(u32) const {
        const float sum = to->gathered + rate * fminf(clock->step, longest);
        to->due = floorf(sum / drop) * drop;
        to->gathered = sum - to->due;
    }
};

/// Ends a step and chooses the next: the part `courant` of the time in which a wave crosses a cell, at most `longest`.
struct SetClock {
    Clock* clock;
    bool advances;  ///< false: the state was changed by hand
    float courant, spacing, longest;
    float rain;         ///< m/s
    float least_speed;  ///< m/s: of what flows in during the step

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

/// Notes in its tile how fast the water of a cell is. Who was wet in the state before counts as awake.
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

/// One cell of an inflow. Inflows that share a cell are chained there, in their order.
struct SourceCell {
    static constexpr u32 none = ~0u;
    u32 cell, inflow;
    float share;      ///< m/s of depth per m³/s
    bool is_first;    ///< in its cell
    u32 next = none;  ///< source of the same cell
};

/// Curves over time: the points of curve k are those from first[k] to first[k + 1], s rising and a value.
struct Curves {
    const glm::vec2* points;
    const u32* first;

    /// Linear between the points; `outside` beyond them.
    NF_HD float at(u32 curve, float time, float outside) const {
        for (u32 k = first[curve]; k + 1 < first[curve + 1]; ++k)
            if (time >= points[k].x && time < points[k + 1].x)
                return points[k].y +
                       (points[k + 1].y - points[k].y) * (time - points[k].x) / (points[k + 1].x - points[k].x);
        return outside;
    }
    /// The same; beyond the points as at the nearest.
    NF_HD float held_at(u32 curve, float time) const {
        const glm::vec2 start = points[first[curve]], end = points[first[curve + 1] - 1];
        return at(curve, time, time < start.x ? start.y : end.y);
    }
};

/// Lets water flow in, as much as the curve of each inflow says. One thread does all that share a cell.
struct FlowIn {
    const SourceCell* sources;
    Curves curves;
    const Clock* clock;
    float scale;
    const float* bed;
    float *depth, *momentum_x, *momentum_y;
    double* added;  ///< per source: m of depth since the start
    float* awake;
    Tiling tiling;

    NF_HD void operator()(u32 i) const {
        if (!sources[i].is_first || is_wall(bed[sources[i].cell])) return;  // a hand has built a wall there
        for (u32 k = i; k != SourceCell::none; k = sources[k].next) flow_in(k);
    }
    NF_HD void flow_in(u32 i) const {
        const SourceCell s = sources[i];
        const float before = depth[s.cell];
        const float more = scale * curves.at(s.inflow, float(clock->time), 0) * s.share * clock->step;
        depth[s.cell] = larger(0.f, before + more);  // a negative flow is a drain, which takes what is there
        if (more < 0 && before > 0) {
            momentum_x[s.cell] *= depth[s.cell] / before, momentum_y[s.cell] *= depth[s.cell] / before;
        }
        added[i] += double(depth[s.cell]) - double(before);
        wake(awake + tiling.tile_of(s.cell), sqrtf(gravity * depth[s.cell]));
    }
};

/// Gives the cells of the margin their state; returns how fast their water is.
struct HoldMargin {
    const Held* held;
    WaterColumns water;
    WaterColumns rest;  ///< in double precision: FineColumns; else null
    const float* bed;
    float* awake;
    Tiling tiling;
    Curves curves;
    u32 first_curve;  ///< of the held cells
    const Clock* clock;
    bool ahead;  ///< the state is that at the end of the step

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
        if (h.hold == Hold::discharge) {  // onto ground that is dry yet: as deep as critical flow
            const float critical = cbrtf(h.value * h.value / gravity);
            if (depth < 0.05f * critical) to = critical;
        }
        if (rest.depth) hold_rest(h);
        const float speed = wave_speed(flow_of(to, water.momentum_x[h.cell], water.momentum_y[h.cell]));
        wake(awake + tiling.tile_of(h.cell), speed);
        return speed;
    }
    /// A copy is one to the last bit.
    NF_HD void hold_rest(const Held& h) const {
        const bool copies = h.hold == Hold::copy;
        keep(rest, h.cell,
             copies ? kept_at(WaterState{rest.depth, rest.momentum_x, rest.momentum_y}, h.from) : Values<float>{});
    }
};

}  // namespace nearfield::flood
