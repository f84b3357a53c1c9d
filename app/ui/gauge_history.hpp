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
        double time;         ///< s of the scene's clock
        std::size_t series;  ///< whose it is
        std::vector<double> values;  ///< NaN: not known
    };

    /// At most one reading per gauge is kept of each interval, none without a value; a clock that went back begins anew.
    void add(double time, const std::vector<Gauge>& gauges);
    void clear() { *this = {}; }

    const std::deque<Reading>& readings() const { return readings_; }
    double now() const { return now_; }
    /// A gauge's number for as long as it lies where it does, or is called so if it lies nowhere; none before its first reading.
    std::optional<std::size_t> series(const Gauge& gauge) const;

  private:
    std::deque<Reading> readings_;
    struct Place {
        std::string name;  ///< of what has no outline
        std::vector<glm::vec2> outline;
        bool operator==(const Place&) const = default;
    };
    static Place place_of(const Gauge& gauge) { return {gauge.outline.empty() ? gauge.name : "", gauge.outline}; }

    std::vector<Place> places_;  ///< per series
    double now_ = 0, next_ = 0;
};

}  // namespace nearfield::ui
