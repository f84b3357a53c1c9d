#include "app/study/plan.hpp"

#include "app/terminal/options.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
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

constexpr double most_values = 10'000, most_runs = 1'000'000;

/// True if the settings have all these values.
bool holds(const Settings& settings, const Chosen& chosen) {
    return std::all_of(chosen.begin(), chosen.end(), [&](const auto& c) {
        return settings.text(c.first) == spelled(c.first, {c.second}, settings).front();
    });
}

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

void StudyPlan::add(Sweep sweep, const std::string& where) {
    if (varies(sweep.key))
        throw UsageError(fmt::format("{}: {} varies already; give all its values at once", where, sweep.key));
    const double all = double(combinations_) * double(sweep.values.size());
    if (all > most_runs)
        throw UsageError(
            fmt::format("{}: {:.0f} runs are too many; {:.0f} fit, take fewer values or seeds", where, all, most_runs));
    combinations_ = u64(all);
    sweeps_.push_back(std::move(sweep));
}

void StudyPlan::keep_only(std::vector<Chosen> any) {
    for (auto& one : any)
        for (auto& [key, value] : one) value = spelled(key, {value}, settings).front();
    for (u64 run = 0; run < combinations_; ++run) {
        const auto all = values(run);
        const auto has = [&](const auto& chosen) {
            const auto& [key, value] = chosen;
            return value == (varies(key) ? all[index(key)] : settings.text(key));
        };
        if (std::any_of(any.begin(), any.end(), [&](const Chosen& c) { return std::all_of(c.begin(), c.end(), has); }))
            kept_.push_back(run);
    }
    only_some_ = true;
}

void StudyPlan::imply(std::vector<std::pair<Chosen, Chosen>> implied) {
    for (const auto& [where, then] : implied)
        for (const auto* chosen : {&where, &then})
            for (const auto& [key, value] : *chosen) spelled(key, {value}, settings);  // throws before the first run
    implied_ = std::move(implied);
}

bool StudyPlan::varies(const std::string& key) const {
    return std::any_of(sweeps_.begin(), sweeps_.end(), [&](const Sweep& sweep) { return sweep.key == key; });
}

std::size_t StudyPlan::index(const std::string& key) const {
    for (std::size_t s = 0; s < sweeps_.size(); ++s)
        if (sweeps_[s].key == key) return s;
    throw UsageError(key + " does not vary");
}

std::vector<std::string> StudyPlan::values(u64 run) const {
    u64 left = only_some_ ? kept_[run] : run;
    std::vector<std::string> values(sweeps_.size());
    for (std::size_t s = sweeps_.size(); s-- > 0; left /= sweeps_[s].values.size())
        values[s] = sweeps_[s].values[left % sweeps_[s].values.size()];
    return values;
}

Settings StudyPlan::settings_of(u64 run) const {
    Settings chosen = settings;
    const auto all = values(run);
    for (std::size_t s = 0; s < sweeps_.size(); ++s) chosen.set(sweeps_[s].key, all[s]);
    for (const auto& [where, then] : implied_)
        if (holds(chosen, where))
            for (const auto& [key, value] : then) chosen.set(key, value);
    return chosen;
}

std::string short_name(const std::string& key) { return key.substr(key.find('.') + 1); }

std::string described(const std::vector<Sweep>& sweeps, const std::vector<std::string>& values, std::size_t from) {
    std::string text;
    for (std::size_t s = from; s < sweeps.size(); ++s)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", short_name(sweeps[s].key), values[s]);
    return text;
}

Chart chart_over(const StudyPlan& plan, const std::string& key, const std::string& otherwise) {
    if (key.empty()) return {.x = {otherwise}};
    const auto& spec = plan.settings.spec(key);
    return {.x_label = spec.label + (spec.unit.empty() ? "" : " (" + spec.unit + ")"),
            .x = plan.sweeps()[plan.index(key)].values};
}

PlotScript script_over(const StudyPlan& plan) {
    PlotScript script;
    for (const auto& [key, values] : plan.sweeps()) {
        if (key == "seed") continue;
        if (script.x.empty()) script.x = key, script.x_title = chart_over(plan, key, "").x_label;
        else script.others.push_back(key);
    }
    return script;
}

std::size_t place_of(const std::string& value, const Chart& chart) {
    return std::size_t(std::find(chart.x.begin(), chart.x.end(), value) - chart.x.begin());
}

}  // namespace nearfield
