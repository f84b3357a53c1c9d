#pragma once
#include "scenes/sph/body.hpp"
#include "scenes/sph/boundary.hpp"
#include "scenes/sph/forces.hpp"
#include "scenes/sph/params.hpp"

#include "sim/world_of.hpp"

namespace nearfield::sph {

/// What a step leaves on the host.
struct Progress {
    double time = 0;
    float time_step = 0;   ///< of the last step
    float max_speed = 0;   ///< before it
    int iterations = 0;    ///< of pressure solves, in the last step
    double residual = 0;   ///< mean compression that they left, %
};

/// The fluid beside positions and ids.
template <class Exec, int D> struct State {
    explicit State(Actors<Exec, D>& actors)
        : velocity(actors.template add<Packed<D>>("velocities")), warm(actors.template add<Packed<2>>("pressures to start from")),
          density(actors.template derive<float>("densities")), pressure(actors.template derive<float>("pressures")), vorticity(actors.template derive<float>("vorticities")) {}

    Column<Exec, Packed<D>>& velocity;
    Column<Exec, Packed<2>>& warm;                       ///< dfsph: pressures of the last step's two solves
    Array<Exec, float>&density, &pressure, &vorticity;   ///< over rest density; Pa; 1/s
    Array<Exec, float> factor, source, trial;            ///< dfsph
    SharedColumn<Exec, D> one, other;
    Boundary<Exec, D> boundary;
    Progress progress;

    std::size_t bytes() const { return factor.bytes() + source.bytes() + trial.bytes() + one.bytes() + other.bytes() + boundary.bytes(); }
};

/// One step's surroundings.
template <class Exec, int D> struct Work {
    Step<Exec, D>& step;
    State<Exec, D>& state;
    const Params& params;
    Body<D> body;
    double spacing;          ///< m
    double fluid_height;     ///< at the start, m
    double volume;           ///< of a particle, m^D
    float wall_factor;
    double weight;           ///< gravity's magnitude, m/s^2
    float dt = 0;            ///< s
    u32 present = 0;         ///< particles that are there; the rest is absent
    bool comes = false;      ///< they come and go

    u32 particles() const { return present; }
    float h() const { return float(params.smoothing * spacing); }

    /// After the step's construct.
    Medium<D> medium() {
        const Kernel<D> kernel(KernelKind(params.kernel), params.smoothing * spacing);
        state.boundary.bring_up_to_date(step.exec, step.search, kernel, wall_factor);
        return {kernel, float(volume), state.boundary.wall()};
    }

    /// wcsph: the numerical speed of sound, m/s.
    double sound() const { return params.sound * std::sqrt(2 * gravity() * fluid_height); }
    /// m/s^2, at least what makes a speed of sound.
    double gravity() const { return weight > 0 ? weight : 9.81; }
    /// Artificial viscosity as a kinematic one: alpha h c / (2 (D + 2)), h half the support (Monaghan 2005, eq. 8.8).
    double artificial() const { return params.artificial_viscosity * h() / 2 * sound() / (2 * (D + 2)); }

    Friction friction() const {
        const float pairs = float(2 * (D + 2)), laminar = pairs * params.viscosity;
        return {laminar, laminar + pairs * float(artificial()), params.xsph * float(volume) / dt, params.cohesion * float(volume), pairs * params.wall_friction, 0.0025f * h() * h()};
    }

    /// Brings the present into order before the absent, whom no query and no stage then reaches.
    void construct() {
        if (!comes) return step.construct();
        step.construct_present();
        step.search.leave_out_absent(present);
    }
    /// Stage `name`: f(i) for every particle.
    template <class F> void each(std::string_view name, const F& f) {
        step.timer.stage(step.exec, name);
        for_each(step.exec, present, f);
    }
    template <class Rule> void query(std::string_view name, const Rule& rule) { step.query(name, rule); }
    /// A step's first query. Half as many neighbours again as in a lattice have room in its list.
    template <class Rule> void first_query(std::string_view name, const Rule& rule) {
        step.query_and_note(name, rule, u32(1.5 * ball<D>(params.smoothing)) + 8);
    }
    /// As Step::move. Where particles come and go, nothing is counted ahead: who comes or leaves is not known yet.
    template <class Rule> void move(std::string_view name, const Rule& rule) {
        if (!comes) return step.move(name, rule);
        step.query(name, rule);
        step.actors.position.swap();
    }
};

/// One step of a solver; compiled once per backend and dimension, in a file of its own.
template <class Exec, int D> void wcsph_step(Work<Exec, D>& work);
template <class Exec, int D> void pbf_step(Work<Exec, D>& work);
template <class Exec, int D> void dfsph_step(Work<Exec, D>& work);

}  // namespace nearfield::sph
