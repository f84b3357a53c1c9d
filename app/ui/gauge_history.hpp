#pragma once
#include "sim/world.hpp"

#include <deque>
#include <optional>
#include <vector>

namespace nearfield::ui {

/// Readings of a scene's gauges since its start, one per gauge_interval.
class GaugeHistory {
  public:
    struct Reading {
        double time;         ///< s of the scene's clock
        std::size_t series;  ///< whose it is
        std::vector<double> values;
    };

    /// At most one reading per gauge is kept of each interval; a clock that went back begins anew.
    void add(double time, const std::vector<Gauge>& gauges);
    void clear() { *this = {}; }

    const std::deque<Reading>& readings() const { return readings_; }
    double now() const { return now_; }
    /// A gauge's number for as long as it lies where it does; none before its first reading.
    std::optional<std::size_t> series(const Gauge& gauge) const;

  private:
    std::deque<Reading> readings_;
    std::vector<std::vector<glm::vec2>> outlines_;  ///< per series
    double now_ = 0, next_ = 0;
};

}  // namespace nearfield::ui
