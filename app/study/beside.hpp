#pragma once
// Runs an experiment as a program of its own beside this one, and reads its table meanwhile.
#include "app/chart.hpp"
#include "app/study/experiment.hpp"
#include "base/child.hpp"

#include <chrono>
#include <filesystem>
#include <optional>

namespace nearfield {

/// The present content of a growing table.
struct TableSoFar {
    u64 done = 0, failed = 0;
    Figure figure;        ///< a chart per measure; charts are empty before the first run is done
    std::string problem;  ///< why the table cannot be read; empty if it can
};

/// Reads a table that may still grow. Ignores an incomplete last line. A missing file counts as an empty table.
TableSoFar read_so_far(const Experiment& experiment, const std::filesystem::path& table);

/// Seconds left at the rate of the rows added since the start. NaN before the first.
double seconds_left(u64 runs, u64 done_at_start, u64 done_now, double seconds);

/// Runs `nearfield experiment FILE --out TABLE` with low priority, so that the window stays responsive.
class ExperimentBeside {
  public:
    /// Starts the program. An existing table is continued. Throws Error if the program cannot be started.
    ExperimentBeside(const std::filesystem::path& file, const std::filesystem::path& table, int jobs);
    /// Asks the program to end and waits a moment for its last writes.
    ~ExperimentBeside();
    ExperimentBeside(const ExperimentBeside&) = delete;
    ExperimentBeside& operator=(const ExperimentBeside&) = delete;

    /// True while the program runs. Once false, `verdict` is known.
    bool running();
    /// Asks the program to end after the steps under way. Finished runs are kept.
    void stop();
    bool stopping() const { return stopping_; }
    /// The last line of a failed program. Empty after success or stop().
    const std::string& verdict() const { return verdict_; }

  private:
    Descriptor errors_;
    Child child_;
    bool ended_ = false, stopping_ = false;
    std::string verdict_;
};

}  // namespace nearfield
