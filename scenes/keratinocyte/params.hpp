#pragma once
#include "params/param.hpp"
#include "usp/grid/settings.hpp"

namespace nearfield::keratinocyte {

enum class Start { stem, hacat };
enum class Reads { all, bins, half_bins };

struct Params {
    int actors = 60;
    float density = 240;
    float height = 200;
    Start start = Start::stem;
    int room = 0;
    float cut = 0;
    int stem_cycle = 120;
    int ta_cycle = 60;
    int hacat_cycle = 120;
    int contacts = 6;
    int stacking = 4;
    int rest = 300;
    int lifetime = 600;
    float shedding = 0;
    float signal_radius = 200;
    int edge = 2;
    int crowd = 20;
    float reach_across = 100;
    float reach_up = 30;
    bool true_angle = false;
    float radius = 30;
    float diameter = 20;
    float overlap = 0.5f;
    float attraction = 1;
    float substrate = 1;
    float damping = 0.4f;
    float settled = 0.25f;
    int rounds = 200;
    float speed = 0.5f;
    float turning = 0.1f;
    float turn = 45;
    bool both_ways = false;
    Reads reads = Reads::all;
    SearchSettings search;
};

std::vector<ParamSpec> describe_params();

}  // namespace nearfield::keratinocyte
