#include "scenes/boids/params.hpp"

#include "sim/uniform_box.hpp"

namespace nearfield::boids {
namespace {

using P = Params;
using enum Effect;

auto general() {
    return std::to_array<ParamSpec>({
        integer(&P::actors, "actors", "Actors", "", 0, 200e6, "Number of boids.").log().does(respawn),
        choice(&P::dimensions, "dimensions", "Dimensions", {"2", "3"}, "A plane or a volume.").does(respawn),
        choice(&P::rules, "rules", "Rules", {"textbook", "flamegpu"},
               "textbook: Reynolds' three rules as steering forces. flamegpu: as coded in FLAME GPU 2, where "
               "alignment also brakes; its own constants are in the preset flamegpu-bounded."),
        choice(&P::interaction, "interaction", "Interaction", {"metric", "topological"},
               "Definition of a boid's neighbours. metric: all within the radius. topological: the nearest at any "
               "distance, "
               "as in flocks of starlings (Ballerini et al. 2008).")
            .does(regrid),
        integer(&P::nearest_count, "nearest_count", "Nearest", "boids", 1, most_nearest,
                "Number of nearest boids that a boid interacts with, ignoring those out of sight. Starlings: "
                "6 to 7.")
            .does(regrid)
            .when("interaction", {"topological"}),
        real(&P::radius, "radius", "Radius R", "", 0.001, 100,
             "Interaction radius: range of sight of a metric boid. Obstacles are seen from twice as far.")
            .log()
            .does(regrid),
        real(&P::separation, "separation", "Separation", "", 0, 20,
             "Weight of separation: keeping away from neighbours that are too near."),
        real(&P::alignment, "alignment", "Alignment", "", 0, 5,
             "Weight of alignment: flying in the neighbours' direction. In flamegpu the share of their mean velocity "
             "taken."),
        real(&P::cohesion, "cohesion", "Cohesion", "", 0, 5,
             "Weight of cohesion: flying to the centre of the neighbours."),
        choice(&P::bounds, "bounds", "Bounds", {"walls", "wrapped"},
               "walls: soft walls; boids turn away in a band before them. wrapped: boids that leave on "
               "one side enter on the other.")
            .does(regrid),
    });
}

auto start() {
    return std::to_array<ParamSpec>({
        neighbours_at_start<P>("Neighbours increase as flocks form."),
        side_of_box<P>(),
        aspect_of_box<P>(),
    });
}

auto sight_and_speed() {
    return std::to_array<ParamSpec>({
        real(&P::separation_radius, "separation_radius", "Separation radius", "", 0.0001, 100,
             "Boids keep away from neighbours nearer than this; above the interaction radius it has no further "
             "effect.")
            .log(),
        real(&P::view, "view", "Field of view", "°", 10, 360,
             "Full angle of the field of view around the heading. Neighbours outside it are ignored; 360 "
             "sees all round."),
        real(&P::min_speed, "min_speed", "Least speed", "/s", 0.0001, 1000, "Lowest speed of a boid.").log(),
        real(&P::max_speed, "max_speed", "Greatest speed", "/s", 0.0001, 1000,
             "Highest speed of a boid (in flamegpu, walls may exceed it).")
            .log(),
        real(&P::max_force, "max_force", "Greatest force", "/s²", 0.0001, 1e6,
             "Limit of each behaviour's steering force; small values make wide turns.")
            .log(),
        real(&P::scale, "scale", "Scale", "", 0, 1,
             "Fraction of the rules' change of velocity that is applied per step.")
            .when("rules", {"flamegpu"}),
        real(&P::time_step, "time_step", "Time step", "s", 0.00001, 1,
             "Time per step. The distance flown in it should be well below the separation radius.")
            .log(),
    });
}

auto walls_and_obstacles() {
    return std::to_array<ParamSpec>({
        real(&P::wall_band, "wall_band", "Wall band", "", 0, 1000,
             "Distance from a wall at which boids start to turn away.")
            .log()
            .when("bounds", {"walls"}),
        real(&P::wall, "wall", "Wall", "", 0, 20,
             "textbook: force at the wall over the greatest steering force, falling to zero across the band. "
             "flamegpu: speed added per step within the band.")
            .when("bounds", {"walls"}),
        integer(&P::obstacles, "obstacles", "Obstacles", "", 0, 64,
                "Balls (2D: discs) that boids fly round and never enter.")
            .does(respawn),
        real(&P::obstacle_size, "obstacle_size", "Obstacle radius", "", 0.001, 1000, "Radius of each obstacle.")
            .log()
            .does(respawn)
            .when_set("obstacles"),
    });
}

auto mouse() {
    return std::to_array<ParamSpec>({
        choice(&P::mouse, "mouse", "Mouse", {"attracts", "frightens"},
               "Reaction to the mouse while A is held over the picture: boids come to it, or flee it "
               "like a predator."),
        real(&P::mouse_force, "mouse_force", "Mouse force", "", 0, 20,
             "Force at the mouse over the greatest steering force, falling to zero at its radius."),
        real(&P::mouse_radius, "mouse_radius", "Mouse radius", "", 0.001, 1000, "Range of the mouse.").log(),
    });
}

}  // namespace

std::vector<ParamSpec> describe_params() {
    return param_list<P>(general(), headed("Start", start()), headed("Sight and speed", sight_and_speed()),
                         headed("Walls and obstacles", walls_and_obstacles()), headed("Mouse", mouse()));
}

}  // namespace nearfield::boids
