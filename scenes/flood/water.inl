#pragma once
// The kernels of Water, compiled per shape of cell, order and flux.
#include "scenes/flood/advance.hpp"
#include "scenes/flood/water.hpp"

#ifdef __CUDACC__
#include "scenes/flood/march.cuh"
#endif

namespace nearfield::flood {

/// Calls f.operator()<shape, order, flux>() for a flux other than levelling. Sites with ceilings always use
/// Flux::under_ceilings.
template <class Exec> template <class F> auto Water<Exec>::by_kernel(const Params& p, const F& f) const {
    const auto by_flux = [&]<CellShape shape, int order>() {
        if (p.flux == Flux::rusanov) return f.template operator()<shape, order, Flux::rusanov>();
        return ceilings().over ? f.template operator()<shape, order, Flux::under_ceilings>()
                               : f.template operator()<shape, order, Flux::hllc>();
    };
    const bool second = p.order == Order::second;
    if (site().lattice.shape == CellShape::hexagon)
        return second ? by_flux.template operator()<CellShape::hexagon, 2>()
                      : by_flux.template operator()<CellShape::hexagon, 1>();
    return second ? by_flux.template operator()<CellShape::square, 2>()
                  : by_flux.template operator()<CellShape::square, 1>();
}

template <class Exec> template <class Real> void Water<Exec>::sweep_in(Exec& exec, const Params& p) {
    by_kernel(p, [&]<CellShape shape, int order, Flux flux>() {
        const float* awake = awake_for(p);
        advance<shape, order, flux, Real>(exec, tiling_, awake, awake_.next(), now_in<Real>(), next_in<Real>(),
                                          ground(p), clock_.data());
        cut_.template advance<shape, order, flux, Real>(exec, now_in<Real>(), next_in<Real>(), ground(p), clock_.data(),
                                                        bed_.data(), awake, awake_.next(), tiling_);
    });
}

/// Runs the stages of TableLayout and surveys the new state for its greatest wave speed.
template <class Exec> template <class Real>
void Water<Exec>::step_by_table_in(StepContext<Exec>& step, const Params& p) {
    table_.prepare(step.exec, site());
    const Ground ground = this->ground(p);
    const auto by = [&]<CellShape shape, Flux flux>() {
        table_.template step<shape, flux, Real>(step, now_in<Real>(), next_in<Real>(), ground, site(), clock_.data());
        step.timer.stage(step.exec, "time step");
        survey_next(step.exec);
        if (cut_.empty()) return;
        step.timer.stage(step.exec, "cut cells");
        if constexpr (flux != Flux::levelling)
            cut_.template advance<shape, 1, flux, Real>(step.exec, now_in<Real>(), next_in<Real>(), ground,
                                                        clock_.data(), bed_.data(), awake_for(p), awake_.next(),
                                                        tiling_);
    };
    const auto by_flux = [&]<CellShape shape>() {
        switch (p.flux) {
        case Flux::hllc: return by.template operator()<shape, Flux::hllc>();
        case Flux::rusanov: return by.template operator()<shape, Flux::rusanov>();
        case Flux::under_ceilings: return;  // users cannot select it
        case Flux::levelling:               // whole cells and single precision only
            if constexpr (std::is_same_v<Real, float>) by.template operator()<shape, Flux::levelling>();
        }
    };
    site().lattice.shape == CellShape::hexagon ? by_flux.template operator()<CellShape::hexagon>()
                                               : by_flux.template operator()<CellShape::square>();
}

template <class Exec> void Water<Exec>::level_out(Exec& exec) {
    const auto by = [&]<CellShape shape>() {
        for_each(exec, count(),
                 LevelOut<shape>{now(), next(), bed_.data(), tiling_.columns, tiling_.rows, clock_.data()});
    };
    site().lattice.shape == CellShape::hexagon ? by.template operator()<CellShape::hexagon>()
                                               : by.template operator()<CellShape::square>();
    survey_next(exec);
}
template <class Exec> template <class Real> TileSize Water<Exec>::tile_in(Exec& exec, const Params& p) const {
    return by_kernel(p, [&]<CellShape shape, int order, Flux>() {
        return tile_for<shape, order, Real>(exec, tiling_.columns, tiling_.rows);
    });
}

}  // namespace nearfield::flood
