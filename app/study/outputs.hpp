#pragma once
// Shared by bench, reproduce and experiment: resuming a table, writing it as it grows, writing its chart.
#include "app/chart.hpp"
#include "app/files.hpp"
#include "app/study/plot_script.hpp"
#include "app/study/table.hpp"
#include "app/terminal/progress.hpp"

#include <chrono>
#include <functional>

namespace nearfield {

/// Permitted changes to an existing file.
struct Existing {
    bool resume = false, force = false;
    bool may_change() const { return resume || force; }
    /// Throws UsageError if both are set.
    void require_one() const;
};

/// Writes a growing table, whole each time and at most once a second, and shows the number of finished runs on stderr.
/// A stream gets the table only once, at the end.
class Keeper {
  public:
    Keeper(const std::filesystem::path& csv, bool may_replace, const StudyTable& table, u64 runs, u64 kept);
    /// Writes new rows, at most once a second.
    void now_and_then();
    /// Writes all rows that are not in the file yet.
    void rest();
    /// Shows the progress. `done`: runs since the start.
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
    std::filesystem::path csv, chart;  ///< chart: none if empty
    Existing existing;
    const char* runs = "runs";  ///< word for a run in messages
    const char* indent = "";    ///< prefix of messages
    ChartForm form = {};
    std::filesystem::path script = {};  ///< for matplotlib; none if empty

    /// Throws the errors of the final writing before any work. For an existing table the message names --resume.
    void require_writable() const;
    /// Executes the wanted runs that are missing from the file. `run` executes them in order and adds them to the
    /// table. The file is a whole table at any moment.
    void complete(StudyTable& table, const std::vector<u64>& wanted,
                  const std::function<void(const std::vector<u64>& missing, Keeper& keeper)>& run) const;
    /// Number of the runs that the table holds.
    static u64 held(const StudyTable& table, const std::vector<u64>& runs);
    /// Prints that the study was interrupted. Returns the exit code.
    int say_interrupted(u64 done, u64 runs) const;
    /// Writes the chart and the script that have a path.
    void write_chart(const Figure& figure) const;
    void write_script(PlotScript plot) const;
    void say_written() const;
};

/// Returns 0, 1, ..., count - 1.
std::vector<u64> all_runs(u64 count);

}  // namespace nearfield
