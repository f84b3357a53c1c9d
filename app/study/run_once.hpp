#pragma once
// One run of an experiment, and many of them at once.
#include "app/study/experiment.hpp"

#include <functional>

namespace nearfield {

/// Why a run stopped.
enum class Stopped { condition, steps, seconds, failed };

/// The result of one run: a row of the table.
struct RunResult {
    std::vector<double> measured;  ///< in the order of the measures; NaN: never measured
    u64 steps = 0;
    double seconds = 0;  ///< of the scene's clock; NaN if it has none
    Stopped stopped = Stopped::failed;
    std::string error;  ///< why it failed
};

/// Throws what making the first run throws, so that a mistake in the settings is told before anything is run.
void require_start(const Experiment& experiment);

/// Runs on one thread, so that the result is the same wherever it is run. None after a signal.
std::optional<RunResult> run_once(const Experiment& experiment, u64 index);

/// Runs those of `indices` at once on `jobs` threads. `done` takes each result, and `wait` is called at least ten times
/// a second, both on the calling thread. Ends early after a signal. Throws what they throw.
void run_all(const Experiment& experiment, const std::vector<u64>& indices, std::size_t jobs,
             const std::function<void(u64, RunResult)>& done, const std::function<void()>& wait);

}  // namespace nearfield
