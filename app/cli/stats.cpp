#include "app/cli/stats.hpp"

#include <algorithm>
#include <numeric>

namespace nearfield {
namespace {

double quantile(const std::vector<double>& sorted, double q) {
    const double at = q * double(sorted.size() - 1);
    const auto below = std::size_t(at), above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - double(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

Stats summarize(std::vector<double> values) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    return {quantile(values, 0.5), quantile(values, 0.05), quantile(values, 0.95), values.front(),
            std::accumulate(values.begin(), values.end(), 0.0) / double(values.size())};
}

void StageTimes::add(const StepTimes& times) {
    stages_.front().second.push_back(times.total_ms);
    for (const auto& stage : times.stages) {
        const auto same = [&](const auto& known) { return known.first == stage.name; };
        auto at = std::find_if(stages_.begin(), stages_.end(), same);
        if (at == stages_.end()) at = stages_.insert(at, {std::string(stage.name), {}});
        at->second.push_back(stage.ms);
    }
}

}  // namespace nearfield
