#include "app/study/table.hpp"

#include "base/error.hpp"
#include "base/foreign_text.hpp"

#include <fmt/format.h>

#include <sstream>

namespace nearfield {

void StudyTable::read_lines(const std::string& text, const std::string& name) {
    std::istringstream in(text);
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        const std::string where = fmt::format("{}:{}", name, number);
        if (line.starts_with('#')) {
            take_remark(line, where);
            continue;
        }
        auto cells = csv_cells(line, where);
        if (!has_head_) {
            if (!is_head(cells)) throw UsageError(where + ": " + other_columns_);
            has_head_ = true;
        } else {
            if (cells.size() != columns_.size())
                refuse(where, fmt::format("{} cells, expected {}", cells.size(), columns_.size()));
            take_row(std::move(cells), where);
        }
    }
}

void StudyTable::take_remark(const std::string& line, const std::string&) { remarks_.push_back(line); }

void StudyTable::refuse(const std::string& where, const std::string& reason) const {
    throw UsageError(fmt::format("{}: {}; {}", where, reason, remedy_));
}

void StudyTable::write_remarks(std::ostream& out) const {
    for (const auto& remark : remarks_) out << terminal_text(remark) << '\n';
}

}  // namespace nearfield
