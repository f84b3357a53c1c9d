#pragma once
// Drag of bodies on the water.
#include "cells/lattice.hpp"
#include "scenes/flood/shallow_water.hpp"

namespace nearfield::flood {

/// Counts the bodies in every cell.
struct CountInCells {
    const Packed<2>* position;
    CellLattice lattice;
    u32* bodies;
    NF_HD void operator()(u32 i) const {
        const vec<2> p = load<2>(position + i);
        if (is_absent<2>(p)) return;
        const u32 cell = lattice.cell_at(glm::vec2(p[0], p[1]) - glm::vec2(lattice.origin));
        if (cell != CellLattice::none) atomic_add(bodies + cell, 1u);
    }
};

/// Drag of bodies in the water: a force c w h rho |u| u / 2 on each, for width w and coefficient c. In a cell of area A
/// with n bodies, the deceleration is |u| u k with k = c w n / (2 A), for any depth h. Integrated implicitly, u / (1 +
/// k |u| step), which is exact for water without other forces.
struct SlowWater {
    const u32* bodies;  ///< per cell
    const Clock* clock;
    float drag_over_area;  ///< c w / (2 A), 1/m
    const float* depth;
    float *momentum_x, *momentum_y;

    NF_HD void operator()(u32 i) const {
        if (bodies[i] == 0) return;
        const float u = velocity_of(momentum_x[i], depth[i]), v = velocity_of(momentum_y[i], depth[i]);
        const float slowed = 1 / (1 + float(bodies[i]) * drag_over_area * sqrtf(u * u + v * v) * clock->step);
        momentum_x[i] *= slowed;
        momentum_y[i] *= slowed;
    }
};

}  // namespace nearfield::flood
