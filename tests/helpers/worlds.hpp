#pragma once
// What tests do with worlds of any scene.
#include "sim/scene.hpp"

namespace nearfield {

/// What a scene begins with, but for these keys and values.
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
