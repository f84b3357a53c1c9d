#pragma once
#include "app/preset.hpp"
#include "app/ui/panel.hpp"
#include "sim/run.hpp"

#include <filesystem>
#include <functional>
#include <optional>

namespace nearfield {

/// Initial state of the window.
struct WindowOptions {
    const SceneInfo* scene;
    Settings settings;
    Backend backend = Backend::cpu;
    bool paused = false;
    bool host_copy = false;                           ///< True to disable interop
    std::optional<std::filesystem::path> screenshot;  ///< file written after `steps`
    std::optional<std::filesystem::path> record;      ///< file that records from the first step
    std::optional<u64> steps;                         ///< number of steps before quitting
    bool force = false;
    std::optional<WindowLook> look;                            ///< look applied once the preset's scene is loaded
    std::optional<std::string> lesson;                         ///< lesson opened over the scene
    std::function<ui::Panels()> panels;                        ///< makes additional panels; may be empty
    std::optional<Replay> replay;                              ///< replaces scene, settings and backend
    std::vector<Command> first;                                ///< commands executed first
    std::function<bool()> interrupted = [] { return false; };  ///< polled; True closes the window
};

/// Opens the window and runs until it is closed. Returns the exit code. If the X server is lost, completes the files
/// and exits with 1. Throws Error without a display or OpenGL 3.3, before any file is written.
int run_window(const WindowOptions& options);

}  // namespace nearfield
