#include "params/settings.hpp"

#include "base/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <mutex>
#include <set>

namespace nearfield {
namespace {

double parse_number(const ParamSpec& spec, const std::string& text) {
    double value = 0;
    const char* first = text.data() + (!text.empty() && text[0] == '+');
    const auto [end, problem] = std::from_chars(first, text.data() + text.size(), value);
    if (problem != std::errc{} || end != text.data() + text.size())
        throw UsageError(fmt::format("{}: '{}' is not a number; give a value from {} to {}", spec.key, text,
                                     format_number(spec.lo), format_number(spec.hi)));
    return value;
}

double parse_toggle(const ParamSpec& spec, const std::string& text) {
    for (const char* yes : {"on", "true", "1", "yes"}) if (text == yes) return 1;
    for (const char* no : {"off", "false", "0", "no"}) if (text == no) return 0;
    throw UsageError(fmt::format("{}: '{}' is neither on nor off", spec.key, text));
}

double parse_choice(const ParamSpec& spec, const std::string& text) {
    const auto at = std::find(spec.choices.begin(), spec.choices.end(), text);
    if (at == spec.choices.end())
        throw UsageError(fmt::format("{}: no choice '{}'.{}", spec.key, text, suggest(text, spec.choices)));
    return double(at - spec.choices.begin());
}

double parse(const ParamSpec& spec, const std::string& text) {
    switch (spec.kind) {
        case Kind::toggle: return parse_toggle(spec, text);
        case Kind::choice: return parse_choice(spec, text);
        case Kind::text: return double(Text(text));
        default: return parse_number(spec, text);
    }
}

std::string json_text(const nlohmann::json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
    if (value.is_number()) return format_number(value.get<double>());
    return value.dump();
}

/// Every different text, in the order met.
struct Texts {
    std::mutex mutex;
    std::deque<std::string> all;
};

Texts& texts() {
    static Texts texts;
    return texts;
}

}  // namespace

Text::Text(const std::string& text) {
    const std::lock_guard lock(texts().mutex);
    auto& all = texts().all;
    const auto at = std::find(all.begin(), all.end(), text);
    number_ = double(at - all.begin());
    if (at == all.end()) all.push_back(text);
}

Text::Text(double number) : number_(number) { str(); }

const std::string& Text::str() const {
    const std::lock_guard lock(texts().mutex);
    return texts().all.at(std::size_t(number_));
}

std::string format_number(double value) {
    if (value == std::floor(value) && std::abs(value) < 1e15) return fmt::format("{:.0f}", value);
    return fmt::format("{}", static_cast<float>(value));
}

Settings::Settings(ParamSpecs specs) : specs_(std::move(specs)) {
    std::set<std::string> seen;
    for (const auto& spec : *specs_) {
        if (!seen.insert(spec.key).second) throw std::logic_error("parameter described twice: " + spec.key);
        values_.push_back(spec.initial);
    }
}

std::size_t Settings::index(const std::string& key) const {
    for (std::size_t i = 0; i < specs_->size(); ++i)
        if ((*specs_)[i].key == key) return i;
    std::vector<std::string> keys;
    for (const auto& spec : *specs_) keys.push_back(spec.key);
    throw UsageError(fmt::format("no parameter '{}'.{}", key, suggest(key, keys)));
}

const ParamSpec& Settings::spec(const std::string& key) const { return (*specs_)[index(key)]; }

bool Settings::has(const std::string& key) const {
    return std::any_of(specs_->begin(), specs_->end(), [&](const auto& spec) { return spec.key == key; });
}

double Settings::get(const std::string& key) const { return values_[index(key)]; }

std::string Settings::text(const std::string& key) const {
    const auto& s = spec(key);
    const double value = get(key);
    if (s.kind == Kind::choice) return s.choices[std::size_t(value)];
    if (s.kind == Kind::toggle) return value != 0 ? "on" : "off";
    if (s.kind == Kind::text) return Text(value).str();
    return format_number(value);
}

void Settings::set(const std::string& key, double value) {
    const std::size_t i = index(key);
    const auto& s = (*specs_)[i];
    if (s.kind == Kind::text) return void(values_[i] = double(Text(value)));
    const bool is_real = s.kind == Kind::real, whole = is_real || value == std::floor(value);
    // real values are floats: 0.1 given as float or as double is the same value
    const auto rounded = [&](double v) { return is_real ? double(float(v)) : v; };
    if (!std::isfinite(value) || rounded(value) < rounded(s.lo) || rounded(value) > rounded(s.hi) || !whole)
        throw UsageError(fmt::format("{}: {} is out of range; give a {} from {} to {}{}", key, format_number(value),
                                     s.kind == Kind::real ? "value" : "whole number", format_number(s.lo),
                                     format_number(s.hi), s.unit.empty() ? "" : " " + s.unit));
    values_[i] = rounded(value);
}

void Settings::set(const std::string& key, const std::string& text) { set(key, parse(spec(key), text)); }

void Settings::set_assignment(const std::string& assignment) {
    const auto equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
        throw UsageError(fmt::format("--set {}: write it as key=value", assignment));
    set(assignment.substr(0, equals), assignment.substr(equals + 1));
}

void Settings::store(const std::vector<ParamSpec>& specs, void* params) const {
    for (const auto& spec : specs) spec.set(params, get(spec.key));
}

nlohmann::json Settings::to_json() const {
    nlohmann::json values = nlohmann::json::object();
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const auto& s = (*specs_)[i];
        if (s.kind == Kind::choice || s.kind == Kind::text) values[s.key] = text(s.key);
        else if (s.kind == Kind::toggle) values[s.key] = values_[i] != 0;
        else if (s.kind == Kind::integer) values[s.key] = static_cast<long long>(values_[i]);
        else values[s.key] = std::stod(format_number(values_[i]));
    }
    return values;
}

void Settings::merge(const nlohmann::json& values, const std::string& where) {
    if (!values.is_object()) throw UsageError(where + ": expected an object of \"key\": value pairs");
    Settings changed = *this;
    for (const auto& [key, value] : values.items()) {
        try {
            changed.set(key, json_text(value));
        } catch (const UsageError& problem) {
            throw UsageError(where + ": " + problem.what());
        }
    }
    *this = std::move(changed);
}

std::vector<std::string> Settings::differing(const Settings& other) const {
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < values_.size(); ++i)
        if (values_[i] != other.values_[i]) keys.push_back((*specs_)[i].key);
    return keys;
}

}  // namespace nearfield
