#pragma once
// One configuration timed: a scene step by step, or a search over points again and again.
#include "app/study/stats.hpp"
#include "app/study/subjects.hpp"
#include "usp/explain/report.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace nearfield {

/// A metric of a scene that has to reach a value.
struct Until {
    std::string metric;  ///< none if empty
    double value = 0;

    bool operator==(const Until&) const = default;
};

/// How often and how long.
struct Effort {
    u64 steps = 100;   ///< timed steps (points: repetitions) per pass
    u64 warmup = 20;   ///< before them
    u64 repeats = 1;   ///< how often a scene's timed steps are done
    Until until = {};  ///< further warm-up of a scene, in steps of 16

    bool operator==(const Effort&) const = default;
};

/// The work done, beside the times: that of a search, or else the elements of a scene without one. NaN where it was not
/// measured.
struct Work {
    Audit first, last;  ///< per query, before and after the timed steps
    bool audited = false;
    u64 bins = 0;        ///< of the grid at the end
    u64 checksum = 0;    ///< of the neighbour sets at the start (after the warm-up if there are none before): equal
                         ///< for every way of searching
    std::string chosen;  ///< the way that `search.auto` chose; empty if that is off
    u64 elements = 0;    ///< of a scene without a search

    /// Column of a scene without a search: million elements that a stage does per second.
    static std::string rate_column(const BenchSubject& subject) {
        return "million_" + subject.scene->elements + "_per_s";
    }
    /// Names of its columns in a CSV file.
    static std::vector<std::string> columns(const BenchSubject& subject);
    /// Their texts for a stage that takes `ms`.
    std::vector<std::string> cells(const BenchSubject& subject, double ms) const;
};

/// Times in ms, per step. The stage "total" is the whole step without marks between stages; all others come from a pass
/// of their own with the marks: the stages by name, "stages" their sum, "construct" the part of it that builds the
/// grid, "model" the rest: the query and everything else the scene does. These two are missing where nothing is built.
struct Timed {
    StageTimes times;
    Work work;
};

class TimedScene;

/// Times one subject after the other. A scene goes on to settings that leave its start as it was, and is made anew for
/// others: making a plan's routes takes longer than timing it. Settings of the search share one warm-up.
class Timing {
  public:
    Timing();
    ~Timing();

    /// Times a subject as `settings` say. `tick` is called now and then. None if interrupted. Throws as the scene or
    /// search does.
    std::optional<Timed> time(const BenchSubject& subject, const Settings& settings, Backend backend,
                              const Effort& effort, const std::function<void()>& tick);

  private:
    std::unique_ptr<TimedScene> last_;
};

}  // namespace nearfield
