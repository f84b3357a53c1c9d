#pragma once
#include "libs/crowd/manner.hpp"

#include "params/param.hpp"
#include "usp/grid/settings.hpp"

#include <string>

namespace nearfield::pedestrians {

enum class LevelTableIndex {};  ///< index into level_tables()

struct Params {
    std::string plan = "corridor";
    int actors = 0;
    crowd::Forces model = crowd::Forces::helbing_2000;
    float time_step = 0.01f;
    float speed = 0;
    float relaxation = 0.5f;
    float strength = 2000;
    float range = 0.08f;
    float stiffness = 1.2e5f;
    float friction = 2.4e5f;
    float stride = 2;
    float mass = 80;
    float yield_at = 0;
    float radius_scale = 1;
    float cutoff = 2;
    float door_width = 0;
    std::string shut;
    bool premovement = true;
    crowd::ExitChoice choice = crowd::ExitChoice::nearest;
    float choice_period = 1;
    LevelTableIndex levels{};
    bool overlay = true;
    std::string lines;
    std::string areas;
    int line = 0;
    int area = 0;
    int train = 0;
    SearchSettings search;
};

std::vector<ParamSpec> describe_params();

}  // namespace nearfield::pedestrians
