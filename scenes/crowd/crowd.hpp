#pragma once
// The people of a plan on a backend: who is there, whom they meet, what moves them, and what is observed of them. A
// scene holds one and takes it a step on when it likes.
#include "scenes/crowd/floor.hpp"
#include "scenes/crowd/manner.hpp"
#include "scenes/crowd/observations.hpp"
#include "sim/by_distance.hpp"

namespace nearfield::crowd {

template <class Exec> class Crowd {
  public:
    using Space = ByDistance<Exec, 2, Presence::comes_and_goes>;

    Crowd(Exec& exec, const Plan& plan, const Environment<3>& box)
        : plan_(plan),
          space_(box, capacity_of(plan)),
          floor_(exec, plan, measured_on(plan, {}, {})),
          body_(columns().template add<Body>("bodies")),
          traits_(columns().template derive<Traits>("traits")),
          push_(columns().template derive<Push>("pushes")),
          passed_(columns().template keep<LineSums>("line counts")),
          left_(columns().template keep<u32>("exit counts")),
          born_(columns().template keep<u32>("source counts")),
          notes_(columns().template keep<u32>("notes")),
          gates_(columns().template keep<Gate>("gates")),
          sums_(columns().template keep<AreaSums>("area sums")) {
        for (int a = 0; a < attributes; ++a) colours_[a] = &columns().template derive<float>("colours");
        begin_counts(exec);
    }

    Space& space() { return space_; }
    const Space& space() const { return space_; }
    const Plan& plan() const { return plan_; }
    FloorMemory<Exec>& floor() { return floor_; }
    const FloorMemory<Exec>& floor() const { return floor_; }
    const Column<Exec, Body>& bodies() const { return body_; }
    double time() const { return held_.time; }
    /// Values by person in storage order, as of the last derive.
    const Array<Exec, float>& colours(int attribute) const { return *colours_[attribute]; }

    /// What a step changes on the host.
    struct Held {
        double time = 0;       ///< s
        std::string shut;      ///< the exits and doors that a setting wanted shut, as it was last minded
        bool moved = false;    ///< something else has moved doors or walls: everybody chooses anew in the next step
        double queues_at = 0;  ///< s: when queues are minded next
    };
    Held& held() { return held_; }

    std::size_t bytes() const {
        return space_.bytes() + floor_.bytes() + count_.bytes() + cell_density_.bytes() + cell_level_.bytes();
    }

    /// Changes the measured lines and areas. Those that stay keep their counts; averages start again.
    void measure(Exec& exec, Measured wanted) {
        const auto before = floor_.measured();
        const auto passed = passed_.download(exec);
        const auto sums = sums_.download(exec);
        floor_.measure(exec, std::move(wanted));
        passed_.upload(exec, carried(before.lines, passed, floor_.measured().lines)),
            sums_.upload(exec, carried(before.areas, sums, floor_.measured().areas));
        begin_history(exec);
    }

    /// Everybody at their start, at time 0; `shut` as in with_shut.
    void reset(Exec& exec, const Manner& manner, const std::string& shut, u32 seed) {
        auto& actors = space_.actors();
        seed_ = seed, held_ = {};
        held_.shut = shut, floor_.change(exec, with_shut(plan_, shut));
        begin_counts(exec);
        begin_sources(exec);
        auto crowd = starting_crowd(plan_, manner.mass, manner.premovement, seed);
        const u32 n = actors.size();
        crowd.position.resize(n, {{nowhere, nowhere}}), crowd.body.resize(n, {0, 0, 0.3f, manner.mass}),
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
        for_each(exec, n, choose(actors, manner, everybody_.data(), false));
    }

    /// A step of `dt` seconds.
    void step(const StepContext<Exec>& context, const Manner& manner, const std::string& shut, float dt) {
        begin_step(context, manner, shut);
        finish_step(context, manner, dt);
    }
    /// The same in two parts. In between people are in storage order, and what surrounds them may set `hindered()` and
    /// lead them anew.
    void begin_step(const StepContext<Exec>& context, const Manner& manner, const std::string& shut) {
        auto step = space_.begin(context);
        step.construct();
        if (open_doors(step.exec, shut) || held_.moved) choose_anew(step.exec, manner);
        held_.moved = false;
    }
    void finish_step(const StepContext<Exec>& context, const Manner& manner, float dt) {
        auto step = space_.begin(context);
        mind_queues(step, manner, dt);
        if (manner.forces == Forces::helbing_2000)
            advance(step, manner, dt,
                    HelbingFarkasVicsek{manner.strength, 1 / manner.range, manner.stiffness, manner.friction});
        else advance(step, manner, dt, HelbingMolnar{manner.stride});
        let_in(step, manner);
        if (gated_)
            step.timer.stage(step.exec, "gates"),
                for_each(step.exec, u32(floor_.exits()),
                         Turn{gates_.data(), floor_.weight(), left_.data(), born_.data(), now() + dt, dt});
        held_.time += dt;
    }

    /// The factor of everybody's speed, in storage order; from its first use on it has to be set in every step.
    Array<Exec, float>& hindered() {
        hindered_.resize(space_.count(), "hindrances");
        return hindered_;
    }
    /// Opens or shuts an exit or door at once, until `shut` changes; everybody chooses anew in the next step. Names
    /// that the plan lacks mean nothing.
    void move_door(Exec& exec, const std::string& name, bool open) {
        const auto differs = [&](const auto& list) {
            return std::any_of(list.begin(), list.end(),
                               [&](const auto& item) { return item.name == name && item.open != open; });
        };
        if (!differs(floor_.plan().exits) && !differs(floor_.plan().doors)) return;
        Plan wanted = floor_.plan();
        const auto set = [&](auto& list) {
            for (auto& item : list)
                if (item.name == name) item.open = open;
        };
        set(wanted.exits), set(wanted.doors);
        held_.moved |= floor_.change(exec, wanted);
    }
    /// The same for walls other than the plan's; a reset does not bring those back.
    void move_walls(Exec& exec, const std::vector<Wall>& walls) { held_.moved |= floor_.set_walls(exec, walls); }
    /// Everybody chooses an exit, or who can reach none a refuge. In a step, between its parts.
    void choose_anew(Exec& exec, const Manner& manner) {
        const bool queues = minds_queues(manner);
        if (queues) count_queues(exec);
        for_each(exec, space_.count(), choose(space_.actors(), manner, space_.search().present(), queues));
    }
    const Array<Exec, Traits>& traits() const { return traits_; }
    /// Number of people at their entrance or further: those who start, and those let in so far.
    u32 came(Exec& exec) const {
        u32 sum = u32(plan_.population());
        for (const u32 born : born_.download(exec)) sum += born;
        return sum;
    }

    /// Density and level of service of every cell, and what colours people.
    void derive(Exec& exec, const Manner& manner, const LevelLimits& limits) {
        const auto& actors = space_.actors();
        grade(exec, limits);
        Colours colours{aim(manner),     floor_.density(),    limits, cell_density_.data(), actors.position.current(),
                        body_.current(), actors.id.current(), {}};
        for (int a = 0; a < attributes; ++a) colours.to[a] = colours_[a]->data();
        for_each(exec, actors.size(), colours);
    }

    /// Density and level of service of every cell.
    void grade(Exec& exec, const LevelLimits& limits) {
        const auto& grid = floor_.density();
        const auto& actors = space_.actors();
        count_.resize(grid.cells(), "people per cell"), cell_density_.resize(grid.cells(), "densities"),
            cell_level_.resize(grid.cells(), "levels of service");
        fill_zero(exec, count_.data(), grid.cells());
        for_each(exec, actors.size(), CountPeople{grid, actors.position.current(), count_.data()});
        for_each(
            exec, grid.cells(),
            GradeCells{grid, limits, count_.data(), floor_.floor_area(), cell_density_.data(), cell_level_.data()});
    }
    /// After `grade`.
    CrowdTotals totals(Exec& exec) const {
        const auto& actors = space_.actors();
        return reduce<CrowdTotals>(exec, actors.size(),
                                   TotalsOf{actors.position.current(), body_.current(), colours_[pressure]->data(),
                                            floor_.density(), cell_density_.data()});
    }
    LevelAreas floor_at_level(Exec& exec) const {
        return reduce<LevelAreas>(exec, floor_.density().cells(), AreaOfLevel{floor_.floor_area(), cell_level_.data()});
    }
    const Array<Exec, std::uint8_t>& cell_levels() const { return cell_level_; }

    /// How many have left through each exit.
    std::vector<u32> left(Exec& exec) const { return left_.download(exec); }
    /// Those whom a train took in and let out at its last stop.
    Stop last_stop(Exec& exec, const Train& train) const {
        const auto gates = gates_.download(exec);
        Stop sum;
        for (int d = 0; d < train.doors; ++d) sum = sum + gates[std::size_t(train.first_exit + d)].last;
        return sum;
    }
    /// Number of the step after the last one in which somebody left, and steps that walls stopped.
    std::pair<u32, u32> notes(Exec& exec) const {
        const auto notes = notes_.download(exec);
        return {notes[0], notes[1]};
    }
    /// Takes a sample of the counters at lines and in areas, from which flows follow.
    const Sample& sample(Exec& exec) {
        history_.add({held_.time, passed_.download(exec), sums_.download(exec)});
        return history_.last();
    }
    const History& history() const { return history_; }
    /// After a sample.
    std::vector<Gauge> gauges() const { return gauges_of(floor_.measured(), floor_.measured_floor(), history_); }
    std::vector<double> readings(const Readings& which) const {
        return which.of(floor_.measured(), floor_.measured_floor(), history_);
    }

    double lanes(Exec& exec, const Manner& manner) {
        const auto& actors = space_.actors();
        const float height = plan_.size().y;
        const int bands = std::clamp(int(height / 0.6f), 1, LaneBands::most);
        lane_count_.resize(std::size_t(2 * bands), "lanes");
        fill_zero(exec, lane_count_.data(), lane_count_.size());
        for_each(exec, actors.size(),
                 CountLanes{{plan_.lo.y, float(bands) / height, bands},
                            aim(manner),
                            actors.position.current(),
                            actors.id.current(),
                            lane_count_.data()});
        return lane_index(lane_count_.download(exec));
    }

  private:
    using Step = typename Space::Step;

    Actors<Exec, 2>& columns() { return space_.actors(); }
    float now() const { return float(held_.time); }

    Floor floor_view() {
        auto view = floor_.view();
        view.gates = gates_.data(), view.passed = passed_.data(), view.left = left_.data(), view.sums = sums_.data();
        return view;
    }
    Aim aim(const Manner& manner) {
        return {floor_view(), traits_.data(), now(), manner.speed, hindered_.size() ? hindered_.data() : nullptr};
    }

    /// Opens and shuts exits and doors as `shut` asks; true if anything changed.
    bool open_doors(Exec& exec, const std::string& shut) {
        if (shut == held_.shut) return false;
        held_.shut = shut;
        return floor_.change(exec, with_shut(plan_, shut));
    }

    void begin_counts(Exec& exec) {
        const auto zeros = [&](auto& counts, std::size_t n) { fresh(exec, counts, n); };
        zeros(left_, plan_.exits.size()), zeros(born_, plan_.sources.size()), zeros(notes_, 2);
        zeros(passed_, floor_.measured().lines.size()), zeros(sums_, floor_.measured().areas.size());
        auto [gates, any] = gates_of(plan_);
        gated_ = any;
        gates_.upload(exec, gates);
        begin_history(exec);
    }
    void begin_history(Exec& exec) {
        history_.clear();
        sample(exec);
    }
    template <class T> static void fresh(Exec& exec, Array<Exec, T>& counts, std::size_t n) {
        counts.upload(exec, std::vector<T>(std::max<std::size_t>(n, 1)));
    }
    void begin_sources(Exec& exec) {
        const auto all = entrances_of(plan_, seed_);
        entrances_.upload(exec, all.entrance), spots_.upload(exec, all.spot);
    }

    Choose choose(const Actors<Exec, 2>& actors, const Manner& manner, const u32* present, bool queues) {
        return {.floor = floor_view(),
                .weight = floor_.weight(),
                .flow = floor_.flow(),
                .exits = floor_.exits(),
                .queue = queues ? queue_.data() : nullptr,
                .loyalty = 0.15f,
                .speed = manner.speed,
                .present = present,
                .id = actors.id.current(),
                .position = actors.position.current(),
                .traits = traits_.data(),
                .refuge = manner.refuges ? floor_.refuge() : nullptr};
    }

    bool minds_queues(const Manner& manner) const { return manner.choice == ExitChoice::queues && floor_.exits() > 1; }
    void mind_queues(Step& step, const Manner& manner, float dt) {
        if (!minds_queues(manner) || held_.time < held_.queues_at) return;
        held_.queues_at = held_.time + double(manner.choice_period) - 0.5 * double(dt);
        step.timer.stage(step.exec, "choice");
        choose_anew(step.exec, manner);
    }
    void count_queues(Exec& exec) {
        const u32 rings = u32(floor_.exits() * queue_rings);
        queue_.resize(rings, "queues");
        fill_zero(exec, queue_.data(), rings);
        const auto& actors = space_.actors();
        for_each(exec, actors.size(),
                 CountQueues{floor_.view().way, space_.search().present(), actors.id.current(),
                             actors.position.current(), traits_.data(), queue_.data()});
    }

    template <class Law> void advance(Step& step, const Manner& manner, float dt, const Law& law) {
        auto& actors = step.actors;
        const bool sees = manner.forces == Forces::helbing_1995;
        step.query("forces",
                   crowd::SumPushes<Law>{law, aim(manner), sees, actors.id.current(), body_.current(), push_.data()});
        if (!plan_.stairs.empty()) {
            step.timer.stage(step.exec, "stairs");
            for_each(step.exec, actors.size(),
                     FeelThroughPortals<Law>{law, aim(manner), sees, manner.cutoff, step.search.storage(),
                                             step.search.present(), actors.id.current(), body_.current(),
                                             push_.data()});
        }
        step.each("move", Move<Law>{.law = law,
                                    .aim = aim(manner),
                                    .box = space_.box(),
                                    .dt = dt,
                                    .relaxation = manner.relaxation,
                                    .gain = float(-std::expm1(-double(dt) / manner.relaxation)),
                                    .yield_at = manner.yield_at > 0 ? manner.yield_at : plan_.yield_at,
                                    .present = step.search.present(),
                                    .id = actors.id.current(),
                                    .push = push_.data(),
                                    .position = actors.position.writable(),
                                    .body = body_.writable(),
                                    .pressure = colours_[pressure]->data(),
                                    .last_left = notes_.data(),
                                    .stopped = notes_.data() + 1,
                                    .step = u32(step.number)});
    }

    void let_in(Step& step, const Manner& manner) {
        if (plan_.sources.empty()) return;
        step.timer.stage(step.exec, "arrivals");
        const auto& actors = step.actors;
        for_each(step.exec, u32(plan_.sources.size()),
                 Arrive{.entrance = entrances_.data(),
                        .spot = spots_.data(),
                        .born = born_.data(),
                        .floor = floor_view(),
                        .weight = floor_.weight(),
                        .exits = floor_.exits(),
                        .storage = step.search.storage(),
                        .actors = actors.size(),
                        .random = {seed_, 3},
                        .seed_step = u32(step.number),
                        .now = now(),
                        .mass = manner.mass,
                        .premoves = manner.premovement,
                        .position = step.actors.position.writable(),
                        .body = body_.writable(),
                        .traits = traits_.data(),
                        .id = actors.id.current()});
    }

    const Plan& plan_;
    Space space_;
    FloorMemory<Exec> floor_;
    u32 seed_ = 0;
    Held held_;
    bool gated_ = false;
    History history_;

    Column<Exec, Body>& body_;
    Array<Exec, Traits>& traits_;  ///< by id
    Array<Exec, Push>& push_;
    Array<Exec, LineSums>& passed_;
    Array<Exec, u32>&left_, &born_, &notes_;  ///< notes: 1 + last step in which somebody left, steps stopped at walls
    Array<Exec, Gate>& gates_;
    Array<Exec, AreaSums>& sums_;
    Array<Exec, float>* colours_[attributes];
    Array<Exec, Entrance> entrances_;
    Array<Exec, Packed<2>> spots_;
    Array<Exec, u32> everybody_, queue_, count_, lane_count_;
    Array<Exec, float> cell_density_, hindered_;
    Array<Exec, std::uint8_t> cell_level_;
};

}  // namespace nearfield::crowd
