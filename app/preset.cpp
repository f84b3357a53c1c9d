#include "app/preset.hpp"

#include "app/files.hpp"
#include "base/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace nearfield {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string read_text(const fs::path& path) {
    std::error_code problem;
    if (fs::is_directory(path, problem)) throw UsageError(path.string() + ": is a folder; give a preset file");
    std::ifstream in(path, std::ios::binary);
    if (!in) throw UsageError(path.string() + ": cannot be read; check the name");
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// Line and column of the last byte read, counted from 1.
std::pair<std::size_t, std::size_t> place(const std::string& text, std::size_t byte) {
    const std::size_t at = std::min(byte ? byte - 1 : 0, text.size());
    const std::size_t line = 1 + std::size_t(std::count(text.begin(), text.begin() + std::ptrdiff_t(at), '\n'));
    const std::size_t start = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    return {line, start == std::string::npos ? at + 1 : at - start};
}

/// nlohmann's message without its own codes and position.
std::string reason(const json::parse_error& problem) {
    const std::string what = problem.what();
    const auto from = what.find("syntax error");
    return from == std::string::npos ? what.substr(what.find("] ") + 2) : what.substr(from);
}

json parse(const fs::path& path, const std::string& text) {
    const auto reject_twins = [&, seen = std::vector<std::vector<std::string>>{}](int, json::parse_event_t event,
                                                                                  json& value) mutable {
        if (event == json::parse_event_t::object_start) seen.emplace_back();
        if (event == json::parse_event_t::object_end) seen.pop_back();
        if (event == json::parse_event_t::key) {
            const auto key = value.get<std::string>();
            auto& keys = seen.back();
            if (std::find(keys.begin(), keys.end(), key) != keys.end())
                throw UsageError(path.string() + ": the key '" + key + "' occurs twice; keep one");
            keys.push_back(key);
        }
        return true;
    };
    try {
        return json::parse(text, reject_twins);
    } catch (const json::parse_error& problem) {
        const auto [line, column] = place(text, problem.byte);
        throw UsageError(fmt::format("{}:{}:{}: {}", path.string(), line, column, reason(problem)));
    }
}

/// A recording's run.json has more keys than a preset, but can serve as one.
bool is_recording(const json& file) { return file.contains("started"); }

void require_known_keys(const fs::path& path, const json& file) {
    const std::vector<std::string> keys{"nearfield", "scene", "settings"};
    for (const auto& [key, value] : file.items())
        if (std::find(keys.begin(), keys.end(), key) == keys.end())
            throw UsageError(path.string() + ": no key '" + key + "' in a preset." + suggest(key, keys));
}

const ShippedPreset* find_shipped(const std::string& name) {
    for (const auto& preset : shipped_presets())
        if (name == preset.name || name == preset.scene + "/" + preset.name) return &preset;
    return nullptr;
}

Preset read_preset(const fs::path& path, const std::string& text) {
    const json file = parse(path, text);
    if (!file.is_object() || !file.contains("nearfield"))
        throw UsageError(path.string() +
                         R"(: not a preset; it should hold {"nearfield": 1, "scene": "...", "settings": {...}})");
    if (file["nearfield"] != 1)
        throw UsageError(fmt::format("{}: \"nearfield\": {} is not a version this program reads; it reads 1",
                                     path.string(), file["nearfield"].dump()));
    if (!is_recording(file)) require_known_keys(path, file);
    if (!file.contains("scene") || !file["scene"].is_string())
        throw UsageError(path.string() + ": \"scene\": expected the name of a scene");
    try {
        const SceneInfo& scene = find_scene(file["scene"].get<std::string>());
        Preset preset{&scene, scene.defaults()};
        if (file.contains("settings")) preset.settings.merge(file["settings"], path.string());
        return preset;
    } catch (const UsageError& problem) {
        const std::string what = problem.what();
        throw UsageError(what.rfind(path.string(), 0) == 0 ? what : path.string() + ": " + what);
    }
}

}  // namespace

Preset load_preset(const ShippedPreset& shipped) {
    return read_preset(shipped.scene + "/" + shipped.name, shipped.text);
}

Preset load_preset(const fs::path& path) {
    std::error_code problem;
    const ShippedPreset* shipped = fs::exists(path, problem) ? nullptr : find_shipped(path.string());
    return shipped ? load_preset(*shipped) : read_preset(path, read_text(path));
}

void save_preset(const fs::path& path, const SceneInfo& scene, const Settings& settings, bool force) {
    const nlohmann::ordered_json file = {{"nearfield", 1}, {"scene", scene.key}, {"settings", settings.to_json()}};
    write_file(path, force, [&](std::ostream& out) { out << file.dump(2) << '\n'; });
}

}  // namespace nearfield
