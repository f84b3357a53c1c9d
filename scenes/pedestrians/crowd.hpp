#pragma once
// Who is there at the start, and where sources let people in.
#include "scenes/pedestrians/rule.hpp"

#include <memory>

namespace nearfield::pedestrians {

/// Those who start, by id.
struct Crowd {
    std::vector<Packed<2>> position;
    std::vector<Body> body;
    std::vector<Traits> traits;
};

/// Places them, and draws what each is like from the seed. Groups are numbered by spawn; nobody has a goal yet.
Crowd starting_crowd(const Plan&, float mass, bool premoves, u32 seed);

/// Where sources let people in: their spots one after the other.
struct Entrances {
    std::vector<Entrance> entrance;
    std::vector<Packed<2>> spot;
};
Entrances entrances_of(const Plan&, u32 seed);

/// Of spawns, then sources; at least one.
std::vector<Group> groups_of(const Plan&);

/// A gate per exit (at least one), and whether any of them ever holds people back.
std::pair<std::vector<Gate>, bool> gates_of(const Plan&);

}  // namespace nearfield::pedestrians
