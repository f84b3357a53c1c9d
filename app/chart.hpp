#pragma once
#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

namespace nearfield {

/// A line chart: a value per x for every series, with the range from low to high shaded.
struct Chart {
    struct Point {
        double value, low, high;
        std::size_t measured = 1, of = 1;  ///< runs that measured the value, of all runs at this point
        std::size_t censored = 0;          ///< runs among `of` that a limit ended before their condition held
        bool is_complete() const { return measured == of && censored == 0; }
    };
    /// Source of a series. Measured: dots on a line. Theory: a thin dashed line. Reported in a publication: hollow
    /// marks, no line.
    enum class Origin { measured, theory, reported };
    /// Scale of the y axis; it always contains both ends of every range. From zero: comparable lengths. Tight: only the
    /// values. Near zero: linear, from zero if that wastes little. Automatic, for times: from zero, or logarithmic if
    /// the series are far apart.
    enum class Scale { automatic, from_zero, tight, near_zero };
    struct Series {
        std::string name;
        std::vector<Point> points;  ///< one per x; NaN or an infinite value leaves a gap
        Origin origin = Origin::measured;
    };
    /// A range of y (a line if lo = hi) reported in a publication.
    struct Band {
        std::string label;
        double lo, hi;
    };
    /// A place on the x axis reported in a publication.
    struct Mark {
        std::string label;
        double x;
    };
    std::string title, x_label, y_label;
    std::vector<std::string> x;  ///< placed by value if all are numbers, else evenly spaced
    std::vector<Series> series;
    std::vector<Band> bands;
    std::vector<Mark> marks;  ///< drawn only if all x are numbers
    Scale y_scale = Scale::automatic;

    /// Adds a point to the series of that name. Creates the series if it is missing.
    void point(const std::string& series_name, std::size_t x_index, const Point& point,
               Origin origin = Origin::measured);
};

/// Charts one below another under a common title, with captions. A series has the same colour in all charts.
struct Figure {
    std::string title, subtitle;
    std::vector<Chart> charts;
    std::vector<std::string> captions;  ///< paragraphs
};

/// Writes a row per point of all charts: measure, series, x, value, the ends of its range, and its numbers of runs.
void write_csv(std::ostream& out, const Figure& figure);
/// Form of a drawn figure.
struct ChartForm {
    double width_mm = 0, height_mm = 0;  ///< 0: the size is computed from the figure
    double letters_pt = 10.5;
    bool titled = true;  ///< with title and subtitle

    bool is_sized() const { return width_mm > 0; }
};

/// Draws the figure in the format that the name ends in: .pdf, .png, else SVG. Colours are for colour-blind readers.
/// More than seven series also have different markers. Throws UsageError if the figure does not fit into the form.
void write_picture(std::ostream& out, const Figure& figure, const std::string& name, const ChartForm& form = {});
/// Throws Error if this build cannot write the format that the name ends in.
void require_format(const std::string& name);
void write_svg(std::ostream& out, const Figure& figure);

}  // namespace nearfield
