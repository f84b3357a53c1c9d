#pragma once
// Pedestrians: people walk through a floor plan to its exits, pushed by each other and by walls. Helbing, Farkas & Vicsek 2000;
// Helbing & Molnár 1995; the reading taken is explained in README.md, plans in PLANS.md.
#include "scenes/pedestrians/floor.hpp"
#include "scenes/pedestrians/fundamental.hpp"
#include "scenes/pedestrians/observations.hpp"
#include "scenes/pedestrians/plan_reader.hpp"

#include "params/settings.hpp"
#include "sim/world_of.hpp"

namespace nearfield {

struct Pedestrians {
    struct Params {
        Text plan{"corridor"};
        int actors = 0;
        int model = 0;
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
        Text shut{""};
        bool premovement = true;
        int choice = 0;
        float choice_period = 1;
        int levels = 0;
        bool overlay = true;
        Text lines{""};
        Text areas{""};
        int line = 0;
        int area = 0;
    };

    static const char* key() { return "pedestrians"; }
    static const char* title() { return "Pedestrians"; }
    static const char* summary() { return "People walk through a floor plan: lanes, queues at doors, jams, and the level of service that they leave each other."; }

    static std::vector<ParamSpec> describe() {
        using P = Params;
        const auto respawn = Effect::respawn;
        std::vector<std::string> plans, levels;
        for (const auto& plan : pedestrians::carried_plans()) plans.push_back(plan.key);
        for (const auto& table : pedestrians::level_tables()) levels.push_back(table.key);
        return param_list<P>({
            text(&P::plan, "plan", "Plan", plans, "Floor plan: one that the program carries, or the path of a file of your own. The format is described in scenes/pedestrians/PLANS.md.").does(respawn),
            integer(&P::actors, "actors", "People", "", 0, 1e6, "People at the start (and what sources send), in place of the plan's number; everywhere by the same factor. 0: as the plan says.").log().does(respawn),
            choice(&P::model, "model", "Forces", {"helbing-2000", "helbing-1995"}, "helbing-2000: repulsion, and contact forces of bodies (Helbing, Farkas & Vicsek). helbing-1995: softer forces that look ahead, without contact (Helbing & Molnár); strength, range, stiffness and friction are then not used, and stride is."),
            real(&P::time_step, "time_step", "Time step", "s", 0.001, 0.02, "Simulated time per step. Crowds are stable up to 0.01 s; flows through narrow doors change by less than their scatter below it.").log(),
            real(&P::speed, "speed", "Desired speed", "m/s", 0, 8, "Desired speed of everybody, in place of the plan's. About 1 is calm, 1.5 hurried, 5 a panic. 0: as the plan says."),
            real(&P::relaxation, "relaxation", "Relaxation time", "s", 0.05, 1e6, "Time in which people take up their desired velocity.").log(),
            real(&P::strength, "strength", "Repulsion A", "N", 0, 20000, "Force between bodies (and from walls) that just touch."),
            real(&P::range, "range", "Range B", "m", 0.01, 0.5, "Distance over which the repulsion falls by a factor e.").log(),
            real(&P::stiffness, "stiffness", "Body stiffness k", "kg/s²", 0, 1e6, "Force per overlap of bodies that touch."),
            real(&P::friction, "friction", "Sliding friction", "kg/(m s)", 0, 2e6, "Force per overlap and tangential speed of bodies that touch. Its growth with pressure is what makes faster slower at doors."),
            real(&P::stride, "stride", "Stride time", "s", 0, 4, "helbing-1995 only: how far ahead of itself, in time of its own walking, a person is felt. 2 s as the paper says; lanes form below about 0.5 s, where it is a step."),
            real(&P::mass, "mass", "Mass", "kg", 1, 1000, "Mass of a person.").log().does(respawn),
            real(&P::radius_scale, "radius_scale", "Body size", "", 0.2, 2, "Radius of everybody over the plan's.").log().does(respawn),
            real(&P::cutoff, "cutoff", "Radius R", "m", 0.5, 5, "Search radius: people farther apart (between centres) do not push each other. At 2 m a force is below 0.001 N.").does(Effect::regrid),
            real(&P::door_width, "door_width", "Door width", "m", 0, 20, "Width of every door and exit door, in place of the plan's. 0: as the plan says.").does(respawn),
            text(&P::shut, "shut", "Shut", {}, "Exits and doors that are shut, by name, separated by commas; a + before a name opens it instead. Acts at once: people choose anew."),
            toggle(&P::premovement, "premovement", "Premovement", "People wait their premovement time before they set off, as the plan says.").does(respawn),
            choice(&P::choice, "choice", "Choice of exit", {"nearest", "queues"}, "nearest: the least distance times the exit's weight. queues: the least time, of walking or of waiting behind those ahead on the way there, decided anew from time to time."),
            real(&P::choice_period, "choice_period", "Choose every", "s", 0.1, 60, "How often people compare exits if they mind queues.").log(),
            choice(&P::levels, "levels", "Level of service", levels, "Table that grades densities from A to F."),
            toggle(&P::overlay, "overlay", "Show levels", "Colours the floor by its level of service."),
            text(&P::lines, "lines", "Own lines", {}, "Lines of your own at which flow is measured, beside the plan's: x y x y of the two ends in m, ; between lines. L lets you draw one in the picture.").draws(Drawn::lines),
            text(&P::areas, "areas", "Own areas", {}, "Rectangles of your own in which density, speed and flow are measured, beside the plan's: x y x y of two opposite corners in m, ; between areas. K lets you draw one in the picture.").draws(Drawn::rectangles),
            integer(&P::line, "line", "Metrics at line", "", 0, pedestrians::Measured::most_lines, "Which line the metrics flow, net flow and crossed are of: the plan's in their order, then your own. 0: all of them together."),
            integer(&P::area, "area", "Metrics in area", "", 0, pedestrians::Measured::most_areas, "Which area the metrics of areas are of: the plan's measured areas in their order, then your own. 0: all of them together."),
        });
    }
    static std::vector<Quantity> metrics() {
        return {{"present", "people", "", "People on the plan now."},
                {"evacuated", "left", "", "People who have left through an exit."},
                {"last_left", "last left at", "s", "Time at which the last person so far left; 0 before the first."},
                {"mean_speed", "mean speed", "m/s", "Speed, averaged over people."},
                {"mean_density", "mean density", "1/m²", "Density around a person (square of 2.5 m), averaged over people."},
                {"flow", "flow", "1/s", "People who crossed the measured line per second in the last 10 s, both ways."},
                {"net_flow", "net flow", "1/s", "The same, to the line's left less to its right."},
                {"crossed", "crossed", "", "People who crossed the measured line since the start, both ways."},
                {"area_density", "area: density", "1/m²", "Mean density of the measured area over the last 10 s (Edie 1963)."},
                {"area_speed", "area: speed", "m/s", "Mean speed in the measured area over the last 10 s (Edie 1963)."},
                {"area_flow", "area: flow", "1/(m s)", "Specific flow in the measured area over the last 10 s: density times speed."},
                {"lanes", "lane index", "", "1: in every band of 0.6 m along x all walk the same way; 0: as mixed as by chance."},
                {"pressure", "highest pressure", "N/m", "Sum of radial forces over circumference, of the person who is pressed most. Above 1600 people are injured."},
                {"injured", "pressed", "", "People under more than 1600 N/m now."},
                {"level_a", "level A", "", "Share of the floor at level of service A."},
                {"level_b", "level B", "", "Share of the floor at level of service B."},
                {"level_c", "level C", "", "Share of the floor at level of service C."},
                {"level_d", "level D", "", "Share of the floor at level of service D."},
                {"level_e", "level E", "", "Share of the floor at level of service E."},
                {"level_f", "level F", "", "Share of the floor at level of service F."},
                {"stopped", "stopped at walls", "", "Steps since the start that would have led through a wall and were not taken."}};
    }
    static std::vector<Quantity> attributes() {
        return {{"goal", "goal", "", "Number of the exit that the person walks to; in plans without exits the group."},
                {"speed", "speed", "m/s", "Speed."},
                {"ratio", "speed over desired", "", "Speed over desired speed: 1 is free, 0 stands."},
                {"density", "density", "1/m²", "People per square metre of floor in the square of 2.5 m around."},
                {"level", "level of service", "", "Grade of that density: 0 is A, 5 is F."},
                {"pressure", "pressure", "N/m", "Sum of radial forces over circumference."}};
    }

    /// Of areas by Edie's definitions, at lines by method A (measure_lines.hpp), over the last 10 s.
    static std::vector<Quantity> gauged() {
        return {{"density", "density", "1/m²", "People per square metre."}, {"speed", "speed", "m/s", "Mean speed; at a line of the part straight across it."}, {"flow", "flow", "1/(m s)", "People per second and metre of width."}};
    }
    static std::vector<Diagram> diagrams() { return {{"Speed over density", 0, 1, {pedestrians::weidmann_curve(false)}}, {"Flow over density", 0, 2, {pedestrians::weidmann_curve(true)}}}; }

    static constexpr bool flat = true;
    static constexpr bool comes_and_goes = true;
    static constexpr bool firm_lines = true;
    static int dimensions(const Params&) { return 2; }
    static std::shared_ptr<const pedestrians::Plan> plan(const Params& p) { return pedestrians::chosen_plan(p.plan.str(), p.actors, p.door_width, p.radius_scale); }
    static u32 population(const Params& p) { return pedestrians::capacity_of(*plan(p)); }
    static float radius(const Params& p) { return p.cutoff; }
    static float drawn_radius(const Params&) { return 0.3f; }

    /// Throws UsageError for what no plan of that name can be, and for a radius that does not reach the next body.
    static void check(const Params& p) {
        const auto plan = Pedestrians::plan(p);
        pedestrians::require_reach(*plan, p.cutoff);
        pedestrians::with_shut(*plan, p.shut.str());
        pedestrians::measured_on(*plan, p.lines.str(), p.areas.str());
    }

    /// A periodic plan wraps along x; along y there is room enough that nobody meets anybody across.
    template <int D> static Environment<D> environment(const Params& p) {
        const auto plan = Pedestrians::plan(p);
        Environment<D> box{.wrapped = plan->periodic};
        for (int a = 0; a < 2; ++a) box.lo[a] = plan->lo[a], box.hi[a] = plan->hi[a];
        if (plan->periodic) box.lo[1] -= p.cutoff, box.hi[1] += p.cutoff;
        return box;
    }

    template <class Exec, int D> class Model {
      public:
        explicit Model(Actors<Exec, D>& actors)
            : body_(actors.template add<pedestrians::Body>("bodies")), traits_(actors.template derive<pedestrians::Traits>("traits")),
              push_(actors.template derive<pedestrians::Push>("pushes")), passed_(actors.template keep<pedestrians::LineSums>("line counts")), left_(actors.template keep<u32>("exit counts")),
              born_(actors.template keep<u32>("source counts")), notes_(actors.template keep<u32>("notes")), gates_(actors.template keep<pedestrians::Gate>("gates")),
              sums_(actors.template keep<pedestrians::AreaSums>("area sums")) {
            for (int a = 0; a < pedestrians::attributes; ++a) colours_[a] = &actors.template derive<float>("colours");
        }

        void spawn(Exec& exec, Actors<Exec, D>& actors, const Environment<D>&, const Params& p, u32 seed) {
            namespace pe = pedestrians;
            params_ = p, seed_ = seed, held_ = {};
            if (!plan_) plan_ = plan(p);
            if (!floor_) floor_ = std::make_unique<pe::FloorMemory<Exec>>(exec, *plan_, pe::measured_on(*plan_, "", ""));
            open_doors(exec, p);
            begin_counts(exec);
            begin_sources(exec);
            auto crowd = pe::starting_crowd(*plan_, p.mass, p.premovement, seed);
            const u32 n = actors.size();
            crowd.position.resize(n, {{nowhere, nowhere}}), crowd.body.resize(n, {0, 0, 0.3f, p.mass}), crowd.traits.resize(n);
            std::vector<u32> ids(n);
            for (u32 i = 0; i < n; ++i) ids[i] = i;
            if (n == 0) return;
            copy_to_device(exec, actors.position.writable(), crowd.position.data(), n), copy_to_device(exec, actors.id.writable(), ids.data(), n);
            copy_to_device(exec, body_.writable(), crowd.body.data(), n), copy_to_device(exec, traits_.data(), crowd.traits.data(), n);
            for (auto* colour : colours_) fill_zero(exec, colour->data(), n);
            everybody_.upload(exec, {n});
            for_each(exec, n, choose(actors, p, everybody_.data(), false));
        }

        void step(Step<Exec, D>& step, const Environment<D>& box, const Params& p) {
            params_ = p;
            step.construct_present();
            if (open_doors(step.exec, p)) for_each(step.exec, step.actors.size(), choose(step.actors, p, step.search.present(), false));
            mind_queues(step, p);
            if (p.model == 0) advance(step, box, p, pedestrians::HelbingFarkasVicsek{p.strength, 1 / p.range, p.stiffness, p.friction});
            else advance(step, box, p, pedestrians::HelbingMolnar{p.stride});
            let_in(step, p);
            if (gated_) step.timer.stage(step.exec, "gates"), for_each(step.exec, u32(floor_->exits()), pedestrians::Turn{gates_.data(), floor_->weight(), now() + p.time_step, p.time_step});
            held_.time += p.time_step;
        }

        void configure(Exec& exec, const Params& p) {
            params_ = p;
            if (std::pair now(p.lines.str(), p.areas.str()); now != listed_) measure(exec, std::move(now));
        }

        double time() const { return held_.time; }
        struct Held {
            double time = 0;
        };
        Held& held() { return held_; }
        std::size_t bytes() const { return floor_->bytes() + count_.bytes() + cell_density_.bytes() + cell_level_.bytes(); }
        std::shared_ptr<const std::vector<Segment>> lines() const { return floor_->lines(); }
        std::shared_ptr<const Field> field() const { return field_; }

        struct Size {
            const pedestrians::Body* body;
            NF_HD float operator()(u32 i) const { return body[i].radius; }
        };
        Size sizes() const { return {body_.current()}; }

        /// Density, level and colours of the present state.
        void prepare(Exec& exec, const Actors<Exec, D>& actors) {
            grade(exec, actors);
            pedestrians::Colours colours{aim(params_), floor_->density(), table().limits, cell_density_.data(), actors.position.current(), body_.current(), actors.id.current(), {}};
            for (int a = 0; a < pedestrians::attributes; ++a) colours.to[a] = colours_[a]->data();
            for_each(exec, actors.size(), colours);
            show_levels(exec);
        }

        std::vector<double> metrics(Exec& exec, const Actors<Exec, D>& actors) {
            namespace pe = pedestrians;
            grade(exec, actors);
            const auto t = reduce<pe::CrowdTotals>(exec, actors.size(), pe::TotalsOf{actors.position.current(), body_.current(), colours_[pe::pressure]->data(), floor_->density(), cell_density_.data()});
            const auto notes = notes_.download(exec);
            double left = 0;
            for (const u32 count : left_.download(exec)) left += count;
            const double people = std::max(1.0, t.present);
            std::vector<double> values{t.present, left, notes[0] * double(params_.time_step), t.speed / people, t.density / people};
            for (const double v : measured(exec)) values.push_back(v);
            values.insert(values.end(), {lanes(exec, actors), t.pressure, t.pressed});
            const auto areas = reduce<pe::LevelAreas>(exec, floor_->density().cells(), pe::AreaOfLevel{floor_->floor_area(), cell_level_.data()});
            double floor = 0;
            for (const double a : areas.area) floor += a;
            for (const double a : areas.area) values.push_back(floor > 0 ? a / floor : 0);
            values.push_back(notes[1]);
            return values;
        }
        std::vector<Gauge> gauges() const { return pedestrians::gauges_of(floor_->measured(), floor_->measured_floor(), history_, params_.time_step); }
        AttributeView attribute(int index) const { return {.real = colours_[index]->data()}; }

      private:
        float now() const { return float(held_.time); }
        const pedestrians::LevelTable& table() const { return pedestrians::level_tables()[std::size_t(params_.levels)]; }

        pedestrians::Floor floor_view() {
            auto view = floor_->view();
            view.gates = gates_.data(), view.passed = passed_.data(), view.left = left_.data(), view.sums = sums_.data();
            return view;
        }
        pedestrians::Aim aim(const Params& p) { return {floor_view(), traits_.data(), now(), p.speed}; }

        /// As `shut` asks; true if that changed something.
        bool open_doors(Exec& exec, const Params& p) {
            if (p.shut.str() == shut_) return false;
            shut_ = p.shut.str();
            return floor_->change(exec, pedestrians::with_shut(*plan_, shut_));
        }

        void begin_counts(Exec& exec) {
            const auto zeros = [&](auto& counts, std::size_t n) { fresh(exec, counts, n); };
            zeros(left_, plan_->exits.size()), zeros(born_, plan_->sources.size()), zeros(notes_, 2);
            zeros(passed_, floor_->measured().lines.size()), zeros(sums_, floor_->measured().areas.size());
            auto [gates, any] = pedestrians::gates_of(*plan_);
            gated_ = any;
            gates_.upload(exec, gates);
            begin_history(exec);
        }
        void begin_history(Exec& exec) {
            history_.clear();
            history_.add({held_.time, passed_.download(exec), sums_.download(exec)});
        }
        template <class T> static void fresh(Exec& exec, Array<Exec, T>& counts, std::size_t n) { counts.upload(exec, std::vector<T>(std::max<std::size_t>(n, 1))); }

        /// Takes up another list of lines and areas. Those that stay keep their counts; averages begin anew.
        void measure(Exec& exec, std::pair<std::string, std::string> listed) {
            const auto before = floor_->measured();
            const auto passed = passed_.download(exec);
            const auto sums = sums_.download(exec);
            floor_->measure(exec, pedestrians::measured_on(*plan_, listed.first, listed.second));
            listed_ = std::move(listed);
            passed_.upload(exec, pedestrians::carried(before.lines, passed, floor_->measured().lines)), sums_.upload(exec, pedestrians::carried(before.areas, sums, floor_->measured().areas));
            begin_history(exec);
        }

        void begin_sources(Exec& exec) {
            const auto all = pedestrians::entrances_of(*plan_, seed_);
            entrances_.upload(exec, all.entrance), spots_.upload(exec, all.spot);
        }

        pedestrians::Choose choose(const Actors<Exec, D>& actors, const Params& p, const u32* present, bool queues) {
            return {floor_view(), floor_->weight(), floor_->flow(), floor_->exits(), queues ? queue_.data() : nullptr, 0.15f, p.speed, present, actors.id.current(), actors.position.current(), traits_.data()};
        }

        void mind_queues(Step<Exec, D>& step, const Params& p) {
            const u64 every = std::max<u64>(1, u64(std::lround(p.choice_period / p.time_step)));
            if (p.choice != 1 || floor_->exits() < 2 || step.number % every != 0) return;
            step.timer.stage(step.exec, "choice");
            const u32 rings = u32(floor_->exits() * pedestrians::queue_rings);
            queue_.resize(rings, "queues");
            fill_zero(step.exec, queue_.data(), rings);
            const auto& actors = step.actors;
            for_each(step.exec, actors.size(), pedestrians::CountQueues{floor_->view().way, step.search.present(), actors.id.current(), actors.position.current(), traits_.data(), queue_.data()});
            for_each(step.exec, actors.size(), choose(actors, p, step.search.present(), true));
        }

        template <class Law> void advance(Step<Exec, D>& step, const Environment<D>& box, const Params& p, const Law& law) {
            auto& actors = step.actors;
            const u32* present = step.search.present();
            step.query("forces", pedestrians::Forces<Law>{law, aim(p), p.model == 1, present, actors.id.current(), body_.current(), push_.data()});
            step.each("move", pedestrians::Move<Law>{law, aim(p), box, p.time_step, p.relaxation, float(-std::expm1(-double(p.time_step) / p.relaxation)), present, actors.id.current(), push_.data(),
                                                     actors.position.writable(), body_.writable(), colours_[pedestrians::pressure]->data(), notes_.data(), notes_.data() + 1, u32(step.number)});
        }

        void let_in(Step<Exec, D>& step, const Params& p) {
            if (plan_->sources.empty()) return;
            step.timer.stage(step.exec, "arrivals");
            const auto& actors = step.actors;
            for_each(step.exec, u32(plan_->sources.size()),
                     pedestrians::Arrive{entrances_.data(), spots_.data(), born_.data(), floor_view(), floor_->weight(), floor_->exits(), step.search.storage(), actors.size(), {seed_, 3}, u32(step.number),
                                         now(), p.mass, p.premovement, step.actors.position.writable(), body_.writable(), traits_.data(), actors.id.current()});
        }

        void grade(Exec& exec, const Actors<Exec, D>& actors) {
            const auto& grid = floor_->density();
            count_.resize(grid.cells(), "people per cell"), cell_density_.resize(grid.cells(), "densities"), cell_level_.resize(grid.cells(), "levels of service");
            fill_zero(exec, count_.data(), grid.cells());
            for_each(exec, actors.size(), pedestrians::CountPeople{grid, actors.position.current(), count_.data()});
            for_each(exec, grid.cells(), pedestrians::GradeCells{grid, table().limits, count_.data(), floor_->floor_area(), cell_density_.data(), cell_level_.data()});
        }

        void show_levels(Exec& exec) {
            field_.reset();
            if (!params_.overlay) return;
            const auto& grid = floor_->density();
            auto field = std::make_shared<Field>(Field{grid.lo, grid.cell, grid.columns, grid.rows, table().title, pedestrians::level_classes(table()), {}});
            field->cells = cell_level_.download(exec);
            field_ = std::move(field);
        }

        /// flow, net flow, crossed, and the area's density, speed and flow.
        std::vector<double> measured(Exec& exec) {
            pedestrians::Sample sample{held_.time, passed_.download(exec), sums_.download(exec)};
            double flow = 0, net = 0, crossed = 0, floor = 0;
            const auto counts = sample.passed;
            history_.add(std::move(sample));
            const double seconds = history_.seconds();
            for (std::size_t l = 0; l < floor_->measured().lines.size(); ++l) {
                if (params_.line != 0 && std::size_t(params_.line) != l + 1) continue;
                const auto [one_way, all] = history_.passed(l);
                if (seconds > 0) flow += all / seconds, net += one_way / seconds;
                crossed += double(counts[l].left) + counts[l].right;
            }
            pedestrians::AreaSample area;
            for (std::size_t a = 0; a < floor_->measured().areas.size(); ++a)
                if (params_.area == 0 || std::size_t(params_.area) == a + 1) area = area + history_.area(a, params_.time_step), floor += floor_->measured_floor()[a];
            if (!(floor > 0) || !(seconds > 0)) return {flow, net, crossed, 0, 0, 0};
            return {flow, net, crossed, area.density(floor, seconds), area.speed(), area.specific_flow(floor, seconds)};
        }

        double lanes(Exec& exec, const Actors<Exec, D>& actors) {
            const float height = plan_->size().y;
            const int bands = std::clamp(int(height / 0.6f), 1, pedestrians::LaneBands::most);
            lane_count_.resize(std::size_t(2 * bands), "lanes");
            fill_zero(exec, lane_count_.data(), lane_count_.size());
            for_each(exec, actors.size(), pedestrians::CountLanes{{plan_->lo.y, float(bands) / height, bands}, aim(params_), actors.position.current(), actors.id.current(), lane_count_.data()});
            return pedestrians::lane_index(lane_count_.download(exec));
        }

        Params params_;
        std::shared_ptr<const pedestrians::Plan> plan_;
        std::unique_ptr<pedestrians::FloorMemory<Exec>> floor_;
        std::string shut_;
        std::pair<std::string, std::string> listed_;  ///< lines and areas of the parameters
        u32 seed_ = 0;
        Held held_;
        bool gated_ = false;
        pedestrians::History history_;
        std::shared_ptr<const Field> field_;

        Column<Exec, pedestrians::Body>& body_;
        Array<Exec, pedestrians::Traits>& traits_;  ///< by id
        Array<Exec, pedestrians::Push>& push_;
        Array<Exec, pedestrians::LineSums>& passed_;
        Array<Exec, u32>&left_, &born_, &notes_;  ///< notes: 1 + last step in which somebody left, steps stopped at walls
        Array<Exec, pedestrians::Gate>& gates_;
        Array<Exec, pedestrians::AreaSums>& sums_;
        Array<Exec, float>* colours_[pedestrians::attributes];
        Array<Exec, pedestrians::Entrance> entrances_;
        Array<Exec, Packed<2>> spots_;
        Array<Exec, u32> everybody_, queue_, count_, lane_count_;
        Array<Exec, float> cell_density_;
        Array<Exec, std::uint8_t> cell_level_;
    };
};

using SceneHere = Pedestrians;

}  // namespace nearfield
