#pragma once
// The people at the start, and the entry places of sources.
#include "scenes/crowd/rule.hpp"

namespace nearfield::crowd {

/// Initial people, by id.
struct StartingCrowd {
    std::vector<Packed<2>> position;
    std::vector<Body> body;
    std::vector<Traits> traits;
};

/// Places the people and draws their properties from the seed. Groups are numbered by spawn; goals are not yet set.
StartingCrowd starting_crowd(const Plan&, float mass, bool premoves, u32 seed);

/// The entry spots of sources, source by source.
struct Entrances {
    std::vector<Entrance> entrance;
    std::vector<Packed<2>> spot;
};
Entrances entrances_of(const Plan&, u32 seed);

/// Groups of the spawns, then of the sources; at least one.
std::vector<Group> groups_of(const Plan&);

/// A gate per exit (at least one), and whether any of them ever holds people back.
std::pair<std::vector<Gate>, bool> gates_of(const Plan&);

}  // namespace nearfield::crowd
