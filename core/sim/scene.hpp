#pragma once
#include "sim/world.hpp"

namespace nearfield {

/// Parameters that every scene has beside its own and the search's.
struct CommonParams {
    int seed = 12;
    int colour = 0;
    int trails = 0;
    bool stage_timing = true;
};

/// And those that a fluid has beside them.
struct FluidParams {
    Drawing draw = Drawing::water;
};

/// A scene as the program lists it.
struct SceneInfo {
    std::string key, title, summary;
    ParamSpecs params;               ///< the scene's own, the search's and the common ones
    std::vector<Quantity> metrics;   ///< numbers of the scene as a whole
    std::vector<Quantity> attributes;///< values per actor; the first colours the scene by default
    std::vector<Quantity> gauged;    ///< values of every gauge
    bool pointed = false;            ///< the mouse can act on the actors: World::point
    bool drops = false;              ///< World::drop
    bool fluid = false;              ///< the actors can be drawn as a fluid with a surface: the parameter `draw`
    bool keyed = false;              ///< actors meet by key (a multi-map), not by distance: no grid, radius or visit
    std::unique_ptr<World> (*make_cpu)(const Settings&) = nullptr;
    std::unique_ptr<World> (*make_cuda)(const Settings&) = nullptr;  ///< null in a build without CUDA

    Settings defaults() const { return Settings(params); }
    /// Index into `attributes` of the attribute that `settings` colour by.
    int attribute(const Settings& settings) const { return int(settings.get("colour")); }
};

/// Every folder under scenes/ that does not begin with an underscore, by name.
const std::vector<SceneInfo>& scenes();

/// Throws UsageError with the nearest name if there is no such scene.
const SceneInfo& find_scene(const std::string& key);

/// A new world at step 0. Throws Error if it does not fit in memory, UsageError if the settings make no sense.
std::unique_ptr<World> make_world(const SceneInfo& scene, const Settings& settings, Backend backend);

}  // namespace nearfield
