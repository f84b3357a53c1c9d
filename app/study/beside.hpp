#pragma once
// An experiment that runs beside this program, as a program of its own, and what its table holds so far.
#include "app/chart.hpp"
#include "app/study/experiment.hpp"
#include "base/child.hpp"

#include <chrono>
#include <filesystem>
#include <optional>

namespace nearfield {

/// What a table holds so far.
struct TableSoFar {
    u64 done = 0, failed = 0;
    Figure figure;        ///< a chart per measure; empty charts while nothing is done
    std::string problem;  ///< why it cannot be read; empty: it can
};

/// Reads a table while it may grow: a last line that is cut off is left out, a file that is not there yet is empty.
TableSoFar read_so_far(const Experiment& experiment, const std::filesystem::path& table);

/// Seconds left at the rate of the rows that came since the start; NaN before the first.
double seconds_left(u64 runs, u64 done_at_start, u64 done_now, double seconds);

/// `nearfield experiment FILE --out TABLE`, with low priority, so that what is on the screen goes on as before.
class ExperimentBeside {
  public:
    /// Starts it; a table that is there is continued. Throws Error if it cannot be started.
    ExperimentBeside(const std::filesystem::path& file, const std::filesystem::path& table, int jobs);
    /// Asks it to end and gives it a moment to write what it has.
    ~ExperimentBeside();
    ExperimentBeside(const ExperimentBeside&) = delete;
    ExperimentBeside& operator=(const ExperimentBeside&) = delete;

    /// Whether it goes on; once it has not, `verdict` is known.
    bool running();
    /// Asks it to end after the present steps: what is done is kept.
    void stop();
    bool stopping() const { return stopping_; }
    /// What it said last, in one line, if it failed; empty if all went well or it was stopped.
    const std::string& verdict() const { return verdict_; }

  private:
    Descriptor errors_;
    Child child_;
    bool ended_ = false, stopping_ = false;
    std::string verdict_;
};

}  // namespace nearfield
