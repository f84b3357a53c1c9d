#include "app/cli/sweep.hpp"

#include "app/cli/options.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <set>

namespace nearfield {

std::vector<std::string> spelled(const std::string& key, std::vector<std::string> values, const Settings& settings) {
    Settings probe = settings;
    for (auto& value : values) {
        probe.set(key, value);
        value = probe.text(key);
    }
    return values;
}

Sweep read_sweep(const std::string& text, const Settings& settings) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw UsageError(fmt::format("--sweep {}: write it as key=v1,v2,...", text));
    Sweep sweep{text.substr(0, equals), {}};
    sweep.values = spelled(sweep.key, split(text.substr(equals + 1), ','), settings);
    std::set<std::string> seen;
    for (const auto& value : sweep.values)
        if (!seen.insert(value).second)
            throw UsageError(fmt::format("--sweep {}: the value {} is given twice", text, value));
    return sweep;
}

std::vector<Sweep> read_sweeps(const std::vector<std::string>& texts, const Settings& settings) {
    std::vector<Sweep> sweeps;
    std::set<std::string> seen;
    for (const auto& text : texts) {
        sweeps.push_back(read_sweep(text, settings));
        if (!seen.insert(sweeps.back().key).second)
            throw UsageError(
                fmt::format("--sweep {}: this key is swept twice; give all its values at once", sweeps.back().key));
    }
    return sweeps;
}

std::vector<Combination> combinations(const Settings& settings, const std::vector<Sweep>& sweeps) {
    std::vector<Combination> all{{{}, settings}};
    for (const auto& sweep : sweeps) {
        std::vector<Combination> next;
        for (const auto& combination : all)
            for (const auto& value : sweep.values) {
                next.push_back(combination);
                next.back().settings.set(sweep.key, value);
                next.back().values.push_back(value);
            }
        all = std::move(next);
    }
    return all;
}

std::string short_name(const std::string& key) { return key.substr(key.find('.') + 1); }

}  // namespace nearfield
