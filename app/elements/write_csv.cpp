#include "app/elements/element_files.hpp"
#include "app/elements/element_rows.hpp"
#include "base/build.hpp"
#include "base/foreign_text.hpp"
#include "base/joined.hpp"
#include "base/shortest_text.hpp"

#include <cmath>
#include <ostream>

namespace nearfield {
namespace {

std::string head_of(const ElementTable& table) {
    std::string head = fmt::format("# {}\n# scene: {}, step: {}", text_of(this_build()), table.scene(), table.step());
    if (!std::isnan(table.time())) head += ", time: " + shortest_text(table.time()) + " s";
    std::vector<std::string> units;
    for (const auto& column : table.columns())
        if (!column.unit.empty()) units.push_back(column.key + " " + column.unit);
    head += fmt::format("\n# units: {}\n", units.empty() ? "none" : joined(units, ", "));
    for (const auto& column : table.columns()) {
        if (column.values.empty()) continue;
        head += fmt::format("# {}:", column.key);
        for (std::size_t v = 0; v < column.values.size(); ++v)
            head += fmt::format("{} {} {}", v ? "," : "", v, terminal_text(column.values[v]));
        head += "\n";
    }
    return head;
}

bool is_missing(const NamedColumn& column, u32 bits) {
    return !column.column.whole && std::isnan(std::bit_cast<float>(bits));
}

}  // namespace

void write_csv(std::ostream& out, ElementTable& table) {
    const auto& columns = table.columns();
    out << head_of(table);
    for (std::size_t c = 0; c < columns.size(); ++c) out << (c ? "," : "") << csv_cell(columns[c].key);
    out << '\n';
    fmt::memory_buffer text;
    read_rows(table, all_columns(table), [&](const std::vector<u32>& rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::size_t c = i % columns.size();
            if (!is_missing(columns[c], rows[i])) append_value(text, columns[c], rows[i]);
            text.push_back(c + 1 == columns.size() ? '\n' : ',');
            if (text.size() < (1u << 20) && i + 1 < rows.size()) continue;
            out.write(text.data(), std::streamsize(text.size()));
            text.clear();
        }
    });
}

}  // namespace nearfield
