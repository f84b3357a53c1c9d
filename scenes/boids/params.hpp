#pragma once
#include "params/param.hpp"
#include "sim/dimensions.hpp"
#include "usp/grid/settings.hpp"

namespace nearfield::boids {

enum class Rules { textbook, flamegpu };
enum class Interaction { metric, topological };
enum class Bounds { walls, wrapped };
enum class Mouse { attracts, frightens };

constexpr int most_nearest = 32;

struct Params {
    int actors = 10000;
    Dimensions dimensions = Dimensions::three;
    float neighbours = 8;
    float side = 0;
    float aspect = 1.6f;
    Rules rules = Rules::textbook;
    Interaction interaction = Interaction::metric;
    int nearest_count = 7;
    float radius = 1;
    float separation_radius = 0.7f;
    float separation = 1;
    float alignment = 1.5f;
    float cohesion = 0.1f;
    float scale = 0.15f;
    float view = 280;
    float min_speed = 2;
    float max_speed = 3;
    float max_force = 6;
    float time_step = 0.02f;
    Bounds bounds = Bounds::walls;
    float wall_band = 2;
    float wall = 3;
    int obstacles = 0;
    float obstacle_size = 1.2f;
    Mouse mouse = Mouse::attracts;
    float mouse_force = 3;
    float mouse_radius = 4;
    SearchSettings search;
};

std::vector<ParamSpec> describe_params();

}  // namespace nearfield::boids
