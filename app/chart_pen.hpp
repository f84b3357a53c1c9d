#pragma once
// What charts are drawn with: lines, shapes and letters, as SVG, PDF or PNG. Lengths are in units; letters of the usual
// size are 14 units high.
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace nearfield {

class ChartPen {
  public:
    struct Position {
        double x, y;
    };
    struct Stroke {
        std::string colour;  ///< "#rgb" or "#rrggbb"
        double width = 1;
        std::vector<double> dashes = {};
        double opacity = 1;
    };
    enum class Anchor { start, middle, end };
    struct Lettering {
        double size = 14;
        Anchor anchor = Anchor::start;
        std::string colour = "#222";
        bool bold = false, upwards = false;
        bool rim = false;  ///< a white contour, for letters over lines
    };
    /// Fill and outline of a shape; no fill or no outline if empty.
    struct Face {
        std::string fill, outline = {};
        double width = 1, opacity = 1;
    };

    virtual ~ChartPen() = default;
    virtual void line(const std::vector<Position>& places, const Stroke& stroke) = 0;
    /// `tip`: shown by viewers that can.
    virtual void shape(const std::vector<Position>& corners, const Face& face, const std::string& tip = {}) = 0;
    virtual void circle(Position centre, double radius, const Face& face, const std::string& tip = {}) = 0;
    virtual void text(Position at, const std::string& content, const Lettering& lettering) = 0;
};

/// Size of a drawing: width and height in units, and millimetres per unit.
struct ChartSheet {
    double width, height, mm_per_unit;
};

/// Each writes its file when it is destroyed. `mm`: the SVG states its size in mm instead of pixels.
std::unique_ptr<ChartPen> svg_pen(std::ostream& out, const ChartSheet& sheet, bool mm);
/// Vector graphics with embedded fonts, and pixels at 300 per inch. Throw Error in a build without cairo.
std::unique_ptr<ChartPen> pdf_pen(std::ostream& out, const ChartSheet& sheet);
std::unique_ptr<ChartPen> png_pen(std::ostream& out, const ChartSheet& sheet);
/// Reason why pdf_pen and png_pen throw; empty if they do not.
std::string why_no_cairo();

}  // namespace nearfield
