#pragma once
// An experiment made of choices, as a window offers them.
#include "app/study/experiment.hpp"

namespace nearfield {

/// What a person chooses. The texts are those of an experiment's file.
struct Composition {
    struct Varied {
        std::string key, values;  ///< "v1,v2" or "FROM:TO:STEP"
    };
    struct Wanted {
        std::string metric;  ///< key
        Measure::How how = Measure::How::final;
    };
    const SceneInfo* scene;
    Settings settings;  ///< of what does not vary
    std::vector<Varied> vary;
    std::string seeds;  ///< "1:10"; empty: the present one
    std::vector<Wanted> measures;
    std::string stop;             ///< a condition; may be empty
    std::string limit;            ///< a number
    bool limit_is_steps = false;  ///< else seconds of the scene's clock
    std::string every;            ///< steps from one measurement to the next
};

/// `count` values from `from` to `to`, evenly spaced, without duplicates; whole numbers for a parameter that has only
/// these. Throws UsageError for fewer than one.
std::string evenly(const ParamSpec& spec, double from, double to, int count);

/// Throws UsageError, which names the field of the form that is wrong.
Experiment composed(const Composition& composition);

}  // namespace nearfield
