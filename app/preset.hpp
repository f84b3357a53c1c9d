#pragma once
#include "sim/scene.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// How the window shows a run: its pace, camera, colours and drawing.
struct WindowLook {
    double pace = 0;              ///< as in command::Pace; 0: as fast as possible
    int draw_every = 1;           ///< steps from one picture to the next
    std::array<float, 6> camera;  ///< pivot x, y, z, distance (0: all in view), world units; yaw and pitch in radians
    std::string colour_map;
    std::optional<std::array<float, 2>> colour_range;  ///< none: follows the data
    float size = 1;                                    ///< drawn radius over the actors' own
    bool glow = true, grid = false, outline = true;
    bool operator==(const WindowLook&) const = default;
};

/// A preset file: {"nearfield": 1, "scene": "circles", "settings": {"key": value, ...}, "window": {...}}. Settings left
/// out keep their defaults; without "window" the scene is framed as a whole.
struct Preset {
    const SceneInfo* scene;
    Settings settings;
    std::optional<WindowLook> look = {};
};

/// A preset that comes with the program: assets/presets/<scene>/<name>.json.
struct ShippedPreset {
    std::string scene, name, text;
};
const std::vector<ShippedPreset>& shipped_presets();
/// Throws like load_preset(name).
Preset load_preset(const ShippedPreset& shipped);

/// A preset that the user has saved under a name.
struct OwnPreset {
    std::string name, scene;  ///< the scene's key
};
/// By name; files that are no presets are left out.
std::vector<OwnPreset> own_presets();
/// The file of a preset that is called `name`: in the user's folder of presets, or, if the name is a path
/// (names_path()), that path.
std::filesystem::path preset_file(const std::string& name);
/// That file, if there is one.
std::optional<std::filesystem::path> existing_preset(const std::string& name);

/// Loads the shipped preset "name" or "scene/name"; else, for a path, the file, or the recording in that folder; else
/// the user's own preset of that name. `of`: the scene that is meant where several have a preset of that name. Throws
/// UsageError naming file, line (for broken JSON) or key, and the reason.
Preset load_preset(const std::string& name, const SceneInfo* of = nullptr);
/// Loads one of own_presets(). Throws as load_preset().
Preset load_own_preset(const std::string& name);
/// Throws UsageError for a name under which load_preset() finds a shipped preset.
void require_own_name(const std::string& name);
/// Makes the user's folder if need be. Throws Error if the file exists (unless `force`) or cannot be written.
void save_preset(const std::filesystem::path& path, const Preset& preset, bool force);

}  // namespace nearfield
