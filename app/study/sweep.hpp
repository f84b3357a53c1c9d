#pragma once
// The combinations of parameter values to time.
#include "params/settings.hpp"

#include <string>
#include <utility>
#include <vector>

namespace nearfield {

/// A parameter and the values it takes, as text.
struct Sweep {
    std::string key;
    std::vector<std::string> values;

    bool operator==(const Sweep&) const = default;
};

/// Reads "v1,v2,..." as values of a parameter; for one that is a number, each may be a range FROM:TO:STEP, or FROM:TO
/// in steps of 1. Throws UsageError, beginning with `flag` and the whole text, for a parameter or value that `settings`
/// refuses, a repeated value, a range that ends before it begins or has no step, and more than 10,000 values.
Sweep read_values(const std::string& flag, const std::string& key, const std::string& values, const Settings& settings);
/// Reads "key=v1,v2,...".
Sweep read_sweep(const std::string& text, const Settings& settings, const std::string& flag = "--sweep");
std::vector<Sweep> read_sweeps(const std::vector<std::string>& texts, const Settings& settings);

/// One combination: the values in the order of the sweeps, and the settings with them.
struct Combination {
    std::vector<std::string> values;
    Settings settings;
};

/// Every combination, the last sweep's values changing fastest.
std::vector<Combination> combinations(const Settings& settings, const std::vector<Sweep>& sweeps);

/// The values as `Settings` writes them. Throws UsageError for a value that it refuses.
std::vector<std::string> spelled(const std::string& key, std::vector<std::string> values, const Settings& settings);

/// "search.visit" as "visit".
std::string short_name(const std::string& key);
/// "visit bins, sort radix": values in the order of the sweeps, from number `from` on.
std::string described(const std::vector<Sweep>& sweeps, const std::vector<std::string>& values, std::size_t from = 0);
/// A parameter as the label of an axis, with its unit.
std::string axis_label(const ParamSpec& spec);

}  // namespace nearfield
