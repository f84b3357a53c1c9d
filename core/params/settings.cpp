#include "params/settings.hpp"

#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "base/one_line.hpp"
#include "base/read_number.hpp"
#include "base/shortest_text.hpp"
#include "params/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

namespace nearfield {
namespace {

std::string range_text(const ParamSpec& spec) {
    return fmt::format("from {} to {}", format_number(spec.lo), format_number(spec.hi));
}

[[noreturn]] void refuse(const ParamSpec& spec, const std::string& written) {
    throw UsageError(fmt::format("{}: {} is out of range; give a {} {}{}", spec.key, written,
                                 spec.kind == Kind::real ? "value" : "whole number", range_text(spec),
                                 spec.unit.empty() ? "" : " " + spec.unit));
}

/// Returns a number in range, rounded to float, so that 0.1 is the same value given as float or double.
Value number_in_range(const ParamSpec& spec, double value, const std::string& written) {
    const auto rounded = [](double v) { return double(float(v)); };
    if (!std::isfinite(value) || rounded(value) < rounded(spec.lo) || rounded(value) > rounded(spec.hi))
        refuse(spec, written);
    return rounded(value);
}

Value integer_in_range(const ParamSpec& spec, double value, const std::string& written) {
    if (!(value >= spec.lo && value <= spec.hi) || value != std::floor(value)) refuse(spec, written);
    return static_cast<long long>(value);
}

Value parse_number(const ParamSpec& spec, const std::string& text) {
    double value = 0;
    const char* first = text.data() + (!text.empty() && text[0] == '+');
    const auto [end, problem] = std::from_chars(first, text.data() + text.size(), value);
    if (problem == std::errc::result_out_of_range) refuse(spec, text);
    if (problem != std::errc{} || end != text.data() + text.size())
        throw UsageError(fmt::format("{}: '{}' is not a number; give a value {}", spec.key, text, range_text(spec)));
    return spec.kind == Kind::real ? number_in_range(spec, value, text) : integer_in_range(spec, value, text);
}

Value parse_toggle(const ParamSpec& spec, const std::string& text) {
    for (const char* yes : {"on", "true", "1", "yes"})
        if (text == yes) return true;
    for (const char* no : {"off", "false", "0", "no"})
        if (text == no) return false;
    throw UsageError(fmt::format("{}: '{}' is neither on nor off", spec.key, text));
}

Value named(const ParamSpec& spec, Choice choice) {
    choice.name = spec.choices[std::size_t(choice.index)];
    return choice;
}

Value parse_choice(const ParamSpec& spec, const std::string& text) {
    const auto at = std::find(spec.choices.begin(), spec.choices.end(), text);
    if (at == spec.choices.end())
        throw UsageError(fmt::format("{}: no choice '{}'.{}", spec.key, text, suggest(text, spec.choices)));
    return named(spec, Choice{int(at - spec.choices.begin())});
}

/// Reads a text. It must be UTF-8, because files to repeat a run from are JSON.
Value parse_text(const ParamSpec& spec, const std::string& text) {
    if (!is_utf8(text))
        throw UsageError(
            fmt::format("{}: '{}' is not in UTF-8, so that it cannot be recorded; rename the file", spec.key, text));
    return text;
}

Value parse(const ParamSpec& spec, const std::string& text) {
    switch (spec.kind) {
    case Kind::toggle: return parse_toggle(spec, text);
    case Kind::choice: return parse_choice(spec, text);
    case Kind::text: return parse_text(spec, text);
    default: return parse_number(spec, text);
    }
}

/// Returns the value if the parameter accepts it. Throws UsageError if it is out of range, std::logic_error if it has
/// another type.
Value checked(const ParamSpec& spec, const Value& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return parse(spec, *text);
    if (const auto* whole = std::get_if<long long>(&value); whole && spec.kind == Kind::real)
        return number_in_range(spec, double(*whole), std::to_string(*whole));
    if (value.index() != spec.initial.index()) throw std::logic_error(spec.key + " is set to a value of another type");
    switch (spec.kind) {
    case Kind::real: return number_in_range(spec, std::get<double>(value), value_text(value));
    case Kind::integer: return integer_in_range(spec, double(std::get<long long>(value)), value_text(value));
    case Kind::choice:
        if (std::size_t(std::get<Choice>(value).index) >= spec.choices.size())
            throw std::logic_error(fmt::format("{} has no choice {}", spec.key, std::get<Choice>(value).index));
        return named(spec, std::get<Choice>(value));
    default: return value;
    }
}

/// Throws std::logic_error for a condition on a parameter or choice that does not exist.
void require_sound(const std::vector<ParamSpec>& specs, const Condition& condition, const std::string& key) {
    if (condition.key == Condition::backend) return;
    const auto asked = std::find_if(specs.begin(), specs.end(), [&](const auto& s) { return s.key == condition.key; });
    if (asked == specs.end()) throw std::logic_error(key + " depends on no parameter: " + condition.key);
    for (const auto& value : condition.values)
        if (asked->kind == Kind::choice &&
            std::find(asked->choices.begin(), asked->choices.end(), value) == asked->choices.end())
            throw std::logic_error(key + " depends on no choice of " + condition.key + ": " + value);
}

std::string setting_text(const nlohmann::json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
    return json_text(value);
}

}  // namespace

std::string format_number(double value) {
    return shortest_text(value == std::floor(value) ? value : double(float(value)));
}

double number_of(const Value& value) {
    if (const auto* whole = std::get_if<long long>(&value)) return double(*whole);
    return std::get<double>(value);
}

Value numeric(const ParamSpec& spec, double number) {
    if (spec.kind == Kind::integer) return std::llround(number);
    return number;
}

std::string value_text(const Value& value) {
    if (const auto* number = std::get_if<double>(&value)) return format_number(*number);
    if (const auto* whole = std::get_if<long long>(&value)) return std::to_string(*whole);
    if (const auto* on = std::get_if<bool>(&value)) return *on ? "on" : "off";
    if (const auto* choice = std::get_if<Choice>(&value)) return choice->name;
    return std::get<std::string>(value);
}

std::string value_text(const ParamSpec& spec, const Value& value) {
    const auto* choice = std::get_if<Choice>(&value);
    return choice ? spec.choices[std::size_t(choice->index)] : value_text(value);
}

std::vector<std::string> paths_in(const std::string& text) {
    std::vector<std::string> paths{text};
    for (std::size_t from = 0; from <= text.size();) {
        const auto end = std::min(text.find(';', from), text.size());
        const std::string item = text.substr(from, end - from);
        if (const auto equals = item.find('='); equals != std::string::npos)
            paths.push_back(trimmed(item.substr(equals + 1)));
        from = end + 1;
    }
    std::erase(paths, "");
    return paths;
}

Settings::Settings(ParamSpecs specs) : specs_(std::move(specs)) {
    std::set<std::string> seen;
    for (const auto& spec : *specs_) {
        if (!seen.insert(spec.key).second) throw std::logic_error("parameter described twice: " + spec.key);
        for (const auto& condition : spec.conditions) require_sound(*specs_, condition, spec.key);
        values_.push_back(spec.initial);
    }
}

Settings::Settings(const Settings&) = default;
Settings::Settings(Settings&&) noexcept = default;
Settings& Settings::operator=(const Settings&) = default;
Settings& Settings::operator=(Settings&&) noexcept = default;
Settings::~Settings() = default;

bool Settings::operator==(const Settings& other) const { return specs_ == other.specs_ && values_ == other.values_; }

template <class T> const T& Settings::get(const std::string& key) const {
    if (const T* held = std::get_if<T>(&value(key))) return *held;
    throw std::logic_error(key + " is asked for as another type than it has");
}
double Settings::number(const std::string& key) const { return get<double>(key); }
long long Settings::integer(const std::string& key) const { return get<long long>(key); }
bool Settings::on(const std::string& key) const { return get<bool>(key); }
int Settings::choice(const std::string& key) const { return get<Choice>(key).index; }

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

void Settings::set(const std::string& key, const Value& value) {
    const std::size_t i = index(key);
    values_[i] = checked((*specs_)[i], value);
}

void Settings::set(const Assignments& assignments) {
    for (const auto& [key, value] : assignments) set(key, value);
}

void Settings::set_assignment(const std::string& assignment) {
    const auto equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
        throw UsageError(fmt::format("--set {}: write it as key=value", assignment));
    set(assignment.substr(0, equals), assignment.substr(equals + 1));
}

void Settings::store(const std::vector<ParamSpec>& specs, void* params) const {
    for (const auto& spec : specs) spec.set(params, value(spec.key));
}

nlohmann::json Settings::to_json() const {
    nlohmann::json values = nlohmann::json::object();
    for (std::size_t i = 0; i < values_.size(); ++i) {
        nlohmann::json& written = values[(*specs_)[i].key];
        const Value& value = values_[i];
        if (const auto* number = std::get_if<double>(&value)) written = number_from(format_number(*number));
        else if (const auto* whole = std::get_if<long long>(&value)) written = *whole;
        else if (const auto* on = std::get_if<bool>(&value)) written = *on;
        else written = value_text(value);
    }
    return values;
}

void Settings::merge(const nlohmann::json& values, const std::string& where) {
    if (!values.is_object()) throw UsageError(where + ": expected an object of \"key\": value pairs");
    Settings changed = *this;
    for (const auto& [key, value] : values.items()) {
        try {
            changed.set(key, setting_text(value));
        } catch (const UsageError& problem) { throw UsageError(where + ": " + problem.what()); }
    }
    *this = std::move(changed);
}

std::vector<std::string> Settings::differing(const Settings& other, Effect least) const {
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < values_.size(); ++i)
        if ((*specs_)[i].effect >= least && values_[i] != other.values_[i]) keys.push_back((*specs_)[i].key);
    return keys;
}

}  // namespace nearfield
