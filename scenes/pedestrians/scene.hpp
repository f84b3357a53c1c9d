#pragma once
// Pedestrians: people walk through a floor plan to its exits, pushed by each other and by walls. Helbing, Farkas &
// Vicsek 2000; Helbing & Molnár 1995; README.md explains the interpretation, PLANS.md the plans.
#include "scenes/crowd/floor.hpp"
#include "scenes/crowd/observations.hpp"
#include "scenes/pedestrians/fundamental.hpp"
#include "scenes/plans/plan_reader.hpp"

#include "params/settings.hpp"
#include "sim/world_of.hpp"

namespace nearfield {

namespace pedestrians {
enum class Model { helbing_2000, helbing_1995 };
enum class ExitChoice { nearest, queues };
enum class LevelTableIndex {};  ///< index into level_tables()
}  // namespace pedestrians

struct Pedestrians {
    struct Params {
        std::string plan = "corridor";
        int actors = 0;
        pedestrians::Model model = pedestrians::Model::helbing_2000;
        float time_step = 0.01f;
        float speed = 0;
        float relaxation = 0.5f;
        float strength = 2000;
        float range = 0.08f;
        float stiffness = 1.2e5f;
        float friction = 2.4e5f;
        float stride = 2;
        float mass = 80;
        float radius_scale = 1;
        float cutoff = 2;
        float door_width = 0;
        std::string shut;
        bool premovement = true;
        pedestrians::ExitChoice choice = pedestrians::ExitChoice::nearest;
        float choice_period = 1;
        pedestrians::LevelTableIndex levels{};
        bool overlay = true;
        std::string lines;
        std::string areas;
        int line = 0;
        int area = 0;
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
                 "Steps since the start that would have led through a wall and were not taken."}};
    }
    static std::vector<Quantity> attributes() {
        return {{"goal", "goal", "", "Number of the exit that the person walks to; in plans without exits the group."},
                {"speed", "speed", "m/s", "Speed."},
                {"ratio", "speed over desired", "", "Speed over desired speed: 1 is free, 0 stands."},
                {"density", "density", "1/m²", "People per square metre of floor in the square of 2.5 m around."},
                {"level", "level of service", "", "Grade of that density: 0 is A, 5 is F."},
                {"pressure", "pressure", "N/m", "Sum of radial forces over circumference."}};
    }

    /// In areas by Edie's definitions, at lines by method A (measure_lines.hpp); both over the last 10 s.
    static std::vector<Quantity> gauged() {
        return {{"density", "density", "1/m²", "People per square metre."},
                {"speed", "speed", "m/s", "Mean speed; at a line of the part straight across it."},
                {"flow", "flow", "1/(m s)", "People per second and metre of width."}};
    }
    static constexpr Facets facets = Facets::clock | Facets::gauges | Facets::held | Facets::derived;
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
        setup.box = {.lo = vec<3>(plan.lo, 0.f), .hi = vec<3>(plan.hi, 0.f), .wrapped = plan.periodic};
        if (plan.periodic) setup.box.lo.y -= p.cutoff, setup.box.hi.y += p.cutoff;
        return setup;
    }

    template <class Exec, int D> class Model {
      public:
        Model(Exec& exec, const Setup& setup)
            : plan_(*setup.plan),
              space_(setup.box, setup.actors),
              floor_(exec, plan_, crowd::measured_on(plan_, "", "")),
              body_(columns().template add<crowd::Body>("bodies")),
              traits_(columns().template derive<crowd::Traits>("traits")),
              push_(columns().template derive<crowd::Push>("pushes")),
              passed_(columns().template keep<crowd::LineSums>("line counts")),
              left_(columns().template keep<u32>("exit counts")),
              born_(columns().template keep<u32>("source counts")),
              notes_(columns().template keep<u32>("notes")),
              gates_(columns().template keep<crowd::Gate>("gates")),
              sums_(columns().template keep<crowd::AreaSums>("area sums")) {
            for (int a = 0; a < crowd::attributes; ++a) colours_[a] = &columns().template derive<float>("colours");
            begin_counts(exec);
        }

        auto& space() { return space_; }

        /// Throws UsageError for lines, areas, exits or doors that do not fit this plan, and for a radius that does not
        /// reach the next body.
        void configure(Exec& exec, const Params& p, const Settings& settings) {
            crowd::require_reach(plan_, p.cutoff);
            crowd::with_shut(plan_, p.shut);
            auto measured = crowd::measured_on(plan_, p.lines, p.areas);
            space_.configure(settings, p.cutoff, plan_.periodic);
            params_ = p;
            if (std::pair now(p.lines, p.areas); now != listed_)
                listed_ = std::move(now), measure(exec, std::move(measured));
        }

        void reset(Exec& exec, const Params& p, u32 seed) {
            namespace pe = crowd;
            auto& actors = space_.actors();
            seed_ = seed, held_ = {};
            open_doors(exec, p);
            begin_counts(exec);
            begin_sources(exec);
            auto crowd = pe::starting_crowd(plan_, p.mass, p.premovement, seed);
            const u32 n = actors.size();
            crowd.position.resize(n, {{nowhere, nowhere}}), crowd.body.resize(n, {0, 0, 0.3f, p.mass}),
                crowd.traits.resize(n);
            std::vector<u32> ids(n);
            for (u32 i = 0; i < n; ++i) ids[i] = i;
            if (n == 0) return;
            copy_to_device(exec, actors.position.writable(), crowd.position.data(), n),
                copy_to_device(exec, actors.id.writable(), ids.data(), n);
            copy_to_device(exec, body_.writable(), crowd.body.data(), n),
                copy_to_device(exec, traits_.data(), crowd.traits.data(), n);
            for (auto* colour : colours_) fill_zero(exec, colour->data(), n);
            everybody_.upload(exec, {n});
            for_each(exec, n, choose(actors, p, everybody_.data(), false));
        }

        void step(StepContext<Exec>& context, const Params& p) {
            auto step = space_.begin(context);
            step.construct();
            if (open_doors(step.exec, p))
                for_each(step.exec, step.actors.size(), choose(step.actors, p, step.search.present(), false));
            mind_queues(step, p);
            if (p.model == pedestrians::Model::helbing_2000)
                advance(step, p, crowd::HelbingFarkasVicsek{p.strength, 1 / p.range, p.stiffness, p.friction});
            else advance(step, p, crowd::HelbingMolnar{p.stride});
            let_in(step, p);
            if (gated_)
                step.timer.stage(step.exec, "gates"),
                    for_each(step.exec, u32(floor_.exits()),
                             crowd::Turn{gates_.data(), floor_.weight(), now() + p.time_step, p.time_step});
            held_.time += p.time_step;
        }

        double time() const { return held_.time; }
        struct Held {
            double time = 0;
        };
        Held& held() { return held_; }
        std::size_t bytes() const {
            return space_.bytes() + floor_.bytes() + count_.bytes() + cell_density_.bytes() + cell_level_.bytes();
        }
        void picture(Canvas<Exec>& canvas) {
            using crowd::Body;
            canvas.actors().size = {Format::f32, &body_.current()->radius, sizeof(Body)};
            canvas.lines({.name = "walls", .ends = floor_.lines(), .look = LineLook::wall, .encloses = true});
            if (params_.overlay) show_levels(canvas);
        }

        /// Density, level and colours of the current state.
        void derive(Exec& exec) {
            const auto& actors = space_.actors();
            grade(exec, actors);
            crowd::Colours colours{aim(params_),
                                   floor_.density(),
                                   table().limits,
                                   cell_density_.data(),
                                   actors.position.current(),
                                   body_.current(),
                                   actors.id.current(),
                                   {}};
            for (int a = 0; a < crowd::attributes; ++a) colours.to[a] = colours_[a]->data();
            for_each(exec, actors.size(), colours);
        }

        std::vector<double> metrics(Exec& exec) {
            const auto& actors = space_.actors();
            namespace pe = crowd;
            grade(exec, actors);
            const auto t = reduce<pe::CrowdTotals>(exec, actors.size(),
                                                   pe::TotalsOf{actors.position.current(), body_.current(),
                                                                colours_[pe::pressure]->data(), floor_.density(),
                                                                cell_density_.data()});
            const auto notes = notes_.download(exec);
            double left = 0;
            for (const u32 count : left_.download(exec)) left += count;
            const double people = std::max(1.0, t.present);
            std::vector<double> values{t.present, left, notes[0] * double(params_.time_step), t.speed / people,
                                       t.density / people};
            for (const double v : measured(exec)) values.push_back(v);
            values.insert(values.end(), {lanes(exec, actors), t.pressure, t.pressed});
            const auto areas = reduce<pe::LevelAreas>(exec, floor_.density().cells(),
                                                      pe::AreaOfLevel{floor_.floor_area(), cell_level_.data()});
            double floor = 0;
            for (const double a : areas.area) floor += a;
            for (const double a : areas.area) values.push_back(floor > 0 ? a / floor : 0);
            values.push_back(notes[1]);
            return values;
        }
        std::vector<Gauge> gauges() const {
            return crowd::gauges_of(floor_.measured(), floor_.measured_floor(), history_, params_.time_step);
        }
        std::vector<Diagram> diagrams() const {
            return {{"Speed over density", 0, 1, {pedestrians::weidmann_curve(false)}},
                    {"Flow over density", 0, 2, {pedestrians::weidmann_curve(true)}}};
        }
        AttributeView attribute(int index) const { return {.real = colours_[index]->data()}; }

      private:
        using Space = ByDistance<Exec, D, Presence::comes_and_goes>;
        using Step = typename Space::Step;

        Actors<Exec, D>& columns() { return space_.actors(); }
        float now() const { return float(held_.time); }
        const crowd::LevelTable& table() const { return crowd::level_tables()[std::size_t(params_.levels)]; }

        crowd::Floor floor_view() {
            auto view = floor_.view();
            view.gates = gates_.data(), view.passed = passed_.data(), view.left = left_.data(),
            view.sums = sums_.data();
            return view;
        }
        crowd::Aim aim(const Params& p) { return {floor_view(), traits_.data(), now(), p.speed}; }

        /// Opens and shuts exits and doors as `shut` asks; true if anything changed.
        bool open_doors(Exec& exec, const Params& p) {
            if (p.shut == shut_) return false;
            shut_ = p.shut;
            return floor_.change(exec, crowd::with_shut(plan_, shut_));
        }

        void begin_counts(Exec& exec) {
            const auto zeros = [&](auto& counts, std::size_t n) { fresh(exec, counts, n); };
            zeros(left_, plan_.exits.size()), zeros(born_, plan_.sources.size()), zeros(notes_, 2);
            zeros(passed_, floor_.measured().lines.size()), zeros(sums_, floor_.measured().areas.size());
            auto [gates, any] = crowd::gates_of(plan_);
            gated_ = any;
            gates_.upload(exec, gates);
            begin_history(exec);
        }
        void begin_history(Exec& exec) {
            history_.clear();
            history_.add({held_.time, passed_.download(exec), sums_.download(exec)});
        }
        template <class T> static void fresh(Exec& exec, Array<Exec, T>& counts, std::size_t n) {
            counts.upload(exec, std::vector<T>(std::max<std::size_t>(n, 1)));
        }

        /// Changes the list of lines and areas. Those that stay keep their counts; averages start again.
        void measure(Exec& exec, crowd::Measured wanted) {
            const auto before = floor_.measured();
            const auto passed = passed_.download(exec);
            const auto sums = sums_.download(exec);
            floor_.measure(exec, std::move(wanted));
            passed_.upload(exec, crowd::carried(before.lines, passed, floor_.measured().lines)),
                sums_.upload(exec, crowd::carried(before.areas, sums, floor_.measured().areas));
            begin_history(exec);
        }

        void begin_sources(Exec& exec) {
            const auto all = crowd::entrances_of(plan_, seed_);
            entrances_.upload(exec, all.entrance), spots_.upload(exec, all.spot);
        }

        crowd::Choose choose(const Actors<Exec, D>& actors, const Params& p, const u32* present, bool queues) {
            return {
                floor_view(),  floor_.weight(), floor_.flow(), floor_.exits(),      queues ? queue_.data() : nullptr,
                0.15f,         p.speed,         present,       actors.id.current(), actors.position.current(),
                traits_.data()};
        }

        void mind_queues(Step& step, const Params& p) {
            const u64 every = std::max<u64>(1, u64(std::lround(p.choice_period / p.time_step)));
            if (p.choice != pedestrians::ExitChoice::queues || floor_.exits() < 2 || step.number % every != 0) return;
            step.timer.stage(step.exec, "choice");
            const u32 rings = u32(floor_.exits() * crowd::queue_rings);
            queue_.resize(rings, "queues");
            fill_zero(step.exec, queue_.data(), rings);
            const auto& actors = step.actors;
            for_each(step.exec, actors.size(),
                     crowd::CountQueues{floor_.view().way, step.search.present(), actors.id.current(),
                                        actors.position.current(), traits_.data(), queue_.data()});
            for_each(step.exec, actors.size(), choose(actors, p, step.search.present(), true));
        }

        template <class Law> void advance(Step& step, const Params& p, const Law& law) {
            auto& actors = step.actors;
            const u32* present = step.search.present();
            step.query("forces", crowd::Forces<Law>{law, aim(p), p.model == pedestrians::Model::helbing_1995,
                                                    actors.id.current(), body_.current(), push_.data()});
            step.each("move", crowd::Move<Law>{law, aim(p), space_.box(), p.time_step, p.relaxation,
                                               float(-std::expm1(-double(p.time_step) / p.relaxation)), present,
                                               actors.id.current(), push_.data(), actors.position.writable(),
                                               body_.writable(), colours_[crowd::pressure]->data(), notes_.data(),
                                               notes_.data() + 1, u32(step.number)});
        }

        template <class Law> void feel_through_portals(Step& step, const Params& p, const Law& law) {
            step.timer.stage(step.exec, "stairs");
            for_each(step.exec, step.actors.size(),
                     crowd::FeelThroughPortals<Law>{law, aim(p), p.model == pedestrians::Model::helbing_1995, p.cutoff,
                                                    step.search.storage(), step.search.present(),
                                                    step.actors.id.current(), body_.current(), push_.data()});
        }

        void let_in(Step& step, const Params& p) {
            if (plan_.sources.empty()) return;
            step.timer.stage(step.exec, "arrivals");
            const auto& actors = step.actors;
            for_each(step.exec, u32(plan_.sources.size()),
                     crowd::Arrive{entrances_.data(),
                                   spots_.data(),
                                   born_.data(),
                                   floor_view(),
                                   floor_.weight(),
                                   floor_.exits(),
                                   step.search.storage(),
                                   actors.size(),
                                   {seed_, 3},
                                   u32(step.number),
                                   now(),
                                   p.mass,
                                   p.premovement,
                                   step.actors.position.writable(),
                                   body_.writable(),
                                   traits_.data(),
                                   actors.id.current()});
        }

        void grade(Exec& exec, const Actors<Exec, D>& actors) {
            const auto& grid = floor_.density();
            count_.resize(grid.cells(), "people per cell"), cell_density_.resize(grid.cells(), "densities"),
                cell_level_.resize(grid.cells(), "levels of service");
            fill_zero(exec, count_.data(), grid.cells());
            for_each(exec, actors.size(), crowd::CountPeople{grid, actors.position.current(), count_.data()});
            for_each(exec, grid.cells(),
                     crowd::GradeCells{grid, table().limits, count_.data(), floor_.floor_area(), cell_density_.data(),
                                       cell_level_.data()});
        }

        /// The cells are copied to main memory, where the legend looks for a corner that hides little.
        void show_levels(Canvas<Exec>& canvas) const {
            const auto& grid = floor_.density();
            canvas.cells(
                {.name = "levels of service",
                 .lattice = {.origin = {grid.lo, 0},
                             .spacing = grid.cell,
                             .columns = u32(grid.columns),
                             .rows = u32(grid.rows)},
                 .kind = std::make_shared<const std::vector<std::uint8_t>>(cell_level_.download(canvas.exec())),
                 .title = table().title,
                 .classes = crowd::level_classes(table()),
                 .opacity = 0.62f});
        }

        /// Flow, net flow, crossed, and the area's density, speed and flow.
        std::vector<double> measured(Exec& exec) {
            crowd::Sample sample{held_.time, passed_.download(exec), sums_.download(exec)};
            double flow = 0, net = 0, crossed = 0, floor = 0;
            const auto counts = sample.passed;
            history_.add(std::move(sample));
            const double seconds = history_.seconds();
            for (std::size_t l = 0; l < floor_.measured().lines.size(); ++l) {
                if (params_.line != 0 && std::size_t(params_.line) != l + 1) continue;
                const auto [one_way, all] = history_.passed(l);
                if (seconds > 0) flow += all / seconds, net += one_way / seconds;
                crossed += double(counts[l].left) + counts[l].right;
            }
            crowd::AreaSample area;
            for (std::size_t a = 0; a < floor_.measured().areas.size(); ++a)
                if (params_.area == 0 || std::size_t(params_.area) == a + 1)
                    area = area + history_.area(a, params_.time_step), floor += floor_.measured_floor()[a];
            if (!(floor > 0) || !(seconds > 0)) return {flow, net, crossed, 0, 0, 0};
            return {flow, net, crossed, area.density(floor, seconds), area.speed(), area.specific_flow(floor, seconds)};
        }

        double lanes(Exec& exec, const Actors<Exec, D>& actors) {
            const float height = plan_.size().y;
            const int bands = std::clamp(int(height / 0.6f), 1, crowd::LaneBands::most);
            lane_count_.resize(std::size_t(2 * bands), "lanes");
            fill_zero(exec, lane_count_.data(), lane_count_.size());
            for_each(exec, actors.size(),
                     crowd::CountLanes{{plan_.lo.y, float(bands) / height, bands},
                                       aim(params_),
                                       actors.position.current(),
                                       actors.id.current(),
                                       lane_count_.data()});
            return crowd::lane_index(lane_count_.download(exec));
        }

        Params params_;
        const crowd::Plan& plan_;
        Space space_;
        crowd::FloorMemory<Exec> floor_;
        std::string shut_;
        std::pair<std::string, std::string> listed_;  ///< lines and areas of the parameters
        u32 seed_ = 0;
        Held held_;
        bool gated_ = false;
        crowd::History history_;

        Column<Exec, crowd::Body>& body_;
        Array<Exec, crowd::Traits>& traits_;  ///< by id
        Array<Exec, crowd::Push>& push_;
        Array<Exec, crowd::LineSums>& passed_;
        Array<Exec, u32>&left_, &born_,
            &notes_;  ///< notes: 1 + last step in which somebody left, steps stopped at walls
        Array<Exec, crowd::Gate>& gates_;
        Array<Exec, crowd::AreaSums>& sums_;
        Array<Exec, float>* colours_[crowd::attributes];
        Array<Exec, crowd::Entrance> entrances_;
        Array<Exec, Packed<2>> spots_;
        Array<Exec, u32> everybody_, queue_, count_, lane_count_;
        Array<Exec, float> cell_density_;
        Array<Exec, std::uint8_t> cell_level_;
    };
};

using SceneHere = Pedestrians;

}  // namespace nearfield
