#pragma once
// What an experiment found: means over seeds, as text and as a chart.
#include "app/chart.hpp"
#include "app/experiment/result_table.hpp"
#include "base/mean_interval.hpp"

namespace nearfield {

/// The runs that differ in nothing but their seed.
struct SeedGroup {
    std::vector<std::string> values;  ///< of what varies, without the seed
    std::vector<u64> runs;
};
std::vector<SeedGroup> seed_groups(const Experiment& experiment);

/// Of the group's runs that have measured it.
MeanInterval interval_of(const ResultTable& table, const SeedGroup& group, std::size_t measure);

/// A chart per measure: means over the first values that vary, a line per combination of the others, with 95 %
/// intervals.
Figure figure_of(const Experiment& experiment, const ResultTable& table);

/// Prints a line per group, with mean and half width of the interval of each measure.
void print_summary(const Experiment& experiment, const ResultTable& table);

}  // namespace nearfield
