#pragma once
#include "params/settings.hpp"
#include "sim/world.hpp"

namespace nearfield {

/// Kind of search in which elements meet.
enum class Meeting { none, by_distance, by_key, by_boxes };

struct CheckSuite;

/// A scene as the program lists it.
struct SceneInfo {
    std::string key, title, summary;
    std::string elements;              ///< name of the elements: "actors", "people", "cells"
    std::string length_unit;           ///< of positions; empty: none
    ParamSpecs params;                 ///< the scene's own, its services' and the common ones
    std::vector<Quantity> metrics;     ///< numbers of the scene as a whole
    std::vector<Quantity> attributes;  ///< values per element; the first is the default colour
    std::vector<Quantity> gauged;      ///< values of every gauge
    Meeting meeting = Meeting::none;
    std::vector<Tool> tools;                              ///< of World::tools(), and tools that add to a list parameter
    std::vector<CheckSuite> (*check_suites)() = nullptr;  ///< null: none
    std::unique_ptr<World> (*make_cpu)(const Settings&) = nullptr;
    std::unique_ptr<World> (*make_cuda)(const Settings&) = nullptr;  ///< null in a build without CUDA
    ~SceneInfo();

    Settings defaults() const { return Settings(params); }
    /// Index into `attributes` of the attribute that `settings` choose for colouring.
    int attribute(const Settings& settings) const { return settings.choice("colour"); }
    /// Null if there is no such tool.
    const Tool* tool(const std::string& key) const;
    bool searches() const { return meeting != Meeting::none; }
    /// Actors meet by key (a multi-map), not by distance: no grid, radius or visit.
    bool keyed() const { return meeting == Meeting::by_key; }
    /// Elements meet where their boxes do: no radius or visit.
    bool boxed() const { return meeting == Meeting::by_boxes; }
};

/// One scene for each folder under scenes/ that does not begin with an underscore, sorted by name.
const std::vector<SceneInfo>& scenes();

/// Throws UsageError with the nearest name if there is no such scene.
const SceneInfo& find_scene(std::string_view key);

/// A new world at step 0. Throws Error if it does not fit in memory, UsageError if the settings are invalid.
std::unique_ptr<World> make_world(const SceneInfo& scene, const Settings& settings, Backend backend);

}  // namespace nearfield
