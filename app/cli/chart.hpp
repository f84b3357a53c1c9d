#pragma once
#include <ostream>
#include <string>
#include <vector>

namespace nearfield {

/// A line chart: a value per x for every series, with the range from low to high shaded.
struct Chart {
    struct Point {
        double value, low, high;
    };
    struct Series {
        std::string name;
        std::vector<Point> points;  ///< one per x; NaN leaves a gap
    };
    std::string title, subtitle, x_label, y_label;
    std::vector<std::string> x;  ///< placed by value if all are numbers, else evenly
    std::vector<Series> series;
};

/// Writes the chart as an SVG picture of its own, in colours that colour-blind readers can tell apart.
void write_svg(std::ostream& out, const Chart& chart);

}  // namespace nearfield
