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

/// An experiment as files and flags state it; what is left out is empty.
struct ExperimentText {
    std::string title;
    Stated scene, preset, backend;
    std::vector<Stated> settings;  ///< "key=value"; later ones win
    std::vector<Stated> vary;      ///< "key=v1,v2" or "key=FROM:TO:STEP"
    Stated seeds;                  ///< values of the parameter `seed`
    std::vector<Stated> measures;
    Stated stop;                   ///< a condition
    Stated seconds, steps, every;  ///< numbers
    std::string made_with;         ///< version of the program, in the header of a table
};

/// Reads {"nearfield": 1, "scene": ..., "measure": [...], ...}. Throws UsageError, which names the file and the key or
/// the line.
ExperimentText read_experiment(const std::string& text, const std::string& name);

constexpr u64 most_steps = 1'000'000'000;  ///< of a run

/// What is to be run, checked. Seeds are the last sweep.
struct Experiment : StudyPlan {
    using StudyPlan::StudyPlan;

    ExperimentText as_stated;
    const SceneInfo* scene = nullptr;
    std::vector<std::string> names;  ///< of the numbers in formulas: metrics, time, step, numeric parameters
    std::vector<Measure> measures;
    std::optional<Expression> stop;
    double seconds = INFINITY;  ///< of the scene's clock; infinite if only `steps` limits a run
    u64 steps = most_steps;     ///< limit
    u64 every = 1;              ///< steps from one measurement to the next
};

/// The settings of a scene that an experiment begins with: the defaults, but a search that repeats itself to the last
/// bit, and no timing of stages.
Settings experiment_defaults(const SceneInfo& scene);

/// Throws UsageError, which names the place of what is wrong.
Experiment experiment_of(ExperimentText text);

/// The experiment as a file that states it once more, with every setting that is not the default.
nlohmann::ordered_json to_json(const Experiment& experiment);

/// What differs between two experiments that should be the same, such as `"stop"`; empty if nothing does.
std::string difference(const Experiment& one, const Experiment& other);

}  // namespace nearfield
