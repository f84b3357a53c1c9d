#pragma once
// Values per cell and sums, for pictures and metrics.
#include "picture/canvas.hpp"
#include "scenes/flood/hazard.hpp"
#include "scenes/flood/shallow_water.hpp"
#include "scenes/flood/site.hpp"

namespace nearfield::flood {

/// Per cell: greatest depth, arrival time and greatest hazard so far.
struct Maxima {
    float *deepest, *arrival, *worst;
    std::uint8_t* worst_class;  ///< aidr_class
};
struct KeepMaxima {
    WaterState now;
    const Clock* clock;
    float wet_depth;
    Debris debris;
    Maxima to;
    NF_HD void operator()(u32 i) const {
        const float h = now.depth[i];
        if (!(h > 0)) return;
        to.deepest[i] = larger(to.deepest[i], h);
        if (!(h > wet_depth)) return;
        if (to.arrival[i] < 0) to.arrival[i] = float(clock->time);
        const float per = velocity_per_momentum(h), u = now.momentum_x[i] * per, v = now.momentum_y[i] * per;
        const float speed = sqrtf(u * u + v * v);
        to.worst[i] = larger(to.worst[i], hazard_rating(debris, h, speed));
        const std::uint8_t kind = aidr_class(h, speed);
        if (kind > to.worst_class[i]) to.worst_class[i] = kind;
    }
};

/// Values that colour cells; NaN where there is no water.
struct ShowWater {
    WaterState now;
    const float* bed;
    Ceilings ceilings;
    Maxima maxima;
    float datum, wet_depth;
    Debris debris;
    float *depth, *level, *speed, *most, *came, *hazard, *velocity_x, *velocity_y, *worst, *worst_class;

    NF_HD void operator()(u32 i) const {
        const float h = now.depth[i];
        const float u = velocity_of(now.momentum_x[i], h), v = velocity_of(now.momentum_y[i], h);
        const bool wet = h > wet_depth && !is_wall(bed[i]), was = maxima.deepest[i] > wet_depth && !is_wall(bed[i]);
        depth[i] = wet ? h : NAN;
        level[i] = wet ? ceilings.head(i, bed[i], h) + bed[i] + datum : NAN;
        const float fast = sqrtf(u * u + v * v);
        speed[i] = wet ? fast : NAN;
        most[i] = was ? maxima.deepest[i] : NAN;
        came[i] = was && maxima.arrival[i] >= 0 ? maxima.arrival[i] : NAN;
        worst[i] = was ? maxima.worst[i] : NAN;
        worst_class[i] = was ? float(maxima.worst_class[i] + 1) : NAN;
        hazard[i] = wet ? hazard_rating(debris, h, fast) : NAN;
        velocity_x[i] = wet ? u : NAN;
        velocity_y[i] = wet ? v : NAN;
    }
};

/// Hazard class of the water in every cell.
struct ClassifyHazard {
    WaterState now;
    const float* bed;
    float wet_depth;
    Rating rating;
    Debris debris;
    std::uint8_t* kind;

    NF_HD void operator()(u32 i) const {
        const float h = now.depth[i];
        const float u = velocity_of(now.momentum_x[i], h), v = velocity_of(now.momentum_y[i], h);
        const float fast = sqrtf(u * u + v * v);
        kind[i] = is_wall(bed[i]) || !(h > wet_depth) ? no_class
                  : rating == Rating::aidr            ? aidr_class(h, fast)
                                                      : defra_class(hazard_rating(debris, h, fast));
    }
};

/// Greatest hazard class so far in every cell.
struct ClassifyWorst {
    Maxima maxima;
    const float* bed;
    float wet_depth;
    Rating rating;
    std::uint8_t* kind;

    NF_HD void operator()(u32 i) const {
        kind[i] = is_wall(bed[i]) || !(maxima.deepest[i] > wet_depth) ? no_class
                  : rating == Rating::aidr                            ? maxima.worst_class[i]
                                                                      : defra_class(maxima.worst[i]);
    }
};

/// Brightness of the ground lit from the north-west, about 1 where it is flat. Walls are dark; cells outside are NaN.
template <CellShape shape> struct ShadeGround {
    const float* bed;
    int columns, rows;
    float spacing, relief;
    float* shade;

    NF_HD void operator()(u32 i) const {
        using Faces = CellFaces<shape>;
        const int odd = int(i) / columns & 1;
        shade[i] = NAN;
        if (!is_inside(i, u32(columns), u32(rows))) return;
        float x = 0, y = 0;
        for (int axis = 0; axis < Faces::axes; ++axis) {
            const float a = bed[int(i) + Faces::step_to(axis, odd, columns)];
            const float b = bed[int(i) + Faces::step_to(axis + Faces::axes, odd, columns)];
            const float rise = is_wall(a) || is_wall(b) ? 0.f : a - b;
            x += rise * Faces::normal_x(axis);
            y += rise * Faces::normal_y(axis);
        }
        const float scale = 2.f / (Faces::axes * 2 * spacing);
        const float light = (-x + y) * scale * relief / sqrtf(1 + (x * x + y * y) * scale * scale * relief * relief);
        shade[i] = is_wall(bed[i]) ? 0.35f : fminf(fmaxf(1 - 0.55f * light, 0.45f), 1.6f);
    }
};

/// Brightness of water seen from above: lit from the north-west, darker where deep, white where fast.
template <CellShape shape> struct ShadeWater {
    WaterState now;
    const float* bed;
    const float* swept_bed;  ///< with cut cells as walls: no light from beyond a wall
    int columns, rows;
    float spacing, wet_depth;
    float* shade;

    /// Level of a neighbour, or `own` where the neighbour is dry or a wall.
    NF_HD float level_at(int i, float own) const {
        return !is_wall(swept_bed[i]) && now.depth[i] > wet_depth ? bed[i] + now.depth[i] : own;
    }
    NF_HD void operator()(u32 i) const {
        using Faces = CellFaces<shape>;
        const float h = now.depth[i], own = bed[i] + h;
        shade[i] = NAN;
        const int odd = int(i) / columns & 1;
        if (!is_inside(i, u32(columns), u32(rows)) || is_wall(bed[i]) || !(h > wet_depth)) return;
        float x = 0, y = 0;
        for (int axis = 0; axis < Faces::axes && !is_wall(swept_bed[i]); ++axis) {
            const float rise = level_at(int(i) + Faces::step_to(axis, odd, columns), own) -
                               level_at(int(i) + Faces::step_to(axis + Faces::axes, odd, columns), own);
            x += rise * Faces::normal_x(axis);
            y += rise * Faces::normal_y(axis);
        }
        constexpr float relief = 4;
        const float scale = relief / (Faces::axes * spacing);
        const float light = (-x + y) * scale / sqrtf(1 + (x * x + y * y) * scale * scale);
        const float u = velocity_of(now.momentum_x[i], h), v = velocity_of(now.momentum_y[i], h);
        const float speed = sqrtf(u * u + v * v), foam = fminf(fmaxf((speed - 3) / 12, 0.f), 1.f);
        shade[i] = (0.55f + 0.6f * expf(-h / 3)) * (1 - 0.6f * light) + 0.9f * foam;
    }
};

/// Sums over the cells inside a site.
struct WaterSum {
    double volume = 0, wet = 0,
           ground = 0;  ///< sum of depths in m, number of flooded cells, number of cells that are not walls
    float deepest = 0, fastest = 0;
    bool finite = true;
    friend NF_HD WaterSum operator+(const WaterSum& a, const WaterSum& b) {
        return {a.volume + b.volume,         a.wet + b.wet,       a.ground + b.ground, fmaxf(a.deepest, b.deepest),
                fmaxf(a.fastest, b.fastest), a.finite && b.finite};
    }
};
template <class State> struct SumWater {
    State now;
    const float* bed;
    int columns, rows;
    float wet_depth;
    NF_HD WaterSum operator()(u32 i) const {
        if (!is_inside(i, u32(columns), u32(rows)) || is_wall(bed[i])) return {};
        const auto water = values_at(now, i);
        const float h = float(water.depth);
        const float u = velocity_of(float(water.x), h), v = velocity_of(float(water.y), h);
        const bool fine = h >= 0 && h < INFINITY && fabsf(u) < INFINITY && fabsf(v) < INFINITY;
        return {water.depth, h > wet_depth ? 1. : 0., 1, h, sqrtf(u * u + v * v), fine};
    }
};

/// Difference between the sums over cut cells and over whole ones.
template <class State> struct SumCutCells {
    const CutCell* cells;
    State now;
    float wet_depth;
    NF_HD WaterSum operator()(u32 i) const {
        const double more = double(cells[i].area) - 1;
        const double h = values_at(now, cells[i].cell).depth;
        return {more * h, h > wet_depth ? more : 0, more, 0, 0, true};
    }
};

}  // namespace nearfield::flood
