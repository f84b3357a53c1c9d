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
               "Who a boid's neighbours are. metric: all within the radius. topological: its nearest, however far, "
               "as in flocks of starlings (Ballerini et al. 2008).")
            .does(regrid),
        integer(&P::nearest_count, "nearest_count", "Nearest", "boids", 1, most_nearest,
                "How many of the nearest a boid interacts with; those of them out of sight do not count. Starlings: "
                "6 to 7.")
            .does(regrid)
            .when("interaction", {"topological"}),
        real(&P::radius, "radius", "Radius R", "", 0.001, 100,
             "Interaction radius: how far a metric boid sees its neighbours. Obstacles are seen from twice as far.")
            .log()
            .does(regrid),
        real(&P::separation, "separation", "Separation", "", 0, 20, "Weight of keeping away from those too near."),
        real(&P::alignment, "alignment", "Alignment", "", 0, 5,
             "Weight of flying the way the neighbours fly. In flamegpu the share of their mean velocity that is "
             "taken."),
        real(&P::cohesion, "cohesion", "Cohesion", "", 0, 5, "Weight of flying to the middle of the neighbours."),
        choice(&P::bounds, "bounds", "Bounds", {"walls", "wrapped"},
               "walls: soft ones, from which boids turn away in a band before them. wrapped: boids that leave on "
               "one side enter on the other.")
            .does(regrid),
    });
}

auto start() {
    return std::to_array<ParamSpec>({
        neighbours_at_start<P>("As flocks form, neighbours grow."),
        side_of_box<P>(),
        aspect_of_box<P>(),
    });
}

auto sight_and_speed() {
    return std::to_array<ParamSpec>({
        real(&P::separation_radius, "separation_radius", "Separation radius", "", 0.0001, 100,
             "Boids keep away from neighbours nearer than this; beyond the interaction radius it has no further "
             "effect.")
            .log(),
        real(&P::view, "view", "Field of view", "°", 10, 360,
             "Whole angle of the cone of sight round the heading. Neighbours outside it are ignored; 360 "
             "sees all round."),
        real(&P::min_speed, "min_speed", "Least speed", "/s", 0.0001, 1000, "Lowest speed of a boid.").log(),
        real(&P::max_speed, "max_speed", "Greatest speed", "/s", 0.0001, 1000,
             "Highest speed of a boid (but in flamegpu a wall may push one beyond).")
            .log(),
        real(&P::max_force, "max_force", "Greatest force", "/s²", 0.0001, 1e6,
             "Each behaviour's steering force is clipped to this; small: wide turns.")
            .log(),
        real(&P::scale, "scale", "Scale", "", 0, 1, "Share of the change wanted by the rules that one step makes.")
            .when("rules", {"flamegpu"}),
        real(&P::time_step, "time_step", "Time step", "s", 0.00001, 1,
             "Time per step. The distance flown in it should be well below the separation radius.")
            .log(),
    });
}

auto walls_and_obstacles() {
    return std::to_array<ParamSpec>({
        real(&P::wall_band, "wall_band", "Wall band", "", 0, 1000, "Distance from a wall at which turning away begins.")
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
               "What boids do about the mouse while the key A is held over the picture: come to it, or flee it "
               "like a predator."),
        real(&P::mouse_force, "mouse_force", "Mouse force", "", 0, 20,
             "Force at the mouse over the greatest steering force, falling to zero at its radius."),
        real(&P::mouse_radius, "mouse_radius", "Mouse radius", "", 0.001, 1000, "How far the mouse acts.").log(),
    });
}

}  // namespace

std::vector<ParamSpec> describe_params() {
    return param_list<P>(general(), headed("Start", start()), headed("Sight and speed", sight_and_speed()),
                         headed("Walls and obstacles", walls_and_obstacles()), headed("Mouse", mouse()));
}

}  // namespace nearfield::boids
