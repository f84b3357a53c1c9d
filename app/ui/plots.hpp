#pragma once
#include "app/ui/theme.hpp"
#include "app/ui/timing_history.hpp"

#include <optional>
#include <vector>

// Plots on ImGui's draw list.
namespace nearfield::ui {

struct PlotArea {
    ImVec2 lo, hi;
    float width() const { return hi.x - lo.x; }
    float height() const { return hi.y - lo.y; }
};

/// Returns the width that draw_scale needs to the left of its area.
float scale_width(double top, const char* unit, double bottom = 0);
/// Draws the background, horizontal lines, and their values at the left, for a scale from `bottom` to `top`.
void draw_scale(ImDrawList& out, const PlotArea& area, double top, const char* unit, double bottom = 0);

/// A series of values over steps.
struct SeriesLine {
    const MetricHistory::Series& series;
    ImU32 colour;
};
/// Draws series that share their steps, on a scale from `bottom` to `top`. Returns the index of the points under the
/// mouse.
std::optional<std::size_t> draw_lines(ImDrawList& out, const PlotArea& area, const std::vector<SeriesLine>& lines,
                                      float bottom, float top, bool hovered);
/// Draws the background and one series, scaled to its range.
std::optional<std::size_t> draw_series(ImDrawList& out, const PlotArea& area, const SeriesLine& line, bool hovered);

/// Draws counts per bin. Bins from the axis position `split` on are dimmed.
void draw_histogram(ImDrawList& out, const PlotArea& area, const std::vector<int>& counts, double axis_end,
                    double split);

/// A cost at x, ms: the first part and the total.
struct CostPoint {
    double x, first, whole;
};

/// Costs over a logarithmic x axis, for several curves.
class CostPlot {
  public:
    CostPlot(const PlotArea& area, double lowest_x, double highest_x, double top)
        : area_(area),
          lo_(lowest_x),
          hi_(highest_x),
          top_(top) {}
    /// Fills both parts, stacked, with a dot per point.
    void stack(ImDrawList& out, const std::vector<CostPoint>& points, ImU32 first, ImU32 rest) const;
    void line(ImDrawList& out, const std::vector<CostPoint>& points, ImU32 colour) const;
    void mark(ImDrawList& out, double x, ImU32 colour) const;
    /// Draws x values below the plot, as many as fit.
    void label_x(ImDrawList& out, const std::vector<CostPoint>& points) const;
    ImVec2 place(double x, double ms) const;
    /// Returns the point nearest to the mouse along x; none without points.
    std::optional<std::size_t> nearest(const std::vector<CostPoint>& points) const;

  private:
    PlotArea area_;
    double lo_, hi_, top_;
};

/// Steps of the last `span` seconds in pixel columns, with stacked stages.
class StageColumns {
  public:
    struct Column {
        u64 step = 0;
        float total = 0;
        std::vector<float> stage;  ///< ms per stage; the last entry is the time outside all stages
        int rows = 0;              ///< number of steps, over which times are averaged
        bool mark = false;
    };
    StageColumns(const TimingHistory& history, double span, int columns);
    /// Averages columns that hold sums.
    explicit StageColumns(std::vector<Column> sums) : columns_(std::move(sums)) { average(); }
    const std::vector<Column>& columns() const { return columns_; }
    /// Returns the highest total, ignoring outliers.
    float top() const;
    void draw(ImDrawList& out, const PlotArea& area, double top) const;

  private:
    void average();
    std::vector<Column> columns_;
};

}  // namespace nearfield::ui
