#pragma once
#include "sim/world.hpp"

#include <deque>
#include <optional>
#include <vector>

namespace nearfield::ui {

/// Readings of a scene's gauges since its start, one per Gauge::every.
class GaugeHistory {
  public:
    struct Reading {
        double time;                 ///< s of the scene's clock
        std::size_t series;          ///< of which gauge
        std::vector<double> values;  ///< NaN: not known
    };

    /// Keeps at most one reading per gauge and interval, and none without a value. Starts over if the clock went back.
    void add(double time, const std::vector<Gauge>& gauges);
    void clear() { *this = {}; }

    const std::deque<Reading>& readings() const { return readings_; }
    double now() const { return now_; }
    /// A gauge's number. It goes with the gauge's outline or, without an outline, with its name. None before the first
    /// reading.
    std::optional<std::size_t> series(const Gauge& gauge) const;

  private:
    std::deque<Reading> readings_;
    struct Place {
        std::string name;  ///< of a gauge without an outline
        std::vector<glm::vec2> outline;
        bool operator==(const Place&) const = default;
    };
    static Place place_of(const Gauge& gauge) { return {gauge.outline.empty() ? gauge.name : "", gauge.outline}; }

    std::vector<Place> places_;  ///< per series
    double now_ = 0, next_ = 0;
};

}  // namespace nearfield::ui
