// Extended XYZ: the number of rows, a line of key=value, and a row per element.
#include "app/elements/element_files.hpp"
#include "app/elements/element_rows.hpp"
#include "base/joined.hpp"
#include "base/shortest_text.hpp"

#include <cmath>
#include <ostream>

namespace nearfield {
namespace {

using Part = ElementColumn::Part;

/// A position always has three coordinates here, and a velocity too.
constexpr std::size_t none = ~std::size_t{0};

/// A property and its columns; `none` stands for 0.
struct Property {
    std::string name;
    char type;
    std::vector<std::size_t> columns;
};

std::vector<std::size_t> three(std::vector<std::size_t> columns) {
    columns.resize(3, none);
    return columns;
}

std::vector<Property> properties_of(const ElementTable& table) {
    const auto& columns = table.columns();
    std::vector<Property> all;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const auto& column = columns[c].column;
        if (column.part == Part::position || column.part == Part::velocity) {
            const bool moves = column.part == Part::velocity;
            if (column.index == 0) all.push_back({moves ? "velo" : "pos", 'R', three(table.columns_of(column.part))});
        } else {
            all.push_back({columns[c].key, column.whole ? 'I' : 'R', {c}});
        }
    }
    return all;
}

std::string place(glm::vec3 p) {
    return fmt::format("{} {} {}", shortest_text(double(p.x)), shortest_text(double(p.y)), shortest_text(double(p.z)));
}

/// The environment as a cell: three vectors and their origin. A flat one is 1 thick.
std::string cell_of(const ElementTable& table, bool flat) {
    const Extent box = table.box();
    glm::vec3 side = box.hi - box.lo;
    if (flat || !(side.z > 0)) side.z = 1;
    const char wrapped = table.is_wrapped() ? 'T' : 'F';
    return fmt::format("Lattice=\"{} {} {}\" Origin=\"{}\" pbc=\"{} {} {}\"", place({side.x, 0, 0}),
                       place({0, side.y, 0}), place({0, 0, side.z}), place(box.lo), wrapped, wrapped,
                       flat ? 'F' : wrapped);
}

std::string comment_of(const ElementTable& table, const std::vector<Property>& properties) {
    std::vector<std::string> parts, units;
    for (const auto& property : properties) {
        parts.push_back(fmt::format("{}:{}:{}", property.name, property.type, property.columns.size()));
        const auto& unit = table.columns()[property.columns[0]].unit;
        if (!unit.empty()) units.push_back(property.name + ":" + unit);
    }
    std::string comment = "Properties=" + joined(parts, ":") + " ";
    comment += cell_of(table, table.columns_of(Part::position).size() == 2);
    if (!std::isnan(table.time())) comment += " Time=" + shortest_text(table.time());
    comment += fmt::format(" Step={} scene={}", table.step(), table.scene());
    if (!units.empty()) comment += fmt::format(" units=\"{}\"", joined(units, " "));
    return comment;
}

}  // namespace

void write_xyz(std::ostream& out, ElementTable& table) {
    const auto properties = properties_of(table);
    out << table.rows() << '\n' << comment_of(table, properties) << '\n';
    std::vector<std::size_t> order;
    for (const auto& property : properties) order.insert(order.end(), property.columns.begin(), property.columns.end());
    const auto& columns = table.columns();
    fmt::memory_buffer text;
    table.read(all_columns(table), [&](ElementTable::Block block) {
        for (std::size_t r = 0; r < block[0].size(); ++r) {
            for (std::size_t i = 0; i < order.size(); ++i) {
                if (i) text.push_back(' ');
                if (order[i] == none) text.push_back('0');
                else append_value(text, columns[order[i]], block[order[i]][r]);
            }
            text.push_back('\n');
            if (text.size() < (1u << 20) && r + 1 < block[0].size()) continue;
            out.write(text.data(), std::streamsize(text.size()));
            text.clear();
        }
    });
}

}  // namespace nearfield
