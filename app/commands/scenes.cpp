#include "app/commands/commands.hpp"
#include "app/say.hpp"
#include "base/joined.hpp"
#include "base/read_number.hpp"
#include "params/applies.hpp"
#include "params/json_text.hpp"
#include "sim/scene.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace nearfield {
namespace {

const char* type_name(Kind kind) {
    switch (kind) {
    case Kind::real: return "real";
    case Kind::integer: return "integer";
    case Kind::toggle: return "toggle";
    case Kind::choice: return "choice";
    case Kind::text: return "text";
    }
    return "";
}

const char* effect_name(Effect effect) {
    return effect == Effect::live ? "live" : effect == Effect::regrid ? "regrid" : "respawn";
}

const char* section_name(Section section) {
    return section == Section::scene ? "scene" : section == Section::search ? "search" : "common";
}

std::string range(const ParamSpec& spec) {
    if (spec.kind == Kind::toggle) return "on | off";
    if (spec.kind != Kind::choice && spec.kind != Kind::text)
        return fmt::format("{} to {}{}", format_number(spec.lo), format_number(spec.hi),
                           spec.logarithmic ? " (log)" : "");
    const std::string names = joined(spec.choices, " | ");
    return spec.kind == Kind::text ? names + " | ..." : names;
}

/// Breaks text into lines of at most `width` characters and indents all but the first.
std::string wrapped(const std::string& text, std::size_t width, const std::string& indent) {
    std::string out, line;
    std::size_t from = 0;
    while (from <= text.size()) {
        const auto end = std::min(text.find(' ', from), text.size());
        const std::string word = text.substr(from, end - from);
        if (!line.empty() && line.size() + 1 + word.size() > width) {
            out += line + "\n" + indent;
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
        from = end + 1;
    }
    return out + line;
}

void print_quantities(const char* title, const std::vector<Quantity>& quantities) {
    print("\n  {}\n", title);
    for (const auto& q : quantities)
        print("    {:<22} {}{}\n", q.key, q.help, q.unit.empty() ? "" : " [" + q.unit + "]");
}

void print_scene(const SceneInfo& scene) {
    const Settings defaults = scene.defaults();
    print_lines(fmt::format("{}: {}\n  {}", scene.key, scene.title, wrapped(scene.summary, 110, "  ")));
    std::string title;
    for (const auto& spec : defaults.specs()) {
        const std::string under =
            fmt::format("{} parameters{}{}", section_name(spec.section), spec.group.empty() ? "" : ": ", spec.group);
        if (under != title) print("\n  {}\n", title = under);
        print("    {:<22} {} = {}{}  [{}]  {}\n", spec.key, type_name(spec.kind), defaults.text(spec.key),
              spec.unit.empty() ? "" : " " + spec.unit, range(spec), effect_name(spec.effect));
        print_lines("      " + wrapped(spec.help, 106, "      "));
        if (!spec.conditions.empty()) print("      Applies when {}.\n", conditions_text(spec, defaults));
    }
    print_quantities("metrics", scene.metrics);
    print_quantities("colours (--set colour=...)", scene.attributes);
    if (!scene.tools.empty()) print("\n  tools\n");
    for (const Tool& tool : scene.tools)
        print_lines(fmt::format("    {:<22} {}", tool.key, wrapped(tool.help, 84, "                           ")));
}

nlohmann::ordered_json to_json(const Condition& condition) {
    const bool listed = condition.is == Condition::Is::one_of;
    nlohmann::ordered_json json{{"key", condition.key},
                                {"is", listed                               ? "one of"
                                       : condition.is == Condition::Is::set ? "set"
                                                                            : "empty"}};
    if (listed) json["values"] = condition.values;
    return json;
}

nlohmann::ordered_json to_json(const ParamSpec& spec, const nlohmann::json& initial) {
    nlohmann::ordered_json json = {
        {"key", spec.key},     {"label", spec.label},          {"section", section_name(spec.section)},
        {"group", spec.group}, {"type", type_name(spec.kind)}, {"default", initial}};
    if (spec.kind == Kind::text) json["suggestions"] = spec.choices;
    if (spec.kind == Kind::choice) json["choices"] = spec.choices;
    if (spec.kind == Kind::real) {
        json["min"] = number_from(format_number(spec.lo));
        json["max"] = number_from(format_number(spec.hi));
    }
    if (spec.kind == Kind::integer) {
        json["min"] = static_cast<long long>(spec.lo);
        json["max"] = static_cast<long long>(spec.hi);
    }
    if (spec.kind == Kind::real || spec.kind == Kind::integer) json["logarithmic"] = spec.logarithmic;
    json["when"] = nlohmann::ordered_json::array();
    for (const auto& condition : spec.conditions) json["when"].push_back(to_json(condition));
    json["unit"] = spec.unit;
    json["effect"] = effect_name(spec.effect);
    json["help"] = spec.help;
    return json;
}

nlohmann::ordered_json to_json(const std::vector<Quantity>& quantities) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& q : quantities)
        list.push_back({{"key", q.key}, {"title", q.title}, {"unit", q.unit}, {"help", q.help}});
    return list;
}

nlohmann::ordered_json to_json(const std::vector<Tool>& tools) {
    constexpr const char* gestures[] = {"hold", "click", "line", "rectangle"};
    auto list = nlohmann::ordered_json::array();
    for (const Tool& tool : tools)
        list.push_back({{"key", tool.key},
                        {"label", tool.label},
                        {"gesture", gestures[int(tool.gesture)]},
                        {"letter", std::string(tool.letter != 0, tool.letter)},
                        {"list", tool.list},
                        {"help", tool.help}});
    return list;
}

nlohmann::ordered_json to_json(const SceneInfo& scene) {
    const Settings defaults = scene.defaults();
    const auto initial = defaults.to_json();
    auto parameters = nlohmann::ordered_json::array();
    for (const auto& spec : defaults.specs()) parameters.push_back(to_json(spec, initial.at(spec.key)));
    return {{"key", scene.key},
            {"title", scene.title},
            {"summary", scene.summary},
            {"parameters", parameters},
            {"metrics", to_json(scene.metrics)},
            {"attributes", to_json(scene.attributes)},
            {"tools", to_json(scene.tools)}};
}

int list_scenes(bool json) {
    if (json) {
        auto list = nlohmann::ordered_json::array();
        for (const auto& scene : scenes()) list.push_back(to_json(scene));
        print_lines(json_text(list, 2));
        return 0;
    }
    for (const auto& scene : scenes()) {
        if (&scene != &scenes().front()) print("\n");
        print_scene(scene);
    }
    print("\nA live parameter acts at the next step, regrid builds new bins, respawn makes a new start.\n");
    return 0;
}

}  // namespace

void add_scenes(CLI::App& app, Action& action) {
    auto json = std::make_shared<bool>(false);
    CLI::App& command = add_command(app, "scenes", "list the scenes with every parameter");
    add_switch(command, "--json", *json, "as JSON");
    add_footer(command, "Examples:\n  nearfield scenes\n  nearfield scenes --json | jq '.[0].parameters[].key'");
    on_call(command, action, [json] { return list_scenes(*json); });
}

}  // namespace nearfield
