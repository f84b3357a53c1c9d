#pragma once
// Times a sweep into a CSV file; can continue an interrupted one.
#include "app/study/bench_table.hpp"
#include "app/study/sweep.hpp"

#include <functional>
#include <string>

namespace nearfield {

/// What may be done to a file that already exists.
struct Existing {
    bool resume = false, force = false;
    bool may_change() const { return resume || force; }
    /// Throws UsageError if both are set.
    void require_one() const;
};

/// The sweep as asked for.
struct TimedSweep {
    BenchSubject subject;
    Settings settings;  ///< of the parameters that are not swept
    std::vector<Sweep> sweeps;
    std::vector<Combination> all;  ///< combinations of the sweeps, in order
    Backend backend = Backend::cpu;
    Effort effort;

    std::vector<std::string> keys() const;
};

/// Columns that are equal in every row: what was timed, where and how. They contain no swept key.
std::vector<std::pair<std::string, std::string>> common_columns(const TimedSweep& sweep);

/// The result of a timed sweep.
struct SweepResult {
    BenchTable table;
    std::size_t kept = 0, held = 0;  ///< combinations in the file before and now
    std::size_t failures = 0;        ///< the other combinations are still timed
    std::string first_failure;
};

/// Times what `out` does not hold yet, with progress on stderr; the file is rewritten whole after each combination, so
/// that it is complete at any moment. Ends early on an interrupt. Throws UsageError if `out` was made with other
/// settings.
SweepResult time_sweep(const TimedSweep& sweep, const std::filesystem::path& out, Existing existing);

/// Throws, before any work, what writing `out` at the end would throw; for an existing file the message also names
/// --resume.
void require_table(const std::filesystem::path& out, Existing existing);

}  // namespace nearfield
