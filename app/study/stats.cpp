#include "app/study/stats.hpp"

#include "base/median.hpp"

#include <algorithm>
#include <numeric>

namespace nearfield {

Stats summarize(std::vector<double> values) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    const double median = quantile(values, 0.5);
    const auto slow = values.end() - std::upper_bound(values.begin(), values.end(), 2 * median);
    return {.median = median,
            .p5 = quantile(values, 0.05),
            .p95 = quantile(values, 0.95),
            .least = values.front(),
            .mean = std::accumulate(values.begin(), values.end(), 0.0) / double(values.size()),
            .iqr = quantile(values, 0.75) - quantile(values, 0.25),
            .slow_share = double(slow) / double(values.size())};
}

void StageTimes::add(std::string_view stage, double ms) {
    auto at = std::find_if(stages_.begin(), stages_.end(), [&](const auto& known) { return known.first == stage; });
    if (at == stages_.end()) at = stages_.insert(at, {std::string(stage), {}});
    at->second.push_back(ms);
}

void StageTimes::add(const StepTimes& times) {
    add_total(times);
    for (const auto& stage : times.stages) add(stage.name, stage.ms);
}

void StageTimes::add(const StageTimes& pass) {
    for (const auto& [stage, values] : pass.stages_)
        for (const double ms : values) add(stage, ms);
}

void StageTimes::add_stages(const StepTimes& times) {
    double construct = 0, model = 0;
    bool builds = false;
    for (const auto& stage : times.stages) {
        (stage.construction ? construct : model) += stage.ms;
        builds |= stage.construction;
    }
    add("stages", construct + model);
    if (builds) {
        add("construct", construct);
        add("model", model);
    }
    for (const auto& stage : times.stages) add(stage.name, stage.ms);
}

bool StageTimes::is_sum(const std::string& stage) {
    return stage == "total" || stage == "stages" || stage == "construct" || stage == "model";
}

}  // namespace nearfield
