#pragma once
// Subjects of timing: scenes, and sets of points without a scene.
#include "sim/scene.hpp"
#include "usp/ask/measure.hpp"

namespace nearfield {

/// A scene, generated points that are only searched, or sampled work without either.
struct BenchSubject {
    std::string key, title;
    ParamSpecs params;
    const SceneInfo* scene = nullptr;
    MeasureRequest (*points)(const Settings&) = nullptr;
    Audit (*sampled)(const Settings&) = nullptr;

    Settings defaults() const { return Settings(params); }
    bool searches() const { return !scene || scene->searches(); }
};

BenchSubject subject_of(const SceneInfo& scene);

/// All subjects that are no scenes.
const std::vector<BenchSubject>& other_subjects();

}  // namespace nearfield
