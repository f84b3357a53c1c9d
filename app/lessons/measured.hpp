#pragma once
// The numbers that a run measures, by name. The checks of lessons use them.
#include "sim/simulation.hpp"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace nearfield::lessons {

/// Times of the last steps since the last change.
class StepClock {
  public:
    void add(const StepTimes& times);
    void clear() { last_.clear(); }
    /// Mean over the steps, ms, of `total`, `construction` or a stage by name. NaN before the fifth step.
    double mean(const std::string& name) const;

  private:
    std::deque<StepTimes> last_;
};

/// The data of a run that checks can use.
struct Measured {
    const SceneInfo* scene;
    std::shared_ptr<const Settings> settings;
    u64 step = 0;
    double time = 0;  ///< on the scene's clock, s; NaN without a clock
    GridReport grid;
    Readings readings;
    Answers answers;
    std::shared_ptr<const Audit> audit;            ///< null if unknown
    std::shared_ptr<const Inspection> inspection;  ///< of the selected actor; null if none is selected
    std::shared_ptr<const StepClock> clock;
};

Measured measured(Run& run, std::shared_ptr<const StepClock> clock);
Measured measured(const Status& status, std::shared_ptr<const StepClock> clock);

/// Numbers that a lesson has recorded, by name.
using Notes = std::map<std::string, double>;

/// Names of measured numbers that a check in this scene may use.
std::vector<std::string> names_in(const SceneInfo& scene);
/// The number of that name, measured or noted. NaN if it is unknown at present.
double value_of(const Measured& measured, const Notes& notes, const std::string& name);
/// An instruction that makes a number known: "run some steps".
std::string what_measures(const std::string& name);

}  // namespace nearfield::lessons
