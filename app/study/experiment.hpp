#pragma once
// An experiment: a scene run for every combination of parameter values and seeds.
#include "app/study/measure.hpp"
#include "app/study/plan.hpp"
#include "sim/scene.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// An experiment as files and flags state it. Whatever they leave out is empty.
struct ExperimentText {
    std::string title;
    Stated scene, preset, backend;
    std::vector<Stated> settings;  ///< "key=value"; later ones win
    std::vector<Stated> vary;      ///< "key=v1,v2" or "key=FROM:TO:STEP"
    Stated seeds;                  ///< values of the parameter `seed`
    std::vector<Stated> measures;
    Stated stop;                   ///< condition
    Stated seconds, steps, every;  ///< numbers
};

/// Reads {"nearfield": 1, "scene": ..., "measure": [...], ...}. Throws UsageError, which names the file and the key or
/// line.
ExperimentText read_experiment(const std::string& text, const std::string& name);

constexpr u64 most_steps = 1'000'000'000;  ///< limit per run

/// A checked experiment. Seeds are the last sweep.
struct Experiment : StudyPlan {
    using StudyPlan::StudyPlan;

    ExperimentText as_stated;
    const SceneInfo* scene = nullptr;
    std::vector<std::string> names;  ///< names in formulas: metrics, time, step, numeric parameters
    std::vector<Measure> measures;
    std::optional<Expression> stop;
    double seconds = INFINITY;  ///< limit on the scene's clock; infinite if only `steps` limits a run
    u64 steps = most_steps;     ///< limit of a run
    u64 every = 1;              ///< steps between measurements
};

/// Initial settings of a scene's experiment: the defaults, but with a search that repeats to the last bit and without
/// timing of stages.
Settings experiment_defaults(const SceneInfo& scene);

/// Checks the text and returns its experiment. Throws UsageError, which names the place of the mistake.
Experiment experiment_of(ExperimentText text);

/// The experiment as a file that reads back as the same experiment. It holds every setting that is not the default.
nlohmann::ordered_json to_json(const Experiment& experiment);

/// The first difference between two experiments that should be equal, such as `"stop"`. Empty if they are equal.
std::string difference(const Experiment& one, const Experiment& other);

}  // namespace nearfield
