#pragma once
#include "app/study/run_once.hpp"

#include <filesystem>
#include <map>
#include <ostream>

namespace nearfield {

/// The table of an experiment: a row per run, with its number, the values that vary, the seed, the measures, the steps
/// and seconds that it ran, why it stopped, and its error. Lines with # say when and on what it was made; one of them
/// holds the experiment itself. Rows stand in the order of the runs, whenever they were done.
class ResultTable {
  public:
    explicit ResultTable(const Experiment& experiment);

    /// What to do with the rows of runs that failed: keep them, or leave them out, so that they are tried again.
    enum class Failed { kept, left_out };
    /// Takes the rows and remarks of an earlier table, or of a part of it. Throws UsageError if the file is no such
    /// table or of another experiment, and says what differs.
    void read(const std::filesystem::path& path, Failed failed);
    /// Adds a line that begins with #.
    void remark(const std::string& text) { remarks_.push_back("# " + text); }
    bool holds(u64 index) const { return rows_.count(index) > 0; }
    std::size_t size() const { return rows_.size(); }
    void add(u64 index, const RunResult& result);
    /// Takes the rows of a part of the same table, and what it says of where they were made.
    void take(const ResultTable& part);
    void write(std::ostream& out) const;

    /// The number of a measure; NaN if the run failed, never measured it, or is missing.
    double measured(u64 index, std::size_t measure) const;
    /// How many runs stopped for that reason.
    std::size_t stopped(Stopped why) const;
    /// "run 3: memory is full": the first run that failed; empty if none did.
    std::string first_failure() const;

  private:
    using Cells = std::vector<std::string>;
    void take_row(const Cells& cells, const std::string& where, Failed failed);
    void require_same(const std::string& line, const std::string& where) const;
    Cells beginning(u64 index) const;

    const Experiment& experiment_;
    std::size_t first_measure_;
    Cells columns_;
    std::vector<std::string> remarks_;
    std::map<u64, Cells> rows_;
};

}  // namespace nearfield
