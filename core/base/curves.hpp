#pragma once
#include <string>
#include <utility>
#include <vector>

namespace nearfield {

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

}  // namespace nearfield
