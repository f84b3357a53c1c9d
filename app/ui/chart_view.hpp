#pragma once
#include "app/chart.hpp"
#include "app/ui/plots.hpp"

namespace nearfield::ui {

/// Draws a chart of means with confidence whiskers into `room`. Numeric x values lie on a number line, others are
/// evenly spaced. `hovered`: shows a tooltip for the point under the mouse.
void draw_chart(ImDrawList& out, const PlotArea& room, const Chart& chart, bool hovered);

}  // namespace nearfield::ui
