#include "scenes/document/time_table.hpp"

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/joined.hpp"
#include "base/read_file.hpp"
#include "base/read_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::document {
namespace {

constexpr double greatest = 1e9;

/// A cell of a row, and the column of its first character.
struct Cell {
    std::string text;
    std::size_t column;
};

std::vector<Cell> cells_of(const std::string& line) {
    std::vector<Cell> cells;
    for (std::size_t from = 0; from <= line.size();) {
        const std::size_t end = std::min(line.find(',', from), line.size());
        const std::size_t first = std::min(line.find_first_not_of(" \t\r", from), end);
        const std::size_t last = first == end ? end : line.find_last_not_of(" \t\r", end - 1) + 1;
        cells.push_back({line.substr(first, last - first), first + 1});
        from = end + 1;
    }
    return cells;
}

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
        : text_(text),
          name_(name),
          quantities_(quantities) {}

    TimeTable read() {
        for (std::size_t from = text_.rfind("\xef\xbb\xbf", 0) == 0 ? 3 : 0; from < text_.size();) {
            const std::size_t end = std::min(text_.find('\n', from), text_.size());
            ++line_;
            take(text_.substr(from, end - from));
            from = end + 1;
        }
        if (table_.quantity.empty()) fail(1, "the file is empty; it begins with " + heads());
        if (table_.times.empty()) fail(1, "no row follows the head; write a time and a value, such as 0,1");
        return std::move(table_);
    }

  private:
    std::string place(std::size_t column) const {
        return fmt::format("{}:{}:{}", name_, std::max<std::size_t>(line_, 1), column);
    }
    [[noreturn]] void fail(std::size_t column, const std::string& problem) const {
        throw UsageError(place(column) + ": " + problem);
    }
    std::string heads() const { return "'time," + joined(quantities_, "' or 'time,") + "'"; }
    void take(const std::string& line) {
        const auto cells = cells_of(line);
        if (cells.size() == 1 && cells[0].text.empty()) return;
        if (cells[0].text.rfind('#', 0) == 0) return;
        if (cells.size() != 2)
            fail(1, counted(cells.size(), "cell") + ", not two; write time and value with a comma between them");
        if (table_.quantity.empty()) take_head(cells);
        else take_row(cells);
    }
    void take_head(const std::vector<Cell>& cells) {
        const auto lower = [](std::string text) {
            std::transform(text.begin(), text.end(), text.begin(),
                           [](unsigned char c) { return char(std::tolower(c)); });
            return text;
        };
        if (lower(cells[0].text) != "time")
            fail(cells[0].column,
                 fmt::format("'{}' is not a head; begin with {}", cells[0].text.substr(0, 40), heads()));
        table_.quantity = lower(cells[1].text);
        if (std::find(quantities_.begin(), quantities_.end(), table_.quantity) == quantities_.end())
            fail(cells[1].column, fmt::format("no quantity '{}'; begin with {}", cells[1].text.substr(0, 40), heads()));
    }
    void take_row(const std::vector<Cell>& cells) {
        const double time = number_at(cells[0].text, place(cells[0].column), "time");
        if (!table_.times.empty() && !(time > table_.times.back()))
            fail(cells[0].column,
                 fmt::format("time {} comes after {:g}; sort the rows by time", cells[0].text, table_.times.back()));
        table_.times.push_back(time);
        table_.values.push_back(cells[1].text);
        table_.places.push_back(place(cells[1].column));
    }

    const std::string& text_;
    const std::string& name_;
    const std::vector<std::string>& quantities_;
    std::size_t line_ = 0;
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
