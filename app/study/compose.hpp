#pragma once
// An experiment made of choices, as a window offers them.
#include "app/study/experiment.hpp"

namespace nearfield {

/// A person's choices. Texts have the form of an experiment's file.
struct Composition {
    struct Varied {
        std::string key, values;  ///< "v1,v2" or "FROM:TO:STEP"
    };
    struct Wanted {
        std::string metric;  ///< key of the metric
        Measure::How how = Measure::How::final;
    };
    const SceneInfo* scene;
    Settings settings;  ///< of all parameters that do not vary
    std::vector<Varied> vary;
    std::string seeds;  ///< "1:10"; empty: the present seed
    std::vector<Wanted> measures;
    std::string stop;             ///< condition; may be empty
    std::string limit;            ///< number
    bool limit_is_steps = false;  ///< else in seconds of the scene's clock
    std::string every;            ///< steps between measurements
};

/// Returns `count` evenly spaced values from `from` to `to`, without duplicates, rounded for an integer parameter.
/// Throws UsageError if `count` is below 1.
std::string evenly(const ParamSpec& spec, double from, double to, int count);

/// Returns the experiment of these choices. Throws UsageError, which names the field of the form that is wrong.
Experiment composed(const Composition& composition);

}  // namespace nearfield
