#pragma once
// Shared by bench, reproduce and experiment: resuming a table, writing it as it grows, writing its chart.
#include "app/chart.hpp"
#include "app/files.hpp"
#include "app/study/table.hpp"
#include "app/terminal/progress.hpp"

#include <chrono>
#include <functional>

namespace nearfield {

/// What may be done to a file that already exists.
struct Existing {
    bool resume = false, force = false;
    bool may_change() const { return resume || force; }
    /// Throws UsageError if both are set.
    void require_one() const;
};

/// Writes a table as it grows, whole each time and at most once a second, and shows on stderr how many runs are done.
/// A stream gets the table once, at the end.
class Keeper {
  public:
    Keeper(const std::filesystem::path& csv, bool may_replace, const StudyTable& table, u64 runs, u64 kept);
    /// Writes what is new if it is time to.
    void now_and_then();
    /// Writes what is not in the file yet.
    void rest();
    /// `done`: runs since the start.
    void show(u64 done, const std::string& note) { progress_.show(kept_ + done, note); }

  private:
    using Clock = std::chrono::steady_clock;

    std::filesystem::path path_;
    bool may_replace_;
    const StudyTable& table_;
    std::size_t written_;
    u64 kept_;
    Progress progress_;
    Clock::time_point next_{};
};

/// The files of a study.
struct StudyOutputs {
    std::filesystem::path csv, chart;  ///< no chart if empty
    Existing existing;
    const char* runs = "runs";  ///< what messages call a run
    const char* indent = "";    ///< before messages

    /// Throws, before any work, what writing at the end would throw; for a table that exists the message also names
    /// --resume.
    void require_writable() const;
    /// Does those of the wanted runs that the table in the file lacks. `run` does them in order and adds them to the
    /// table. The file is complete at any moment.
    void complete(StudyTable& table, const std::vector<u64>& wanted,
                  const std::function<void(const std::vector<u64>& missing, Keeper& keeper)>& run) const;
    /// How many of the runs the table holds.
    static u64 held(const StudyTable& table, const std::vector<u64>& runs);
    /// Returns the exit code.
    int say_interrupted(u64 done, u64 runs) const;
    /// There must be one.
    void write_chart(const Figure& figure) const;
    void say_written() const;
};

/// 0, 1, ...
std::vector<u64> all_runs(u64 count);

}  // namespace nearfield
