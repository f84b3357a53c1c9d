#pragma once
#include <compare>
#include <string_view>

namespace nearfield::ui {

/// Quality of a match between name and query, ascending.
enum class Fit { none, letters, words, start, exact };

struct Match {
    Fit fit = Fit::none;
    int score = 0;  ///< rank among matches of equal fit
    auto operator<=>(const Match&) const = default;
};

/// `start`: the name begins with the query. `words`: every query word begins a word of the name or of `more`.
/// `letters`: the query's letters occur in the name in this order. Case is ignored.
Match match(std::string_view query, std::string_view name, std::string_view more = {});
/// Matches a name of a kind. A query "kind: words" searches only names of that kind.
Match match_of_kind(std::string_view query, std::string_view kind, std::string_view name, std::string_view more);

}  // namespace nearfield::ui
