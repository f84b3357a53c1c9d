#pragma once
#include "exec/step_times.hpp"

#include <string>
#include <utility>
#include <vector>

namespace nearfield {

struct Stats {
    double median = 0, p5 = 0, p95 = 0, least = 0, mean = 0;
    double iqr = 0;         ///< interquartile range
    double slow_share = 0;  ///< share of values above twice the median
};

/// Quantiles by linear interpolation between order statistics, as numpy does. All 0 for no values.
Stats summarize(std::vector<double> values);

/// The times of many steps by stage, in order of appearance. The first stage is always "total".
class StageTimes {
  public:
    StageTimes() : stages_{{"total", {}}} {}
    /// Adds the whole step and its stages.
    void add(const StepTimes& times);
    /// Adds only the whole step.
    void add_total(const StepTimes& times) { add("total", times.total_ms); }
    /// Adds the stages and three sums: "stages" (all), "construct" (building the grid), "model" (the other stages).
    /// The last two are added only if some stage builds a grid.
    void add_stages(const StepTimes& times);
    /// Adds all steps of another pass.
    void add(const StageTimes& pass);
    const std::vector<std::pair<std::string, std::vector<double>>>& stages() const { return stages_; }

    /// True if a name in `stages` is a sum and no stage.
    static bool is_sum(const std::string& stage);

  private:
    void add(std::string_view stage, double ms);
    std::vector<std::pair<std::string, std::vector<double>>> stages_;
};

}  // namespace nearfield
