#pragma once
// What can be timed: the scenes, and sets of points without a scene.
#include "sim/scene.hpp"
#include "usp/measure.hpp"

namespace nearfield {

/// Either a scene, or points that are made from settings and only searched.
struct BenchSubject {
    std::string key, title;
    ParamSpecs params;
    const SceneInfo* scene = nullptr;
    MeasureRequest (*points)(const Settings&) = nullptr;

    Settings defaults() const { return Settings(params); }
    bool searches() const { return !scene || scene->searches(); }
};

BenchSubject subject_of(const SceneInfo& scene);

/// Uniform points over a row of bins: construction depends only on the numbers of points and bins.
const BenchSubject& row_of_bins();
/// Uniform points in a wrapped box: every query is far from walls.
const BenchSubject& uniform_points();

}  // namespace nearfield
