#pragma once
// The rule of the thesis of which this scene is a descendant: water levels out between neighbours, without momentum.
// Its print exchanges half the difference, which grows without bound on hexagons; a sixth is stable, and takes no more
// than a cell has.
#include "cells/faces.hpp"
#include "scenes/flood/site/site.hpp"
#include "scenes/flood/water/shallow_water.hpp"

namespace nearfield::flood {

/// Depth in m that passes from one cell to the other.
NF_INLINE float levelled(float depth, float bed, float other_depth, float other_bed) {
    const float fall = (depth - other_depth) + (bed - other_bed);
    const float most = fall > 0 ? depth : other_depth;
    return (fall > 0 ? fminf(fall, most) : -fminf(-fall, most)) * (1.f / 6);
}

/// Takes one cell a step on from its neighbours, whose places are computed.
template <CellShape shape> struct LevelOut {
    WaterState now;
    WaterColumns next;
    const float* bed;
    int columns, rows;
    const Clock* clock;

    NF_HD void operator()(u32 i) const {
        using Faces = CellFaces<shape>;
        const float h = now.depth[i];
        next.momentum_x[i] = next.momentum_y[i] = 0;
        next.depth[i] = is_wall(bed[i]) ? 0.f : h;
        if (is_wall(bed[i]) || !is_inside(i, u32(columns), u32(rows))) return;
        float out = 0;
        for (int face = 0; face < Faces::count; ++face) {
            const int other = int(i) + Faces::step_to(face, int(i) / columns & 1, columns);
            if (!is_wall(bed[other])) out += levelled(h, bed[i], now.depth[other], bed[other]);
        }
        next.depth[i] = larger(0.f, h - out) + clock->rain_due;
    }
};

}  // namespace nearfield::flood
