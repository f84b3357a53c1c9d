#include "app/preset.hpp"

#include "app/files.hpp"
#include "base/error.hpp"
#include "base/read_file.hpp"
#include "params/read_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace nearfield {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

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
    const json file = read_json(text, path.string());
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
    return shipped ? load_preset(*shipped) : read_preset(path, read_file(path, "the name of a preset file"));
}

void save_preset(const fs::path& path, const SceneInfo& scene, const Settings& settings, bool force) {
    const nlohmann::ordered_json file = {{"nearfield", 1}, {"scene", scene.key}, {"settings", settings.to_json()}};
    write_file(path, force, [&](std::ostream& out) { out << file.dump(2) << '\n'; });
}

}  // namespace nearfield
