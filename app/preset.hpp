#pragma once
#include "sim/scene.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace nearfield {

/// A preset file: {"nearfield": 1, "scene": "circles", "settings": {"key": value, ...}}. Keys left out keep their
/// defaults.
struct Preset {
    const SceneInfo* scene;
    Settings settings;
};

/// A preset that comes with the program: assets/presets/<scene>/<name>.json.
struct ShippedPreset {
    std::string scene, name, text;
};
const std::vector<ShippedPreset>& shipped_presets();
/// Throws like load_preset(path).
Preset load_preset(const ShippedPreset& shipped);

/// Loads a file or, if there is none of that name, the shipped preset "name" or "scene/name".
/// Throws UsageError naming file, line (for broken JSON) or key, and the reason.
Preset load_preset(const std::filesystem::path& path);
/// Throws Error if the file exists (unless `force`) or cannot be written.
void save_preset(const std::filesystem::path& path, const SceneInfo& scene, const Settings& settings, bool force);

}  // namespace nearfield
