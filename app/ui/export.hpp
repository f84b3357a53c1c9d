#pragma once
#include "app/chart.hpp"
#include "app/curves.hpp"
#include "app/ui/session.hpp"

#include <functional>
#include <string>

namespace nearfield::ui {

/// Context menu of the plot drawn last, on right click. Saves the plot to the output folder as CSV, SVG, or the
/// window's pixels between `lo` and `hi`. `name`: prefix of the file name. `of`: source of the data, named in the
/// drawing; by default the current scene and step.
void export_menu(Session& session, const std::string& name, ImVec2 lo, ImVec2 hi, const std::function<Curves()>& curves,
                 const std::string& of = {});

/// Context menu of a chart with confidence intervals.
void export_figure_menu(Session& session, const std::string& name, ImVec2 lo, ImVec2 hi, const Figure& figure);

}  // namespace nearfield::ui
