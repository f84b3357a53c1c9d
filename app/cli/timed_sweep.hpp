#pragma once
// A sweep that is timed into a CSV file, and goes on with what an interrupted one left.
#include "app/cli/bench_table.hpp"
#include "app/cli/sweep.hpp"

#include <functional>
#include <string>

namespace nearfield {

/// What may happen to a file that is there already.
struct Existing {
    bool resume = false, force = false;
    bool may_change() const { return resume || force; }
    /// Throws UsageError if both are wanted.
    void require_one() const;
};

/// The sweep as asked for.
struct TimedSweep {
    BenchSubject subject;
    Settings settings;  ///< of everything that is not swept
    std::vector<Sweep> sweeps;
    std::vector<Combination> all;  ///< combinations of the sweeps, in order
    Backend backend = Backend::cpu;
    Effort effort;

    std::vector<std::string> keys() const;
    /// "visit bins, sort radix": the values from number `from` on.
    std::string described(const Combination& combination, std::size_t from = 0) const;
};

/// Columns that are equal in every row: what, where, how; none of the swept keys among them.
std::vector<std::pair<std::string, std::string>> common_columns(const TimedSweep& sweep);

/// What came of it.
struct SweepResult {
    BenchTable table;
    std::size_t kept = 0, held = 0;  ///< combinations that were there before, that are there now
    std::size_t failures = 0;        ///< the others are timed all the same
    std::string first_failure;
};

/// Times what `out` does not hold yet, with progress on stderr; the file is rewritten whole after each combination, so that
/// it is complete at any moment. Ends early on an interrupt. Throws UsageError if `out` is of other settings.
SweepResult time_sweep(const TimedSweep& sweep, const std::filesystem::path& out, Existing existing);

/// Throws what writing `out` at the end would, before any work; for a file that exists it names --resume too.
void require_table(const std::filesystem::path& out, Existing existing);

}  // namespace nearfield
