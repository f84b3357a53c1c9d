#pragma once
// Pedestrians: people walk through a floor plan to its exits and push each other and off walls. Helbing, Farkas &
// Vicsek 2000; Helbing & Molnár 1995. README.md explains the interpretation, PLANS.md the plans.
#include "libs/crowd/crowd.hpp"
#include "libs/plans/plan_reader.hpp"
#include "scenes/pedestrians/checks.hpp"
#include "scenes/pedestrians/fundamental.hpp"
#include "scenes/pedestrians/metrics.hpp"
#include "scenes/pedestrians/params.hpp"

#include "params/settings.hpp"
#include "sim/world_of.hpp"

namespace nearfield {

struct Pedestrians {
    using Params = pedestrians::Params;
    using Metrics = pedestrians::Metrics;

    static const char* key() { return "pedestrians"; }
    static const char* title() { return "Pedestrians"; }
    static const char* elements() { return "actors"; }
    static const char* length_unit() { return "m"; }
    static const char* summary() {
        return "People walk through a floor plan: lanes, queues at doors, jams, and the level of "
               "service.";
    }

    static std::vector<ParamSpec> describe() { return pedestrians::describe_params(); }
    static std::vector<CheckSuite> check_suites() {
        return {{"rimea", "the guideline's tests of pedestrians", rimea_checks()},
                {"pedestrians", "its force model", pedestrian_checks()}};
    }
    static std::vector<MetricSpec> metrics() { return pedestrians::describe_metrics(); }
    static std::vector<Quantity> attributes() {
        return {
            {"goal", "goal", "", "Exit to which the person walks; in plans without exits, number of the group."},
            {"speed", "speed", "m/s", "Speed."},
            {"ratio", "speed over desired", "", "Speed over desired speed: 1 is free, 0 stands."},
            {"density", "density", "1/m²", "People per square metre of floor in a square of 2.5 m around the person."},
            {"level", "level of service", "", "Grade of that density, from A (free) to F (jammed)."},
            {"pressure", "pressure", "N/m", "Sum of radial forces over circumference.", Known::after_a_step}};
    }

    /// In areas by Edie's definitions, at lines by method A (measure_lines.hpp); both over the last 10 s.
    static std::vector<Quantity> gauged() {
        return {{"density", "density", "1/m²", "People per square metre."},
                {"speed", "speed", "m/s", "Mean speed; at a line, of the velocity perpendicular to it."},
                {"flow", "flow", "1/(m s)", "People per second and metre of width."}};
    }
    static constexpr Facets facets = Facets::clock | Facets::gauges | Facets::held | Facets::derived | Facets::names;
    static constexpr Depth depth = Depth::flat;
    static constexpr auto tools() {
        return std::array{
            Tool{.key = "line",
                 .label = "Draw a measured line",
                 .help = "Draw a line with the left button; flow is measured there.",
                 .gesture = Gesture::line,
                 .letter = 'l',
                 .list = "lines"},
            Tool{.key = "area",
                 .label = "Draw a measured area",
                 .help = "Draw a rectangle with the left button; density, speed and flow in it are measured.",
                 .gesture = Gesture::rectangle,
                 .letter = 'k',
                 .list = "areas"}};
    }

    struct Setup {
        int dimensions = 2;
        std::shared_ptr<const crowd::Plan> plan;
        u32 actors = 0;
        Environment<3> box;
    };
    /// A periodic plan wraps along x. Along y the box has a margin, so nobody interacts across it.
    static Setup prepare(const Params& p, u32) {
        Setup setup{.plan = std::make_shared<const crowd::Plan>(
                        crowd::chosen_plan(p.plan, p.actors, p.door_width, p.radius_scale))};
        const auto& plan = *setup.plan;
        setup.actors = crowd::capacity_of(plan);
        setup.box = Environment<3>{.lo = vec<3>(plan.lo, 0.f), .hi = vec<3>(plan.hi, 0.f), .wrapped = plan.periodic};
        if (plan.periodic) {
            setup.box.lo.y -= p.cutoff;
            setup.box.hi.y += p.cutoff;
        }
        return setup;
    }

    template <class Exec, int D> class Model {
      public:
        Model(Exec& exec, const Setup& setup) : plan_(*setup.plan), crowd_(exec, *setup.plan, setup.box) {}

        auto& space() { return crowd_.space(); }

        /// Throws UsageError for lines, areas, exits or doors that do not fit this plan, and for a search radius
        /// shorter than the distance of touching bodies.
        void configure(Exec& exec, const Params& p) {
            crowd::require_reach(plan_, p.cutoff);
            crowd::with_shut(plan_, p.shut);
            auto measured = crowd::measured_on(plan_, read_spans("lines", p.lines), read_spans("areas", p.areas));
            crowd_.space().configure(p.search, p.cutoff, plan_.periodic);
            params_ = p;
            if (std::pair now(p.lines, p.areas); now != listed_) {
                listed_ = std::move(now);
                crowd_.measure(exec, std::move(measured));
            }
        }

        void reset(Exec& exec, const Params& p, u32 seed) { crowd_.reset(exec, manner_of(p), p.shut, seed); }
        void step(StepContext<Exec>& step, const Params& p) { crowd_.step(step, manner_of(p), p.shut, p.time_step); }

        double time() const { return crowd_.time(); }
        auto& held() { return crowd_.held(); }
        std::size_t bytes() const { return crowd_.bytes(); }
        void picture(Canvas<Exec>& canvas) {
            canvas.actors().size = {Format::f32, &crowd_.bodies().current()->radius, sizeof(crowd::Body)};
            canvas.lines({.name = "walls", .ends = crowd_.floor().lines(), .look = LineLook::wall, .encloses = true});
            if (params_.overlay) show_levels(canvas);
        }
        /// Computes density, level and colours of the present state.
        void derive(Exec& exec) { crowd_.derive(exec, manner_of(params_), table().limits); }

        Metrics metrics(Exec& exec) {
            crowd_.grade(exec, table().limits);
            const auto t = crowd_.totals(exec);
            const auto [last_left, stopped] = crowd_.notes(exec);
            double left = 0;
            for (const u32 count : crowd_.left(exec)) left += count;
            const double people = std::max(1.0, t.present);
            Metrics metrics{.present = double(t.present),
                            .evacuated = left,
                            .last_left = last_left,
                            .mean_speed = t.speed / people,
                            .mean_density = t.density / people};
            crowd_.sample(exec);
            metrics.measured = crowd_.reading({std::size_t(params_.line), std::size_t(params_.area)});
            metrics.lanes = crowd_.lanes(exec, manner_of(params_));
            metrics.pressure = t.pressure;
            metrics.injured = t.pressed;
            const auto areas = crowd_.floor_at_level(exec);
            double floor = 0;
            for (const double a : areas.area) floor += a;
            for (std::size_t l = 0; l < metrics.at_level.size(); ++l)
                metrics.at_level[l] = floor > 0 ? areas.area[l] / floor : 0;
            const auto stop = last_stop(exec);
            metrics.stopped = double(stopped);
            metrics.boarded = double(stop.boarded);
            metrics.alighted = double(stop.alighted);
            return metrics;
        }
        std::vector<Gauge> gauges() const { return crowd_.gauges(); }
        std::vector<Diagram> diagrams() const {
            return {{"Speed over density", 0, 1, {pedestrians::weidmann_curve(false)}},
                    {"Flow over density", 0, 2, {pedestrians::weidmann_curve(true)}}};
        }
        AttributeView attribute(int index) const { return {.real = crowd_.colours(index).data()}; }
        std::vector<std::string> value_names(int index) const {
            std::vector<std::string> names;
            if (index == crowd::goal)
                for (const auto& exit : plan_.exits) names.push_back(exit.name);
            if (index == crowd::level)
                for (int level = 0; level < 6; ++level) names.push_back(std::string(1, crowd::level_letter(level)));
            return names;
        }

      private:
        crowd::Stop last_stop(Exec& exec) const {
            crowd::Stop sum;
            for (std::size_t t = 0; t < plan_.trains.size(); ++t)
                if (params_.train == 0 || std::size_t(params_.train) == t + 1)
                    sum = sum + crowd_.last_stop(exec, plan_.trains[t]);
            return sum;
        }
        static crowd::Manner manner_of(const Params& p) {
            return {.forces = p.model,
                    .speed = p.speed,
                    .relaxation = p.relaxation,
                    .strength = p.strength,
                    .range = p.range,
                    .stiffness = p.stiffness,
                    .friction = p.friction,
                    .stride = p.stride,
                    .cutoff = p.cutoff,
                    .mass = p.mass,
                    .yield_at = p.yield_at,
                    .premovement = p.premovement,
                    .choice = p.choice,
                    .choice_period = p.choice_period};
        }
        const crowd::LevelTable& table() const { return crowd::level_tables()[std::size_t(params_.levels)]; }

        /// Copies the cells to main memory, where the legend looks for an empty corner.
        void show_levels(Canvas<Exec>& canvas) const {
            const auto& grid = crowd_.floor().density();
            canvas.cells({.name = "levels of service",
                          .lattice = {.origin = {grid.lo, 0},
                                      .spacing = grid.cell,
                                      .columns = u32(grid.columns),
                                      .rows = u32(grid.rows)},
                          .kind = std::make_shared<const std::vector<std::uint8_t>>(
                              crowd_.cell_levels().download(canvas.exec())),
                          .title = table().title,
                          .classes = crowd::level_classes(table()),
                          .opacity = 0.62f});
        }

        Params params_;
        const plans::Plan& plan_;
        crowd::Crowd<Exec> crowd_;
        std::pair<std::string, std::string> listed_;  ///< lines and areas of the parameters
    };
};

using SceneHere = Pedestrians;

}  // namespace nearfield
