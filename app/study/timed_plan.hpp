#pragma once
// A plan whose runs are timed.
#include "app/study/plan.hpp"
#include "app/study/timing.hpp"

namespace nearfield {

class BenchTable;
struct StudyOutputs;

/// A plan with its subject and effort.
struct TimedPlan : StudyPlan {
    TimedPlan(BenchSubject what, Settings start, Backend where)
        : StudyPlan(std::move(start), where),
          subject(std::move(what)) {}

    BenchSubject subject;
    Effort effort = {};
};

/// Columns that are equal in every row: subject, place and conditions of the timing. They contain no swept key.
std::vector<std::pair<std::string, std::string>> common_columns(const TimedPlan& plan);

/// Number of runs that failed and the first error. The other runs are still timed.
struct Failures {
    u64 count = 0;
    std::string first;
    /// "2 of 12 configurations failed; first ..."
    std::string text(u64 runs) const;
};

/// Times the runs missing from the file, with progress on stderr. Ends early on an interrupt.
Failures time_missing(const TimedPlan& plan, BenchTable& table, const StudyOutputs& outputs);

}  // namespace nearfield
