#include "libs/document/time_table.hpp"

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/joined.hpp"
#include "base/read_file.hpp"
#include "base/read_number.hpp"
#include "base/table_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::document {
namespace {

constexpr double greatest = 1e9;

double number_at(const std::string& text, const std::string& place, const char* what) {
    double value = 0;
    if (!read_number(text, value))
        throw UsageError(fmt::format("{}: the {} is '{}', not a number", place, what, text.substr(0, 40)));
    if (!(std::abs(value) <= greatest))
        throw UsageError(
            fmt::format("{}: the {} is {}; it must lie within {:g}", place, what, text.substr(0, 40), greatest));
    return value;
}

class TableReader {
  public:
    TableReader(const std::string& text, const std::string& name, const std::vector<std::string>& quantities)
        : rows_(name, text, ','),
          name_(name),
          quantities_(quantities) {}

    TimeTable read() {
        while (rows_.next()) take(rows_.cells());
        if (table_.quantity.empty()) fail("the file is empty; it begins with " + heads());
        if (table_.times.empty()) fail("no row follows the head; write a time and a value, such as 0,1");
        return std::move(table_);
    }

  private:
    std::string place(std::size_t column) const {
        return fmt::format("{}:{}:{}", name_, std::max<std::size_t>(rows_.line(), 1), column);
    }
    std::string place(const Cell& cell) const { return place(rows_.column(cell)); }
    [[noreturn]] void fail(const std::string& problem) const { throw UsageError(place(1) + ": " + problem); }
    [[noreturn]] void fail(const Cell& cell, const std::string& problem) const {
        throw UsageError(place(cell) + ": " + problem);
    }
    std::string heads() const { return "'time," + joined(quantities_, "' or 'time,") + "'"; }
    void take(const std::vector<Cell>& cells) {
        if (cells.size() != 2)
            fail(counted(cells.size(), "cell") + ", not two; write time and value with a comma between them");
        if (table_.quantity.empty()) take_head(cells[0], cells[1]);
        else take_row(cells[0], cells[1]);
    }
    void take_head(const Cell& first, const Cell& second) {
        const auto lower = [](std::string text) {
            std::transform(text.begin(), text.end(), text.begin(),
                           [](unsigned char c) { return char(std::tolower(c)); });
            return text;
        };
        if (lower(text_of(first)) != "time")
            fail(first, fmt::format("'{}' is not a head; begin with {}", text_of(first).substr(0, 40), heads()));
        table_.quantity = lower(text_of(second));
        if (std::find(quantities_.begin(), quantities_.end(), table_.quantity) == quantities_.end())
            fail(second, fmt::format("no quantity '{}'; begin with {}", text_of(second).substr(0, 40), heads()));
    }
    void take_row(const Cell& first, const Cell& second) {
        const double time = number_at(text_of(first), place(first), "time");
        if (!table_.times.empty() && !(time > table_.times.back()))
            fail(first, fmt::format("time {} comes after {:g}; times must rise from row to row", text_of(first),
                                    table_.times.back()));
        table_.times.push_back(time);
        table_.values.push_back(text_of(second));
        table_.places.push_back(place(second));
    }

    TableRows rows_;
    const std::string& name_;
    const std::vector<std::string>& quantities_;
    TimeTable table_;
};

}  // namespace

TimeTable read_time_table(const std::string& text, const std::string& name,
                          const std::vector<std::string>& quantities) {
    return TableReader(text, name, quantities).read();
}

Hydrograph read_hydrograph(const std::string& text, const std::string& name) {
    const TimeTable table = read_time_table(text, name, {"flow", "level"});
    Hydrograph hydrograph{.is_level = table.quantity == "level"};
    for (std::size_t r = 0; r < table.times.size(); ++r) {
        const double value = number_at(table.values[r], table.places[r], table.quantity.c_str());
        if (!hydrograph.is_level && value < 0)
            throw UsageError(fmt::format("{}: the flow is {}; water flows in, so flows are 0 or more", table.places[r],
                                         table.values[r]));
        hydrograph.points.push_back({table.times[r], value});
    }
    return hydrograph;
}

Hydrograph load_hydrograph(const std::string& file) {
    return read_hydrograph(read_chosen(file, "a hydrograph (.csv)", Most::data), file);
}

}  // namespace nearfield::document
