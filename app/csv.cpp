#include "app/csv.hpp"

#include "base/foreign_text.hpp"

namespace nearfield {

std::string csv_line(const std::vector<std::string>& cells) {
    std::string line;
    for (const auto& cell : cells) line += (&cell == cells.data() ? "" : ",") + csv_cell(cell);
    return line;
}

}  // namespace nearfield
