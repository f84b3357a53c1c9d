#pragma once
#include "exec/step_times.hpp"

#include <string>
#include <utility>
#include <vector>

namespace nearfield {

struct Stats {
    double median = 0, p5 = 0, p95 = 0, least = 0, mean = 0;
};

/// Quantiles by linear interpolation between order statistics, as numpy does. All 0 for no values.
Stats summarize(std::vector<double> values);

/// The times of many steps, stage by stage in the order of appearance; the first stage is always "total".
class StageTimes {
  public:
    StageTimes() : stages_{{"total", {}}} {}
    void add(const StepTimes& times);
    const std::vector<std::pair<std::string, std::vector<double>>>& stages() const { return stages_; }

  private:
    std::vector<std::pair<std::string, std::vector<double>>> stages_;
};

}  // namespace nearfield
