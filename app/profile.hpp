#pragma once
#include "base/median.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace nearfield {

/// A recording's steps.csv, a row per step. Empty cells are NaN.
struct Profile {
    std::vector<std::string> heads;
    std::map<std::string, std::vector<double>> columns;  ///< one per head, all of equal length
    bool torn = false;                                   ///< the last line is incomplete and left out

    std::size_t rows() const { return columns.empty() ? 0 : columns.begin()->second.size(); }
    /// Values of a column. Empty if the column is missing.
    const std::vector<double>& column(const std::string& head) const;
    /// Stages with a time above 0, without "_ms". Leaves out stages that are summed in other_ms.
    std::vector<std::string> stages() const;
    /// Heads of columns that are neither times of computing nor the step or the scene's clock.
    std::vector<std::string> metrics() const;
};

/// Reads steps.csv in a recording's folder. Throws UsageError with file, line and reason.
Profile read_profile(const std::filesystem::path& folder);

/// Median ratio of the second profile's time to the first's, step by step, with its 95 % interval. Counts steps in both
/// profiles; of a repeated step only its last occurrence.
struct PairedTimes {
    std::size_t steps = 0;
    MedianInterval ratio;
};
PairedTimes paired_times(const Profile& first, const Profile& second);

}  // namespace nearfield
