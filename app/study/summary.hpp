#pragma once
// Results of an experiment: means over seeds, as text and as a chart.
#include "app/chart.hpp"
#include "app/study/result_table.hpp"
#include "base/mean_interval.hpp"

namespace nearfield {

/// A chart per measure: means over the values of the first sweep, with 95 % intervals and a line per combination of the
/// others.
Figure figure_of(const Experiment& experiment, const ResultTable& table);

/// Mean and half width, rounded to two digits of the half width: "12.3 ± 4.5", or "(1.23 ± 0.45)e-9".
std::string interval_text(const MeanInterval& found);

/// Prints a line per group with mean and half width of each measure's interval.
void print_summary(const Experiment& experiment, const ResultTable& table);

}  // namespace nearfield
