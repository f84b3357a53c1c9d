#pragma once
// The levelling rule of Bader & Meier 2015: neighbours level out, without momentum. The printed rule exchanges half of
// the difference, which is unstable on hexagons. A sixth is stable and never takes more than a cell holds.
#include "cells/faces.hpp"
#include "scenes/flood/shallow_water.hpp"
#include "scenes/flood/site.hpp"

namespace nearfield::flood {

/// Depth that passes from one cell to the other, m.
NF_INLINE float levelled(float depth, float bed, float other_depth, float other_bed) {
    const float fall = (depth - other_depth) + (bed - other_bed);
    const float most = fall > 0 ? depth : other_depth;
    return (fall > 0 ? fminf(fall, most) : -fminf(-fall, most)) * (1.f / 6);
}

/// One step of a cell; indices of neighbours are computed.
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
