#pragma once
#include "app/chart.hpp"
#include "app/ui/plots.hpp"

namespace nearfield::ui {

/// A chart of means with their intervals, drawn into the room from `lo` to `hi`: points at their places on a number
/// line, or evenly; whiskers from low to high. `hovered`: names the point under the mouse.
void draw_chart(ImDrawList& out, const PlotArea& room, const Chart& chart, bool hovered);

}  // namespace nearfield::ui
