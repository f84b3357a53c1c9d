// Position based fluids (Macklin & Müller 2013) with volumes instead of masses (Bender & Koschier 2015): a fixed number
// of Jacobi iterations on positions reduces densities to rest density.
#include "scenes/sph/state.hpp"

namespace nearfield::sph {

/// Velocities from external accelerations, positions from velocities.
template <int D> struct Predict {
    Body<D> body;
    float dt;
    const Packed<D>* position;
    Packed<D>*next, *velocity;
    NF_HD void operator()(u32 i) const {
        const vec<D> from = load<D>(position + i);
        if (is_absent<D>(from)) return void(next[i] = pack<D>(from));
        vec<D> v = unpack<D>(velocity[i]) + body.acceleration(from) * dt, x = from + v * dt;
        body.confine(x, v);
        next[i] = pack<D>(x);
        velocity[i] = pack<D>(v);
    }
};

template <int D> struct ClearPairs {
    SharedPairs<D> pairs;
    NF_HD void operator()(u32 i) const { pairs.put(i, vec<D>(0.f), 0.f); }
};

/// lambda = -C / sum |grad C|^2 with C = max(density - 1, 0) (eqs. 1, 8). The sum is bounded below by that of a loose
/// lattice, as gradients vanish for coinciding particles. Positions are those at the search plus `moved`; neighbours
/// are those at the search.
template <int D> struct Multipliers {
    Medium<D> medium;
    SharedPairs<D> moved, with_multiplier;
    float* density;
    float* total;  ///< sum of the multipliers over the step's iterations
    float least;   ///< lower bound of the sum of squares, 1/m^2
    bool first;
    struct Result {
        vec<D> moved;
        float lambda, ratio;
    };
    static constexpr bool sums_only = true, lists = true;
    using Sum =
        Sums<D + 2>;  ///< gradient of C by the particle's own position; sum of squares of the other gradients; density

    template <class Near> NF_HD Result operator()(u32 i, const Near& near) const {
        const vec<D> own = moved.own(i).vector;
        auto sum = near.sum(i, Sum{}, [&](const Other& j, const vec<D>& towards, float) {
            const vec<D> to = towards + moved(j.only_if(!first)).vector - own;
            const float d2 = dot<D>(to, to), r = quick_sqrt(d2), f = medium.kernel.gradient(r);
            return Sum::made_of(to * f, f * f * d2, medium.kernel.value(r));
        });
        const auto wall = medium.over_wall(
            i, near.position(i) + own, near, Sums<D + 1>{}, [&](float volume, const vec<D>& towards, float r) {
                return Sums<D + 1>::made_of(towards * (volume * medium.kernel.gradient(r)),
                                            volume * medium.kernel.value(r));
            });
        vec<D> gradient = sum.template vector<D>() * medium.volume + wall.template vector<D>();
        const float ratio = medium.volume * (medium.kernel.value(0.f) + sum.of[D + 1]) + wall.of[D];
        const float squares = medium.volume * medium.volume * sum.of[D] + dot<D>(gradient, gradient);
        const float lambda = -larger(ratio - 1.f, 0.f) / larger(squares, least);
        return {own, lambda, ratio};
    }
    NF_HD void write(u32 i, const Result& result) const {
        with_multiplier.put(i, result.moved, result.lambda);
        density[i] = result.ratio;
        total[i] = first ? result.lambda : total[i] + result.lambda;
    }
};

/// Delta x = sum (lambda_i + lambda_j) V grad W (eq. 12); at walls lambda_i alone.
template <int D> struct Correct {
    Medium<D> medium;
    Body<D> body;
    SharedPairs<D> with_multiplier, moved;
    static constexpr bool sums_only = true, lists = true;

    template <class Near> NF_HD vec<D> operator()(u32 i, const Near& near) const {
        const auto own = with_multiplier.own(i);
        const auto sum = near.sum(i, Sums<D>{}, [&](const Other& j, const vec<D>& towards, float) {
            const auto other = with_multiplier(j);
            const vec<D> to = towards + other.vector - own.vector;
            return Sums<D>::made_of(to *
                                    (medium.kernel.gradient(quick_sqrt(dot<D>(to, to))) * (own.number + other.number)));
        });
        const vec<D> at = near.position(i) + own.vector;
        const auto wall = medium.over_wall(i, at, near, Sums<D>{}, [&](float volume, const vec<D>& towards, float r) {
            return Sums<D>::made_of(towards * (volume * medium.kernel.gradient(r) * own.number));
        });
        vec<D> change = own.vector - (sum.template vector<D>() * medium.volume + wall.template vector<D>());
        if (!body.inside.wrapped) change = body.inside.confine(near.position(i) + change) - near.position(i);
        return change;
    }
    NF_HD void write(u32 i, const vec<D>& change) const { moved.put(i, change, 0.f); }
};

/// New positions, and velocities from the displacements.
template <int D> struct TakeCorrection {
    Body<D> body;
    float per_dt, to_pressure;
    SharedPairs<D> moved;
    const Packed<D>*position, *velocity;
    Packed<D>* next;
    SharedPairs<D> velocities;
    const float* total;
    float* pressure;
    NF_HD void operator()(u32 i) const {
        const vec<D> change = moved.own(i).vector;
        next[i] = pack<D>(body.inside.confine(load<D>(position + i) + change));
        velocities.put(i, load<D>(velocity + i) + change * per_dt, 0.f);
        pressure[i] = total[i] * to_pressure;
    }
};

template <int D> struct VelocityEnd {
    float dt;
    Packed<D>* next;
    float* vorticity;
    NF_INLINE void operator()(u32 i, const vec<D>& v, const vec<D>& acceleration, float spin) const {
        next[i] = pack<D>(v + acceleration * dt);
        vorticity[i] = spin;
    }
};

template <class Exec, int D> void pbf_step(Work<Exec, D>& w) {
    auto& state = w.state;
    auto& position = w.step.actors.position;
    const u32 n = w.present;
    w.step.each("predict", Predict<D>{w.body, w.dt, position.current(), position.next(), state.velocity.writable()});
    position.swap();
    w.construct();
    const auto medium = w.medium();
    const auto moved = state.one.room(n), with_multiplier = state.other.room(n);
    state.source.resize(n, "sums of multipliers");
    w.each("lambda", ClearPairs<D>{moved});
    const float least = float(0.25 / (w.spacing * w.spacing));
    for (int k = 0; k < w.params.iterations; ++k) {
        const Multipliers<D> multipliers{medium, moved, with_multiplier, state.density.data(), state.source.data(),
                                         least,  k == 0};
        k == 0 ? w.first_query("lambda", multipliers) : w.query("lambda", multipliers);
        w.query("correct", Correct<D>{medium, w.body, with_multiplier, moved});
    }
    const float to_pressure = -w.params.rest_density / (w.dt * w.dt);
    w.each("velocity", TakeCorrection<D>{.body = w.body,
                                         .per_dt = 1 / w.dt,
                                         .to_pressure = to_pressure,
                                         .moved = moved,
                                         .position = position.current(),
                                         .velocity = state.velocity.current(),
                                         .next = position.next(),
                                         .velocities = with_multiplier,
                                         .total = state.source.data(),
                                         .pressure = state.pressure.data()});
    w.query("forces",
            Forces<D, false, VelocityEnd<D>>{
                medium, w.friction(), with_multiplier, {w.dt, state.velocity.next(), state.vorticity.data()}});
    position.swap();
    state.velocity.swap();
    state.progress.iterations = w.params.iterations;
}

}  // namespace nearfield::sph
