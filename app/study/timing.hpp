#pragma once
// The timing of one configuration: steps of a scene, or repeated searches over points.
#include "app/study/stats.hpp"
#include "app/study/subjects.hpp"
#include "base/files_read.hpp"
#include "base/median.hpp"
#include "usp/explain/report.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace nearfield {

/// A value that a metric of a scene must reach.
struct Until {
    std::string metric;  ///< key; empty: no condition
    double value = 0;

    bool operator==(const Until&) const = default;
};

/// Effort of a timing.
struct Effort {
    u64 steps = 100;   ///< timed steps (points: repetitions) per pass
    u64 warmup = 20;   ///< steps before the timed ones
    u64 repeats = 1;   ///< rounds, each of one pass over every configuration
    Until until = {};  ///< additional warm-up of a scene, in batches of 16 steps

    bool operator==(const Effort&) const = default;
};

/// The work of a timing: of a search, or the number of elements of a scene without one. NaN if not measured.
struct Work {
    Audit first, last;  ///< per query, before and after the timed steps
    bool audited = false;
    u64 bins = 0;        ///< of the final grid
    u64 checksum = 0;    ///< of the initial neighbour sets (after the warm-up if there were none before): equal
                         ///< for every way of searching
    std::string chosen;  ///< way chosen by `search.auto`; empty if it is off
    u64 elements = 0;    ///< of a scene without a search

    /// Column of a scene without a search: million elements that a stage does per second.
    static std::string rate_column(const BenchSubject& subject) {
        return "million_" + subject.scene->elements + "_per_s";
    }
    /// Names of the work's columns in a CSV file.
    static std::vector<std::string> columns(const BenchSubject& subject);
    /// Cells of the work for a stage that takes `ms`.
    std::vector<std::string> cells(const BenchSubject& subject, double ms) const;
};

/// Times in ms per step. The stage "total" is the whole step without marks between stages. All others come from a
/// separate pass with marks: the stages by name; "stages", their sum; "construct", the part that builds the grid;
/// "model", the query and the rest of the scene. "construct" and "model" are missing if nothing is built.
struct Timed {
    StageTimes times;
    Work work;
    std::vector<FileRead> inputs;  ///< files that the scene was made from
    double other_load = NAN;       ///< cores that other programs kept busy meanwhile
    /// Per stage, the median over the rounds of its time divided by that of the first configuration. Empty with one
    /// round.
    std::map<std::string, MedianInterval> over_first = {};
};

class TimedScene;

/// Times one subject after another. Keeps a scene for settings that leave its initial state unchanged and makes a new
/// one for others, because making a plan's routes takes longer than timing it. Search settings share one warm-up.
class Timing {
  public:
    Timing();
    ~Timing();

    /// Times one pass of a subject with `settings`. `tick` is called repeatedly. None if interrupted. Throws the
    /// exceptions of the scene or search.
    std::optional<Timed> time(const BenchSubject& subject, const Settings& settings, Backend backend,
                              const Effort& effort, const std::function<void()>& tick);

  private:
    std::unique_ptr<TimedScene> last_;
};

}  // namespace nearfield
