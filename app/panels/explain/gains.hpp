#pragma once
// Benefit of each optimisation of the search in the current state: theory and measurement, one sentence each.
#include "sim/simulation.hpp"

#include <optional>
#include <string>
#include <vector>

namespace nearfield::ui {

struct Session;

/// Mean step times since the last change.
struct StageMeans {
    struct Stage {
        std::string name;
        double ms;
    };
    std::vector<Stage> stages;  ///< without the time outside all stages
    double step_ms = 0;
};

/// Known facts of the current state. Unknown ones are empty and shown as a dash.
struct GainFacts {
    const Status& status;
    int dimensions = 2;
    Environment<3> box;
    std::optional<StageMeans> times;
};

/// None before the scene's first picture, and in scenes whose actors do not meet by distance.
std::optional<GainFacts> gain_facts(const Session& session);

enum class Verdict { pays, even, costs, fact, unknown };

struct Gain {
    std::string name;
    Verdict verdict;
    std::string words;
};

/// Returns the gains of a scene whose actors meet by distance.
std::vector<Gain> gains(const GainFacts& facts);

/// Returns theoretical step times in ms for the bin ratios timed by Tune, in the order of the curve (cost_curve).
/// Assumes the measured construction time. Assumes the query time per candidate of the widest bins, whose reading costs
/// least. Empty if the state has changed or the visit has no theory.
std::vector<double> steps_in_theory(const GainFacts& facts, const std::vector<const TunedWay*>& curve);

}  // namespace nearfield::ui
