#include "app/cli/bench_table.hpp"

#include "app/cli/csv.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace nearfield {

std::string BenchKey::cells() const {
    std::string text = fmt::format("{},{},{},{},{},{},{},{},{}", csv_cell(scene), backend, csv_cell(device), version, actors, seed, steps,
                                   warmup, csv_cell(settings));
    for (const auto& value : values) text += fmt::format(",{}", csv_cell(value));
    return text;
}

BenchTable::BenchTable(const std::vector<std::string>& swept)
    : header_("scene,backend,device,version,actors,seed,steps,warmup,settings"),
      key_cells_(9 + swept.size()) {
    for (const auto& key : swept) header_ += fmt::format(",{}", csv_cell(key));
    header_ += ",stage,median_ms,p5_ms,p95_ms,min_ms,mean_ms,neighbours,candidates";
}

void BenchTable::resume(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw UsageError(path.string() + ": cannot be read; leave --resume out to begin it");
    std::string line;
    std::getline(in, line);
    if (line != header_)
        throw UsageError(path.string() + ":1: these are the columns of another sweep; give --out another name to begin a new one");
    for (std::size_t number = 2; std::getline(in, line); ++number) {
        const auto cells = csv_cells(line);
        if (cells.size() != key_cells_ + 8)
            throw UsageError(
                fmt::format("{}:{}: {} cells, expected {}; mend or remove the line", path.string(), number, cells.size(), key_cells_ + 8));
        lines_.push_back(line);
        std::string key;
        for (std::size_t c = 0; c < key_cells_; ++c) key += fmt::format("{}{}", c ? "," : "", csv_cell(cells[c]));
        if (cells[key_cells_] == "total") known_.insert(key);
    }
}

void BenchTable::add(const BenchKey& key, const StageTimes& times, const BenchWork& work) {
    for (const auto& [stage, values] : times.stages()) {
        const auto s = summarize(values);
        lines_.push_back(fmt::format("{},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g}", key.cells(), csv_cell(stage), s.median, s.p5,
                                     s.p95, s.least, s.mean, work.neighbours, work.candidates));
    }
    known_.insert(key.cells());
}

void BenchTable::write(std::ostream& out) const {
    out << header_ << '\n';
    for (const auto& line : lines_) out << line << '\n';
}

Stats BenchTable::total(const BenchKey& key) const {
    const std::string begin = key.cells() + ",total,";
    for (const auto& line : lines_)
        if (line.rfind(begin, 0) == 0) {
            const auto cells = csv_cells(line);
            return {std::stod(cells[key_cells_ + 1]), std::stod(cells[key_cells_ + 2]), std::stod(cells[key_cells_ + 3]),
                    std::stod(cells[key_cells_ + 4]), std::stod(cells[key_cells_ + 5])};
        }
    throw std::logic_error("no such configuration in the table");
}

}  // namespace nearfield
