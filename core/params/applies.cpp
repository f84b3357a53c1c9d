#include "params/applies.hpp"

#include "base/joined.hpp"

#include <algorithm>

namespace nearfield {
namespace {

bool contains(const std::vector<std::string>& all, const std::string& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

bool is_set(const Value& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return !text->empty();
    if (const auto* on = std::get_if<bool>(&value)) return *on;
    return number_of(value) != 0;
}

bool holds(const Condition& condition, const Settings& settings, const std::string& backend) {
    if (condition.key == Condition::backend) return contains(condition.values, backend);
    if (condition.is == Condition::Is::one_of) return contains(condition.values, settings.text(condition.key));
    return is_set(settings.value(condition.key)) == (condition.is == Condition::Is::set);
}

std::string state_text(const Condition& condition, Kind kind) {
    const bool set = condition.is == Condition::Is::set;
    if (condition.is == Condition::Is::one_of) return joined(condition.values, " or ");
    if (kind == Kind::text) return set ? "set" : "empty";
    if (kind == Kind::toggle) return set ? "on" : "off";
    return set ? "not 0" : "0";
}

}  // namespace

bool applies(const ParamSpec& spec, const Settings& settings, const std::string& backend) {
    return std::all_of(spec.conditions.begin(), spec.conditions.end(),
                       [&](const auto& condition) { return holds(condition, settings, backend); });
}

std::string conditions_text(const ParamSpec& spec, const Settings& settings) {
    std::string text;
    for (const auto& condition : spec.conditions) {
        const bool backend = condition.key == Condition::backend;
        text += text.empty() ? "" : " and ";
        text += (backend ? "the backend" : settings.spec(condition.key).label) + " is ";
        text += state_text(condition, backend ? Kind::text : settings.spec(condition.key).kind);
    }
    return text;
}

}  // namespace nearfield
