#pragma once
// Infiltration of water into the ground.
#include "cells/tiling.hpp"
#include "scenes/flood/clock.hpp"
#include "scenes/flood/saved.hpp"
#include "scenes/flood/shallow_water.hpp"
#include "scenes/flood/site.hpp"

namespace nearfield::flood {

/// Removes infiltrating water from wet cells in a step. `soaked`: total since the start, m.
struct SoakAway {
    const Gathered* soak;
    const float* bed;
    int columns, rows;
    float *depth, *momentum_x, *momentum_y, *soaked;
    NF_HD void operator()(u32 i) const {
        const float before = depth[i];
        if (!(before > 0) || soak->due <= 0 || is_wall(bed[i]) || !is_inside(i, u32(columns), u32(rows))) return;
        const float after = larger(0.f, before - soak->due);
        depth[i] = after;
        soaked[i] += before - after;
        momentum_x[i] *= after / before;
        momentum_y[i] *= after / before;
    }
};

/// Infiltration on a site; inactive at a rate of 0.
template <class Exec> class Soil {
  public:
    void reset(Exec& exec) {
        fill_zero(exec, soaked_.data(), soaked_.size());
        state_.upload(exec, {Gathered{}});
    }
    void soak(Exec& exec, const Site& site, const Clock* clock, float rate, const float* bed,
              const WaterColumns& water) {
        const u32 cells = site.lattice.cells();
        if (soaked_.size() == 0) {
            soaked_.resize(cells, "what soaks away");
            fill_zero(exec, soaked_.data(), cells);
        }
        for_each(exec, 1, Gather{clock, rate, INFINITY, state_.data()});
        for_each(exec, cells,
                 SoakAway{state_.data(), bed, int(site.lattice.columns), int(site.lattice.rows), water.depth,
                          water.momentum_x, water.momentum_y, soaked_.data()});
    }
    /// Infiltrated depth per cell, m; empty if there never was any.
    const Array<Exec, float>& soaked() const { return soaked_; }
    std::size_t bytes() const { return soaked_.bytes(); }

    struct Saved {
        Array<Exec, float> soaked;
        Array<Exec, Gathered> state;
    };
    Saved save(Exec& exec) const { return {copy_of(exec, soaked_), copy_of(exec, state_)}; }
    void restore(Exec& exec, const Saved& to) {
        if (to.soaked.size() > 0) put_back(exec, soaked_, to.soaked);
        else fill_zero(exec, soaked_.data(), soaked_.size());
        put_back(exec, state_, to.state);
    }

  private:
    Array<Exec, float> soaked_;
    Array<Exec, Gathered> state_;
};

}  // namespace nearfield::flood
