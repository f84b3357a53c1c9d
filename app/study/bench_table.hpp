#pragma once
#include "app/study/table.hpp"
#include "app/study/timed_plan.hpp"

#include <map>
#include <optional>
#include <utility>

namespace nearfield {

/// The times of a plan: a row per run and stage. The first columns are equal in every row: what was timed, where and
/// how. After them come the swept parameters, the stage, its times in ms, and the work.
class BenchTable : public StudyTable {
  public:
    using Values = std::vector<std::string>;

    explicit BenchTable(const TimedPlan& plan) : BenchTable(plan, common_columns(plan)) {}
    BenchTable(const TimedPlan& plan, std::vector<std::pair<std::string, std::string>> common);

    void read(const std::filesystem::path& path) override;
    bool holds(u64 run) const override { return row(plan_.values(run), "total") != nullptr; }
    std::size_t size() const override { return rows_.size(); }
    void add(u64 run, const Timed& timed);
    void write(std::ostream& out) const override;

    /// A number of a row, such as ("query", "median_ms"). None if the row is missing or the number was not measured.
    std::optional<double> number(const Values& swept, const std::string& stage, const std::string& column) const;
    /// A cell of a row. Empty if the row is missing.
    std::string text(const Values& swept, const std::string& stage, const std::string& column) const;
    /// Statistics of a stage's times. None if the row is missing.
    std::optional<Stats> times(const Values& swept, const std::string& stage) const;
    /// All stages of the table, in order of appearance.
    const std::vector<std::string>& stages() const { return stages_; }

  private:
    void keep(Cells cells);
    const Cells* row(const Values& swept, const std::string& stage) const;
    void take_row(Cells cells, const std::string& where) override;

    const TimedPlan& plan_;
    std::vector<std::pair<std::string, std::string>> common_;
    std::vector<std::string> stages_;
    std::vector<Cells> rows_;
    std::map<Cells, std::size_t> at_;  ///< row by swept values and stage
};

}  // namespace nearfield
