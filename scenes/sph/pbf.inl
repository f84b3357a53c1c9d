// Position based fluids (Macklin & Müller 2013) in volumes instead of masses (Bender & Koschier): Jacobi iterations on positions
// until densities are not above rest density.
#include "scenes/sph/state.hpp"

namespace nearfield::sph {

/// Velocities by gravity, positions by velocities.
template <int D> struct Predict {
    Body<D> body;
    float dt;
    const Packed<D>* position;
    Packed<D> *next, *velocity;
    NF_HD void operator()(u32 i) const {
        const vec<D> from = load<D>(position + i);
        if (is_absent<D>(from)) return void(next[i] = pack<D>(from));
        vec<D> v = unpack<D>(velocity[i]) + body.acceleration(from) * dt, x = from + v * dt;
        body.confine(x, v);
        next[i] = pack<D>(x), velocity[i] = pack<D>(v);
    }
};

template <int D> struct ClearPairs {
    SharedPairs<D> pairs;
    NF_HD void operator()(u32 i) const { pairs.put(i, vec<D>(0.f), 0.f); }
};

/// lambda = -C / sum |grad C|^2 with C = max(density - 1, 0) (eqs. 1, 8); particles pressed into each other, whose gradients vanish,
/// have the sum of a loose lattice instead. Positions are those at the search plus
/// `moved`, and neighbours those at the search.
template <int D> struct Multipliers {
    Medium<D> medium;
    SharedPairs<D> moved, with_multiplier;
    float* density;
    float* total;  ///< of the multipliers over the step's iterations
    float least;   ///< of the sum of squares, 1/m^2
    bool first;
    static constexpr bool sums_only = true, compact = true;
    using Sum = Sums<D + 2>;  ///< gradient of C by own position, sum of squares of the others, density

    template <class Near> NF_HD void operator()(u32 i, const Near& near) const {
        const vec<D> own = moved.own(i).vector;
        auto sum = near.sum(i, Sum{}, [&](Sum& s, auto j, const vec<D>& towards, float, bool hit) {
            const vec<D> to = towards + moved(hit & !first, j).vector - own;
            const float d2 = dot<D>(to, to), r = quick_sqrt(d2), f = medium.kernel.gradient(r), value = medium.kernel.value(r);
            if (hit) s.template add<D>(to * f), s.of[D] += f * f * d2, s.of[D + 1] += value;
        });
        const auto wall = medium.over_wall(i, near.position(i) + own, near, Sums<D + 1>{}, [&](Sums<D + 1>& s, float volume, const vec<D>& towards, float r, bool hit) {
            const float f = volume * medium.kernel.gradient(r), value = volume * medium.kernel.value(r);
            if (hit) s.template add<D>(towards * f), s.of[D] += value;
        });
        vec<D> gradient = sum.template vector<D>() * medium.volume + wall.template vector<D>();
        const float ratio = medium.volume * (medium.kernel.value(0.f) + sum.of[D + 1]) + wall.of[D];
        const float squares = medium.volume * medium.volume * sum.of[D] + dot<D>(gradient, gradient);
        const float lambda = -larger(ratio - 1.f, 0.f) / larger(squares, least);
        if (!near.leads(i)) return;
        with_multiplier.put(i, own, lambda);
        density[i] = ratio;
        total[i] = first ? lambda : total[i] + lambda;
    }
};

/// Delta x = sum (lambda_i + lambda_j) V grad W (eq. 12), at walls lambda_i alone.
template <int D> struct Correct {
    Medium<D> medium;
    Body<D> body;
    SharedPairs<D> with_multiplier, moved;
    static constexpr bool sums_only = true, compact = true;

    template <class Near> NF_HD void operator()(u32 i, const Near& near) const {
        const auto own = with_multiplier.own(i);
        const auto sum = near.sum(i, Sums<D>{}, [&](Sums<D>& s, auto j, const vec<D>& towards, float, bool hit) {
            const auto other = with_multiplier(hit, j);
            const vec<D> to = towards + other.vector - own.vector;
            const vec<D> push = to * (medium.kernel.gradient(quick_sqrt(dot<D>(to, to))) * (own.number + other.number));
            if (hit) s.template add<D>(push);
        });
        const vec<D> at = near.position(i) + own.vector;
        const auto wall = medium.over_wall(i, at, near, Sums<D>{}, [&](Sums<D>& s, float volume, const vec<D>& towards, float r, bool hit) {
            const vec<D> push = towards * (volume * medium.kernel.gradient(r) * own.number);
            if (hit) s.template add<D>(push);
        });
        vec<D> change = own.vector - (sum.template vector<D>() * medium.volume + wall.template vector<D>());
        if (!body.inside.wrapped) change = body.inside.confine(near.position(i) + change) - near.position(i);
        if (near.leads(i)) moved.put(i, change, 0.f);
    }
};

/// New positions, and velocities from how far they are from the old.
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
    NF_INLINE void operator()(u32 i, const vec<D>& v, const vec<D>& acceleration, float spin) const { next[i] = pack<D>(v + acceleration * dt), vorticity[i] = spin; }
};

template <class Exec, int D> void pbf_step(Work<Exec, D>& w) {
    auto& state = w.state;
    auto& position = w.step.actors.position;
    const u32 n = w.particles();
    w.step.each("predict", Predict<D>{w.body, w.dt, position.current(), position.next(), state.velocity.writable()});
    position.swap();
    w.construct();
    const auto medium = w.medium();
    const auto moved = state.one.room(n), with_multiplier = state.other.room(n);
    state.source.resize(n, "sums of multipliers");
    w.each("lambda", ClearPairs<D>{moved});
    const float least = float(0.25 / (w.spacing * w.spacing));
    for (int k = 0; k < w.params.iterations; ++k) {
        const Multipliers<D> multipliers{medium, moved, with_multiplier, state.density.data(), state.source.data(), least, k == 0};
        k == 0 ? w.first_query("lambda", multipliers) : w.query("lambda", multipliers);
        w.query("correct", Correct<D>{medium, w.body, with_multiplier, moved});
    }
    const float to_pressure = -w.params.rest_density / (w.dt * w.dt);
    w.each("velocity", TakeCorrection<D>{w.body, 1 / w.dt, to_pressure, moved, position.current(), state.velocity.current(), position.next(), with_multiplier, state.source.data(), state.pressure.data()});
    w.query("forces", Forces<D, false, VelocityEnd<D>>{medium, w.friction(), with_multiplier, {w.dt, state.velocity.next(), state.vorticity.data()}});
    position.swap(), state.velocity.swap();
    state.progress.iterations = w.params.iterations;
}

}  // namespace nearfield::sph
