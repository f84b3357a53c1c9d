#include "app/ui/gauge_history.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::ui {

namespace {
constexpr std::size_t kept_readings = 6000;
}

std::optional<std::size_t> GaugeHistory::series(const Gauge& gauge) const {
    const auto at = std::find(outlines_.begin(), outlines_.end(), gauge.outline);
    return at == outlines_.end() ? std::nullopt : std::optional(std::size_t(at - outlines_.begin()));
}

void GaugeHistory::add(double time, const std::vector<Gauge>& gauges) {
    if (time < now_) clear();
    if (std::isnan(time)) return;
    now_ = time;
    if (time < next_) return;
    next_ = time + gauge_interval;
    for (const auto& gauge : gauges) {
        if (!series(gauge)) outlines_.push_back(gauge.outline);
        if (std::none_of(gauge.values.begin(), gauge.values.end(), [](double v) { return std::isnan(v); })) readings_.push_back({time, *series(gauge), gauge.values});
    }
    while (readings_.size() > kept_readings) readings_.pop_front();
}

}  // namespace nearfield::ui
