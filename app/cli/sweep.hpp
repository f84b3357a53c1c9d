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
};

/// Reads "key=v1,v2,...". Throws UsageError, beginning with "--sweep", for a parameter or value that `settings` refuses
/// and for a repeated value.
Sweep read_sweep(const std::string& text, const Settings& settings);
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

}  // namespace nearfield
