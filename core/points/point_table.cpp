#include "points/point_table.hpp"

#include "base/counted.hpp"
#include "base/endings.hpp"
#include "base/table_rows.hpp"
#include "points/point_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <numeric>

namespace nearfield {
namespace {

std::vector<std::string> texts_of(const std::vector<Cell>& cells) {
    std::vector<std::string> texts;
    for (const auto& cell : cells) texts.push_back(text_of(cell));
    return texts;
}

std::vector<std::string> numbered(std::size_t columns) {
    std::vector<std::string> names;
    for (std::size_t c = 1; c <= columns; ++c) names.push_back(fmt::format("column {}", c));
    return names;
}

enum class Read { number, beyond, no_number };

/// Reads a number with or without a sign.
Read read(std::string_view text, double& value) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size() || problem == std::errc::invalid_argument) return Read::no_number;
    return problem == std::errc{} ? Read::number : Read::beyond;
}

/// True for a number, and for a text of digits and marks that begins as a number: 1,5 and 1.234,5 are no column names.
bool seems_number(std::string_view text) {
    double value = 0;
    if (read(text, value) != Read::no_number) return true;
    const auto first = text.find_first_not_of("+-.,");
    return first != std::string_view::npos && text[first] >= '0' && text[first] <= '9' &&
           text.find_first_not_of("0123456789+-.,eE") == std::string_view::npos;
}

/// The lines before the atoms of an XYZ file.
struct AtomsHead {
    std::size_t atoms = 0;
    std::string_view comment;
};

/// Returns these lines if the first line is only an integer and the third has at least three columns.
std::optional<AtomsHead> atoms_head(const std::string& name, std::string_view text) {
    TableRows lines(name, text, TableRows::blanks);
    AtomsHead head;
    auto first = lines.skip_line();
    first = first.substr(std::min(first.find_first_not_of(" \t"), first.size()));
    const auto [end, problem] = std::from_chars(first.data(), first.data() + first.size(), head.atoms);
    const std::string_view behind(end, std::size_t(first.data() + first.size() - end));
    if (problem != std::errc{} || behind.find_first_not_of(" \t") != std::string_view::npos) return std::nullopt;
    head.comment = lines.skip_line();
    if (head.atoms == 0 || !lines.next() || lines.line() != 3 || lines.cells().size() < 3) return std::nullopt;
    return head;
}

/// The first column of positions, from 0 on, as stated in the comment by "Properties=species:S:1:pos:R:3".
std::optional<std::size_t> stated_column(std::string_view comment) {
    const auto begin = comment.find("Properties=");
    if (begin == std::string_view::npos) return std::nullopt;
    std::string_view rest = comment.substr(begin + 11);
    rest = rest.substr(0, rest.find_first_of(" \t"));
    std::size_t column = 0;
    while (!rest.empty()) {
        std::array<std::string_view, 3> part;  // name, type, number of columns
        for (auto& p : part) {
            p = rest.substr(0, rest.find(':'));
            rest.remove_prefix(std::min(rest.size(), p.size() + 1));
        }
        if (part[0] == "pos") return column;
        std::size_t wide = 0;
        std::from_chars(part[2].data(), part[2].data() + part[2].size(), wide);
        column += std::min<std::size_t>(wide, 1000);
    }
    return std::nullopt;
}

class TableReader {
  public:
    TableReader(const std::string& name, std::string_view text, const PointChoice& choice)
        : choice_(choice),
          bare_xyz_(ending::ends(name, ending::atoms)),
          head_(atoms_head(name, text)),
          rows_(name, text, head_ ? TableRows::blanks : char(0)),
          where_([&] { return fmt::format("{}:{}", name, rows_.line()); }) {
        if (head_) {
            rows_.skip_line();
            rows_.skip_line();
        }
    }

    PointTable read() {
        PointTable table;
        for (bool first = true; rows_.next(); first = false) {
            const bool header = first && begin();
            if (header) continue;
            require_width();
            if (head_ && table.points.size() == head_->atoms)
                rows_.complain(fmt::format("more rows than the {} in the first line; keep one frame of atoms",
                                           counted(head_->atoms, "atom")));
            table.points.push_back(point());
        }
        if (head_ && table.points.size() < head_->atoms)
            rows_.complain(fmt::format("the first line announces {}, but there are {}", counted(head_->atoms, "atom"),
                                       table.points.size()));
        table.dimensions =
            columns_.at.empty() ? choice_.dimensions.value_or(int(choice_.columns.size())) : int(columns_.at.size());
        table.columns = columns_.names;
        table.degrees = columns_.degrees;
        table.all_columns = all_columns_;
        return table;
    }

  private:
    /// Chooses the columns from the first row. True if it is a header.
    bool begin() {
        const auto& cells = rows_.cells();
        width_ = cells.size();
        if (head_) {
            choose_atoms();
            return false;
        }
        const bool header = is_header();
        auto names = header ? texts_of(cells) : names_in_comment();
        if (header) header_quoted_ = std::all_of(cells.begin(), cells.end(), [](const Cell& c) { return c.quoted; });
        choose_columns(names.empty() ? numbered(width_) : names, !names.empty());
        return header;
    }

    /// True if the row names the columns, with no cell empty or a number, or counts them from 0 on, as pandas does. The
    /// first cell may be empty: pandas and R put the index there.
    bool is_header() const {
        const auto& cells = rows_.cells();
        const std::size_t first = cells.size() > 1 && cells[0].text.empty() ? 1 : 0;
        bool names = true, counts = first == 1;
        for (std::size_t c = first; c < cells.size(); ++c) {
            names &= !cells[c].text.empty() && !seems_number(cells[c].text);
            counts &= cells[c].text == std::to_string(c - first);
        }
        return names || counts;
    }

    /// Column names from a comment before the first row that names x and y, as numpy writes it. Empty if there is none.
    std::vector<std::string> names_in_comment() const {
        if (rows_.comment().empty() || rows_.comment().find('"') != std::string_view::npos) return {};
        // numpy separates the names in its header by blanks, regardless of the separator of the rows
        for (const char separator : {rows_.separator(), TableRows::blanks}) {
            TableRows comment(where_(), rows_.comment(), separator);
            if (!comment.next() || comment.cells().size() != width_) continue;
            auto names = texts_of(comment.cells());
            if (named_columns(names, std::nullopt, where_())) return names;
        }
        return {};
    }

    void choose_columns(const std::vector<std::string>& names, bool named) {
        if (named) all_columns_ = names;
        if (!choice_.columns.empty()) return void(columns_ = asked_columns(names, choice_, where_()));
        if (named)
            if (auto columns = named_columns(names, choice_.dimensions, where_())) return void(columns_ = *columns);
        std::vector<std::size_t> left;
        for (std::size_t c = 0; c < names.size(); ++c)
            if (!named || !names_rows(names[c])) left.push_back(c);
        const int there = int(left.size()),
                  wanted = choice_.dimensions.value_or(bare_xyz_ ? std::min(3, there) : there);
        if (there < 2 || there < wanted)
            rows_.complain(fmt::format("{}, expected {}; separate columns by commas, semicolons, tabs or blanks",
                                       counted(there, "column"),
                                       choice_.dimensions ? std::to_string(wanted) : "2 or 3"));
        if (wanted > 3)
            rows_.complain(fmt::format("{} columns, expected 2 or 3; choose with --columns or --dims, or name the "
                                       "columns x, y, z in a header",
                                       there));
        left.resize(std::size_t(wanted));
        columns_.at = left;
        for (const std::size_t c : left) columns_.names.push_back(names[c]);
    }

    /// Chooses the columns of positions. They follow the symbol or the atomic number, unless the comment states another
    /// place or a row has only three columns.
    void choose_atoms() {
        const std::size_t first = stated_column(head_->comment).value_or(width_ > 3 ? 1 : 0);
        if (!choice_.columns.empty()) return void(columns_ = asked_columns(numbered(width_), choice_, where_()));
        if (first + 3 > width_)
            rows_.complain(
                fmt::format("{}; a position takes columns {} to {}", counted(width_, "column"), first + 1, first + 3));
        columns_.at.resize(std::size_t(choice_.dimensions.value_or(3)));
        std::iota(columns_.at.begin(), columns_.at.end(), first);
        for (const char* axis : {"x", "y", "z"})
            if (columns_.names.size() < columns_.at.size()) columns_.names.push_back(axis);
    }

    /// Throws UsageError for a row longer than the first. R's write.table omits the name of the first column in its
    /// header.
    void require_width() {
        const auto& cells = rows_.cells();
        if (cells.size() <= width_) return;
        if (header_quoted_ && cells.size() == width_ + 1 && cells[0].quoted) {
            for (auto& column : columns_.at) ++column;
            ++width_;
            header_quoted_ = false;
            return;
        }
        rows_.complain(fmt::format("the row has {}, the first one {}", counted(cells.size(), "column"), width_));
    }

    glm::dvec3 point() {
        const auto& cells = rows_.cells();
        glm::dvec3 p(0);
        for (std::size_t a = 0; a < columns_.at.size(); ++a) {
            if (columns_.at[a] >= cells.size())
                rows_.complain(columns_.names[a] + " is missing; the row has " + counted(cells.size(), "column"));
            p[int(a)] = number(cells[columns_.at[a]], columns_.names[a]);
        }
        header_quoted_ = false;
        return p;
    }

    double number(const Cell& cell, const std::string& column) {
        double value = 0;
        if (cell.text.empty()) rows_.complain(fmt::format("{} is empty", column));
        const bool comma = cell.text.find(',') != std::string_view::npos;
        const Read got = comma ? read_with_comma(cell, column, value) : nearfield::read(cell.text, value);
        if (got == Read::no_number)
            rows_.complain(fmt::format("{} is '{}', which is not a number", column, text_of(cell)));
        if (got == Read::beyond)
            rows_.complain(fmt::format("{} is {}, which double precision cannot hold", column, text_of(cell)));
        if (!std::isfinite(value))
            rows_.complain(fmt::format("{} is {}; positions must be finite, remove the row", column, text_of(cell)));
        if (!comma && cell.text.find('.') != std::string_view::npos) note_mark('.', cell, column);
        return value;
    }

    /// Reads a number that may have a decimal comma. Requires that commas do not separate columns.
    Read read_with_comma(const Cell& cell, const std::string& column, double& value) {
        const char separator = rows_.separator();
        std::string text(cell.text);
        if ((separator != ';' && separator != '\t') || std::count(text.begin(), text.end(), ',') != 1)
            return Read::no_number;
        if (text.find('.') != std::string::npos)
            rows_.complain(fmt::format("{} is '{}'; write the number without a separator of thousands", column, text));
        note_mark(',', cell, column);
        text[text.find(',')] = '.';
        return nearfield::read(text, value);
    }

    /// Records the decimal mark. Throws UsageError for a table with both decimal points and commas, as one could
    /// separate thousands.
    void note_mark(char mark, const Cell& cell, const std::string& column) {
        if (mark_ == 0) {
            mark_ = mark;
            mark_line_ = rows_.line();
        }
        if (mark_ != mark)
            rows_.complain(fmt::format("{} is '{}', but numbers have a decimal {} in line {}; use one of them", column,
                                       text_of(cell), mark_ == ',' ? "comma" : "point", mark_line_));
    }

    const PointChoice& choice_;
    const bool bare_xyz_;
    const std::optional<AtomsHead> head_;
    TableRows rows_;
    const std::function<std::string()> where_;
    PointColumns columns_;
    std::vector<std::string> all_columns_;
    std::size_t width_ = 0, mark_line_ = 0;
    bool header_quoted_ = false;  ///< all cells of the header are quoted; reset at the first row
    char mark_ = 0;               ///< decimal mark seen so far
};

}  // namespace

PointTable read_point_table(const std::string& name, std::string_view text, const PointChoice& choice) {
    return TableReader(name, text, choice).read();
}

}  // namespace nearfield
