#include "scenes/crowd/starting_crowd.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "scenes/document/json.hpp"
#include "scenes/plans/placement.hpp"

#include <algorithm>

namespace nearfield::crowd {
namespace {

constexpr int most_spots = 400;

std::vector<glm::vec2> spots_of(const Plan& plan, const Source& source, const std::vector<Wall>& walls, u32 seed) {
    const float radius = source.people.radius.hi;
    try {
        return places(source.outline, walls, radius, most_places(source.outline, walls, radius, most_spots), seed);
    } catch (const UsageError& problem) {
        document::complain(plan.file, source.place, source.name + ": " + problem.what());
    }
}

Group group_of(const People& people) {
    Group group{.heading = people.heading};
    if (people.exits.empty()) return group;
    group.allowed = 0;
    for (const int e : people.exits) group.allowed |= 1u << e;
    return group;
}

}  // namespace

StartingCrowd starting_crowd(const Plan& plan, float mass, bool premoves, u32 seed) {
    StartingCrowd crowd;
    const auto where = start_places(plan, seed);
    const auto unit = [](u32 word) { return float(word >> 8) * 0x1p-24f; };
    for (u32 g = 0; g < plan.spawns.size(); ++g) {
        const People& people = plan.spawns[g].people;
        for (const glm::vec2 at : where[g]) {
            const auto draw = Random{seed, 1}.words(u32(crowd.position.size()));
            const float wait =
                premoves ? people.premovement.lo + unit(draw[2]) * (people.premovement.hi - people.premovement.lo)
                         : 0.f;
            crowd.position.push_back(pack<2>(at));
            crowd.body.push_back(
                {0, 0, people.radius.lo + unit(draw[0]) * (people.radius.hi - people.radius.lo), mass});
            crowd.traits.push_back({people.speed.at(unit(draw[1])), wait, Traits::none, g});
        }
    }
    return crowd;
}

Entrances entrances_of(const Plan& plan, u32 seed) {
    const auto walls = standing_walls(plan);
    Entrances all;
    for (u32 s = 0; s < plan.sources.size(); ++s) {
        const Source& source = plan.sources[s];
        const auto spots = spots_of(plan, source, walls, seed + s);
        const u32 each = u32(source.total), most = source.every > 0 && each > 0 ? ~0u : each;
        all.entrance.push_back({source.open(), source.rate, each, most, u32(all.spot.size()), u32(spots.size()),
                                u32(plan.spawns.size()) + s, source.people.radius, source.people.premovement,
                                source.people.speed});
        for (const glm::vec2 at : spots) all.spot.push_back(pack<2>(at));
    }
    return all;
}

std::vector<Group> groups_of(const Plan& plan) {
    std::vector<Group> groups;
    for (const auto& spawn : plan.spawns) groups.push_back(group_of(spawn.people));
    for (const auto& source : plan.sources) groups.push_back(group_of(source.people));
    if (groups.empty()) groups.emplace_back();
    return groups;
}

std::pair<std::vector<Gate>, bool> gates_of(const Plan& plan) {
    std::vector<Gate> gates(std::max<std::size_t>(1, plan.exits.size()));
    bool any = false;
    for (std::size_t e = 0; e < plan.exits.size(); ++e) {
        const Exit& exit = plan.exits[e];
        Gate& gate = gates[e];
        gate.capacity = exit.capacity;
        gate.timetable = exit.timetable;
        gate.clear = exit.clear;
        gate.shut = !exit.timetable.open_at(0);
        if (exit.waiting.is_beside())
            gate.beside = {0.5f * (exit.a + exit.b), (exit.b - exit.a) / exit.width(), 0.5f * exit.width(),
                           exit.waiting};
        if (exit.capacity > 0 || exit.timetable.first > 0 || exit.timetable.open < INFINITY) {
            gate.allowed = 0;
            any = true;
        }
    }
    for (const auto& train : plan.trains)
        for (int d = 0; d < train.doors; ++d)
            gates[std::size_t(train.first_exit + d)].entrance = train.first_source + d;
    return {gates, any};
}

}  // namespace nearfield::crowd
