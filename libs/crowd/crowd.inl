#pragma once
// The parts of Crowd that only crowd_cpu.cpp and crowd_cuda.cu compile.
#include "libs/crowd/crowd.hpp"

#include <bit>

namespace nearfield::crowd {

template <class Exec> Crowd<Exec>::Crowd(Exec& exec, const Plan& plan, const Environment<3>& box)
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
    held_.doors = std::make_shared<const Plan>(plan);
    begin_counts(exec);
}

template <class Exec> std::size_t Crowd<Exec>::bytes() const {
    return bytes_of(space_, floor_, entrances_, spots_, everybody_, queue_, count_, lane_count_, cell_density_,
                    hindered_, cell_level_);
}

template <class Exec> void Crowd<Exec>::measure(Exec& exec, Measured wanted) {
    floor_.measure(exec, std::move(wanted));
    begin_history(exec);
}

template <class Exec> void Crowd<Exec>::match_counts(Exec& exec) {
    const auto& now = floor_.measured();
    if (held_.counted == now) return;
    const auto before = std::exchange(held_.counted, now);
    passed_.upload(exec, carried(before->lines, passed_.download(exec), now->lines));
    sums_.upload(exec, carried(before->areas, sums_.download(exec), now->areas));
}

template <class Exec> void Crowd<Exec>::reset(Exec& exec, const Manner& manner, const std::string& shut, u32 seed) {
    auto& actors = space_.actors();
    seed_ = seed;
    held_ = {};
    held_.shut = shut;
    held_.doors = std::make_shared<const Plan>(with_shut(plan_, shut));
    floor_.change(exec, *held_.doors);
    begin_counts(exec);
    const auto sources = entrances_of(plan_, seed);
    entrances_.upload(exec, sources.entrance);
    spots_.upload(exec, sources.spot);
    auto crowd = starting_crowd(plan_, manner.mass, manner.premovement, seed);
    const u32 n = actors.size();
    crowd.position.resize(n, {{nowhere, nowhere}});
    crowd.body.resize(n, {0, 0, 0.3f, manner.mass});
    crowd.traits.resize(n);
    std::vector<u32> ids(n);
    for (u32 i = 0; i < n; ++i) ids[i] = i;
    if (n == 0) return;
    copy_to_device(exec, actors.position.writable(), crowd.position.data(), n);
    copy_to_device(exec, actors.id.writable(), ids.data(), n);
    copy_to_device(exec, body_.writable(), crowd.body.data(), n);
    copy_to_device(exec, traits_.data(), crowd.traits.data(), n);
    for (auto* colour : colours_) fill_zero(exec, colour->data(), n);
    everybody_.upload(exec, {n});
    for_each(exec, n, choose(actors, manner, everybody_.data(), false));
}

template <class Exec>
void Crowd<Exec>::step(const StepContext<Exec>& context, const Manner& manner, const std::string& shut, float dt) {
    begin_step(context, manner, shut);
    finish_step(context, manner, dt);
}

template <class Exec>
void Crowd<Exec>::begin_step(const StepContext<Exec>& context, const Manner& manner, const std::string& shut) {
    auto step = space_.begin(context);
    step.construct();
    match_counts(step.exec);
    if (open_doors(step.exec, shut) || held_.moved) choose_anew(step.exec, manner);
    held_.moved = false;
}

template <class Exec> void Crowd<Exec>::finish_step(const StepContext<Exec>& context, const Manner& manner, float dt) {
    auto step = space_.begin(context);
    mind_queues(step, manner, dt);
    if (manner.forces == Forces::helbing_2000)
        advance(step, manner, dt,
                HelbingFarkasVicsek{manner.strength, 1 / manner.range, manner.stiffness, manner.friction});
    else advance(step, manner, dt, HelbingMolnar{manner.stride});
    let_in(step, manner);
    if (gated_) {
        step.timer.stage(step.exec, "gates");
        for_each(step.exec, u32(floor_.exits()),
                 Turn{gates_.data(), floor_.weight(), left_.data(), born_.data(), now() + dt, dt});
    }
    held_.time += dt;
}

template <class Exec> Array<Exec, float>& Crowd<Exec>::hindered() {
    hindered_.resize(space_.count(), "hindrances");
    return hindered_;
}

template <class Exec> void Crowd<Exec>::move_door(Exec& exec, const std::string& name, bool open) {
    const auto differs = [&](const auto& list) {
        return std::any_of(list.begin(), list.end(),
                           [&](const auto& item) { return item.name == name && item.open != open; });
    };
    if (!differs(held_.doors->exits) && !differs(held_.doors->doors)) return;
    Plan wanted = *held_.doors;
    const auto set = [&](auto& list) {
        for (auto& item : list)
            if (item.name == name) item.open = open;
    };
    set(wanted.exits);
    set(wanted.doors);
    held_.doors = std::make_shared<const Plan>(std::move(wanted));
    held_.moved |= floor_.change(exec, *held_.doors);
}

template <class Exec> void Crowd<Exec>::choose_anew(Exec& exec, const Manner& manner) {
    const bool queues = minds_queues(manner);
    if (queues) count_queues(exec);
    for_each(exec, space_.count(), choose(space_.actors(), manner, space_.search().present(), queues));
}

template <class Exec> void Crowd<Exec>::derive(Exec& exec, const Manner& manner, const LevelLimits& limits) {
    const auto& actors = space_.actors();
    grade(exec, limits);
    Colours colours{aim(manner),     floor_.density(),    limits, cell_density_.data(), actors.position.current(),
                    body_.current(), actors.id.current(), {}};
    for (int a = 0; a < attributes; ++a) colours.to[a] = colours_[a]->data();
    for_each(exec, actors.size(), colours);
}

template <class Exec> void Crowd<Exec>::grade(Exec& exec, const LevelLimits& limits) {
    const auto& grid = floor_.density();
    const auto& actors = space_.actors();
    count_.resize(grid.cells(), "people per cell");
    cell_density_.resize(grid.cells(), "densities");
    cell_level_.resize(grid.cells(), "levels of service");
    fill_zero(exec, count_.data(), grid.cells());
    for_each(exec, actors.size(), CountPeople{grid, actors.position.current(), count_.data()});
    for_each(exec, grid.cells(),
             GradeCells{grid, limits, count_.data(), floor_.floor_area(), cell_density_.data(), cell_level_.data()});
}

template <class Exec> CrowdTotals Crowd<Exec>::totals(Exec& exec) const {
    const auto& actors = space_.actors();
    return reduce<CrowdTotals>(exec, actors.size(),
                               TotalsOf{actors.position.current(), body_.current(), colours_[pressure]->data(),
                                        floor_.density(), cell_density_.data()});
}

template <class Exec> LevelAreas Crowd<Exec>::floor_at_level(Exec& exec) const {
    return reduce<LevelAreas>(exec, floor_.density().cells(), AreaOfLevel{floor_.floor_area(), cell_level_.data()});
}

template <class Exec> Stop Crowd<Exec>::last_stop(Exec& exec, const Train& train) const {
    const auto gates = gates_.download(exec);
    Stop sum;
    for (int d = 0; d < train.doors; ++d) sum = sum + gates[std::size_t(train.first_exit + d)].last;
    return sum;
}

template <class Exec> std::pair<float, u32> Crowd<Exec>::notes(Exec& exec) const {
    const auto notes = notes_.download(exec);
    return {std::bit_cast<float>(notes[0]), notes[1]};
}

template <class Exec> const Sample& Crowd<Exec>::sample(Exec& exec) {
    match_counts(exec);
    history_.add({held_.time, passed_.download(exec), sums_.download(exec)});
    return history_.last();
}

template <class Exec> Reading Crowd<Exec>::reading(const ReadAt& at) const {
    return reading_of(at, *floor_.measured(), floor_.measured_floor(), history_);
}

template <class Exec> double Crowd<Exec>::lanes(Exec& exec, const Manner& manner) {
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

template <class Exec> Floor Crowd<Exec>::floor_view() {
    auto view = floor_.view();
    view.gates = gates_.data();
    view.passed = passed_.data();
    view.left = left_.data();
    view.sums = sums_.data();
    return view;
}

template <class Exec> Aim Crowd<Exec>::aim(const Manner& manner) {
    return {floor_view(), traits_.data(), now(), manner.speed, hindered_.size() ? hindered_.data() : nullptr};
}

template <class Exec> bool Crowd<Exec>::open_doors(Exec& exec, const std::string& shut) {
    const auto were = held_.doors;
    if (shut != held_.shut) {
        held_.doors = std::make_shared<const Plan>(with_shut(plan_, shut));
        held_.shut = shut;
    }
    floor_.change(exec, *held_.doors);
    const auto differ = [](const auto& a, const auto& b) {
        return !std::equal(a.begin(), a.end(), b.begin(),
                           [](const auto& x, const auto& y) { return x.open == y.open; });
    };
    return differ(were->exits, held_.doors->exits) || differ(were->doors, held_.doors->doors);
}

template <class Exec> void Crowd<Exec>::begin_counts(Exec& exec) {
    const auto zeros = [&]<class T>(Array<Exec, T>& counts, std::size_t n) {
        counts.upload(exec, std::vector<T>(std::max<std::size_t>(n, 1)));
    };
    zeros(left_, plan_.exits.size());
    zeros(born_, plan_.sources.size());
    zeros(notes_, 2);
    zeros(passed_, Measured::most_lines);
    zeros(sums_, Measured::most_areas);  // a restored state may have fewer counters
    held_.counted = floor_.measured();
    auto [gates, any] = gates_of(plan_);
    gated_ = any;
    gates_.upload(exec, gates);
    begin_history(exec);
}

template <class Exec> void Crowd<Exec>::begin_history(Exec& exec) {
    history_.clear();
    sample(exec);
}

template <class Exec>
Choose Crowd<Exec>::choose(const Actors<Exec, 2>& actors, const Manner& manner, const u32* present, bool queues) {
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

template <class Exec> void Crowd<Exec>::mind_queues(Step& step, const Manner& manner, float dt) {
    if (!minds_queues(manner) || held_.time < held_.queues_at) return;
    held_.queues_at = held_.time + double(manner.choice_period) - 0.5 * double(dt);
    step.timer.stage(step.exec, "choice");
    choose_anew(step.exec, manner);
}

template <class Exec> void Crowd<Exec>::count_queues(Exec& exec) {
    const u32 rings = u32(floor_.exits() * queue_rings);
    queue_.resize(rings, "queues");
    fill_zero(exec, queue_.data(), rings);
    const auto& actors = space_.actors();
    for_each(exec, actors.size(),
             CountQueues{floor_.view().way, space_.search().present(), actors.id.current(), actors.position.current(),
                         traits_.data(), queue_.data()});
}

template <class Exec> template <class Law>
void Crowd<Exec>::advance(Step& step, const Manner& manner, float dt, const Law& law) {
    auto& actors = step.actors;
    const bool sees = manner.forces == Forces::helbing_1995;
    step.query("forces",
               crowd::SumPushes<Law>{law, aim(manner), sees, actors.id.current(), body_.current(), push_.data()});
    if (!plan_.stairs.empty()) {
        step.timer.stage(step.exec, "stairs");
        floor_.open_portals(step.exec, manner.cutoff);
        for_each(step.exec, actors.size(),
                 FeelThroughPortals<Law>{law, aim(manner), sees, manner.cutoff, step.search.storage(),
                                         step.search.present(), actors.id.current(), body_.current(), push_.data()});
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
                                .last_left_bits = notes_.data(),
                                .stopped = notes_.data() + 1,
                                .now_bits = std::bit_cast<u32>(float(held_.time + double(dt)))});
}

template <class Exec> void Crowd<Exec>::let_in(Step& step, const Manner& manner) {
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

}  // namespace nearfield::crowd
