#pragma once
#include "libs/crowd/observations.hpp"
#include "sim/metrics.hpp"

namespace nearfield::pedestrians {

struct Metrics {
    double present = 0, evacuated = 0, last_left = 0, mean_speed = 0, mean_density = 0;
    crowd::Reading measured;
    double lanes = 0, pressure = 0, injured = 0;
    std::array<double, 6> at_level{};  ///< shares of the floor
    double stopped = 0, boarded = 0, alighted = 0;
};

std::vector<MetricSpec> describe_metrics();

}  // namespace nearfield::pedestrians
