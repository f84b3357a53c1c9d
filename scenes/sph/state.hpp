#pragma once
#include "scenes/sph/body.hpp"
#include "scenes/sph/boundary.hpp"
#include "scenes/sph/forces.hpp"
#include "scenes/sph/params.hpp"

#include "sim/by_distance.hpp"

#include <optional>
#include <vector>

namespace nearfield::sph {

/// Results of a step on the host.
struct Progress {
    double time = 0;
    float time_step = 0;               ///< of the last step
    float max_speed = 0;               ///< before the last step
    int iterations = 0;                ///< of pressure solves, in the last step
    double residual = 0;               ///< mean compression left by the solves, %
    std::optional<glm::vec3> pointer;  ///< position of the mouse
    std::vector<glm::vec3> drops;      ///< positions of drops at the end of the next step
};

/// The fluid's state besides positions and ids.
template <class Exec, int D> struct State {
    explicit State(Actors<Exec, D>& actors)
        : velocity(actors.template add<Packed<D>>("velocities")),
          warm(actors.template add<Packed<2>>("pressures to start from")),
          density(actors.template derive<float>("densities")),
          pressure(actors.template derive<float>("pressures")),
          vorticity(actors.template derive<float>("vorticities")) {}

    Column<Exec, Packed<D>>& velocity;
    Column<Exec, Packed<2>>& warm;  ///< dfsph: pressures of the last step's two solves, for the warm start
    Array<Exec, float>&density, &pressure, &vorticity;       ///< over rest density; Pa; 1/s
    Array<Exec, float> factor, source, trial, trial_before;  ///< dfsph
    SharedColumn<Exec, D> one, other;
    Boundary<Exec, D> boundary;
    Progress progress;

    std::size_t bytes() const {
        return factor.bytes() + source.bytes() + trial.bytes() + trial_before.bytes() + one.bytes() + other.bytes() +
               boundary.bytes();
    }
};

/// Space of particles that may come and go, with several queries per step.
template <class Exec, int D> using Space = ByDistance<Exec, D, Presence::comes_and_goes, Queries::several>;

/// Context of one step.
template <class Exec, int D> struct Work {
    typename Space<Exec, D>::Step& step;
    State<Exec, D>& state;
    const Params& params;
    Body<D> body;
    double spacing;       ///< m
    double fluid_height;  ///< initial height of the fluid, m
    double volume;        ///< of a particle, m^D
    float wall_factor;
    double weight;       ///< magnitude of gravity, m/s^2
    float dt = 0;        ///< s
    u32 present = 0;     ///< number of particles present; the others are absent
    bool comes = false;  ///< true if particles come and go

    float h() const { return float(params.smoothing * spacing); }

    /// Valid after construct().
    Medium<D> medium() {
        const Kernel<D> kernel(params.kernel, params.smoothing * spacing);
        state.boundary.bring_up_to_date(step.exec, step.search, kernel, wall_factor);
        return {kernel, float(volume), state.boundary.wall()};
    }

    /// Numerical speed of sound of wcsph, m/s.
    double sound() const { return params.sound * std::sqrt(2 * gravity() * fluid_height); }
    /// m/s^2; 9.81 in weightlessness, to define a speed of sound.
    double gravity() const { return weight > 0 ? weight : 9.81; }
    /// Artificial viscosity as a kinematic viscosity: alpha h c / (2 (D + 2)), h half the support (Monaghan 2005, eq.
    /// 8.8).
    double artificial() const { return params.artificial_viscosity * h() / 2 * sound() / (2 * (D + 2)); }

    Friction friction() const {
        const float pairs = float(2 * (D + 2)), laminar = pairs * params.viscosity;
        return {laminar,
                laminar + pairs * float(artificial()),
                params.xsph * float(volume) / dt,
                params.cohesion * float(volume),
                pairs * params.wall_friction,
                0.0025f * h() * h()};
    }

    /// Sorts present particles before absent ones, so queries and stages can skip the latter.
    void construct() {
        if (!comes) return step.construct_all_present();
        step.construct();
        step.search.leave_out_absent(present);
    }
    /// Runs f(i) for every present particle, as stage `name`.
    template <class F> void each(std::string_view name, const F& f) {
        step.timer.stage(step.exec, name);
        for_each(step.exec, present, f);
    }
    template <class Rule> void query(std::string_view name, const Rule& rule) { step.query(name, rule); }
    /// First query of a step. Its neighbour list has room for 1.5 times the neighbours in a lattice, plus 8.
    template <class Rule> void first_query(std::string_view name, const Rule& rule) {
        step.query_and_note(name, rule, u32(1.5 * ball<D>(params.smoothing)) + 8);
    }
    /// Like Step::move, but without counting ahead where particles come and go.
    template <class Rule> void move(std::string_view name, const Rule& rule) {
        if (!comes) return step.move(name, rule);
        step.query(name, rule);
        step.actors.position.swap();
    }
};

/// One step of a solver; compiled per backend and dimension, in a file of its own.
template <class Exec, int D> void wcsph_step(Work<Exec, D>& work);
template <class Exec, int D> void pbf_step(Work<Exec, D>& work);
template <class Exec, int D> void dfsph_step(Work<Exec, D>& work);

}  // namespace nearfield::sph
