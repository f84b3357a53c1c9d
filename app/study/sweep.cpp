#include "app/study/sweep.hpp"

#include "app/terminal/options.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <cmath>
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

namespace {

constexpr double most_values = 10'000;

/// The numbers of "FROM:TO:STEP" or "FROM:TO".
std::vector<std::string> range(const std::string& flag, const std::string& text) {
    const auto ends = split(text, ':');
    double from = 0, to = 0, step = 1;
    const bool read = (ends.size() == 2 || ends.size() == 3) && read_number(ends[0], from) &&
                      read_number(ends[1], to) && (ends.size() == 2 || read_number(ends[2], step));
    if (!read || !std::isfinite(from) || !std::isfinite(to) || !std::isfinite(step))
        throw UsageError(
            fmt::format("{}: '{}' is not a range; write it as FROM:TO:STEP, such as 1:2.8:0.2", flag, text));
    if (step <= 0) throw UsageError(fmt::format("{}: the step of the range {} must be above 0", flag, text));
    if (to < from) throw UsageError(fmt::format("{}: the range {} ends before it begins; swap its ends", flag, text));
    const double count = std::floor((to - from) / step * (1 + 1e-12) + 1e-9) + 1;
    if (count > most_values)
        throw UsageError(fmt::format("{}: the range {} has {:.0f} values; {:.0f} fit, take a larger step", flag, text,
                                     count, most_values));
    std::vector<std::string> values;
    for (double i = 0; i < count; ++i) values.push_back(format_number(from + i * step));
    return values;
}

}  // namespace

Sweep read_values(const std::string& flag, const std::string& key, const std::string& values,
                  const Settings& settings) {
    const Kind kind = settings.spec(key).kind;
    const bool is_number = kind == Kind::real || kind == Kind::integer;
    Sweep sweep{key, {}};
    for (const auto& text : split(values, ',')) {
        if (is_number && text.find(':') != std::string::npos)
            for (auto& value : range(flag, text)) sweep.values.push_back(std::move(value));
        else sweep.values.push_back(text);
        if (double(sweep.values.size()) > most_values)
            throw UsageError(fmt::format("{}: more than {:.0f} values of {}; give fewer", flag, most_values, key));
    }
    sweep.values = spelled(key, std::move(sweep.values), settings);
    std::set<std::string> seen;
    for (const auto& value : sweep.values)
        if (!seen.insert(value).second)
            throw UsageError(fmt::format("{} {}={}: the value {} is given twice", flag, key, values, value));
    return sweep;
}

Sweep read_sweep(const std::string& text, const Settings& settings, const std::string& flag) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw UsageError(fmt::format("{} {}: write it as key=v1,v2,...", flag, text));
    return read_values(flag, text.substr(0, equals), text.substr(equals + 1), settings);
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

std::string described(const std::vector<Sweep>& sweeps, const std::vector<std::string>& values, std::size_t from) {
    std::string text;
    for (std::size_t s = from; s < sweeps.size(); ++s)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", short_name(sweeps[s].key), values[s]);
    return text;
}

std::string axis_label(const ParamSpec& spec) { return spec.label + (spec.unit.empty() ? "" : " (" + spec.unit + ")"); }

}  // namespace nearfield
