#include "points/point_columns.hpp"

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/joined.hpp"
#include "base/one_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace nearfield {
namespace {

std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return text;
}

/// Returns the name in lower case without its unit: "X [m]" is x.
std::string plain(const std::string& name) { return lower(trimmed(name.substr(0, name.find_first_of("([")))); }

using Names = std::set<std::string>;

struct System {
    std::vector<Names> axes;
    bool degrees = false;
};

const std::vector<System>& systems() {
    static const std::vector<System> all{
        {{{"x"}, {"y"}, {"z"}}},
        {{{"lon", "long", "lng", "longitude"}, {"lat", "latitude"}}, true},
        {{{"easting"}, {"northing"}}},
    };
    return all;
}

/// Index of the column with any of these names. None if there is none.
std::optional<std::size_t> find_column(const std::vector<std::string>& names, const Names& wanted,
                                       const std::string& where) {
    std::optional<std::size_t> found;
    for (std::size_t c = 0; c < names.size(); ++c) {
        if (!wanted.count(plain(names[c]))) continue;
        if (found)
            throw UsageError(fmt::format("{}: columns {} and {} are both called {}; choose by number with --columns",
                                         where, *found + 1, c + 1, *wanted.begin()));
        found = c;
    }
    return found;
}

std::size_t asked_column(const std::vector<std::string>& names, const std::string& asked, const std::string& where) {
    for (const bool exact : {true, false})
        for (std::size_t c = 0; c < names.size(); ++c)
            if (exact ? names[c] == asked : lower(names[c]) == lower(asked)) return c;
    std::size_t number = 0;
    const auto [end, problem] = std::from_chars(asked.data(), asked.data() + asked.size(), number);
    if (problem == std::errc{} && end == asked.data() + asked.size() && number >= 1 && number <= names.size())
        return number - 1;
    throw UsageError(fmt::format("{}: there is no column '{}' for --columns; give names or numbers of the {}: {}",
                                 where, asked, counted(names.size(), "column"), joined(names, ", ")));
}

}  // namespace

PointColumns asked_columns(const std::vector<std::string>& names, const PointChoice& choice, const std::string& where) {
    PointColumns columns;
    for (const auto& asked : choice.columns) {
        const std::size_t at = asked_column(names, asked, where);
        if (std::count(columns.at.begin(), columns.at.end(), at))
            throw UsageError(fmt::format("{}: --columns has column {} twice", where, at + 1));
        columns.at.push_back(at);
        columns.names.push_back(names[at]);
    }
    return columns;
}

std::optional<PointColumns> named_columns(const std::vector<std::string>& names, std::optional<int> dimensions,
                                          const std::string& where) {
    for (const auto& system : systems()) {
        PointColumns columns{.degrees = system.degrees};
        for (const auto& axis : system.axes) {
            if (int(columns.at.size()) == dimensions.value_or(3)) break;
            const auto at = find_column(names, axis, where);
            if (!at) break;
            columns.at.push_back(*at);
            columns.names.push_back(names[*at]);
        }
        if (columns.at.size() < 2) continue;
        if (dimensions == 3 && columns.at.size() == 2)
            throw UsageError(fmt::format("{}: the header names {} and {} but no z; use --dims 2, or choose with "
                                         "--columns",
                                         where, columns.names[0], columns.names[1]));
        return columns;
    }
    return std::nullopt;
}

bool names_rows(const std::string& name) {
    static const Names all = {"",    "id",       "index", "name", "fid",        "gid",
                              "oid", "objectid", "label", "row",  "unnamed: 0", "#"};
    return all.count(lower(trimmed(name))) > 0;
}

}  // namespace nearfield
