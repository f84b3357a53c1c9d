#pragma once
#include "app/study/timing.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace nearfield {

/// The rows of a sweep's CSV file: one per combination of values and stage. First come the columns that are equal in
/// every row (what was timed, where and how), then the swept parameters, the stage, its times in ms, and the work.
/// Lines that begin with # say when and on what the rows were measured.
class BenchTable {
  public:
    using Values = std::vector<std::string>;

    BenchTable(const BenchSubject& subject, std::vector<std::pair<std::string, std::string>> common,
               const std::vector<std::string>& swept);

    /// Reads the rows of an earlier run. Throws UsageError if the file is not such a table or was made with other
    /// settings; names the first that differs.
    void resume(const std::filesystem::path& path);
    /// Adds a line beginning with #.
    void remark(const std::string& text) { remarks_.push_back("# " + text); }
    bool holds(const Values& swept) const;
    void add(const Values& swept, const Timed& timed);
    void write(std::ostream& out) const;

    /// A number of a row, such as ("query", "median_ms"); none if there is no such row or it was not measured.
    std::optional<double> number(const Values& swept, const std::string& stage, const std::string& column) const;
    /// A cell of a row; empty if there is no such row.
    std::string text(const Values& swept, const std::string& stage, const std::string& column) const;
    /// Statistics of a stage's times; none if there is no such row.
    std::optional<Stats> times(const Values& swept, const std::string& stage) const;
    /// The stages that some combination has, in order of appearance.
    const std::vector<std::string>& stages() const { return stages_; }

  private:
    using Cells = std::vector<std::string>;
    void keep(Cells cells);
    const Cells* row(const Values& swept, const std::string& stage) const;
    void require_same(const Cells& cells, const std::string& where) const;
    void require_times(const Cells& cells, const std::string& where) const;

    BenchSubject subject_;
    std::vector<std::pair<std::string, std::string>> common_;
    std::size_t swept_;
    Cells columns_;
    std::vector<std::string> remarks_, stages_;
    std::vector<Cells> rows_;
    std::map<Cells, std::size_t> at_;  ///< swept values and stage to the row
};

}  // namespace nearfield
