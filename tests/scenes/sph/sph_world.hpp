#pragma once
// Worlds of water for tests.
#include "backends.hpp"

#include "base/error.hpp"
#include "temporary.hpp"
#include "worlds.hpp"

#include <map>

namespace nearfield {

using Values = std::map<std::string, std::string>;
inline Values operator+(Values a, const Values& b) {
    for (const auto& [key, value] : b) a[key] = value;
    return a;
}

inline const SceneInfo& scene() { return find_scene("sph"); }
inline Settings settings(const Values& values) { return settings_of(scene(), values); }

inline double metric(World& w, const std::string& key) {
    return w.metrics().at(index_by_key(scene().metrics, key).value());
}
inline const std::vector<float>& attribute(const ActorTable& table, const std::string& key) {
    return table.attributes.at(index_by_key(scene().attributes, key).value());
}

inline void run_to(World& w, double time) {
    while (w.time() < time) {
        w.step();
        w.finish();
    }
}

inline constexpr const char* methods[] = {"pbf", "dfsph", "wcsph"};

/// A temporary tank file, removed with the object.
struct TankFile {
    explicit TankFile(const std::string& text) : name(folder.write("tank.json", text).string()) {}

    const TemporaryFolder folder;
    const std::string name;
};

}  // namespace nearfield
