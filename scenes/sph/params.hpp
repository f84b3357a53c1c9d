#pragma once
#include "params/param.hpp"
#include "scenes/sph/kernels.hpp"
#include "sim/dimensions.hpp"
#include "sim/world.hpp"
#include "usp/grid/settings.hpp"

#include <vector>

namespace nearfield::sph {

enum class Mouse { pulls, pushes, drags };
enum class Drop { ball, block };
enum class Method { pbf, dfsph, wcsph };
enum class Start { column, columns, falling, filled };

struct Params {
    std::string tank;
    int actors = 8000;
    Dimensions dimensions = Dimensions::three;
    Method method = Method::pbf;
    Start start = Start::column;
    float tank_width = 2.4f;
    float tank_height = 1.5f;
    float tank_depth = 0.7f;
    float column_width = 0.8f;
    float column_height = 1;
    float pool = 0;
    bool periodic = false;
    float smoothing = 2;
    KernelKind kernel = KernelKind::cubic;
    float rest_density = 1000;
    float gravity = 1;
    float tilt = 0;
    float viscosity = 0;
    float artificial_viscosity = 0;
    float wall_friction = 0;
    float xsph = 0.02f;
    float cohesion = 0;
    float cfl = 0.4f;
    float time_step = 0.005f;
    int iterations = 4;
    float density_error = 0.05f;
    float divergence_error = 0.1f;
    int most_iterations = 100;
    float sound = 10;
    float sway = 0;
    float sway_period = 2;
    int probe = 1;
    int gauge = 1;
    int reserve = 0;
    Drop drop = Drop::ball;
    float drop_size = 0.15f;
    Mouse mouse = Mouse::pulls;
    float mouse_force = 40;
    float mouse_radius = 0.3f;
    Drawing draw = Drawing::water;
    SearchSettings search;
};

std::vector<ParamSpec> describe_params();

}  // namespace nearfield::sph
