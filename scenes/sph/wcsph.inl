// Weakly compressible SPH (Monaghan 1994; Becker & Teschner 2007): pressure by Tait's equation of state, symplectic
// Euler.
#include "scenes/sph/state.hpp"

namespace nearfield::sph {

/// p = B ((rho / rho0)^7 - 1), never negative, and the values shared with the force rule.
template <int D> struct TaitEnd {
    float stiffness;  ///< B over rest density, m^2/s^2
    float rest_density;
    const Packed<D>* velocity;
    SharedPairs<D> shared;
    float *density, *pressure;
    NF_INLINE void operator()(u32 i, float ratio) const {
        const float r = larger(ratio, 1.f), r2 = r * r, p = stiffness * (r2 * r2 * r2 * r - 1.f);
        shared.put(i, load<D>(velocity + i), p / r2);
        density[i] = ratio;
        pressure[i] = p * rest_density;
    }
};

/// Density over rest density by summation (Gingold & Monaghan 1977), boundary included (Akinci et al. 2012, eq. 6).
template <int D> struct Density {
    Medium<D> medium;
    TaitEnd<D> end;
    static constexpr bool sums_only = true, lists = true;
    template <class Near> NF_HD float operator()(u32 i, const Near& near) const {
        const float fluid = near.sum(
            i, 0.f, [&](const Other&, const vec<D>&, float d2) { return medium.kernel.value(quick_sqrt(d2)); });
        const float wall = medium.over_wall(i, near.position(i), near, 0.f, [&](float volume, const vec<D>&, float r) {
            return volume * medium.kernel.value(r);
        });
        return medium.volume * (medium.kernel.value(0.f) + fluid) + wall;
    }
    NF_HD void write(u32 i, float density) const { end(i, density); }
};

template <int D> struct MoveEnd {
    Body<D> body;
    float dt;
    const Packed<D>* position;
    Packed<D>*next, *next_velocity;
    float* vorticity;
    NF_INLINE void operator()(u32 i, vec<D> v, const vec<D>& acceleration, float spin) const {
        vec<D> x = load<D>(eager(position) + i);
        v += (acceleration + body.acceleration(x)) * dt;
        x += v * dt;
        body.confine(x, v);
        next[i] = pack<D>(x);
        next_velocity[i] = pack<D>(v);
        vorticity[i] = spin;
    }
};

template <class Exec, int D> void wcsph_step(Work<Exec, D>& w) {
    auto& state = w.state;
    auto& actors = w.step.actors;
    w.construct();
    const auto medium = w.medium();
    const auto shared = state.one.room(w.present);
    const double sound = w.sound();
    const TaitEnd<D> tait{float(sound * sound / 7), w.params.rest_density, state.velocity.current(), shared,
                          state.density.data(),     state.pressure.data()};
    w.first_query("density", Density<D>{medium, tait});
    const MoveEnd<D> move{
        w.body, w.dt, actors.position.current(), actors.position.next(), state.velocity.next(), state.vorticity.data()};
    w.move("forces", Forces<D, true, MoveEnd<D>>{medium, w.friction(), shared, move});
    state.velocity.swap();
}

}  // namespace nearfield::sph
