#pragma once
#include "sim/world.hpp"

#include <deque>
#include <optional>
#include <vector>

namespace nearfield::ui {

/// Readings of a scene's gauges since its start, one per interval Gauge::every.
class GaugeHistory {
  public:
    struct Reading {
        double time;                 ///< s on the scene's clock
        std::size_t series;          ///< index of the gauge
        std::vector<double> values;  ///< NaN: unknown
    };

    /// Keeps at most one reading per gauge and interval; skips gauges without values. Clears the history if the clock
    /// went back.
    void add(double time, const std::vector<Gauge>& gauges);
    void clear() { *this = {}; }

    const std::deque<Reading>& readings() const { return readings_; }
    double now() const { return now_; }
    /// Returns the index of a gauge, identified by its outline or, without an outline, by its name. None before the
    /// gauge's first reading.
    std::optional<std::size_t> series(const Gauge& gauge) const;

  private:
    std::deque<Reading> readings_;
    struct Place {
        std::string name;  ///< name of a gauge without an outline
        std::vector<glm::vec2> outline;
        bool operator==(const Place&) const = default;
    };
    static Place place_of(const Gauge& gauge) { return {gauge.outline.empty() ? gauge.name : "", gauge.outline}; }

    std::vector<Place> places_;  ///< identity of the gauge, per series
    double now_ = 0, next_ = 0;
};

}  // namespace nearfield::ui
