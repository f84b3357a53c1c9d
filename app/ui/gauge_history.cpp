#include "app/ui/gauge_history.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::ui {

namespace {
constexpr std::size_t kept_readings = 6000;
}

std::optional<std::size_t> GaugeHistory::series(const Gauge& gauge) const {
    const auto at = std::find(places_.begin(), places_.end(), place_of(gauge));
    return at == places_.end() ? std::nullopt : std::optional(std::size_t(at - places_.begin()));
}

void GaugeHistory::add(double time, const std::vector<Gauge>& gauges) {
    if (time < now_) clear();
    if (std::isnan(time)) return;
    now_ = time;
    if (time < next_ || gauges.empty()) return;
    next_ = time + gauges.front().every;
    for (const auto& gauge : gauges) {
        if (!series(gauge)) places_.push_back(place_of(gauge));
        if (std::any_of(gauge.values.begin(), gauge.values.end(), [](double v) { return !std::isnan(v); }))
            readings_.push_back({time, *series(gauge), gauge.values});
    }
    while (readings_.size() > kept_readings) readings_.pop_front();
}

}  // namespace nearfield::ui
