#pragma once
// Helpers for worlds of any scene.
#include "sim/scene.hpp"

namespace nearfield {

/// A scene's default settings, with these keys and values changed.
template <class Values> Settings settings_of(const SceneInfo& scene, const Values& values) {
    Settings settings = scene.defaults();
    for (const auto& [key, value] : values) settings.set(key, value);
    return settings;
}

inline void run(World& world, int steps) {
    for (int n = 0; n < steps; ++n) world.step();
    world.finish();
}

}  // namespace nearfield
