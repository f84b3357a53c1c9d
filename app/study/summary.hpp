#pragma once
// Results of an experiment: means over seeds, as text and as a chart.
#include "app/chart.hpp"
#include "app/study/result_table.hpp"

namespace nearfield {

/// A chart per measure: means over the values of the first sweep, with 95 % intervals and a line per combination of the
/// others.
Figure figure_of(const Experiment& experiment, const ResultTable& table);

/// Prints a line per group with mean and half width of each measure's interval.
void print_summary(const Experiment& experiment, const ResultTable& table);

}  // namespace nearfield
