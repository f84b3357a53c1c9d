#pragma once
#include "app/ui/theme.hpp"
#include "app/ui/timing_history.hpp"

#include <optional>
#include <string>
#include <vector>

// Plots on ImGui's draw list.
namespace nearfield::ui {

struct PlotArea {
    ImVec2 lo, hi;
    float width() const { return hi.x - lo.x; }
    float height() const { return hi.y - lo.y; }
};

/// Background, horizontal lines and their values for a scale from 0 to `top`.
void draw_scale(ImDrawList& out, const PlotArea& area, double top, const char* unit);

/// A line through values over steps, with its range; returns the index of the point under the mouse.
std::optional<std::size_t> draw_series(ImDrawList& out, const PlotArea& area, const MetricHistory::Series& series, ImU32 colour, bool hovered);

/// Counts per bin; bins from `split` on (a place on the axis) are drawn dimmer.
void draw_histogram(ImDrawList& out, const PlotArea& area, const std::vector<int>& counts, double axis_end, double split);

/// Steps of the last `span` seconds in columns of pixels, stage on stage.
class StageColumns {
  public:
    struct Column {
        u64 step = 0;
        float total = 0;
        std::array<float, TimingHistory::max_stages> stage{};
        bool any = false, mark = false;
    };
    StageColumns(const TimingHistory& history, double span, int columns);
    const std::vector<Column>& columns() const { return columns_; }
    /// Highest total, without the odd outlier.
    float top() const;
    void draw(ImDrawList& out, const PlotArea& area, double top, int stages) const;

  private:
    std::vector<Column> columns_;
};

}  // namespace nearfield::ui
