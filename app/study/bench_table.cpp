#include "app/study/bench_table.hpp"

#include "app/csv.hpp"
#include "base/error.hpp"
#include "base/read_file.hpp"
#include "base/read_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

const std::vector<std::string> time_columns{"median_ms", "p5_ms", "p95_ms", "min_ms", "mean_ms", "iqr_ms"};
/// How sure the times are
const std::vector<std::string> trust_columns{"slow_share", "other_load", "over_first", "over_first_lo",
                                             "over_first_hi"};

std::string known(double value) { return std::isnan(value) ? "" : fmt::format("{:.4g}", value); }

}  // namespace

BenchTable::BenchTable(const TimedPlan& plan, std::vector<std::pair<std::string, std::string>> common)
    : StudyTable("these are the columns of another sweep; give --out another name to begin a new one",
                 "mend or remove the line"),
      plan_(plan),
      common_(std::move(common)) {
    for (const auto& [name, value] : common_) columns_.push_back(name);
    for (const auto& sweep : plan.sweeps()) columns_.push_back(sweep.key);
    columns_.push_back("stage");
    columns_.insert(columns_.end(), time_columns.begin(), time_columns.end());
    columns_.insert(columns_.end(), trust_columns.begin(), trust_columns.end());
    for (auto& name : Work::columns(plan.subject)) columns_.push_back(std::move(name));
}

void BenchTable::read(const std::filesystem::path& path) {
    read_lines(read_file(path, "the table of a sweep, or leave --resume out to begin it", Most::data), path.string());
}

void BenchTable::take_row(Cells cells, const std::string& where) {
    for (std::size_t c = 0; c < common_.size(); ++c)
        if (cells[c] != common_[c].second)
            throw UsageError(
                fmt::format("{}: {} is '{}' in the file but '{}' now; use the same value to continue that file, "
                            "or give --out another name",
                            where, common_[c].first, cells[c], common_[c].second));
    for (std::size_t t = 0; t < time_columns.size(); ++t) {
        const auto& cell = cells[common_.size() + plan_.sweeps().size() + 1 + t];
        double ms = 0;
        if (!read_number(cell, ms) || !std::isfinite(ms) || ms < 0)
            throw UsageError(fmt::format("{}: {} is '{}', which is no time; remove the line to time it anew", where,
                                         time_columns[t], cell));
    }
    keep(std::move(cells));
}

void BenchTable::add(u64 run, const Timed& timed) {
    note_inputs(timed.inputs);
    const auto swept = plan_.values(run);
    for (const auto& [stage, values] : timed.times.stages()) {
        Cells cells;
        for (const auto& [name, value] : common_) cells.push_back(value);
        cells.insert(cells.end(), swept.begin(), swept.end());
        cells.push_back(stage);
        const auto s = summarize(values);
        for (double ms : {s.median, s.p5, s.p95, s.least, s.mean, s.iqr}) cells.push_back(fmt::format("{:.6g}", ms));
        const auto ratio = timed.over_first.find(stage);
        const auto over = ratio == timed.over_first.end() ? MedianInterval{NAN, NAN, NAN} : ratio->second;
        for (double value : {s.slow_share, timed.other_load, over.median, over.lo, over.hi})
            cells.push_back(known(value));
        for (auto& text : timed.work.cells(plan_.subject, s.median)) cells.push_back(std::move(text));
        keep(std::move(cells));
    }
}

void BenchTable::keep(Cells cells) {
    const auto first = cells.begin() + std::ptrdiff_t(common_.size()),
               stage = first + std::ptrdiff_t(plan_.sweeps().size());
    if (std::find(stages_.begin(), stages_.end(), *stage) == stages_.end()) stages_.push_back(*stage);
    at_[Cells(first, stage + 1)] = rows_.size();
    rows_.push_back(std::move(cells));
}

void BenchTable::write(std::ostream& out) const {
    write_remarks(out);
    out << csv_line(columns_) << '\n';
    for (const auto& cells : rows_) out << csv_line(cells) << '\n';
}

const BenchTable::Cells* BenchTable::row(const Values& swept, const std::string& stage) const {
    Cells key = swept;
    key.push_back(stage);
    const auto found = at_.find(key);
    return found == at_.end() ? nullptr : &rows_[found->second];
}

std::string BenchTable::text(const Values& swept, const std::string& stage, const std::string& column) const {
    const Cells* cells = row(swept, stage);
    const auto at = std::find(columns_.begin(), columns_.end(), column);
    if (at == columns_.end()) throw UsageError(fmt::format("the table has no column '{}'", column));
    return cells ? (*cells)[std::size_t(at - columns_.begin())] : "";
}

std::optional<double> BenchTable::number(const Values& swept, const std::string& stage,
                                         const std::string& column) const {
    double value = 0;
    if (!read_number(text(swept, stage, column), value)) return std::nullopt;
    return value;
}

std::optional<Stats> BenchTable::times(const Values& swept, const std::string& stage) const {
    if (!row(swept, stage)) return std::nullopt;
    const auto ms = [&](const char* column) { return number(swept, stage, column).value_or(0); };
    return Stats{.median = ms("median_ms"),
                 .p5 = ms("p5_ms"),
                 .p95 = ms("p95_ms"),
                 .least = ms("min_ms"),
                 .mean = ms("mean_ms"),
                 .iqr = ms("iqr_ms"),
                 .slow_share = ms("slow_share")};
}

}  // namespace nearfield
