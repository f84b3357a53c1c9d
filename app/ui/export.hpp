#pragma once
#include "app/chart.hpp"
#include "app/curves.hpp"
#include "app/ui/session.hpp"

#include <functional>
#include <string>

namespace nearfield::ui {

/// The menu of a plot, the item drawn last, on a right click: saves what it shows to the output folder, as numbers, as
/// a drawing or as the pixels of the window between `lo` and `hi`. `name` begins the file's name, `of` says in the
/// drawing what was plotted: the present scene and step, unless it is given.
void export_menu(Session& session, const std::string& name, ImVec2 lo, ImVec2 hi, const std::function<Curves()>& curves,
                 const std::string& of = {});

/// The same for charts with intervals.
void export_figure_menu(Session& session, const std::string& name, ImVec2 lo, ImVec2 hi, const Figure& figure);

}  // namespace nearfield::ui
