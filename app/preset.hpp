#pragma once
#include "sim/scene.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// A run's appearance in the window: pace, camera, colours and drawing.
struct WindowLook {
    double pace = 0;              ///< as in command::Pace; 0: as fast as possible
    int draw_every = 1;           ///< steps between pictures
    std::array<float, 6> camera;  ///< pivot x, y, z, distance (0: all in view), world units; yaw and pitch in radians
    std::string colour_map;
    std::optional<std::array<float, 2>> colour_range;  ///< none: range of the data
    float size = 1;                                    ///< drawn radius relative to the actors' own
    bool glow = true, grid = false, outline = true;
    bool operator==(const WindowLook&) const = default;
};

/// A preset file: {"nearfield": 1, "scene": "circles", "settings": {"key": value, ...}, "window": {...}}. Missing
/// settings have their defaults. Without "window" the whole scene is in view.
struct Preset {
    const SceneInfo* scene;
    Settings settings;
    std::optional<WindowLook> look = {};
};

/// A preset that ships with the program: assets/presets/<scene>/<name>.json.
struct ShippedPreset {
    std::string scene, name, text;
};
const std::vector<ShippedPreset>& shipped_presets();
/// Loads a shipped preset. Throws like load_preset(name).
Preset load_preset(const ShippedPreset& shipped);

/// A preset saved by the user under a name.
struct OwnPreset {
    std::string name, scene;  ///< key of the scene
};
/// The user's presets by name. Skips files that are no presets.
std::vector<OwnPreset> own_presets();
/// Path of the preset `name` in the user's folder. If `name` is a path (names_path()), returns that path.
std::filesystem::path preset_file(const std::string& name);
/// The same path if the file exists.
std::optional<std::filesystem::path> existing_preset(const std::string& name);

/// Loads the shipped preset "name" or "scene/name". Otherwise loads a path's file, or the recording in that folder, and
/// for a name the user's own preset. `of` selects the scene if several have a preset of that name. Throws UsageError
/// with file, line (of invalid JSON) or key, and reason.
Preset load_preset(const std::string& name, const SceneInfo* of = nullptr);
/// Loads one of own_presets(). Throws like load_preset().
Preset load_own_preset(const std::string& name);
/// Throws UsageError for a name that load_preset() would find among the shipped presets.
void require_own_name(const std::string& name);
/// Writes a preset. Creates the user's folder if missing. Throws Error if the file exists (unless `force`) or cannot be
/// written.
void save_preset(const std::filesystem::path& path, const Preset& preset, bool force);

}  // namespace nearfield
