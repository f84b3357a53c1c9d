#pragma once
#include "app/csv.hpp"
#include "base/foreign_text.hpp"
#include "program.hpp"

#include <algorithm>
#include <map>

namespace nearfield {

/// Lines without comments (#).
inline std::vector<std::string> without_remarks(const std::string& text) {
    auto lines = lines_of(text);
    std::erase_if(lines, [](const auto& line) { return line.starts_with('#'); });
    return lines;
}

/// Columns of a CSV file, without comment lines (#).
inline std::map<std::string, std::vector<std::string>> table(const std::string& text) {
    std::map<std::string, std::vector<std::string>> columns;
    const auto lines = without_remarks(text);
    const auto names = csv_cells(lines.at(0));
    for (std::size_t l = 1; l < lines.size(); ++l) {
        const auto cells = csv_cells(lines[l]);
        EXPECT_EQ(cells.size(), names.size()) << lines[l];
        for (std::size_t c = 0; c < std::min(cells.size(), names.size()); ++c) columns[names[c]].push_back(cells[c]);
    }
    return columns;
}

}  // namespace nearfield
