#pragma once
#include "base/median.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace nearfield {

/// A recording's steps.csv: a row per step. Empty cells are NaN.
struct Profile {
    std::vector<std::string> heads;
    std::map<std::string, std::vector<double>> columns;  ///< one per head, all of one length
    bool torn = false;                                   ///< the last line was cut off and is left out

    std::size_t rows() const { return columns.empty() ? 0 : columns.begin()->second.size(); }
    /// Empty if there is none.
    const std::vector<double>& column(const std::string& head) const;
    /// Stages that took time, without "_ms"; without those that are added up as other_ms.
    std::vector<std::string> stages() const;
    /// Heads that are no times.
    std::vector<std::string> metrics() const;
};

/// Reads steps.csv in a recording's folder. Throws UsageError, which names file, line and reason.
Profile read_profile(const std::filesystem::path& folder);

/// Median of the second's time over the first's, step by step, with its 95 % interval: over the steps that both have,
/// each the last time it was done.
struct PairedTimes {
    std::size_t steps = 0;
    MedianInterval ratio;
};
PairedTimes paired_times(const Profile& first, const Profile& second);

}  // namespace nearfield
