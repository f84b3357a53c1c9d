#pragma once
// Checks of a scene against known results, and their findings.
#include "base/curves.hpp"
#include "exec/backend.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace nearfield {

/// A value with its criterion.
struct Finding {
    std::string what;
    double value = 0;
    std::string unit, criterion;
    bool met = false;
};

using Findings = std::vector<Finding>;

/// Simulated curves over published points.
using CurvesOverData = Curves;

/// Conditions of a check. `quick`: fewer seeds, fewer people, shorter runs.
struct Conditions {
    Backend backend = Backend::cpu;
    bool quick = false;
    unsigned seed = 1;
    std::function<void(CurvesOverData)> draw = [](CurvesOverData) {};
};

struct Check {
    std::string suite, id, title;
    std::string departure;  ///< reason why the plain model may miss the criterion; empty: a miss is a failure
    std::function<Findings(const Conditions&)> run;
};

/// Requires value in [lo, hi].
Finding within(std::string what, double value, double lo, double hi, std::string unit = "");
/// Requires value <= most.
Finding at_most(std::string what, double value, double most, std::string unit = "");
Finding at_least(std::string what, double value, double least, std::string unit = "");
/// Reports a value without a criterion.
Finding reported(std::string what, double value, std::string unit = "");
/// Replaces findings that this machine cannot make. The finding has no value.
Finding left_out(const std::string& why);

/// Checks that `nearfield validate NAME` makes.
struct CheckSuite {
    std::string name, about;
    std::vector<Check> checks;
};

}  // namespace nearfield
