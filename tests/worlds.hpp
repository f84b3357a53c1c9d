#pragma once
// What tests do with worlds of any scene.
#include "sim/scene.hpp"

#include <algorithm>
#include <string>
#include <vector>

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

/// Where a metric or an attribute stands in its scene's list.
inline std::size_t index_of(const std::vector<Quantity>& list, const std::string& key) {
    return std::size_t(std::find_if(list.begin(), list.end(), [&](const Quantity& q) { return q.key == key; }) -
                       list.begin());
}

}  // namespace nearfield
