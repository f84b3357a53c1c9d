#pragma once
// Flags shared by several commands, and functions that read their values.
#include "app/files.hpp"
#include "app/preset.hpp"
#include "app/terminal/command_line.hpp"
#include "base/read_number.hpp"
#include "sim/scene.hpp"

#include <string>
#include <vector>

namespace nearfield {

/// Flags with the same meaning in every command.
void add_backend(CLI::App& command, std::string& backend);
void add_force(CLI::App& command, bool& force);
void add_resume(CLI::App& command, bool& resume);

/// Parse values of flags. Throw UsageError with the flag, the value and the accepted values.
u64 whole_number(const std::string& flag, const std::string& text, u64 least, u64 most);
double positive_number(const std::string& flag, const std::string& text);
std::vector<std::string> split(const std::string& text, char separator);

/// A scene with its settings and backend.
struct Subject {
    const SceneInfo* scene;
    Settings settings;
    Backend backend;
    std::optional<WindowLook> look = {};  ///< from the preset
};

/// The flags that choose the subject: --scene, --backend, --actors, --seed, --draw, --set, --preset.
struct SubjectFlags {
    std::string scene, backend = "auto", actors, seed, draw, preset;
    std::vector<std::string> assignments;

    void add_scene(CLI::App& command);
    void add_actors(CLI::App& command);
    void add_all(CLI::App& command);
    /// Applies scene, preset, --actors, --seed and --draw, then --set in order. Later values win.
    Subject choose() const;
};

/// Settings' texts that may name files, as inputs for require_different.
std::vector<Output> files_of(const Settings& settings);

/// Returns Circles, or the first scene in a build without Circles.
const SceneInfo& default_scene();

}  // namespace nearfield
