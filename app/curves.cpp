#include "app/curves.hpp"

#include "app/chart.hpp"
#include "app/files.hpp"
#include "base/foreign_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace nearfield {
namespace {

/// Interpolates linearly between the points of a curve. NaN outside its range.
double value_at(const Curves::Points& points, double x) {
    const auto above =
        std::lower_bound(points.begin(), points.end(), x, [](const auto& p, double x) { return p.first < x; });
    if (above == points.end() || (above == points.begin() && above->first > x)) return NAN;
    if (above->first == x) return above->second;
    const auto& [x0, y0] = *(above - 1);
    return y0 + (above->second - y0) * (x - x0) / (above->first - x0);
}

}  // namespace

Chart chart_of(const Curves& curves) {
    std::set<double> places;
    for (const auto& line : curves.lines)
        for (const auto& [x, y] : line.points) places.insert(x);
    Chart chart{.title = curves.title,
                .x_label = curves.x_label,
                .y_label = curves.y_label,
                .y_scale = Chart::Scale::from_zero};
    for (const double x : places) chart.x.push_back(fmt::format("{:.9g}", x));
    for (const auto& line : curves.lines) {
        Chart::Series series{.name = line.name,
                             .origin = line.published ? Chart::Origin::reported : Chart::Origin::measured};
        for (const double x : places) {
            const bool there = !line.published || std::any_of(line.points.begin(), line.points.end(),
                                                              [&](const auto& p) { return p.first == x; });
            const double y = there ? value_at(line.points, x) : NAN;
            series.points.push_back({y, y, y});
        }
        chart.series.push_back(std::move(series));
    }
    return chart;
}

void write_csv(std::ostream& out, const Curves& curves) {
    out << fmt::format("curve,{},{}\n", csv_cell(curves.x_label), csv_cell(curves.y_label));
    for (const auto& line : curves.lines)
        for (const auto& [x, y] : line.points) out << fmt::format("{},{:.9g},{:.9g}\n", csv_cell(line.name), x, y);
}

}  // namespace nearfield
