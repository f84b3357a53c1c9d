#pragma once
// Who is there at the start.
#include "base/random.hpp"
#include "scenes/pedestrians/placement.hpp"
#include "scenes/pedestrians/rule.hpp"

namespace nearfield::pedestrians {

/// Those who start, by id.
struct Crowd {
    std::vector<Packed<2>> position;
    std::vector<Body> body;
    std::vector<Traits> traits;
};

/// Places them, and draws what each is like from the seed. Groups are numbered by spawn; nobody has a goal yet.
inline Crowd starting_crowd(const Plan& plan, float mass, bool premoves, u32 seed) {
    Crowd crowd;
    const auto where = start_places(plan, seed);
    const auto unit = [](u32 word) { return float(word >> 8) * 0x1p-24f; };
    for (u32 g = 0; g < plan.spawns.size(); ++g) {
        const People& people = plan.spawns[g].people;
        for (const glm::vec2 at : where[g]) {
            const auto draw = Random{seed, 1}.words(u32(crowd.position.size()));
            const float wait = premoves ? people.premovement.lo + unit(draw[2]) * (people.premovement.hi - people.premovement.lo) : 0.f;
            crowd.position.push_back(pack<2>(at));
            crowd.body.push_back({0, 0, people.radius.lo + unit(draw[0]) * (people.radius.hi - people.radius.lo), mass});
            crowd.traits.push_back({people.speed.at(unit(draw[1])), wait, Traits::none, g});
        }
    }
    return crowd;
}

/// Spots of a source where one can appear.
inline std::vector<Packed<2>> spots_of(const Source& source, const std::vector<Wall>& walls, u32 seed) {
    const float radius = source.people.radius.hi;
    std::vector<Packed<2>> spots;
    for (const glm::vec2 at : places(source.outline, walls, radius, std::min(most_places(source.outline, walls, radius), 400), seed)) spots.push_back(pack<2>(at));
    return spots;
}

inline Group group_of(const People& people) {
    Group group{.heading = people.heading};
    if (people.exits.empty()) return group;
    group.allowed = 0;
    for (const int e : people.exits) group.allowed |= 1u << e;
    return group;
}

}  // namespace nearfield::pedestrians
