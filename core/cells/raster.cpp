#include "cells/raster.hpp"

#include "base/endings.hpp"
#include "base/error.hpp"
#include "base/read_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <ostream>

namespace nearfield {
namespace {

constexpr double most_cells = 2e9;

/// A position in a text, from 1.
struct Place {
    int line = 1, column = 1;
};

/// Splits a text into words and keeps their positions.
class Words {
  public:
    Words(const std::string& text, const std::string& name) : text_(text), name_(name) {}

    [[noreturn]] void fail(const Place& at, const std::string& problem) const {
        throw UsageError(fmt::format("{}:{}:{}: {}", name_, at.line, at.column, problem));
    }
    /// Position of the last word.
    const Place& place() const { return place_; }
    bool more() {
        skip();
        return at_ < text_.size();
    }
    /// what() describes the expected word for the error message.
    template <class What> std::string next(const What& what) {
        const bool found = more();
        place_ = {line_, int(at_ - begin_of_line_) + 1};
        if (!found) fail(place_, fmt::format("the file ends before {}", what()));
        const std::size_t from = at_;
        while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
        return text_.substr(from, at_ - from);
    }
    template <class What> double number(const What& what) {
        const std::string word = next(what);
        double value = 0;
        const char* first = word.data() + (word[0] == '+');
        const auto [end, error] = std::from_chars(first, word.data() + word.size(), value);
        if (error != std::errc{} || end != word.data() + word.size())
            fail(place_, fmt::format("{} is '{}', not a number", what(), word.substr(0, 40)));
        return value;
    }
    /// True if the next word begins with a letter and is not NaN.
    bool at_word() { return more() && std::isalpha(static_cast<unsigned char>(text_[at_])) && !is_nan(); }

  private:
    bool is_nan() const { return at_ + 3 <= text_.size() && (text_[at_] | 32) == 'n' && (text_[at_ + 1] | 32) == 'a'; }
    static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
    void skip() {
        for (; at_ < text_.size() && is_space(text_[at_]); ++at_)
            if (text_[at_] == '\n') {
                ++line_;
                begin_of_line_ = at_ + 1;
            }
    }
    const std::string& text_;
    const std::string& name_;
    std::size_t at_ = 0, begin_of_line_ = 0;
    int line_ = 1;
    Place place_;
};

/// The keys of a header in lower case, with their values and the values' positions.
class Header {
  public:
    explicit Header(Words& words) : words_(words) {
        while (words.at_word()) {
            std::string key = words.next([] { return "a key"; });
            const Place place = words.place();
            std::transform(key.begin(), key.end(), key.begin(), [](unsigned char c) { return char(std::tolower(c)); });
            if (std::find(known().begin(), known().end(), key) == known().end())
                words.fail(place,
                           fmt::format("the header has no key '{}'.{}", key.substr(0, 40), suggest(key, known())));
            const double number = words.number([&] { return "the value of " + key; });
            if (!numbers_.emplace(key, Number{number, words.place()}).second)
                words.fail(place, fmt::format("{} is there twice", key));
        }
        end_ = words.place();
    }
    bool has(const std::string& key) const { return numbers_.count(key) > 0; }
    double get(const std::string& key) const { return numbers_.at(key).value; }
    double need(const std::string& key) const {
        if (!has(key)) words_.fail(end_, fmt::format("the header lacks '{}', as in '{} 100'", key, key));
        return get(key);
    }
    int count(const std::string& key) const {
        const double n = need(key);
        if (!(n >= 1 && n <= 1e6) || n != std::floor(n))
            fail(key, fmt::format("{} is {:g}; it must be a whole number from 1 to 1,000,000", key, n));
        return int(n);
    }
    /// Fails with the position of the key's value.
    [[noreturn]] void fail(const std::string& key, const std::string& problem) const {
        words_.fail(numbers_.at(key).place, problem);
    }

  private:
    struct Number {
        double value;
        Place place;
    };

    static const std::vector<std::string>& known() {
        static const std::vector<std::string> keys{"ncols",     "nrows",    "xllcorner",    "yllcorner", "xllcenter",
                                                   "yllcenter", "cellsize", "nodata_value", "dx",        "dy"};
        return keys;
    }
    Words& words_;
    std::map<std::string, Number> numbers_;
    Place end_;
};

double side_of(const Header& header) {
    const bool sides = header.has("dx") && header.has("dy") && !header.has("cellsize");
    const double side = header.need(sides ? "dx" : "cellsize");
    if (sides && !(std::abs(header.get("dy") / side - 1) <= 1e-6))
        header.fail("dy",
                    fmt::format("dx is {:g} and dy is {:g}; only square cells can be read", side, header.get("dy")));
    if (!(side > 0 && side < 1e9))
        header.fail(sides ? "dx" : "cellsize",
                    fmt::format("the side of a cell is {:g}; it must be above 0 and below 1e9", side));
    return side;
}

double corner_of(const Header& header, const std::string& axis, double side) {
    const bool centre = header.has(axis + "llcenter");
    const std::string key = axis + (centre ? "llcenter" : "llcorner");
    const double at = header.need(key);
    if (!(std::abs(at) <= 1e12))
        header.fail(key, fmt::format("{} is {:g}; it must be between -1e12 and 1e12", key, at));
    return centre ? at - side / 2 : at;
}

}  // namespace

float Raster::between(glm::dvec2 place) const {
    const double x = std::clamp(place.x / cell - 0.5, 0., columns - 1.),
                 y = std::clamp(place.y / cell - 0.5, 0., rows - 1.);
    const int c = std::min(int(x), std::max(0, columns - 2)), r = std::min(int(y), std::max(0, rows - 2));
    const int c1 = std::min(c + 1, columns - 1), r1 = std::min(r + 1, rows - 1);
    const double fx = x - c, fy = y - r;
    const auto mixed = [](double a, double b, double f) { return f == 0 ? a : f == 1 ? b : a + (b - a) * f; };
    return float(mixed(mixed(at(c, r), at(c1, r), fx), mixed(at(c, r1), at(c1, r1), fx), fy));
}

Raster sampled(const CellLattice& lattice, const std::vector<float>& values, glm::vec2 lo, glm::vec2 hi) {
    const glm::vec2 size = (hi - lo) / lattice.spacing;
    Raster raster{.columns = std::max(1, int(std::lround(size.x))),
                  .rows = std::max(1, int(std::lround(size.y))),
                  .corner = lo,
                  .cell = lattice.spacing};
    for (int row = 0; row < raster.rows; ++row)
        for (int column = 0; column < raster.columns; ++column) {
            const glm::vec2 middle = lo + (glm::vec2(column, row) + 0.5f) * lattice.spacing;
            const u32 cell = lattice.cell_at(middle - glm::vec2(lattice.origin));
            raster.values.push_back(cell < values.size() ? values[cell] : NAN);
        }
    return raster;
}

Raster read_raster(const std::string& text, const std::string& name) {
    Words words(text, name);
    const Header header(words);
    Raster raster{.columns = header.count("ncols"), .rows = header.count("nrows")};
    if (double(raster.columns) * raster.rows > most_cells)
        header.fail("nrows", fmt::format("{} x {} values are too many; at most 2e9", raster.columns, raster.rows));
    if (double(raster.columns) * raster.rows > double(text.size()))
        header.fail("nrows", fmt::format("the file is too short for {} x {} values", raster.columns, raster.rows));
    raster.cell = side_of(header);
    raster.corner = {corner_of(header, "x", raster.cell), corner_of(header, "y", raster.cell)};
    const double none = header.has("nodata_value") ? header.get("nodata_value") : -9999;
    raster.values.resize(std::size_t(raster.columns) * std::size_t(raster.rows));
    for (int row = raster.rows - 1; row >= 0; --row)
        for (int column = 0; column < raster.columns; ++column) {
            const auto which = [&] { return fmt::format("value {} of row {}", column + 1, raster.rows - row); };
            const double value = words.number(which);
            if (std::isinf(value) || std::abs(value) > 1e9)
                words.fail(words.place(), fmt::format("{} is {:g}; heights are below 1e9", which(), value));
            raster.values[std::size_t(row) * std::size_t(raster.columns) + std::size_t(column)] =
                value == none ? NAN : float(value);
        }
    if (words.more()) {
        words.next([] { return "a value"; });
        words.fail(words.place(), fmt::format("more than {} x {} values", raster.columns, raster.rows));
    }
    return raster;
}

Raster load_raster(const std::string& file) {
    return read_raster(read_chosen(file, ending::heights_file, Most::data), file);
}

void write_raster(std::ostream& out, const Raster& raster) {
    out << fmt::format("ncols {}\nnrows {}\nxllcorner {}\nyllcorner {}\ncellsize {}\nNODATA_value -9999\n",
                       raster.columns, raster.rows, raster.corner.x, raster.corner.y, raster.cell);
    for (int row = raster.rows - 1; row >= 0; --row) {
        for (int column = 0; column < raster.columns; ++column) {
            const float value = raster.at(column, row);
            out << fmt::format("{}{}", column ? " " : "", std::isnan(value) ? -9999.f : value);
        }
        out << '\n';
    }
}

}  // namespace nearfield
