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
    /// Measured: dots on a line. Theory: a thin dashed line. Reported by somebody else: hollow marks, no line.
    enum class Origin { measured, theory, reported };
    /// From zero: lengths can be compared. Tight: just around the values. Automatic: from zero, or logarithmic if the
    /// series lie far apart.
    enum class Scale { automatic, from_zero, tight };
    struct Series {
        std::string name;
        std::vector<Point> points;  ///< one per x; NaN leaves a gap
        Origin origin = Origin::measured;
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
    std::vector<Mark> marks;  ///< drawn only if x are numbers
    Scale y_scale = Scale::automatic;

    /// Adds a point to the series of that name; creates the series if it is missing.
    void point(const std::string& series_name, std::size_t x_index, const Point& point,
               Origin origin = Origin::measured);
};

/// Charts one below the other under a common title, with captions. Series of the same name have the same colour in all
/// charts.
struct Figure {
    std::string title, subtitle;
    std::vector<Chart> charts;
    std::vector<std::string> captions;  ///< paragraphs
};

/// One row per point of all charts: measure, series, x, value, and the ends of its range.
void write_csv(std::ostream& out, const Figure& figure);
/// Writes a stand-alone SVG picture, in colours that colour-blind readers can tell apart.
void write_svg(std::ostream& out, const Figure& figure);

}  // namespace nearfield
