#pragma once
// Smoothed particle hydrodynamics with three solvers. See README.md for the method.
#include "scenes/sph/calibration.hpp"
#include "scenes/sph/checks.hpp"
#include "scenes/sph/curves.hpp"
#include "scenes/sph/hold_back.hpp"
#include "scenes/sph/layout.hpp"
#include "scenes/sph/metrics.hpp"
#include "scenes/sph/state.hpp"
#include "scenes/sph/tank_drawing.hpp"
#include "scenes/sph/turnover.hpp"
#include "sim/world_of.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace nearfield {

struct Sph {
    using Params = sph::Params;
    using Metrics = sph::Metrics;

    static const char* key() { return "sph"; }
    static const char* title() { return "Water"; }
    static const char* elements() { return "actors"; }
    static const char* length_unit() { return "m"; }
    static const char* summary() {
        return "A fluid of particles that is poured, stirred and measured: position based, divergence-free or weakly "
               "compressible SPH.";
    }

    static std::vector<ParamSpec> describe() { return sph::describe_params(); }
    static std::vector<CheckSuite> check_suites() { return {{"sph", "water", sph_checks()}}; }
    static std::vector<MetricSpec> metrics() { return sph::describe_metrics(); }
    static std::vector<Quantity> gauged() { return sph::gauged_list(); }
    static std::vector<Quantity> attributes() {
        return {{"speed", "speed", "m/s", "Speed after the last step."},
                {"pressure", "pressure", "Pa", "Pressure of the last step.", Known::after_a_step},
                {"density_error", "density error", "%",
                 "Density over rest density, minus one. Negative at a free surface, where neighbours are missing.",
                 Known::after_a_step},
                {"vorticity", "vorticity", "1/s",
                 "Curl of the velocity, twice the rate of rotation; in 3D its magnitude.", Known::after_a_step}};
    }

    static constexpr auto tools() {
        return std::array{Tool{.key = "point",
                               .label = "Pull, push or drag",
                               .help = "Hold the key to pull or push the fluid at the mouse, or to drag the tank.",
                               .gesture = Gesture::hold,
                               .letter = 'a',
                               .while_on = "the mouse acts on the fluid"},
                          Tool{.key = "drop",
                               .label = "Drop fluid at the mouse",
                               .help =
                                   "Drops a ball or block of fluid at the mouse, else in the middle of the picture; "
                                   "hold for several. Shape, size and reserve are parameters.",
                               .letter = 'b',
                               .paused = "falls in with the next step"}};
    }
    static constexpr Facets facets = Facets::clock | Facets::gauges | Facets::velocity | Facets::held | Facets::derived;
    static constexpr Depth depth = Depth::flat_or_deep;
    using Setup = sph::Setup;
    static Setup prepare(const Params& p, u32) { return sph::prepare(p); }

    template <class Exec, int D> class Model {
      public:
        Model(Exec&, const Setup& setup)
            : setup_(setup),
              space_(setup.box, setup.actors),
              state_(space_.actors()),
              turnover_(space_.actors()),
              speed_(space_.actors().template derive<float>("speeds")),
              density_error_(space_.actors().template derive<float>("density errors")),
              thin_(sph::has_thin_solids(*setup.tank)),
              drawing_(sph::drawing_of(*setup.tank)) {}

        auto& space() { return space_; }
        void configure(Exec&, const Params& p) {
            space_.configure(p.search, float(p.smoothing * setup_.spacing), setup_.box.wrapped);
            params_ = p;
        }

        void reset(Exec& exec, const Params&, u32) {
            auto& actors = space_.actors();
            const auto& layout = setup_.template laid_out<D>();
            require_memory(Backend::cpu, actors.size() * (sizeof(Packed<D>) + sizeof(u32)), "the start");
            std::vector<Packed<D>> start;
            start.reserve(actors.size());  // growing the vector would take twice its memory
            start.assign(layout.fluid.begin(), layout.fluid.end());
            start.resize(actors.size(), pack<D>(vec<D>(nowhere)));
            std::vector<u32> ids(actors.size());
            for (u32 i = 0; i < ids.size(); ++i) ids[i] = i;
            copy_to_device(exec, actors.position.writable(), start.data(), start.size());
            copy_to_device(exec, actors.id.writable(), ids.data(), ids.size());
            for_each(exec, actors.size(),
                     sph::AtRest<D>{state_.velocity.writable(), state_.warm.writable(), state_.density.data(),
                                    state_.pressure.data(), state_.vorticity.data(), speed_.data(),
                                    density_error_.data()});
            copy_to_device(exec, state_.velocity.writable(), layout.velocity.data(), layout.velocity.size());
            state_.boundary.place(exec, layout.wall, layout.solid, *setup_.tank);
            turnover_.place(exec, *setup_.tank, setup_.spacing, u32(layout.fluid.size()), actors.size());
            state_.progress = {};
            gauges_ = sph::gauges_of(*setup_.tank);
            solids_.reset();
        }

        void step(StepContext<Exec>& context, const Params& p) {
            auto step = space_.begin(context);
            const auto& tank = setup_.tank;
            const double spacing = setup_.spacing;
            const auto calibration = sph::calibrate<D>(p.kernel, p.smoothing * spacing, spacing);
            sph::Work<Exec, D> work{step,
                                    state_,
                                    p,
                                    body(p),
                                    spacing,
                                    setup_.fluid_height,
                                    calibration.volume,
                                    float(calibration.wall_factor),
                                    p.gravity * glm::length(tank->gravity)};
            work.present = step.actors.size();
            work.comes = turnover_.any();
            choose_time_step(work);
            const double begin = state_.progress.time,
                         end = begin + work.dt;  // pbf predicts positions first, including those of walls
            if (state_.boundary.move(step.exec, *tank, p.method == sph::Method::pbf ? end : begin, begin, end))
                solids_.reset();
            state_.progress.iterations = 0;
            state_.progress.residual = 0;  // left over from another method
            switch (p.method) {
            case sph::Method::pbf: sph::pbf_step(work); break;
            case sph::Method::dfsph: sph::dfsph_step(work); break;
            case sph::Method::wcsph: sph::wcsph_step(work); break;
            }
            if (thin_) sph::hold_back(work);
            if (work.comes) turnover_.act(work, state_.progress.time, places_of(p, state_.progress.time + work.dt));
            state_.progress.drops.clear();
            state_.progress.time += work.dt;
            state_.progress.time_step = work.dt;
        }

        void use(const Stroke& stroke) {
            if (stroke.tool == "point") return void(state_.progress.pointer = only_place(stroke));
            if (turnover_.room() == 0)
                throw UsageError("no particles are reserved for drops; raise 'reserve', which starts again");
            if (space_.present() >= setup_.actors)
                throw UsageError("all " + std::to_string(setup_.actors) +
                                 " particles are in the tank already; raise 'reserve', which starts again");
            state_.progress.drops.insert(state_.progress.drops.end(), stroke.at.begin(), stroke.at.end());
        }

        Metrics metrics(Exec& exec) {
            const auto& actors = space_.actors();
            Metrics metrics = sph::metrics_of<D>(exec, actors, state_, params_, setup_);
            std::tie(metrics.poured, metrics.drained) = turnover_.counts(exec);
            sph::read_gauges(gauges_, *setup_.tank, metrics, [&](int probe, int gauge) {
                Params p = params_;
                p.probe = probe;
                p.gauge = gauge;
                return sph::metrics_of<D>(exec, actors, state_, p, setup_);
            });
            return metrics;
        }
        const std::vector<Gauge>& gauges() const { return gauges_; }
        std::vector<Diagram> diagrams() const {
            return sph::diagrams_of(*setup_.tank, params_.gravity * glm::length(setup_.tank->gravity));
        }
        void derive(Exec& exec) {
            const auto& actors = space_.actors();
            for_each(exec, actors.size(),
                     sph::ShowValues<D>{state_.velocity.current(), state_.density.data(), speed_.data(),
                                        density_error_.data()});
        }
        AttributeView attribute(int index) const {
            const Array<Exec, float>* const values[] = {&speed_, &state_.pressure, &density_error_, &state_.vorticity};
            return {.real = values[index]->data()};
        }
        Column<Exec, Packed<D>>& velocity() { return state_.velocity; }
        double time() const { return state_.progress.time; }
        sph::Progress& held() { return state_.progress; }
        std::size_t bytes() const { return space_.bytes() + state_.bytes() + turnover_.bytes(); }
        void picture(Canvas<Exec>& canvas) {
            using Corners = std::shared_ptr<const std::vector<glm::vec3>>;
            using Segments = std::shared_ptr<const std::vector<Segment>>;
            canvas.actors().size = float(0.5 * setup_.spacing);
            canvas.actors().drawing = params_.draw;
            if (!solids_)
                solids_ =
                    std::make_shared<const sph::Solids>(sph::solids_of(*setup_.tank, drawing_, state_.progress.time));
            canvas.triangles({.name = "solids", .corners = Corners(solids_, &solids_->opaque)});
            canvas.triangles({.name = "vessels", .corners = Corners(solids_, &solids_->glass), .glass = true});
            canvas.lines({.name = "edges",
                          .ends = Segments(solids_, &solids_->edges),
                          .look = LineLook::edge,
                          .encloses = true});
        }

      private:
        /// The tank's frame oscillates by A sin(2 pi t / T) along x; the fluid gets the opposite acceleration.
        sph::Body<D> body(const Params& p) const {
            const auto& box = space_.box();
            const double pi = 3.14159265358979323846, turn = 2 * pi / p.sway_period, angle = p.tilt * pi / 180;
            auto gravity = double(p.gravity) * setup_.tank->gravity;
            gravity = {gravity.x * std::cos(angle) - gravity.y * std::sin(angle),
                       gravity.x * std::sin(angle) + gravity.y * std::cos(angle), gravity.z};
            gravity.x += p.sway * turn * turn * std::sin(turn * state_.progress.time);
            sph::Body<D> body{.inside = box};
            for (int a = 0; a < D; ++a) body.gravity[a] = float(gravity[a]);
            if (const auto& tank = setup_.template laid_out<D>(); !box.wrapped) {
                body.inside.lo = tank.lo;
                body.inside.hi = tank.hi;
            }
            const auto& pointer = state_.progress.pointer;
            if (pointer && p.mouse == sph::Mouse::drags) drag(body, *pointer, p.mouse_force);
            else if (pointer) {
                body.pointed = true;
                body.pointer = vec<D>(*pointer);
                body.reach = p.mouse_radius;
                body.pull = p.mouse == sph::Mouse::pulls ? p.mouse_force : -p.mouse_force;
            }
            return body;
        }

        /// Accelerates the tank along the floor by `force` times the mouse's distance from its middle over half its
        /// width.
        void drag(sph::Body<D>& body, const glm::vec3& pointer, float force) const {
            const auto& tank = setup_.template laid_out<D>();
            for (int a = 0; a < D; a += 2) {
                const float half = (tank.hi[a] - tank.lo[a]) / 2, middle = tank.lo[a] + half;
                body.gravity[a] -= force * std::clamp((pointer[a] - middle) / half, -1.f, 1.f);
            }
        }

        /// Particle positions of all drops, without duplicates: drops share one lattice.
        std::vector<Packed<D>> places_of(const Params& p, double t) const {
            std::vector<Packed<D>> all;
            for (const auto& at : state_.progress.drops) {
                const auto places =
                    sph::drop_places<D>(*setup_.tank, setup_.spacing, at, p.drop_size, p.drop == sph::Drop::ball, t);
                all.insert(all.end(), places.begin(), places.end());
            }
            const auto key = [](const Packed<D>& x) { return std::make_tuple(x.c[0], x.c[1], x.c[D - 1]); };
            std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
            all.erase(
                std::unique(all.begin(), all.end(), [&](const auto& a, const auto& b) { return key(a) == key(b); }),
                all.end());
            return all;
        }

        /// Time step limits: CFL; accelerations, 0.25 sqrt(h / g); viscosity, 0.125 h^2 / nu; wcsph's sound, 0.25 h /
        /// (c + v) (Monaghan 1992; Morris et al. 1997), where h is half the support. Throws Error at speeds that prove
        /// divergence.
        ///
        /// In pressure solvers, CFL assumes at least the speed sqrt(2 g H) of a fall through the fluid's own depth H
        /// (and through the mouse's reach). Fluid at rest has no speed, but the iterations leave its floor compressed
        /// by about g dt^2 (H / d) / d over their number. This grows with the number of layers H / d unless dt is
        /// bounded by d / sqrt(g H).
        void choose_time_step(sph::Work<Exec, D>& work) {
            const auto& p = work.params;
            const auto now =
                reduce<sph::Liveliness>(work.step.exec, work.step.actors.size(),
                                        sph::LivelinessOf<D>{work.step.actors.position.current(),
                                                             state_.velocity.current(), work.body.gravity});
            if (work.comes) work.present = now.present;
            const double fastest = std::sqrt(now.speed2), sent = turnover_.speed_at(state_.progress.time),
                         pull = work.body.pointed ? std::fabs(work.body.pull) : 0;
            const double speed = fastest < sent ? sent : fastest;
            state_.progress.max_speed = float(speed);
            const bool compressible = p.method == sph::Method::wcsph,
                       falls = !compressible && !work.body.inside.wrapped && now.upper > now.lower;
            const double fall = falls ? std::sqrt(2 * (double(now.upper) - now.lower) + pull * work.body.reach) : 0;
            const double half = work.h() / 2;
            double dt = p.time_step;
            const auto limit = [&](double most) { dt = std::min(dt, most); };
            if (const double fast = std::max(speed, fall); fast > 0) limit(p.cfl * setup_.spacing / fast);
            limit(0.25 * std::sqrt(half / (std::max(work.gravity(),
                                                    std::sqrt(double(dot<D>(work.body.gravity, work.body.gravity)))) +
                                           pull)));
            const double viscosity =
                std::max(p.viscosity + (p.artificial_viscosity > 0 ? work.artificial() : 0), double(p.wall_friction));
            if (viscosity > 0) limit(0.125 * half * half / viscosity);
            if (compressible) limit(0.25 * half / (work.sound() + speed));
            if (!(dt > 1e-6 * p.time_step))
                throw Error("the fluid diverged before step " + std::to_string(work.step.number + 1) + ": " +
                            format_number(speed) + " m/s, which asks for a time step of " + format_number(dt) +
                            " s; reset, and lower forces, the CFL number or the longest time step");
            work.dt = float(dt);
        }

        const Setup& setup_;
        sph::Space<Exec, D> space_;
        sph::State<Exec, D> state_;
        sph::Turnover<Exec, D> turnover_;
        Array<Exec, float>&speed_, &density_error_;
        const bool thin_;
        Params params_;
        const sph::TankDrawing drawing_;
        std::shared_ptr<const sph::Solids> solids_;  ///< at their current places; null: to be computed
        std::vector<Gauge> gauges_;
    };
};

using SceneHere = Sph;

}  // namespace nearfield
