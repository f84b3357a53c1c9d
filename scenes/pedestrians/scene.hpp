#pragma once
// Pedestrians: people walk through a floor plan to its exits, pushed by each other and by walls. Helbing, Farkas &
// Vicsek 2000; Helbing & Molnár 1995; README.md explains the interpretation, PLANS.md the plans.
#include "scenes/crowd/crowd.hpp"
#include "scenes/pedestrians/fundamental.hpp"
#include "scenes/plans/plan_reader.hpp"

#include "params/settings.hpp"
#include "sim/world_of.hpp"

namespace nearfield {

namespace pedestrians {
enum class LevelTableIndex {};  ///< index into level_tables()
}  // namespace pedestrians

struct Pedestrians {
    struct Params {
        std::string plan = "corridor";
        int actors = 0;
        crowd::Forces model = crowd::Forces::helbing_2000;
        float time_step = 0.01f;
        float speed = 0;
        float relaxation = 0.5f;
        float strength = 2000;
        float range = 0.08f;
        float stiffness = 1.2e5f;
        float friction = 2.4e5f;
        float stride = 2;
        float mass = 80;
        float yield_at = 0;
        float radius_scale = 1;
        float cutoff = 2;
        float door_width = 0;
        std::string shut;
        bool premovement = true;
        crowd::ExitChoice choice = crowd::ExitChoice::nearest;
        float choice_period = 1;
        pedestrians::LevelTableIndex levels{};
        bool overlay = true;
        std::string lines;
        std::string areas;
        int line = 0;
        int area = 0;
        int train = 0;
    };

    static const char* key() { return "pedestrians"; }
    static const char* title() { return "Pedestrians"; }
    static const char* elements() { return "actors"; }
    static const char* summary() {
        return "People walk through a floor plan: lanes, queues at doors, jams, and the level of service that they "
               "leave each other.";
    }

    static std::vector<ParamSpec> describe() {
        using P = Params;
        const auto respawn = Effect::respawn;
        std::vector<std::string> plans, levels;
        for (const auto& plan : crowd::carried_plans()) plans.push_back(plan.key);
        for (const auto& table : crowd::level_tables()) levels.push_back(table.key);
        return param_list<P>({
            text(&P::plan, "plan", "Plan", plans,
                 "Floor plan: one that the program carries, or the path of a file of your own. The format is described "
                 "in scenes/plans/PLANS.md.")
                .does(respawn),
            integer(&P::actors, "actors", "People", "", 0, 1e6,
                    "People at the start (and what sources send), in place of the plan's number; everywhere by the "
                    "same factor. 0: as the plan says.")
                .log()
                .does(respawn),
            choice(&P::model, "model", "Forces", {"helbing-2000", "helbing-1995"},
                   "helbing-2000: repulsion, and contact forces of bodies (Helbing, Farkas & Vicsek). helbing-1995: "
                   "softer forces that look ahead, without contact (Helbing & Molnár); strength, range, stiffness and "
                   "friction are then not used, and stride is."),
            real(&P::speed, "speed", "Desired speed", "m/s", 0, 8,
                 "Desired speed of everybody, in place of the plan's. About 1 is calm, 1.5 hurried, 5 a panic. 0: as "
                 "the plan says."),
            choice(&P::choice, "choice", "Choice of exit", {"nearest", "queues"},
                   "nearest: the least distance times the exit's weight. queues: the least time, of walking or of "
                   "waiting behind those ahead on the way there, decided anew from time to time."),
            text(&P::shut, "shut", "Shut", {},
                 "Exits and doors that are shut, by name, separated by commas; a + before a name opens it instead. "
                 "Acts at once: people choose anew."),
            real(&P::relaxation, "relaxation", "Relaxation time", "s", 0.05, 1e6,
                 "Time in which people take up their desired velocity.")
                .log()
                .in("Forces"),
            real(&P::strength, "strength", "Repulsion A", "N", 0, 20000,
                 "Force between bodies (and from walls) that just touch.")
                .in("Forces")
                .when("model", {"helbing-2000"}),
            real(&P::range, "range", "Range B", "m", 0.01, 0.5,
                 "Distance over which the repulsion falls by a factor e.")
                .log()
                .in("Forces")
                .when("model", {"helbing-2000"}),
            real(&P::stiffness, "stiffness", "Body stiffness k", "kg/s²", 0, 1e6,
                 "Force per overlap of bodies that touch.")
                .in("Forces")
                .when("model", {"helbing-2000"}),
            real(&P::friction, "friction", "Sliding friction", "kg/(m s)", 0, 2e6,
                 "Force per overlap and tangential speed of bodies that touch. Its growth with pressure is what makes "
                 "faster slower at doors.")
                .in("Forces")
                .when("model", {"helbing-2000"}),
            real(&P::stride, "stride", "Stride time", "s", 0, 4,
                 "How far ahead others feel a person, as walking time at that person's own speed. 2 s as the "
                 "paper says; lanes form below about 0.5 s, where it is a step.")
                .in("Forces")
                .when("model", {"helbing-1995"}),
            real(&P::cutoff, "cutoff", "Radius R", "m", 0.5, 5,
                 "Search radius: people farther apart (between centres) do not push each other. At 2 m a force is "
                 "below 0.001 N.")
                .does(Effect::regrid)
                .in("Forces"),
            real(&P::time_step, "time_step", "Time step", "s", 0.001, 0.02,
                 "Simulated time per step. Crowds are stable up to 0.01 s; flows through narrow doors change by less "
                 "than their scatter below it.")
                .log()
                .in("Forces"),
            real(&P::mass, "mass", "Mass", "kg", 1, 1000, "Mass of a person.")
                .log()
                .does(respawn)
                .in("People and doors"),
            real(&P::yield_at, "yield_at", "Yield at", "N/m", 0, 1e6,
                 "People drive on less the more they are pressed, and at this pressure not at all, in place of the "
                 "plan's: commuters stay below 1000, with 1000000 everybody presses on. 0: as the plan says; most "
                 "plans say nothing, and people press on.")
                .in("Forces"),
            real(&P::radius_scale, "radius_scale", "Body size", "", 0.2, 2, "Radius of everybody over the plan's.")
                .log()
                .does(respawn)
                .in("People and doors"),
            toggle(&P::premovement, "premovement", "Premovement",
                   "People wait their premovement time before they set off, as the plan says.")
                .does(respawn)
                .in("People and doors"),
            real(&P::choice_period, "choice_period", "Choose every", "s", 0.1, 60,
                 "How often people compare exits if they mind queues.")
                .log()
                .in("People and doors")
                .when("choice", {"queues"}),
            real(&P::door_width, "door_width", "Door width", "m", 0, 20,
                 "Width of every door and exit door, in place of the plan's. 0: as the plan says.")
                .does(respawn)
                .in("People and doors"),
            choice(&P::levels, "levels", "Level of service", levels, "Table that grades densities from A to F.")
                .in("Measuring"),
            toggle(&P::overlay, "overlay", "Show levels", "Colours the floor by its level of service.").in("Measuring"),
            text(&P::lines, "lines", "Own lines", {},
                 "Lines of your own at which flow is measured, beside the plan's: x y x y of the two ends in m, ; "
                 "between lines. L lets you draw one in the picture.")
                .in("Measuring"),
            text(&P::areas, "areas", "Own areas", {},
                 "Rectangles of your own in which density, speed and flow are measured, beside the plan's: x y x y of "
                 "two opposite corners in m, ; between areas. K lets you draw one in the picture.")
                .in("Measuring"),
            integer(
                &P::line, "line", "Metrics at line", "", 0, crowd::Measured::most_lines,
                "The line that the metrics flow, net flow and crossed refer to: the plan's in their order, then your "
                "own. 0: all of them together.")
                .in("Measuring"),
            integer(&P::area, "area", "Metrics in area", "", 0, crowd::Measured::most_areas,
                    "Which area the metrics of areas are of: the plan's measured areas in their order, then your own. "
                    "0: all of them together.")
                .in("Measuring"),
            integer(&P::train, "train", "Metrics of train", "", 0, 32,
                    "Which train the metrics boarded and alighted are of, in the plan's order. 0: all of them "
                    "together.")
                .in("Measuring"),
        });
    }
    static std::vector<Quantity> metrics() {
        return {{"present", "people", "", "People on the plan now."},
                {"evacuated", "left", "", "People who have left through an exit."},
                {"last_left", "last left at", "s", "Time at which the last person so far left; 0 before the first."},
                {"mean_speed", "mean speed", "m/s", "Speed, averaged over people."},
                {"mean_density", "mean density", "1/m²",
                 "Density around a person (square of 2.5 m), averaged over people."},
                {"flow", "flow", "1/s", "People who crossed the measured line per second in the last 10 s, both ways."},
                {"net_flow", "net flow", "1/s", "The same, to the line's left less to its right."},
                {"crossed", "crossed", "", "People who crossed the measured line since the start, both ways."},
                {"area_density", "area: density", "1/m²",
                 "Mean density of the measured area over the last 10 s (Edie 1963)."},
                {"area_speed", "area: speed", "m/s", "Mean speed in the measured area over the last 10 s (Edie 1963)."},
                {"area_flow", "area: flow", "1/(m s)",
                 "Specific flow in the measured area over the last 10 s: density times speed."},
                {"lanes", "lane index", "",
                 "1: in every band of 0.6 m along x all walk the same way; 0: as mixed as by chance."},
                {"pressure", "highest pressure", "N/m",
                 "Sum of radial forces over circumference, of the person who is pressed most. Above 1600 people are "
                 "injured."},
                {"injured", "pressed", "", "People under more than 1600 N/m now."},
                {"level_a", "level A", "", "Share of the floor at level of service A."},
                {"level_b", "level B", "", "Share of the floor at level of service B."},
                {"level_c", "level C", "", "Share of the floor at level of service C."},
                {"level_d", "level D", "", "Share of the floor at level of service D."},
                {"level_e", "level E", "", "Share of the floor at level of service E."},
                {"level_f", "level F", "", "Share of the floor at level of service F."},
                {"stopped", "stopped at walls", "",
                 "Steps since the start that would have led through a wall and were not taken."},
                {"boarded", "boarded", "people", "People who got into the train at its last stop."},
                {"alighted", "alighted", "people", "People who got out of the train at its last stop."}};
    }
    static std::vector<Quantity> attributes() {
        return {
            {"goal", "goal", "", "The exit that the person walks to; in plans without exits the number of the group."},
            {"speed", "speed", "m/s", "Speed."},
            {"ratio", "speed over desired", "", "Speed over desired speed: 1 is free, 0 stands."},
            {"density", "density", "1/m²", "People per square metre of floor in the square of 2.5 m around."},
            {"level", "level of service", "", "Grade of that density, from A (free) to F (jammed)."},
            {"pressure", "pressure", "N/m", "Sum of radial forces over circumference.", Known::after_a_step}};
    }

    /// In areas by Edie's definitions, at lines by method A (measure_lines.hpp); both over the last 10 s.
    static std::vector<Quantity> gauged() {
        return {{"density", "density", "1/m²", "People per square metre."},
                {"speed", "speed", "m/s", "Mean speed; at a line of the part straight across it."},
                {"flow", "flow", "1/(m s)", "People per second and metre of width."}};
    }
    static constexpr Facets facets = Facets::clock | Facets::gauges | Facets::held | Facets::derived | Facets::names;
    static constexpr Depth depth = Depth::flat;
    static constexpr auto tools() {
        return std::array{
            Tool{.key = "line",
                 .label = "Draw a measured line",
                 .help = "The left button draws a line at which flow is measured.",
                 .gesture = Gesture::line,
                 .letter = 'l',
                 .list = "lines"},
            Tool{.key = "area",
                 .label = "Draw a measured area",
                 .help = "The left button draws a rectangle in which density, speed and flow are measured.",
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
    /// A periodic plan wraps along x; along y the box has a margin so that nobody interacts across it.
    static Setup prepare(const Params& p, u32) {
        Setup setup{.plan = std::make_shared<const crowd::Plan>(
                        crowd::chosen_plan(p.plan, p.actors, p.door_width, p.radius_scale))};
        const auto& plan = *setup.plan;
        setup.actors = crowd::capacity_of(plan);
        setup.box = Environment<3>{.lo = vec<3>(plan.lo, 0.f), .hi = vec<3>(plan.hi, 0.f), .wrapped = plan.periodic};
        if (plan.periodic) setup.box.lo.y -= p.cutoff, setup.box.hi.y += p.cutoff;
        return setup;
    }

    template <class Exec, int D> class Model {
      public:
        Model(Exec& exec, const Setup& setup) : plan_(*setup.plan), crowd_(exec, *setup.plan, setup.box) {}

        auto& space() { return crowd_.space(); }

        /// Throws UsageError for lines, areas, exits or doors that do not fit this plan, and for a radius that does not
        /// reach the next body.
        void configure(Exec& exec, const Params& p, const Settings& settings) {
            crowd::require_reach(plan_, p.cutoff);
            crowd::with_shut(plan_, p.shut);
            auto measured = crowd::measured_on(plan_, read_spans("lines", p.lines), read_spans("areas", p.areas));
            crowd_.space().configure(settings, p.cutoff, plan_.periodic);
            params_ = p;
            if (std::pair now(p.lines, p.areas); now != listed_)
                listed_ = std::move(now), crowd_.measure(exec, std::move(measured));
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
        /// Density, level and colours of the current state.
        void derive(Exec& exec) { crowd_.derive(exec, manner_of(params_), table().limits); }

        std::vector<double> metrics(Exec& exec) {
            crowd_.grade(exec, table().limits);
            const auto t = crowd_.totals(exec);
            const auto [last_left, stopped] = crowd_.notes(exec);
            double left = 0;
            for (const u32 count : crowd_.left(exec)) left += count;
            const double people = std::max(1.0, t.present);
            std::vector<double> values{t.present, left, last_left * double(params_.time_step), t.speed / people,
                                       t.density / people};
            crowd_.sample(exec);
            for (const double v : crowd_.readings({std::size_t(params_.line), std::size_t(params_.area)}))
                values.push_back(v);
            values.insert(values.end(), {crowd_.lanes(exec, manner_of(params_)), t.pressure, t.pressed});
            const auto areas = crowd_.floor_at_level(exec);
            double floor = 0;
            for (const double a : areas.area) floor += a;
            for (const double a : areas.area) values.push_back(floor > 0 ? a / floor : 0);
            const auto stop = last_stop(exec);
            values.insert(values.end(), {double(stopped), double(stop.boarded), double(stop.alighted)});
            return values;
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

        /// The cells are copied to main memory, where the legend looks for a corner that hides little.
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
