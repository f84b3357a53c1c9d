#pragma once
// What each optimisation of the search brings in the present state: theory beside measurement, in a sentence each.
#include "sim/simulation.hpp"

#include <optional>
#include <string>
#include <vector>

namespace nearfield::ui {

struct Session;

/// Mean times of the steps since the last change.
struct StageMeans {
    struct Stage {
        std::string name;
        double ms;
    };
    std::vector<Stage> stages;  ///< without the time in none of them
    double step_ms = 0;
};

/// What is known of the present state. What is not stays empty, and shows as a dash.
struct GainFacts {
    const Status& status;
    int dimensions = 2;
    Environment<3> box;
    std::optional<StageMeans> times;
};

/// None before the scene's first picture, and where actors do not meet by distance.
std::optional<GainFacts> gain_facts(const Session& session);

enum class Verdict { pays, even, costs, fact, unknown };

struct Gain {
    std::string name;
    Verdict verdict;
    std::string words;
};

/// For a scene whose actors meet by distance.
std::vector<Gain> gains(const GainFacts& facts);

/// What a step would take at each of the bin ratios that Tune timed, if its query took as long per candidate as with
/// the widest bins, which it reads with the least effort, and construction as long as measured: ms, in the order of the
/// curve (cost_curve). Empty if the state is another one by now, or if there is no theory for the visit.
std::vector<double> steps_in_theory(const GainFacts& facts, const std::vector<const TunedWay*>& curve);

}  // namespace nearfield::ui
