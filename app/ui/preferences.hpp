#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace nearfield::ui {

/// What the window remembers from one start to the next.
struct Preferences {
    int width = 0, height = 0;  ///< window size; 0: the screen decides
    float ui_scale = 1;
    std::string colour_map;
    bool panels = true, drawer = true;
    bool glow = true, grid = false, bounds = true;
    int coarse = -1;  ///< a fluid's surface at half of its resolution; -1: only if OpenGL runs in software
    float size = 1;
    int span = 10;  ///< seconds in the timing plot
    std::string scene;
    bool light = false;                                         ///< theme
    std::map<std::string, std::vector<std::string>> presented;  ///< metrics in presenter mode, by scene
    bool operator==(const Preferences&) const = default;
};

/// A missing file gives the defaults. A broken one gives the defaults and a complaint for the user.
Preferences load_preferences(const std::filesystem::path& path, std::string& complaint);
void save_preferences(const std::filesystem::path& path, const Preferences& preferences);

}  // namespace nearfield::ui
