#pragma once
// Smoothed particle hydrodynamics: a fluid as particles, by three solvers. What is computed is explained in README.md.
#include "scenes/sph/calibration.hpp"
#include "scenes/sph/curves.hpp"
#include "scenes/sph/hold_back.hpp"
#include "scenes/sph/layout.hpp"
#include "scenes/sph/metrics.hpp"
#include "scenes/sph/state.hpp"
#include "scenes/sph/tank_drawing.hpp"
#include "scenes/sph/turnover.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace nearfield {

struct Sph {
    using Params = sph::Params;

    static const char* key() { return "sph"; }
    static const char* title() { return "Water"; }
    static const char* summary() { return "A fluid of particles that is poured, stirred and measured: position based, divergence-free or weakly compressible SPH."; }

    static std::vector<ParamSpec> describe() { return sph::describe_params(); }
    static std::vector<Quantity> metrics() { return sph::metric_list(); }
    static std::vector<Quantity> gauged() { return sph::gauged_list(); }
    static std::vector<Quantity> attributes() {
        return {{"speed", "speed", "m/s", "Speed after the last step."},
                {"pressure", "pressure", "Pa", "Pressure of the last step."},
                {"density_error", "density error", "%", "Density over rest density, less one. Below zero at a free surface, where neighbours are missing."},
                {"vorticity", "vorticity", "1/s", "Rotation of the velocities, twice the rate of turning; in 3D its magnitude."}};
    }

    static constexpr bool pointed = true;
    static constexpr bool fluid = true;
    static constexpr bool lists_neighbours = true;
    static constexpr bool comes_and_goes = true;
    static int dimensions(const Params& p) { return sph::setup_of(p).tank->dimensions; }
    static u32 population(const Params& p) { return u32(sph::room_for(p)); }
    static double spacing(const Params& p) { return sph::setup_of(p).spacing; }
    static float radius(const Params& p) { return float(p.smoothing * spacing(p)); }
    static float drawn_radius(const Params& p) { return float(0.5 * spacing(p)); }
    template <int D> static Environment<D> environment(const Params& p) { return sph::box_of<D>(p); }

    template <class Exec, int D> class Model {
      public:
        explicit Model(Actors<Exec, D>& actors)
            : state_(actors), turnover_(actors), speed_(actors.template derive<float>("speeds")), density_error_(actors.template derive<float>("density errors")) {}

        void spawn(Exec& exec, Actors<Exec, D>& actors, const Environment<D>&, const Params& p, u32) {
            auto layout = sph::lay_out<D>(p);
            const u32 fluid = u32(layout.fluid.size());
            layout.fluid.resize(actors.size(), pack<D>(vec<D>(nowhere)));
            std::vector<u32> ids(actors.size());
            for (u32 i = 0; i < ids.size(); ++i) ids[i] = i;
            copy_to_device(exec, actors.position.writable(), layout.fluid.data(), layout.fluid.size());
            copy_to_device(exec, actors.id.writable(), ids.data(), ids.size());
            for_each(exec, actors.size(), sph::AtRest<D>{state_.velocity.writable(), state_.warm.writable(), state_.density.data(), state_.pressure.data(), state_.vorticity.data(), speed_.data(), density_error_.data()});
            copy_to_device(exec, state_.velocity.writable(), layout.velocity.data(), layout.velocity.size());
            state_.boundary.place(exec, std::move(layout.wall), std::move(layout.solid), *layout.setup.tank);
            turnover_.place(exec, *layout.setup.tank, layout.setup.spacing, fluid, actors.size());
            state_.progress = {}, gauges_ = sph::gauges_of(*layout.setup.tank);
            thin_ = sph::has_thin_solids(*layout.setup.tank);
            layout.fluid = {}, layout.velocity = {};
            layout_ = std::move(layout);
            params_ = p;
            drawing_ = sph::drawing_of(*layout_.setup.tank), solids_.reset();
        }

        void configure(Exec&, const Params& p) { params_ = p; }

        void step(Step<Exec, D>& step, const Environment<D>& box, const Params& p) {
            const auto& [tank, spacing] = layout_.setup;
            const auto calibration = sph::calibrate<D>(sph::KernelKind(p.kernel), p.smoothing * spacing, spacing);
            sph::Work<Exec, D> work{step, state_, p, body(step, box, p), spacing, layout_.fluid_height, calibration.volume, float(calibration.wall_factor), p.gravity * glm::length(tank->gravity)};
            work.present = step.actors.size(), work.comes = turnover_.any();
            choose_time_step(work);
            const double begin = state_.progress.time, end = begin + work.dt;  // pbf predicts positions first, and walls with them
            if (state_.boundary.move(step.exec, *tank, sph::Method(p.method) == sph::Method::pbf ? end : begin, begin, end)) solids_.reset();
            switch (sph::Method(p.method)) {
                case sph::Method::pbf: sph::pbf_step(work); break;
                case sph::Method::dfsph: sph::dfsph_step(work); break;
                case sph::Method::wcsph: sph::wcsph_step(work); break;
            }
            if (thin_) sph::hold_back(work);
            if (work.comes) turnover_.act(work, state_.progress.time, places_of(step.drops, p, state_.progress.time + work.dt));
            state_.progress.time += work.dt, state_.progress.time_step = work.dt;
            params_ = p;
        }

        /// Throws UsageError if there is no room for what is dropped in while so many are there.
        void require_drop(u32 present) const {
            if (turnover_.room() == 0) throw UsageError("no particles are kept for drops; raise 'reserve', which begins anew");
            if (present >= layout_.room) throw UsageError("all " + std::to_string(layout_.room) + " particles are in the tank already; raise 'reserve', which begins anew");
        }

        std::vector<double> metrics(Exec& exec, const Actors<Exec, D>& actors) {
            auto values = sph::metrics_of<D>(exec, actors, state_, params_, layout_);
            const auto [poured, drained] = turnover_.counts(exec);
            values.insert(values.end(), {poured, drained});
            sph::read_gauges(gauges_, *layout_.setup.tank, values, [&](int probe, int gauge) {
                Params p = params_;
                p.probe = probe, p.gauge = gauge;
                return sph::metrics_of<D>(exec, actors, state_, p, layout_);
            });
            return values;
        }
        const std::vector<Gauge>& gauges() const { return gauges_; }
        std::vector<Diagram> diagrams() const { return sph::diagrams_of(*layout_.setup.tank, params_.gravity * glm::length(layout_.setup.tank->gravity)); }
        void prepare(Exec& exec, const Actors<Exec, D>& actors) {
            for_each(exec, actors.size(), sph::ShowValues<D>{state_.velocity.current(), state_.density.data(), speed_.data(), density_error_.data()});
        }
        AttributeView attribute(int index) const {
            const Array<Exec, float>* const values[] = {&speed_, &state_.pressure, &density_error_, &state_.vorticity};
            return {.real = values[index]->data()};
        }
        Column<Exec, Packed<D>>& velocity() { return state_.velocity; }
        double time() const { return state_.progress.time; }
        sph::Progress& held() { return state_.progress; }
        std::size_t bytes() const { return state_.bytes() + turnover_.bytes(); }
        /// Where they are now.
        std::shared_ptr<const Solids> solids() {
            if (!solids_) solids_ = std::make_shared<const Solids>(sph::solids_of(*layout_.setup.tank, drawing_, state_.progress.time));
            return solids_;
        }

      private:
        /// The tank's frame swings by A sin(2 pi t / T) along x: in it, everything is accelerated the other way.
        sph::Body<D> body(const Step<Exec, D>& step, const Environment<D>& box, const Params& p) const {
            const double pi = 3.14159265358979323846, turn = 2 * pi / p.sway_period, angle = p.tilt * pi / 180;
            auto gravity = double(p.gravity) * layout_.setup.tank->gravity;
            gravity = {gravity.x * std::cos(angle) - gravity.y * std::sin(angle), gravity.x * std::sin(angle) + gravity.y * std::cos(angle), gravity.z};
            gravity.x += p.sway * turn * turn * std::sin(turn * state_.progress.time);
            sph::Body<D> body{.inside = box};
            for (int a = 0; a < D; ++a) {
                body.gravity[a] = float(gravity[a]);
                if (!box.wrapped) body.inside.lo[a] = layout_.lo[a], body.inside.hi[a] = layout_.hi[a];
            }
            if (step.pointer && sph::Mouse(p.mouse) == sph::Mouse::drags) drag(body, *step.pointer, p.mouse_force);
            else if (step.pointer) body.pointed = true, body.pointer = vec<D>(*step.pointer), body.reach = p.mouse_radius, body.pull = sph::Mouse(p.mouse) == sph::Mouse::pulls ? p.mouse_force : -p.mouse_force;
            return body;
        }

        /// The tank is accelerated along the floor by `force` times how far the mouse is from its middle to its side.
        void drag(sph::Body<D>& body, const glm::vec3& pointer, float force) const {
            for (int a = 0; a < D; a += 2) {
                const float half = (layout_.hi[a] - layout_.lo[a]) / 2, middle = layout_.lo[a] + half;
                body.gravity[a] -= force * std::clamp((pointer[a] - middle) / half, -1.f, 1.f);
            }
        }

        /// Each once: they are of one lattice.
        std::vector<Packed<D>> places_of(const std::vector<glm::vec3>& drops, const Params& p, double t) const {
            std::vector<Packed<D>> all;
            for (const auto& at : drops) {
                const auto places = sph::drop_places<D>(*layout_.setup.tank, layout_.setup.spacing, at, p.drop_size, p.drop == 0, t);
                all.insert(all.end(), places.begin(), places.end());
            }
            const auto key = [](const Packed<D>& x) { return std::make_tuple(x.c[0], x.c[1], x.c[D - 1]); };
            std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
            all.erase(std::unique(all.begin(), all.end(), [&](const auto& a, const auto& b) { return key(a) == key(b); }), all.end());
            return all;
        }

        /// Limits: CFL; accelerations, 0.25 sqrt(h / g); viscosity, 0.125 h^2 / nu; wcsph's sound, 0.25 h / (c + v) (Monaghan 1992;
        /// Morris et al. 1997), h being half the support. Throws Error when the fluid has become so fast that it cannot be right.
        ///
        /// Where pressures are solved for, CFL counts at least the speed sqrt(2 g H) of a fall through the fluid's own depth H (and
        /// through the mouse's reach). Fluid at rest has no speed, but the iterations leave its floor compressed by about
        /// g dt^2 (H / d) / d over their number, and this grows with the layers H / d unless dt is bound to d / sqrt(g H).
        void choose_time_step(sph::Work<Exec, D>& work) {
            const auto& p = work.params;
            const auto now = reduce<sph::Liveliness>(work.step.exec, work.step.actors.size(), sph::LivelinessOf<D>{work.step.actors.position.current(), state_.velocity.current(), work.body.gravity});
            if (work.comes) work.present = now.present;
            const double fastest = std::sqrt(now.speed2), sent = turnover_.speed_at(state_.progress.time), pull = work.body.pointed ? std::fabs(work.body.pull) : 0;
            const double speed = fastest < sent ? sent : fastest;
            state_.progress.max_speed = float(speed);
            const bool compressible = sph::Method(p.method) == sph::Method::wcsph, falls = !compressible && !work.body.inside.wrapped && now.upper > now.lower;
            const double fall = falls ? std::sqrt(2 * (double(now.upper) - now.lower) + pull * work.body.reach) : 0;
            const double half = work.h() / 2;
            double dt = p.time_step;
            const auto limit = [&](double most) { dt = std::min(dt, most); };
            if (const double fast = std::max(speed, fall); fast > 0) limit(p.cfl * layout_.setup.spacing / fast);
            limit(0.25 * std::sqrt(half / (std::max(work.gravity(), std::sqrt(double(dot<D>(work.body.gravity, work.body.gravity)))) + pull)));
            const double viscosity = std::max(p.viscosity + (p.artificial_viscosity > 0 ? work.artificial() : 0), double(p.wall_friction));
            if (viscosity > 0) limit(0.125 * half * half / viscosity);
            if (compressible) limit(0.25 * half / (work.sound() + speed));
            if (!(dt > 1e-6 * p.time_step))
                throw Error("the fluid diverged before step " + std::to_string(work.step.number + 1) + ": " + format_number(speed) + " m/s, which asks for a time step of " + format_number(dt) +
                            " s; reset, and lower forces, the CFL number or the longest time step");
            work.dt = float(dt);
        }

        sph::State<Exec, D> state_;
        sph::Turnover<Exec, D> turnover_;
        Array<Exec, float>&speed_, &density_error_;
        sph::Layout<D> layout_;
        bool thin_ = false;
        Params params_;
        sph::TankDrawing drawing_;
        std::shared_ptr<const Solids> solids_;
        std::vector<Gauge> gauges_;
    };
};

using SceneHere = Sph;

}  // namespace nearfield
