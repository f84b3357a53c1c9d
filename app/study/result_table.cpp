#include "app/study/result_table.hpp"

#include "app/csv.hpp"
#include "base/error.hpp"
#include "base/read_file.hpp"
#include "base/read_number.hpp"
#include "base/shortest_text.hpp"
#include "params/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

const std::string statement = "# experiment: ";
const std::vector<std::string> reasons{"condition", "steps", "seconds", "failed"};  // in the order of Stopped

std::string cell_text(double value) { return std::isnan(value) ? "" : shortest_text(value); }

/// True if every row has a column for the seed, which does not vary.
bool adds_seed(const Experiment& experiment) { return experiment.settings.has("seed") && !experiment.varies("seed"); }

}  // namespace

ResultTable::ResultTable(const Experiment& experiment)
    : StudyTable("this is not the table of this experiment; give --out another name",
                 "remove the line to do that run again"),
      experiment_(experiment) {
    columns_.push_back("run");
    for (const auto& sweep : experiment.sweeps()) columns_.push_back(sweep.key);
    if (adds_seed(experiment)) columns_.push_back("seed");
    first_measure_ = columns_.size();
    for (const auto& measure : experiment.measures) columns_.push_back(measure.name);
    for (const char* column : {"steps", "seconds", "stopped", "error"}) columns_.push_back(column);
}

ResultTable::Cells ResultTable::beginning(u64 index) const {
    Cells cells{std::to_string(index + 1)};
    for (auto& value : experiment_.values(index)) cells.push_back(std::move(value));
    if (adds_seed(experiment_)) cells.push_back(experiment_.settings.text("seed"));
    return cells;
}

void ResultTable::add(u64 index, const RunResult& result) {
    note_inputs(result.inputs);
    Cells cells = beginning(index);
    for (const double value : result.measured) cells.push_back(cell_text(value));
    cells.push_back(std::to_string(result.steps)), cells.push_back(cell_text(result.seconds));
    cells.push_back(reasons[std::size_t(result.stopped)]), cells.push_back(result.error);
    rows_[index] = std::move(cells);
}

void ResultTable::take(const ResultTable& part) {
    for (const auto& [path, sha256] : part.inputs()) note_inputs({{.path = path, .sha256 = sha256}});
    for (const auto& [index, cells] : part.rows_) rows_[index] = cells;
    for (const auto& remark : part.remarks_)
        if (std::find(remarks_.begin(), remarks_.end(), remark) == remarks_.end()) remarks_.push_back(remark);
}

void ResultTable::write(std::ostream& out) const {
    write_remarks(out);
    out << fmt::format("{}{}\n{}\n", statement, json_text(to_json(experiment_)), csv_line(columns_));
    for (const auto& [index, cells] : rows_) out << csv_line(cells) << '\n';
}

void ResultTable::read(const std::filesystem::path& path, Failed failed) {
    auto text = read_file(path, "the name of an experiment's table", Most::data);
    text.resize(text.rfind('\n') + 1);  // drops an incomplete last line
    failed_ = failed;
    read_lines(text, path.string());
    if (!has_head_)
        throw UsageError(path.string() + ": this is not the table of an experiment; give --out another name");
}

void ResultTable::take_remark(const std::string& line, const std::string& where) {
    if (!line.starts_with(statement)) return StudyTable::take_remark(line, where);
    require_same(line.substr(statement.size()), where);
    stated_ = true;
}

void ResultTable::require_same(const std::string& line, const std::string& where) const {
    const auto text = read_experiment(line, where);
    if (const auto what = difference(experiment_of(text), experiment_); !what.empty())
        throw UsageError(fmt::format("{}: the table is of another experiment, which differs in {}; state the same to "
                                     "continue it, or give --out another name",
                                     where, what));
}

void ResultTable::take_row(Cells cells, const std::string& where) {
    double run = 0;
    if (!read_number(cells[0], run) || !(run >= 1 && run <= double(experiment_.runs())) || run != std::floor(run))
        refuse(where, fmt::format("no run '{}'", cells[0]));
    const u64 index = u64(run) - 1;
    const auto known = beginning(index);
    for (std::size_t c = 0; c < known.size(); ++c)
        if (cells[c] != known[c])
            refuse(where, fmt::format("{} is '{}', but in run {} {}", columns_[c], cells[c], run, known[c]));
    const auto& why = cells[cells.size() - 2];
    if (std::find(reasons.begin(), reasons.end(), why) == reasons.end())
        refuse(where, fmt::format("'{}' is no reason to stop", why));
    for (std::size_t c = first_measure_; c + 2 < cells.size(); ++c)
        if (double value = 0; !cells[c].empty() && !read_number(cells[c], value))
            refuse(where, fmt::format("{} is '{}', which is no number", columns_[c], cells[c]));
    if (failed_ == Failed::kept || why != reasons[std::size_t(Stopped::failed)]) rows_[index] = std::move(cells);
}

double ResultTable::measured(u64 index, std::size_t measure) const {
    const auto row = rows_.find(index);
    double value = NAN;
    if (row == rows_.end() || !read_number(row->second[first_measure_ + measure], value)) return NAN;
    return value;
}

std::optional<Stopped> ResultTable::why_stopped(u64 index) const {
    const auto row = rows_.find(index);
    if (row == rows_.end()) return std::nullopt;
    return Stopped(std::find(reasons.begin(), reasons.end(), row->second[row->second.size() - 2]) - reasons.begin());
}

std::size_t ResultTable::stopped(Stopped why) const {
    return std::size_t(
        std::count_if(rows_.begin(), rows_.end(), [&](const auto& row) { return why_stopped(row.first) == why; }));
}

std::string ResultTable::first_failure() const {
    for (const auto& [index, cells] : rows_)
        if (cells[cells.size() - 2] == reasons[std::size_t(Stopped::failed)])
            return fmt::format("run {}: {}", index + 1, cells.back());
    return "";
}

}  // namespace nearfield
