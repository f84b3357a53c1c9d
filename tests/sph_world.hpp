#pragma once
// Worlds of water for tests.
#include "backends.hpp"

#include "base/error.hpp"
#include "sim/scene.hpp"
#include "temporary.hpp"

#include <algorithm>
#include <map>

namespace nearfield {

using Values = std::map<std::string, std::string>;
inline Values operator+(Values a, const Values& b) {
    for (const auto& [key, value] : b) a[key] = value;
    return a;
}

inline const SceneInfo& scene() { return find_scene("sph"); }

inline Settings settings(const Values& values) {
    Settings s = scene().defaults();
    for (const auto& [key, value] : values) s.set(key, value);
    return s;
}

inline std::size_t index_of(const std::vector<Quantity>& list, const std::string& key) {
    return std::size_t(std::find_if(list.begin(), list.end(), [&](const Quantity& q) { return q.key == key; }) -
                       list.begin());
}
inline double metric(World& w, const std::string& key) { return w.metrics().at(index_of(scene().metrics, key)); }
inline const std::vector<float>& attribute(const ActorTable& table, const std::string& key) {
    return table.attributes.at(index_of(scene().attributes, key));
}

inline void run(World& w, int steps) {
    for (int n = 0; n < steps; ++n) w.step();
    w.finish();
}
inline void run_to(World& w, double time) {
    while (w.time() < time) w.step(), w.finish();
}

/// A temporary tank file, removed with the object.
struct TankFile {
    explicit TankFile(const std::string& text) : name(folder.write("tank.json", text).string()) {}

    const TemporaryFolder folder;
    const std::string name;
};

}  // namespace nearfield
