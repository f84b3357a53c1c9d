#pragma once
// What an experiment found: means over seeds, as text and as a chart.
#include "app/chart.hpp"
#include "app/study/result_table.hpp"

namespace nearfield {

/// A chart per measure: means over the first values that vary, a line per combination of the others, with 95 %
/// intervals.
Figure figure_of(const Experiment& experiment, const ResultTable& table);

/// Prints a line per group, with mean and half width of the interval of each measure.
void print_summary(const Experiment& experiment, const ResultTable& table);

}  // namespace nearfield
