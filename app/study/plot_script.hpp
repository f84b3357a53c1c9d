#pragma once
// A short Python program that draws a study's table with matplotlib, for figures in the style of a journal.
#include <filesystem>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace nearfield {

/// What the script draws from a table. Titles stand on the axes.
struct PlotScript {
    std::filesystem::path csv, script;
    std::string x, x_title;           ///< column of the x axis; empty: the table has one place
    std::vector<std::string> others;  ///< further varied columns; a line per combination of their values
    std::vector<std::pair<std::string, std::string>> measures;  ///< column and title
    std::size_t most_runs = 1;                                  ///< runs per point
    bool times = false;  ///< measures are times with percentiles, of the stage "total"; else values of single runs
};

void write_plot_script(std::ostream& out, const PlotScript& plot);

}  // namespace nearfield
