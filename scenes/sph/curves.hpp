#pragma once
// Curves of a tank over time: fronts beside published measurements, and readings of probes and gauges.
#include "scenes/sph/metrics.hpp"
#include "scenes/sph/reference.hpp"

#include "sim/world.hpp"

namespace nearfield::sph {

/// Indices of the values of a gauge.
enum Gauged { gauged_front, gauged_column, gauged_height, gauged_pressure, gauged_values };

inline std::vector<Quantity> gauged_list() {
    return {{"front", "front", "",
             "Greatest x of a particle's edge from the left end, over the width of the column at the start."},
            {"column", "column height", "",
             "Greatest height of a particle's edge within two spacings of the left wall, over the width of the column "
             "at the start."},
            {"height", "height", "m", "Height of the fluid's surface above the gauge."},
            {"pressure", "pressure", "Pa", "Pressure at the probe."}};
}

/// Width of the first fluid, m: the unit of length in published curves.
inline double column_width(const Tank& tank) {
    const auto b = bounds_of(tank.fluids.at(0).shape);
    return b.hi.x - b.lo.x;
}

/// Interval between stored readings, s: 300 in the tank's duration.
inline double reading_interval(const Tank& tank) { return tank.duration > 0 ? tank.duration / 300 : 0.02; }

/// Diagrams of published curves, grouped by unit of time, and of probes and gauges over seconds. `gravity`: m/s^2.
inline std::vector<Diagram> diagrams_of(const Tank& tank, double gravity) {
    std::vector<Diagram> diagrams;
    for (const auto& key : tank.references) {
        const auto& r = reference(key);
        const double unit = gravity > 0 ? r.time_unit(column_width(tank), gravity) : 1;
        const int y = r.of_height ? gauged_column : gauged_front;
        auto at = std::find_if(diagrams.begin(), diagrams.end(),
                               [&](const Diagram& d) { return d.y == y && d.time_unit == unit; });
        const std::string what = r.of_height ? "Column height / a" : "Front / a";
        if (at == diagrams.end())
            at = diagrams.insert(at, {.title = what + (r.factor == 2 ? " over T = t √(2g/a)" : " over T = t √(g/a)"),
                                      .y = y,
                                      .curves = {},
                                      .time_unit = unit,
                                      .time_label = "T"});
        at->curves.push_back({r.cited, {r.points.begin(), r.points.end()}, true});
    }
    if (!tank.gauges.empty())
        diagrams.push_back(
            {.title = "Height over time", .y = gauged_height, .curves = {}, .time_unit = 1, .time_label = "s"});
    if (!tank.probes.empty())
        diagrams.push_back(
            {.title = "Pressure over time", .y = gauged_pressure, .curves = {}, .time_unit = 1, .time_label = "s"});
    return diagrams;
}

/// The tank's gauges without values. In 2D, height gauges are drawn up to the container's top, and probes with a
/// fifteenth of its height.
inline std::vector<nearfield::Gauge> gauges_of(const Tank& tank) {
    std::vector<nearfield::Gauge> gauges;
    const auto add = [&](const std::string& name, glm::dvec3 from, glm::dvec3 to) {
        gauges.push_back(
            {.name = name, .values = std::vector<double>(gauged_values, NAN), .every = reading_interval(tank)});
        if (tank.dimensions == 2 && from != to) gauges.back().outline = {glm::vec2(from), glm::vec2(to)};
    };
    const double high = tank.container.hi.y - tank.container.lo.y;
    if (!tank.references.empty()) add("front", {}, {});
    for (const auto& g : tank.gauges) add(g.name, g.at, {g.at.x, tank.container.hi.y, 0});
    for (const auto& p : tank.probes) add(p.name, p.at, p.at + p.normal * (high / 15));
    return gauges;
}

/// Fills in the values from `measure(probe, gauge)`: the scene's metrics for that probe and gauge, numbered from 1.
template <class Measure> void read_gauges(std::vector<nearfield::Gauge>& gauges, const Tank& tank,
                                          const Metrics& metrics, const Measure& measure) {
    std::size_t next = 0;
    if (!tank.references.empty()) {
        auto& values = gauges[next++].values;
        const double a = column_width(tank);
        values[gauged_front] = metrics.front / a;
        values[gauged_column] = metrics.column / a;
    }
    const std::size_t heights = tank.gauges.size(), pressures = tank.probes.size();
    for (std::size_t k = 0; k < std::max(heights, pressures); ++k) {
        const Metrics there = measure(int(k + 1), int(k + 1));
        if (k < heights) gauges[next + k].values[gauged_height] = there.gauge_height;
        if (k < pressures) gauges[next + heights + k].values[gauged_pressure] = there.probe_pressure;
    }
}

}  // namespace nearfield::sph
