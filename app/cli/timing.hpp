#pragma once
// One configuration timed: a scene step by step, or a search over points again and again.
#include "app/cli/stats.hpp"
#include "app/cli/subjects.hpp"
#include "usp/report.hpp"

#include <functional>
#include <optional>

namespace nearfield {

/// How often and how long.
struct Effort {
    u64 steps = 100;  ///< timed steps (points: repetitions) per pass
    u64 warmup = 20;  ///< before them
    u64 repeats = 1;  ///< how often a scene is run from its start
};

/// The work done, beside the times. NaN where it was not measured.
struct Work {
    Audit first, last;  ///< per query, before and after the timed steps
    bool audited = false;
    u64 bins = 0;        ///< of the grid at the end
    u64 checksum = 0;    ///< of the neighbour sets at the start: equal for every way of searching, on every backend
    std::string chosen;  ///< the way that `search.auto` chose; empty if that is off
    /// Name and text of its columns in a CSV file.
    std::vector<std::pair<std::string, std::string>> cells() const;
};

/// Times in ms, per step. The stage "total" is the whole step without marks between stages; all others come from a pass
/// of their own with the marks: the stages by name, "stages" their sum, "construct" the part of it that builds the
/// grid, "model" the rest: the query and everything else the scene does.
struct Timed {
    StageTimes times;
    Work work;
};

/// Times a subject as `settings` say. `tick` is called now and then. None if interrupted. Throws as the scene or search
/// does.
std::optional<Timed> time_subject(const BenchSubject& subject, const Settings& settings, Backend backend,
                                  const Effort& effort, const std::function<void()>& tick);

}  // namespace nearfield
