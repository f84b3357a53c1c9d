#pragma once
#include "app/chart.hpp"

#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// Maps values to shares of an axis' length, from 0 at the start to 1 at the end, and chooses round ticks.
struct Axis {
    double lo = 0, hi = 1;
    bool logarithmic = false;

    double share(double v) const;
    std::vector<double> ticks() const;
    /// Text of a tick, with enough digits to differ from its neighbours.
    std::string label(double tick) const;
};

/// Positions of the x values: the values if all are numbers (`numbers`), else 0, 1, 2, ...
std::vector<double> x_values(const Chart& chart, bool& numbers);
Axis x_axis(const std::vector<double>& values, bool numbers);
Axis y_axis(const Chart& chart);

/// Least and greatest value on the y axis: means, both ends of their ranges, and bands. With Scale::near_zero also zero
/// if the values lie near it. None without values.
struct AxisRange {
    double lo, hi;
};
std::optional<AxisRange> y_extent(const Chart& chart);

/// Text of a number on an axis: 1500000 as 1.5M.
std::string axis_text(double value);

}  // namespace nearfield
