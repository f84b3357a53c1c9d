#pragma once
#include "app/study/run_once.hpp"
#include "app/study/table.hpp"

#include <map>
#include <optional>

namespace nearfield {

/// The table of an experiment: a row per run, with its number, the values that vary, the seed, the measures, the steps
/// and seconds that it ran, its reason to stop, and its error. Comment lines with # state the date and machine; one
/// holds the experiment itself. Rows are sorted by run.
class ResultTable : public StudyTable {
  public:
    explicit ResultTable(const Experiment& experiment);

    /// Treatment of the rows of failed runs: kept, or left out, so that these runs are tried again.
    enum class Failed { kept, left_out };
    void read(const std::filesystem::path& path, Failed failed);
    void read(const std::filesystem::path& path) override { read(path, Failed::left_out); }
    bool holds(u64 run) const override { return rows_.count(run) > 0; }
    std::size_t size() const override { return rows_.size(); }
    void add(u64 run, const RunResult& result);
    /// Takes the rows of a part of the same table, and its comments on date and machine.
    void take(const ResultTable& part);
    void write(std::ostream& out) const override;

    /// The number of a measure. NaN if the run failed, never measured it, or is missing.
    double measured(u64 run, std::size_t measure) const;
    /// Reason why a run stopped. None if it is missing.
    std::optional<Stopped> why_stopped(u64 run) const;
    /// Number of runs that stopped for that reason.
    std::size_t stopped(Stopped why) const;
    /// The first run that failed, "run 3: memory is full". Empty if none did.
    std::string first_failure() const;

  private:
    void take_remark(const std::string& line, const std::string& where) override;
    bool is_head(const Cells& cells) const override { return stated_ && cells == columns_; }
    void take_row(Cells cells, const std::string& where) override;
    void require_same(const std::string& line, const std::string& where) const;
    Cells beginning(u64 run) const;

    const Experiment& experiment_;
    std::size_t first_measure_;
    bool stated_ = false;  ///< the file read holds this experiment
    Failed failed_ = Failed::left_out;
    std::map<u64, Cells> rows_;
};

}  // namespace nearfield
