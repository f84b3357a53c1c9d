#include "app/cli/csv.hpp"

#include "app/cli/options.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "base/one_line.hpp"
#include "base/read_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

/// Reads line by line and keeps the line number for messages.
class PointReader {
  public:
    PointReader(const std::filesystem::path& path, std::optional<int> dimensions)
        : name_(path.string()),
          in_(path, "a CSV file"),
          dimensions_(dimensions) {}

    PointTable read() {
        PointTable table;
        std::string line;
        bool first = true;
        while (next(line)) {
            if (line_ == 1 && line.rfind("\xef\xbb\xbf", 0) == 0) line.erase(0, 3);  // byte order mark
            if (trimmed(line).empty() || trimmed(line)[0] == '#') continue;
            const auto cells = csv_cells(line);
            const bool header = first && is_header(cells);
            if (first) choose_columns(cells, header);
            first = false;
            if (!header) table.points.push_back(point(cells));
        }
        table.dimensions = columns_.empty() ? dimensions_.value_or(0) : int(columns_.size());
        return table;
    }

  private:
    /// The next line, if there is one.
    bool next(std::string& line) {
        ++line_;
        in_.getline(buffer_.data(), std::streamsize(buffer_.size()));
        const bool ended = in_.good();  // by a line break, which counts
        if (in_.gcount() == 0) return false;
        if (!ended && !in_.eof()) complain(fmt::format("a line of more than {} characters", buffer_.size()));
        line.assign(buffer_.data(), std::size_t(in_.gcount()) - ended);
        return true;
    }

    [[noreturn]] void complain(const std::string& reason) const {
        throw UsageError(fmt::format("{}:{}: {}", name_, line_, reason));
    }

    static bool is_header(const std::vector<std::string>& cells) {
        double number;
        return std::none_of(cells.begin(), cells.end(),
                            [&](const auto& cell) { return cell.empty() || read_number(cell, number); });
    }

    void choose_columns(const std::vector<std::string>& cells, bool header) {
        if (header && named_columns(cells)) return;
        const int there = int(cells.size()), wanted = dimensions_.value_or(there);
        if (there < 2 || there < wanted)
            complain(fmt::format("{}, expected {}; columns are separated by commas", counted(there, "column"),
                                 dimensions_ ? std::to_string(wanted) : "2 or 3"));
        if (wanted > 3)
            complain(fmt::format("{} columns, expected 2 or 3; give --dims, or name the columns x, y, z in a header",
                                 there));
        for (int c = 0; c < wanted; ++c)
            columns_.push_back(std::size_t(c)),
                names_.push_back(header ? cells[std::size_t(c)] : fmt::format("column {}", c + 1));
    }

    /// Takes the columns called x, y (and z) if there are any.
    bool named_columns(const std::vector<std::string>& cells) {
        std::vector<std::size_t> found;
        for (const char* axis : {"x", "y", "z"}) {
            const auto at = std::find_if(cells.begin(), cells.end(), [&](std::string cell) {
                std::transform(cell.begin(), cell.end(), cell.begin(), [](unsigned char c) { return std::tolower(c); });
                return cell == axis;
            });
            if (at == cells.end()) break;
            found.push_back(std::size_t(at - cells.begin()));
        }
        if (found.size() < 2) return false;
        if (dimensions_ == 3 && found.size() == 2)
            complain("the header names x and y but no z; use --dims 2, or add the column");
        found.resize(std::size_t(dimensions_.value_or(int(found.size()))));
        columns_ = found;
        for (auto column : found) names_.push_back(cells[column]);
        return true;
    }

    glm::dvec3 point(const std::vector<std::string>& cells) const {
        glm::dvec3 p(0);
        for (std::size_t a = 0; a < columns_.size(); ++a) {
            if (columns_[a] >= cells.size())
                complain(names_[a] + " is missing; the line has " + counted(cells.size(), "column"));
            const std::string& cell = cells[columns_[a]];
            if (cell.empty()) complain(fmt::format("{} is empty", names_[a]));
            if (!read_number(cell, p[int(a)]))
                complain(fmt::format("{} is '{}', which is not a number", names_[a], cell));
            if (!std::isfinite(p[int(a)]))
                complain(fmt::format("{} is {}; positions must be finite, remove the line", names_[a], cell));
        }
        return p;
    }

    std::string name_;
    InputStream in_;
    std::vector<char> buffer_ = std::vector<char>(1'000'000);
    std::optional<int> dimensions_;
    std::vector<std::size_t> columns_;
    std::vector<std::string> names_;
    std::size_t line_ = 0;
};

}  // namespace

std::string csv_line(const std::vector<std::string>& cells) {
    std::string line;
    for (const auto& cell : cells) line += (&cell == cells.data() ? "" : ",") + csv_cell(cell);
    return line;
}

PointTable read_points(const std::filesystem::path& path, std::optional<int> dimensions) {
    return PointReader(path, dimensions).read();
}

}  // namespace nearfield
