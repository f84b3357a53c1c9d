#pragma once
#include "app/preset.hpp"
#include "app/ui/panel.hpp"
#include "sim/run.hpp"

#include <filesystem>
#include <functional>
#include <optional>

namespace nearfield {

/// What the window opens with.
struct WindowOptions {
    const SceneInfo* scene;
    Settings settings;
    Backend backend = Backend::cpu;
    bool paused = false;
    bool host_copy = false;                           ///< do not try interop
    std::optional<std::filesystem::path> screenshot;  ///< written once `steps` are done
    std::optional<std::filesystem::path> record;      ///< recording from the first step on
    std::optional<u64> steps;                         ///< quit after this many
    bool force = false;
    std::optional<WindowLook> look;      ///< of the preset, once its scene is there
    std::optional<std::string> lesson;   ///< opened over the scene
    std::function<ui::Panels()> panels;  ///< makes panels beside those that every window has; none: there are none
    std::optional<Replay> replay;        ///< in place of scene, settings and backend
    std::vector<Command> first;          ///< carried out before anything else
    std::function<bool()> interrupted = [] { return false; };  ///< asked often: whether to end the window
};

/// Opens the window and runs until it is closed. Returns the exit code; exits with 1 once its files
/// are complete if an X server is lost. Throws Error if there is no display or no OpenGL 3.3; then nothing has been
/// written.
int run_window(const WindowOptions& options);

}  // namespace nearfield
