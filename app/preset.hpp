#pragma once
#include "sim/scene.hpp"

#include <filesystem>

namespace nearfield {

/// A preset file: {"nearfield": 1, "scene": "circles", "settings": {"key": value, ...}}. Keys left out keep their defaults.
struct Preset {
    const SceneInfo* scene;
    Settings settings;
};

/// Throws UsageError naming file, line (for broken JSON) or key, and the reason.
Preset load_preset(const std::filesystem::path& path);
/// Throws Error if the file exists (unless `force`) or cannot be written.
void save_preset(const std::filesystem::path& path, const SceneInfo& scene, const Settings& settings, bool force);

}  // namespace nearfield
