#pragma once
// Flags that several commands share, and the reading of their values.
#include "sim/scene.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}

namespace nearfield {

/// A flag with one value, kept as text; refuses a missing value that would swallow the next flag.
CLI::Option* add_text(CLI::App& command, const std::string& flag, std::string& value, const std::string& type, const std::string& help);
/// The same for a flag with several values, or given several times.
CLI::Option* add_texts(CLI::App& command, const std::string& flag, std::vector<std::string>& values, const std::string& type,
                       const std::string& help);

/// Flags that mean the same in every command.
CLI::Option* add_steps(CLI::App& command, std::string& steps, const std::string& help);
CLI::Option* add_force(CLI::App& command, bool& force);
CLI::Option* add_resume(CLI::App& command, bool& resume);

/// Values of flags. Throw UsageError naming flag, value and what would do.
u64 whole_number(const std::string& flag, const std::string& text, u64 least, u64 most);
double positive_number(const std::string& flag, const std::string& text);
bool read_number(const std::string& text, double& value);
std::vector<std::string> split(const std::string& text, char separator);

/// What is to be simulated, and where.
struct Subject {
    const SceneInfo* scene;
    Settings settings;
    Backend backend;
};

/// The flags that choose it: --scene, --backend, --actors, --seed, --draw, --set, --preset.
struct SubjectFlags {
    std::string scene, backend = "auto", actors, seed, draw, preset;
    std::vector<std::string> assignments;

    void add_scene(CLI::App& command);
    void add_backend(CLI::App& command);
    void add_actors(CLI::App& command);
    void add_all(CLI::App& command);
    /// Scene, preset, then --actors, --seed and --draw, then --set in order: the later wins.
    Subject choose() const;
};

/// Circles, or the first scene there is.
const SceneInfo& default_scene();

}  // namespace nearfield
