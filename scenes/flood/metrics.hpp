#pragma once
#include "libs/crowd/observations.hpp"
#include "scenes/flood/people/figures.hpp"
#include "sim/metrics.hpp"

namespace nearfield::flood {

struct Metrics {
    double volume = 0, flooded = 0, deepest = 0, fastest = 0, time_step = 0;
    double rained = 0, flowed_in = 0, soaked = 0, flowed_out = 0;
    double broken = 0, balance = 0, by_hand = 0;
    std::array<double, doings> people{};  ///< by Doing; NaN without people
    crowd::Reading measured;              ///< of people; NaN without people
};

std::vector<MetricSpec> describe_metrics();

}  // namespace nearfield::flood
