// Divergence-free SPH (Bender & Koschier 2015, 2017): pressures that make velocities divergence-free and keep density
// constant. Each solve is a relaxed Jacobi iteration on P = p / (rest density * density^2), with two queries per
// iteration. Momentum (the heavy ball of Polyak 1964) reduces the number of iterations by a factor of 1.6 to 2.1.
#include "scenes/sph/state.hpp"

namespace nearfield::sph {

// A wall mirrors the fluid: the image has the particle's pressure, P_b = P_i (Akinci et al. 2012, eq. 10), and the
// particle's velocity relative to the wall, reversed. The wall's part therefore counts twice in accelerations and in
// rates. If it counted once in either, the iteration's matrix would not be symmetric. Deep fluid, whose smallest
// eigenvalues are near zero, would then diverge.

/// Density, and alpha = 1 / (|sum V grad W|^2 + sum |V grad W|^2) (2017, eq. 8). Alpha is 0 without neighbours, and
/// negative where there are too few neighbours, boundary particles included, for the divergence solve.
template <int D> struct Factors {
    Medium<D> medium;
    float *density, *factor;
    float least;  ///< 1/m^2
    struct Result {
        float density, factor;
    };
    static constexpr bool sums_only = true, lists = true;
    static constexpr float enough = D == 2 ? 7.f : 20.f;
    using Sum = Sums<D + 3>;  ///< gradient, sum of squares, density, count

    template <class Near> NF_HD Result operator()(u32 i, const Near& near) const {
        const auto sum = near.sum(i, Sum{}, [&](const Other&, const vec<D>& towards, float d2) {
            const float r = quick_sqrt(d2), f = medium.kernel.gradient(r);
            return Sum::made_of(towards * f, f * f * d2, medium.kernel.value(r), 1.f);
        });
        const auto wall = medium.over_wall(
            i, near.position(i), near, Sums<D + 2>{}, [&](float volume, const vec<D>& towards, float r) {
                return Sums<D + 2>::made_of(towards * (volume * medium.kernel.gradient(r)),
                                            volume * medium.kernel.value(r), 1.f);
            });
        const vec<D> gradient = sum.template vector<D>() * medium.volume + wall.template vector<D>() * 2.f;
        const float squares = medium.volume * medium.volume * sum.of[D] + dot<D>(gradient, gradient);
        const float alpha = squares > least ? 1.f / squares : 0.f;
        return {medium.volume * (medium.kernel.value(0.f) + sum.of[D + 1]) + wall.of[D],
                sum.of[D + 2] + wall.of[D + 1] < enough ? -alpha : alpha};
    }
    NF_HD void write(u32 i, const Result& result) const {
        density[i] = result.density;
        factor[i] = result.factor;
    }
};

/// Acceleration by pressure, -sum V (P_i + P_j) grad W. Written to `out`, or multiplied by dt and added to the
/// velocities in it.
template <int D> struct Accelerate {
    Medium<D> medium;
    const float* pressure;
    SharedPairs<D> out;
    float dt;
    bool push;
    static constexpr bool sums_only = true, lists = true;

    template <class Near> NF_HD vec<D> operator()(u32 i, const Near& near) const {
        const float own = pressure[i];
        const auto sum = near.sum(i, Sums<D>{}, [&](const Other& j, const vec<D>& towards, float d2) {
            return Sums<D>::made_of(towards * (medium.kernel.gradient(quick_sqrt(d2)) * (own + j.of(pressure))));
        });
        const auto wall =
            medium.over_wall(i, near.position(i), near, Sums<D>{}, [&](float volume, const vec<D>& towards, float r) {
                return Sums<D>::made_of(towards * (volume * medium.kernel.gradient(r) * 2.f * own));
            });
        return sum.template vector<D>() * medium.volume + wall.template vector<D>();
    }
    NF_HD void write(u32 i, const vec<D>& acceleration) const {
        out.put(i, push ? out.own(i).vector + acceleration * dt : acceleration, 0.f);
    }
};

enum class Solve { divergence, density };

/// Consumes the rate of compression: first as source and starting pressure of the solve, then as correction of each
/// iteration.
template <int D> struct Solver {
    static constexpr float relaxation = 0.5f, momentum = 0.5f;  // larger values make deep fluid at rest unsteady
    Solve solve;
    bool begins;
    float dt;
    const float *density, *factor;
    const Packed<2>* warm;
    float *source, *pressure, *pressure_before, *residual;

    NF_INLINE void operator()(u32 i, float rate) const {
        if (begins) begin(i, rate);
        else iterate(i, rate);
    }
    /// Warm start: half of the last step's pressure, where the fluid is compressed.
    NF_INLINE void begin(u32 i, float rate) const {
        const bool divergence = solve == Solve::divergence;
        const float wrong = divergence ? (factor[i] < 0.f ? 0.f : larger(rate, 0.f)) : density[i] + dt * rate - 1.f;
        source[i] = -wrong;
        pressure[i] = pressure_before[i] = wrong > 0.f ? 0.5f * warm[i].c[int(solve)] / scale() : 0.f;
    }
    NF_INLINE void iterate(u32 i, float rate) const {
        const float left = source[i] - scale() * rate;
        const float now = pressure[i];
        pressure[i] =
            larger(now - relaxation * left * fabsf(factor[i]) / scale() + momentum * (now - pressure_before[i]), 0.f);
        pressure_before[i] = now;
        residual[i] = larger(-left, 0.f);
    }
    NF_INLINE float scale() const { return solve == Solve::divergence ? dt : dt * dt; }
};

/// Rate at which the vectors in `shared` compress the fluid, sum V (u_i - u_j) . grad W. `walls_move`: vectors are
/// taken relative to the wall's velocity.
template <int D> struct Compression {
    Medium<D> medium;
    SharedPairs<D> shared;
    Solver<D> end;
    bool walls_move;
    static constexpr bool sums_only = true, lists = true;

    template <class Near> NF_HD float operator()(u32 i, const Near& near) const {
        const vec<D> own = shared.own(i).vector;
        const float share = walls_move ? 1.f : 0.f;
        const float sum = near.sum(i, 0.f, [&](const Other& j, const vec<D>& towards, float d2) {
            return medium.kernel.gradient(quick_sqrt(d2)) * dot<D>(shared(j).vector - own, towards);
        });
        const float wall = medium.over_wall(
            i, near.position(i), near, 0.f, [&](float volume, const vec<D>& towards, float r, const vec<D>& moves) {
                return volume * medium.kernel.gradient(r) * dot<D>(own - moves * share, towards);
            });
        return medium.volume * sum - 2.f * wall;
    }
    NF_HD void write(u32 i, float rate) const { end(i, rate); }
};

template <int D> struct ShareVelocities {
    const Packed<D>* velocity;
    SharedPairs<D> to;
    NF_HD void operator()(u32 i) const { to.put(i, load<D>(velocity + i), 0.f); }
};

/// Velocities after all forces except pressure.
template <int D> struct PushEnd {
    Body<D> body;
    float dt;
    const Packed<D>* position;
    SharedPairs<D> to;
    float* vorticity;
    NF_INLINE void operator()(u32 i, const vec<D>& v, const vec<D>& acceleration, float spin) const {
        to.put(i, v + (acceleration + body.acceleration(load<D>(eager(position) + i))) * dt, 0.f);
        vorticity[i] = spin;
    }
};

template <int D> struct MoveBy {
    Body<D> body;
    float dt, rest_density;
    SharedPairs<D> velocities;
    const Packed<D>* position;
    Packed<D>*next, *velocity;
    const float *solved, *density;
    float* pressure;
    NF_HD void operator()(u32 i) const {
        vec<D> v = velocities.own(i).vector, x = load<D>(position + i) + v * dt;
        body.confine(x, v);
        next[i] = pack<D>(x);
        velocity[i] = pack<D>(v);
        pressure[i] = solved[i] * rest_density * density[i] * density[i];
    }
};

struct KeepPressure {
    Packed<2>* warm;
    const float* pressure;
    float scale;
    int which;
    NF_HD void operator()(u32 i) const { warm[i].c[which] = pressure[i] * scale; }
};

struct ValueOf {
    const float* values;
    NF_HD double operator()(u32 i) const { return values[i]; }
};

struct Solved {
    int iterations = 0;
    double residual = 0;  ///< mean
};

/// Iterates pressures until the compression by `velocities` is below `error` (mean over particles), then adds the
/// effect of these pressures to the velocities.
template <class Exec, int D> Solved solve(Work<Exec, D>& w, const Medium<D>& medium, Solve which,
                                          const SharedPairs<D>& velocities, const SharedPairs<D>& scratch,
                                          Array<Exec, float>& residual, double error) {
    const bool divergence = which == Solve::divergence;
    const char* const name = divergence ? "divergence" : "pressure";
    auto& state = w.state;
    const u32 n = w.present;
    float* const pressure = state.trial.data();
    Solver<D> end{.solve = which,
                  .begins = true,
                  .dt = w.dt,
                  .density = state.density.data(),
                  .factor = state.factor.data(),
                  .warm = state.warm.current(),
                  .source = state.source.data(),
                  .pressure = pressure,
                  .pressure_before = state.trial_before.data(),
                  .residual = residual.data()};
    w.query(name, Compression<D>{medium, velocities, end, true});
    end.begins = false;
    Solved solved;
    const int least = divergence ? 1 : 2;
    do {
        w.query(name, Accelerate<D>{medium, pressure, scratch, w.dt, false});
        w.query(name, Compression<D>{medium, scratch, end, false});
        solved.residual = reduce<double>(w.step.exec, n, ValueOf{residual.data()}) / std::max(1u, n);
        ++solved.iterations;
    } while (solved.iterations < least || (solved.residual > error && solved.iterations < w.params.most_iterations));
    w.query(name, Accelerate<D>{medium, pressure, velocities, w.dt, true});
    w.each(name, KeepPressure{state.warm.writable(), pressure, end.scale(), int(which)});
    return solved;
}

template <class Exec, int D> void dfsph_step(Work<Exec, D>& w) {
    auto& state = w.state;
    auto& position = w.step.actors.position;
    const u32 n = w.present;
    w.construct();
    const auto medium = w.medium();
    auto one = state.one.room(n), other = state.other.room(n);
    for (auto* column : {&state.factor, &state.source, &state.trial, &state.trial_before})
        column->resize(n, "the pressure solve");
    w.each("density", ShareVelocities<D>{state.velocity.current(), one});
    w.first_query("density",
                  Factors<D>{medium, state.density.data(), state.factor.data(), float(1e-6 / (w.spacing * w.spacing))});
    const auto calmed =
        solve(w, medium, Solve::divergence, one, other, state.pressure, 0.01 * w.params.divergence_error / w.dt);
    w.query("forces",
            Forces<D, false, PushEnd<D>>{
                medium, w.friction(), one, {w.body, w.dt, position.current(), other, state.vorticity.data()}});
    const auto solved = solve(w, medium, Solve::density, other, one, state.pressure, 0.01 * w.params.density_error);
    w.each("move", MoveBy<D>{.body = w.body,
                             .dt = w.dt,
                             .rest_density = w.params.rest_density,
                             .velocities = other,
                             .position = position.current(),
                             .next = position.next(),
                             .velocity = state.velocity.writable(),
                             .solved = state.trial.data(),
                             .density = state.density.data(),
                             .pressure = state.pressure.data()});
    position.swap();
    state.progress.iterations = calmed.iterations + solved.iterations;
    state.progress.residual = 100 * solved.residual;
}

}  // namespace nearfield::sph
