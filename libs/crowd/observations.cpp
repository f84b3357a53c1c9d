#include "libs/crowd/observations.hpp"

#include "picture/palettes.hpp"

#include <fmt/format.h>

#include <cmath>

namespace nearfield::crowd {
namespace {

constexpr double enough_seconds = 2;

Gauge gauge_of(const std::string& name, std::vector<glm::vec2> outline, const char* key, std::size_t number,
               std::size_t own) {
    Gauge gauge{.name = name, .outline = std::move(outline), .values = {NAN, NAN, NAN}};
    if (number >= own) {
        gauge.key = key;
        gauge.item = number - own;
    }
    return gauge;
}

}  // namespace

std::vector<Gauge> gauges_of(const Measured& measured, const std::vector<double>& floor, const History& history) {
    std::vector<Gauge> gauges;
    const double seconds = history.seconds();
    const auto read = [&](Gauge gauge, const auto& sample, double size) {
        if (seconds >= enough_seconds && size > 0)
            gauge.values = {sample.density(size, seconds), sample.speed() > 0 ? sample.speed() : NAN,
                            sample.specific_flow(size, seconds)};
        gauges.push_back(std::move(gauge));
    };
    for (std::size_t l = 0; l < measured.lines.size(); ++l) {
        const auto& line = measured.lines[l];
        read(gauge_of(line.name, {line.a, line.b}, "lines", l, measured.own_lines), history.line(l),
             glm::length(line.b - line.a));
    }
    for (std::size_t a = 0; a < measured.areas.size(); ++a)
        read(gauge_of(measured.areas[a].name, measured.areas[a].outline, "areas", a, measured.own_areas),
             history.area(a), floor[a]);
    return gauges;
}

Reading reading_of(const ReadAt& at, const Measured& measured, const std::vector<double>& floor,
                   const History& history) {
    const double seconds = history.seconds();
    Reading reading;
    double size = 0;
    for (std::size_t l = 0; l < measured.lines.size(); ++l) {
        if (at.line != 0 && at.line != l + 1) continue;
        const auto [one_way, all] = history.passed(l);
        if (seconds > 0) {
            reading.flow += all / seconds;
            reading.net_flow += one_way / seconds;
        }
        const auto& sums = history.last().passed[l];
        reading.crossed += double(sums.left) + sums.right;
    }
    AreaSample inside;
    for (std::size_t a = 0; a < measured.areas.size(); ++a)
        if (at.area == 0 || at.area == a + 1) {
            inside = inside + history.area(a);
            size += floor[a];
        }
    if (!(size > 0) || !(seconds > 0)) return reading;
    reading.density = inside.density(size, seconds);
    reading.speed = inside.speed();
    reading.specific_flow = inside.specific_flow(size, seconds);
    return reading;
}

double lane_index(const std::vector<u32>& count) {
    double kept = 0, all = 0;
    for (std::size_t b = 0; b + 1 < count.size(); b += 2) {
        const double right = count[b], left = count[b + 1], n = right + left;
        if (n < 2) continue;
        kept += (right - left) * (right - left) / n - 1;
        all += n - 1;
    }
    return all > 0 ? kept / all : 0;
}

std::vector<ColourClass> level_classes(const LevelTable& table) {
    const auto& upto = table.limits.upto;
    std::vector<ColourClass> classes;
    for (int l = 0; l < 6; ++l) {
        const std::string range = l < 5 ? fmt::format("to {:.2f}", upto[l]) : fmt::format("over {:.2f}", upto[4]);
        classes.push_back({fmt::format("{}  {}{}", level_letter(l), range, l == 0 ? " per m²" : ""),
                           palette(Palette::levels_of_service)[std::size_t(l)]});
    }
    return classes;
}

}  // namespace nearfield::crowd
