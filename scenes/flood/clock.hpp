#pragma once
// The clock of a flood and what acts between two sweeps.
#include "cells/tiling.hpp"
#include "scenes/flood/shallow_water.hpp"
#include "scenes/flood/site.hpp"

namespace nearfield::flood {

namespace detail {

#ifdef __CUDACC__
template <class F> __global__ void with_greatest_kernel(const float* values, u32 n, F f) {
    __shared__ float warps[32];
    wait_for_previous();
    float most = 0;
    for (u32 i = threadIdx.x; i < n; i += blockDim.x) most = fmaxf(most, values[i]);
    for (int step = 16; step > 0; step /= 2) most = fmaxf(most, __shfl_down_sync(~0u, most, step));
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = most;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (u32 w = 1; w < blockDim.x / 32; ++w) most = fmaxf(most, warps[w]);
        f(most);
    }
}
#endif

}  // namespace detail

/// Calls f with the greatest of n numbers, or 0 if all are below: on the device, without waiting.
template <class F> void with_greatest(Cpu&, const float* values, u32 n, const F& f) {
    float most = 0;
    for (u32 i = 0; i < n; ++i) most = larger(most, values[i]);
    f(most);
}
#ifdef __CUDACC__
template <class F> void with_greatest(Cuda& exec, const float* values, u32 n, const F& f) {
    launch(exec, detail::with_greatest_kernel<F>, 1, 1024, 0, "setting the clock", values, n, f);
}
#endif

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
            constexpr float drop = 0x1p-17f;  // a binary fraction: equal depths stay equal, and none is lost
            c.rain_due = floorf(c.rain_gathered / drop) * drop;
            c.rain_gathered -= c.rain_due;
        }
        *clock = c;
    }
};

/// Notes in its tile how fast the water of a cell is. Who was wet in the state before counts as awake.
template <class Exec> struct Survey {
    WaterState now;
    const float *depth_before, *bed;
    float* awake;
    Tiling<Exec> tiling;

    NF_HD void operator()(u32 i) const {
        if (is_wall(bed[i])) return;
        const float speed = wave_speed(flow_of(now.depth[i], now.momentum_x[i], now.momentum_y[i]));
        if (const float from = larger(speed, 1e-20f * depth_before[i]); from > 0) wake(awake + tiling.tile_of(i), from);
    }
};

/// One cell of an inflow.
struct SourceCell {
    u32 cell, inflow;
    float share;  ///< m/s of depth per m³/s
};

/// Lets water flow in. `curve` holds the points of all inflows, those of inflow k from first[k] to first[k + 1].
template <class Exec> struct FlowIn {
    const SourceCell* sources;
    const glm::vec2* curve;
    const u32* first;
    const Clock* clock;
    float scale;
    float* depth;
    double* added;  ///< per source: m of depth since the start
    float* awake;
    Tiling<Exec> tiling;

    NF_HD float rate(u32 inflow, float time) const {
        for (u32 k = first[inflow]; k + 1 < first[inflow + 1]; ++k)
            if (time >= curve[k].x && time < curve[k + 1].x)
                return curve[k].y + (curve[k + 1].y - curve[k].y) * (time - curve[k].x) / (curve[k + 1].x - curve[k].x);
        return 0;
    }
    NF_HD void operator()(u32 i) const {
        const SourceCell s = sources[i];
        const float before = depth[s.cell];
        depth[s.cell] = before + scale * rate(s.inflow, float(clock->time)) * s.share * clock->step;
        added[i] += double(depth[s.cell]) - double(before);
        wake(awake + tiling.tile_of(s.cell), sqrtf(gravity * depth[s.cell]));
    }
};

/// Gives the cells of the margin their state.
template <class Exec> struct HoldMargin {
    const Held* held;
    WaterColumns water;
    const float* bed;
    float* awake;
    Tiling<Exec> tiling;

    NF_HD void operator()(u32 i) const {
        const Held h = held[i];
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
        wake(awake + tiling.tile_of(h.cell),
             wave_speed(flow_of(to, water.momentum_x[h.cell], water.momentum_y[h.cell])));
    }
};

}  // namespace nearfield::flood
