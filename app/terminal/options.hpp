#pragma once
// Flags that several commands share, and the reading of their values.
#include "app/files.hpp"
#include "app/preset.hpp"
#include "app/terminal/command_line.hpp"
#include "base/read_number.hpp"
#include "sim/scene.hpp"

#include <string>
#include <vector>

namespace nearfield {

/// Flags that mean the same in every command.
void add_backend(CLI::App& command, std::string& backend);
void add_force(CLI::App& command, bool& force);
void add_resume(CLI::App& command, bool& resume);

/// Values of flags. Errors are UsageErrors that name the flag, the value and what is accepted.
u64 whole_number(const std::string& flag, const std::string& text, u64 least, u64 most);
double positive_number(const std::string& flag, const std::string& text);
std::vector<std::string> split(const std::string& text, char separator);

/// What to simulate, and on which backend.
struct Subject {
    const SceneInfo* scene;
    Settings settings;
    Backend backend;
    std::optional<WindowLook> look = {};  ///< of the preset
};

/// The flags that choose the subject: --scene, --backend, --actors, --seed, --draw, --set, --preset.
struct SubjectFlags {
    std::string scene, backend = "auto", actors, seed, draw, preset;
    std::vector<std::string> assignments;

    void add_scene(CLI::App& command);
    void add_actors(CLI::App& command);
    void add_all(CLI::App& command);
    /// Scene, preset, then --actors, --seed and --draw, then --set in order; later ones win.
    Subject choose() const;
};

/// What the texts among settings may name as files, for require_different.
std::vector<Output> files_of(const Settings& settings);

/// Circles, or the first scene if Circles was not built in.
const SceneInfo& default_scene();

}  // namespace nearfield
