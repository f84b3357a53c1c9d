#include "app/study/bench_table.hpp"

#include "app/csv.hpp"
#include "app/terminal/options.hpp"
#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "base/read_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace nearfield {
namespace {

const std::vector<std::string> time_columns{"median_ms", "p5_ms", "p95_ms", "min_ms", "mean_ms"};

}  // namespace

BenchTable::BenchTable(const BenchSubject& subject, std::vector<std::pair<std::string, std::string>> common,
                       const std::vector<std::string>& swept)
    : subject_(subject),
      common_(std::move(common)),
      swept_(swept.size()) {
    for (const auto& [name, value] : common_) columns_.push_back(name);
    columns_.insert(columns_.end(), swept.begin(), swept.end());
    columns_.push_back("stage");
    columns_.insert(columns_.end(), time_columns.begin(), time_columns.end());
    for (auto& name : Work::columns(subject)) columns_.push_back(std::move(name));
}

void BenchTable::resume(const std::filesystem::path& path) {
    std::istringstream in(read_file(path, "the table of a sweep, or leave --resume out to begin it", Most::data));
    std::string line;
    bool head = true;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        const std::string where = fmt::format("{}:{}", path.string(), number);
        if (!line.empty() && line[0] == '#') {
            remarks_.push_back(line);
        } else if (head) {
            head = false;
            if (csv_cells(line) != columns_)
                throw UsageError(
                    where + ": these are the columns of another sweep; give --out another name to begin a new one");
        } else {
            auto cells = csv_cells(line);
            if (cells.size() != columns_.size())
                throw UsageError(fmt::format("{}: {} cells, expected {}; mend or remove the line", where, cells.size(),
                                             columns_.size()));
            require_same(cells, where);
            require_times(cells, where);
            keep(std::move(cells));
        }
    }
}

void BenchTable::require_same(const Cells& cells, const std::string& where) const {
    for (std::size_t c = 0; c < common_.size(); ++c)
        if (cells[c] != common_[c].second)
            throw UsageError(
                fmt::format("{}: {} is '{}' in the file but '{}' now; use the same value to continue that file, "
                            "or give --out another name",
                            where, common_[c].first, cells[c], common_[c].second));
}

void BenchTable::require_times(const Cells& cells, const std::string& where) const {
    for (std::size_t t = 0; t < time_columns.size(); ++t) {
        const auto& cell = cells[common_.size() + swept_ + 1 + t];
        double ms = 0;
        if (!read_number(cell, ms) || !std::isfinite(ms) || ms < 0)
            throw UsageError(fmt::format("{}: {} is '{}', which is no time; remove the line to time it anew", where,
                                         time_columns[t], cell));
    }
}

bool BenchTable::holds(const Values& swept) const { return row(swept, "total") != nullptr; }

void BenchTable::add(const Values& swept, const Timed& timed) {
    for (const auto& [stage, values] : timed.times.stages()) {
        Cells cells;
        for (const auto& [name, value] : common_) cells.push_back(value);
        cells.insert(cells.end(), swept.begin(), swept.end());
        cells.push_back(stage);
        const auto s = summarize(values);
        for (double ms : {s.median, s.p5, s.p95, s.least, s.mean}) cells.push_back(fmt::format("{:.6g}", ms));
        for (auto& text : timed.work.cells(subject_, s.median)) cells.push_back(std::move(text));
        keep(std::move(cells));
    }
}

void BenchTable::keep(Cells cells) {
    const auto first = cells.begin() + std::ptrdiff_t(common_.size()), stage = first + std::ptrdiff_t(swept_);
    if (std::find(stages_.begin(), stages_.end(), *stage) == stages_.end()) stages_.push_back(*stage);
    at_[Cells(first, stage + 1)] = rows_.size();
    rows_.push_back(std::move(cells));
}

void BenchTable::write(std::ostream& out) const {
    for (const auto& remark : remarks_) out << terminal_text(remark) << '\n';
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
    if (at == columns_.end()) throw std::logic_error("no column " + column);
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
    return Stats{ms("median_ms"), ms("p5_ms"), ms("p95_ms"), ms("min_ms"), ms("mean_ms")};
}

}  // namespace nearfield
