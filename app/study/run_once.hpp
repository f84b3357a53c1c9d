#pragma once
// One run of an experiment, and many runs in parallel.
#include "app/study/experiment.hpp"
#include "base/files_read.hpp"

#include <functional>

namespace nearfield {

/// Reason why a run stopped.
enum class Stopped { condition, steps, seconds, failed };

/// The result of one run: a row of the table.
struct RunResult {
    std::vector<double> measured;  ///< in the order of the measures; NaN if never measured
    u64 steps = 0;
    double seconds = 0;  ///< on the scene's clock; NaN if it has none
    Stopped stopped = Stopped::failed;
    std::string error;             ///< reason of the failure
    std::vector<FileRead> inputs;  ///< files that the run was made from
};

/// Creates the first run and throws its errors, so that a mistake in the settings shows before anything runs.
void require_start(const Experiment& experiment);

/// Executes a run on one thread, so that the result is the same on every machine. None after a signal.
std::optional<RunResult> run_once(const Experiment& experiment, u64 index);

/// Executes the runs of `indices` in parallel on `jobs` threads. `done` takes each result. `wait` is called at least
/// ten times a second. Both are called on the calling thread. Ends early after a signal. Rethrows their exceptions.
void run_all(const Experiment& experiment, const std::vector<u64>& indices, std::size_t jobs,
             const std::function<void(u64, RunResult)>& done, const std::function<void()>& wait);

}  // namespace nearfield
