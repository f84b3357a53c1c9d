#pragma once
// What the checks of lessons are made of: the numbers that a run measures, by name.
#include "sim/simulation.hpp"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace nearfield::lessons {

/// Times of the last steps since something was changed.
class StepClock {
  public:
    void add(const StepTimes& times);
    void clear() { last_.clear(); }
    /// Mean over the steps, in ms, of `total`, `construction`, or a stage by name. NaN before the fifth step.
    double mean(const std::string& name) const;

  private:
    std::deque<StepTimes> last_;
};

/// A run as checks see it.
struct Measured {
    const SceneInfo* scene;
    std::shared_ptr<const Settings> settings;
    u64 step = 0;
    double time = 0;  ///< s; NaN in a scene without a clock
    GridReport grid;
    Readings readings;
    Answers answers;
    std::shared_ptr<const Audit> audit;            ///< null: not known
    std::shared_ptr<const Inspection> inspection;  ///< of the selected actor; null: none is
    std::shared_ptr<const StepClock> clock;
};

Measured measured(Run& run, std::shared_ptr<const StepClock> clock);
Measured measured(const Status& status, std::shared_ptr<const StepClock> clock);

/// Numbers that a lesson has noted on its way, by name.
using Notes = std::map<std::string, double>;

/// The names that a check in this scene may use, beside those of notes.
std::vector<std::string> names_in(const SceneInfo& scene);
/// NaN if it is not known at present.
double value_of(const Measured& measured, const Notes& notes, const std::string& name);
/// What makes a number known: "run some steps".
std::string what_measures(const std::string& name);

}  // namespace nearfield::lessons
