#pragma once
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace nearfield {

struct Chart;

/// Curves over one axis, each with its own places on it.
struct Curves {
    using Points = std::vector<std::pair<double, double>>;  ///< x rising
    struct Line {
        std::string name;
        Points points;
        bool published = false;
    };
    std::string title, x_label, y_label;
    std::vector<Line> lines;
};

/// A chart of them, with every curve interpolated between its points.
Chart chart_of(const Curves& curves);
/// One row per point: curve, x, y.
void write_csv(std::ostream& out, const Curves& curves);

}  // namespace nearfield
