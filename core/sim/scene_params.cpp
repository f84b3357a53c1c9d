#include "sim/scene_params.hpp"

namespace nearfield {

Quantity storage_attribute() {
    return {"storage", "storage order", "",
            "Place in the storage array: actors of one colour lie next to each other in memory."};
}

std::vector<ParamSpec> describe(CommonParams*, const std::vector<Quantity>& attributes) {
    using C = CommonParams;
    return param_list<C>({
        integer(&C::seed, "seed", "Seed", "", 0, 2147483647,
                "Start of the random numbers: the same seed gives the same start on every backend.")
            .does(Effect::respawn),
        choice(&C::colour, "colour", "Colour by", keys_of(attributes), "Which value of each element its colour shows."),
        text(&C::show, "show", "Show only", {},
             "Elements with these values of an attribute, while it colours; others are neither drawn nor picked. "
             "speed:0.1..0.9, neighbours:..3,8.., type:0,2..4 (classes count from 0); empty: all."),
        toggle(&C::stage_timing, "stage_timing", "Stage timing",
               "Time every stage of a step. Off, only whole steps are timed, without the cost of the marks between."),
    });
}

std::vector<ParamSpec> describe(StartParams*) {
    return param_list<StartParams>({
        text(&StartParams::positions, "positions", "Start positions", {},
             "File with the actors' positions at the start: a table with columns x, y (and z), XYZ or PLY, a row per "
             "actor. Columns vx, vy (and vz) set their velocities in a scene that has velocities. Empty: the scene "
             "places them.")
            .names_file()
            .does(Effect::respawn),
    });
}

std::vector<ParamSpec> describe(TrailParams*) {
    return param_list<TrailParams>({
        integer(&TrailParams::trails, "trails", "Trails", "steps", 0, 64,
                "Draws where actors were in the last steps, as fading lines behind the first 4096 of them; 0 draws "
                "none and costs nothing."),
    });
}

}  // namespace nearfield
