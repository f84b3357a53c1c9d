#pragma once
#include "scenes/sph/layout.hpp"
#include "scenes/sph/state.hpp"
#include "sim/metrics.hpp"

namespace nearfield::sph {

struct Metrics {
    double mean_error = 0, max_error = 0, kinetic = 0, potential = 0;
    double front = 0, column = 0, volume = 0;
    double bottom_pressure = 0, probe_pressure = 0, gauge_height = 0;
    double iterations = 0, residual = 0, time_step = 0, max_speed = 0;
    double population = 0, poured = 0, drained = 0;
};

inline std::vector<MetricSpec> describe_metrics() {
    using M = Metrics;
    return metric_list<M>({
        metric(&M::mean_error, "mean_error", "mean density error", "%",
               "Excess over rest density, averaged over particles; lower densities count as 0. pbf: before the last "
               "correction."),
        metric(&M::max_error, "max_error", "greatest density error", "%", "The same for the densest particle."),
        metric(&M::kinetic, "kinetic", "kinetic energy", "J", "Sum of m v²/2; in 2D per metre of depth."),
        metric(&M::potential, "potential", "potential energy", "J",
               "Sum of m times height above the floor times gravity; in 2D per metre of depth."),
        metric(&M::front, "front", "front", "m", "Greatest x of a particle's edge, from the left end."),
        metric(&M::column, "column", "column height", "m",
               "Greatest height of a particle's edge within two spacings of the left wall."),
        metric(&M::volume, "volume", "volume", "%",
               "Volume of the particles by their densities, relative to that at rest, minus one."),
        metric(&M::bottom_pressure, "bottom_pressure", "bottom pressure", "Pa",
               "Mean pressure of the particles between half and two spacings above the floor, extrapolated to the "
               "floor by the weight in between."),
        metric(&M::probe_pressure, "probe_pressure", "probe", "Pa",
               "Pressure at the chosen probe: kernel-weighted pressure of the particles within the support; sparse "
               "fluid counts little. Value of the last step: pbf and dfsph stop fluid at a wall within one step, so "
               "impacts show as peaks that rise as steps shorten. Only means over the time in which water travels one "
               "support length are meaningful. 0 without such a probe."),
        metric(
            &M::gauge_height, "gauge_height", "gauge", "m",
            "Height of the fluid's surface above the chosen gauge: the highest particle within one spacing beside it."),
        metric(&M::iterations, "iterations", "iterations", "", "Iterations of pressure solves in the last step."),
        metric(&M::residual, "residual", "residual", "%", "dfsph: mean compression left by the last density solve."),
        metric(&M::time_step, "time_step", "time step", "s", "Time step of the last step."),
        metric(&M::max_speed, "max_speed", "greatest speed", "m/s", "Speed of the fastest particle."),
        metric(&M::population, "population", "population", "", "Number of particles present."),
        metric(&M::poured, "poured", "poured", "", "Particles added by faucets and drops since the start."),
        metric(&M::drained, "drained", "drained", "", "Particles removed by drains since the start."),
    });
}

/// Initial state: at rest.
template <int D> struct AtRest {
    Packed<D>* velocity;
    Packed<2>* warm;
    float *density, *pressure, *vorticity, *speed, *density_error;
    NF_HD void operator()(u32 i) const {
        velocity[i] = pack<D>(vec<D>(0.f));
        warm[i] = {};
        density[i] = 1.f;
        pressure[i] = vorticity[i] = speed[i] = density_error[i] = 0.f;
    }
};

template <int D> struct ShowValues {
    const Packed<D>* velocity;
    const float* density;
    float *speed, *error;
    NF_HD void operator()(u32 i) const {
        const vec<D> v = load<D>(velocity + i);
        speed[i] = quick_sqrt(dot<D>(v, v));
        error[i] = 100.f * (density[i] - 1.f);
    }
};

/// Maximum speed, range of potential energy, and number of particles present.
struct Liveliness {
    float speed2 = 0;                           ///< greatest squared speed; NaN if any is NaN
    float upper = -INFINITY, lower = INFINITY;  ///< greatest and least gravity . x, m^2/s^2; the difference is the
                                                ///< energy per mass of a fall through the fluid
    u32 present = 0;
    friend NF_HD Liveliness operator+(const Liveliness& a, const Liveliness& b) {
        return {a.speed2 >= b.speed2 || a.speed2 != a.speed2 ? a.speed2 : b.speed2, fmaxf(a.upper, b.upper),
                fminf(a.lower, b.lower), a.present + b.present};
    }
};

template <int D> struct LivelinessOf {
    const Packed<D>*position, *velocity;
    vec<D> gravity;
    NF_HD Liveliness operator()(u32 i) const {
        const vec<D> x = load<D>(position + i), v = load<D>(velocity + i);
        if (is_absent<D>(x)) return {};
        const float depth = dot<D>(x, gravity);
        return {dot<D>(v, v), depth, depth, 1};
    }
};

struct Totals {
    double error = 0, squares = 0, height = 0, volume = 0, bottom = 0, at_bottom = 0;
    double probe = 0, probe_weight = 0;
    float max_error = 0, max_speed2 = 0, front = 0, column = 0, gauge = 0;
    u32 present = 0;
    friend NF_HD Totals operator+(const Totals& a, const Totals& b) {
        return {a.error + b.error,
                a.squares + b.squares,
                a.height + b.height,
                a.volume + b.volume,
                a.bottom + b.bottom,
                a.at_bottom + b.at_bottom,
                a.probe + b.probe,
                a.probe_weight + b.probe_weight,
                fmaxf(a.max_error, b.max_error),
                fmaxf(a.max_speed2, b.max_speed2),
                fmaxf(a.front, b.front),
                fmaxf(a.column, b.column),
                fmaxf(a.gauge, b.gauge),
                a.present + b.present};
    }
};

template <int D> struct TotalsOf {
    const Packed<D>*position, *velocity;
    const float *density, *pressure;
    Kernel<D> kernel;
    float volume, spacing, weight;  ///< weight: rest density times gravity, Pa/m
    vec<D> lo, probe, gauge;        ///< probe, gauge: NaN if there is none
    NF_HD Totals operator()(u32 i) const {
        const vec<D> at = load<D>(position + i), x = at - lo, v = load<D>(velocity + i);
        if (is_absent<D>(at)) return {};
        const float error = fmaxf(density[i] - 1.f, 0.f), v2 = dot<D>(v, v), edge = 0.5f * spacing;
        const bool low = x[1] >= edge && x[1] <= 2.f * spacing;
        Totals t{error, v2, x[1], 1. / fmaxf(density[i], 1.f), low ? pressure[i] + weight * x[1] : 0., low ? 1. : 0.};
        t.present = 1;
        t.max_error = error;
        t.max_speed2 = v2;
        t.front = x[0] + edge;
        t.column = x[0] < 2.f * spacing ? x[1] + edge : 0.f;
        const vec<D> to_probe = at - probe, to_gauge = at - gauge;
        const float r = quick_sqrt(dot<D>(to_probe, to_probe));
        if (r < kernel.h) {
            t.probe_weight = volume * kernel.value(r);
            t.probe = t.probe_weight * pressure[i];
        }
        if (fabsf(to_gauge[0]) <= spacing && (D == 2 || fabsf(to_gauge[D - 1]) <= spacing))
            t.gauge = to_gauge[1] + edge;
        return t;
    }
};

/// Position of item n of the list, counted from 1; NaN if there is none.
template <int D, class List> vec<D> place_of_item(const List& list, int n) {
    if (n < 1 || n > int(list.size())) return vec<D>(NAN);
    return vec<D>(list[std::size_t(n - 1)].at);
}

/// All metrics but poured and drained.
template <int D, class Exec> Metrics metrics_of(Exec& exec, const Actors<Exec, D>& actors, const State<Exec, D>& state,
                                                const Params& p, const Setup& setup) {
    const auto& tank = setup.tank;
    const double spacing = setup.spacing;
    const double mass = p.rest_density * std::pow(spacing, D), gravity = -p.gravity * tank->gravity.y;
    const auto t = reduce<Totals>(exec, actors.size(),
                                  TotalsOf<D>{.position = actors.position.current(),
                                              .velocity = state.velocity.current(),
                                              .density = state.density.data(),
                                              .pressure = state.pressure.data(),
                                              .kernel = Kernel<D>(p.kernel, p.smoothing * spacing),
                                              .volume = float(std::pow(spacing, D)),
                                              .spacing = float(spacing),
                                              .weight = float(gravity * p.rest_density),
                                              .lo = setup.laid_out<D>().lo,
                                              .probe = place_of_item<D>(tank->probes, p.probe),
                                              .gauge = place_of_item<D>(tank->gauges, p.gauge)});
    const auto& now = state.progress;
    const double n = std::max(1u, t.present);
    constexpr double half_space = 0.5;  // sum of the kernel weights at a wall under water
    return {.mean_error = 100 * t.error / n,
            .max_error = 100. * t.max_error,
            .kinetic = mass * t.squares / 2,
            .potential = mass * gravity * t.height,
            .front = t.front,
            .column = t.column,
            .volume = t.present ? 100 * (t.volume / n - 1) : 0,
            .bottom_pressure = t.at_bottom > 0 ? t.bottom / t.at_bottom : 0,
            .probe_pressure = t.probe / std::max(t.probe_weight, half_space / 2),
            .gauge_height = t.gauge,
            .iterations = double(now.iterations),
            .residual = now.residual,
            .time_step = now.time_step,
            .max_speed = std::sqrt(double(t.max_speed2)),
            .population = double(t.present)};
}

}  // namespace nearfield::sph
