#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace nearfield::ui {

/// Window settings saved between sessions.
struct Preferences {
    int width = 0, height = 0;  ///< window size; 0: derived from the screen
    float ui_scale = 1;
    std::string colour_map;
    bool panels = true, drawer = true;
    bool glow = true, grid = false, bounds = true;
    int coarse = -1;  ///< 1: half resolution of a fluid's surface; -1: only with software OpenGL
    float size = 1;
    int span = 10;  ///< time span of the timing plot, s
    std::string scene;
    bool light = false;                                         ///< True for the light theme
    std::map<std::string, std::vector<std::string>> presented;  ///< metrics in presenter mode, per scene
    bool operator==(const Preferences&) const = default;
};

/// Returns the defaults if the file is missing. If it is invalid, returns the defaults and sets `complaint`, a message
/// for the user.
Preferences load_preferences(const std::filesystem::path& path, std::string& complaint);
void save_preferences(const std::filesystem::path& path, const Preferences& preferences);

}  // namespace nearfield::ui
