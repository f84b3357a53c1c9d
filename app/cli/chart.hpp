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
        bool reported = false;      ///< values of somebody else: marks of their own, no line
    };
    /// A range of y (a line if lo = hi) that somebody else reported.
    struct Band {
        std::string label;
        double lo, hi;
    };
    /// A place on the x axis that somebody else reported.
    struct Mark {
        std::string label;
        double x;
    };
    std::string title, x_label, y_label;
    std::vector<std::string> x;  ///< placed by value if all are numbers, else evenly
    std::vector<Series> series;
    std::vector<Band> bands;
    std::vector<Mark> marks;     ///< drawn only if x are numbers
    bool from_zero = true;       ///< y axis: lengths can be compared; else from near the least value

    /// Puts a point into the series of that name, which is added if there is none.
    void point(const std::string& series_name, std::size_t x_index, const Point& point);
};

/// Charts one below the other under a common title, and what there is to say about them.
struct Figure {
    std::string title, subtitle;
    std::vector<Chart> charts;
    std::vector<std::string> captions;  ///< paragraphs
};

/// Writes an SVG picture of its own, in colours that colour-blind readers can tell apart.
void write_svg(std::ostream& out, const Figure& figure);

}  // namespace nearfield
