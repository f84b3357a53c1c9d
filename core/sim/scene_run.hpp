#pragma once
#include "sim/run.hpp"

namespace nearfield {

/// A run of a scene for checks.
class SceneRun {
  public:
    using Values = std::vector<std::pair<std::string, std::string>>;

    /// `usual`: default settings of such runs, which `values` override.
    SceneRun(const std::string& scene, Backend backend, const Values& usual, const Values& values)
        : run_(find_scene(scene), settings_of(scene, usual, values), backend) {}

    World& world() { return run_.world(); }
    double time() const { return run_.world().time(); }
    /// A metric of the scene by key.
    double metric(const std::string& key) { return run_.metric(key); }
    void set(const std::string& key, const Value& value) { run_.apply(command::Set{key, value}); }
    void step(u64 count = 1) { run_.advance(count); }

  protected:
    Run run_;

  private:
    static Settings settings_of(const std::string& scene, const Values& usual, const Values& values) {
        Settings settings = find_scene(scene).defaults();
        for (const auto* some : {&usual, &values})
            for (const auto& [key, value] : *some) settings.set(key, value);
        return settings;
    }
};

}  // namespace nearfield
