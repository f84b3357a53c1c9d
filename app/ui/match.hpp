#pragma once
#include <compare>
#include <string_view>

namespace nearfield::ui {

/// How a name fits what was typed, from not at all to exactly.
enum class Fit { none, letters, words, start, exact };

struct Match {
    Fit fit = Fit::none;
    int score = 0;  ///< among those of the same fit
    auto operator<=>(const Match&) const = default;
};

/// `start`: the name begins with the query; `words`: every word of the query begins a word of the name or of `more`;
/// `letters`: the query's letters occur in the name in this order. Upper and lower case are the same.
Match match(std::string_view query, std::string_view name, std::string_view more = {});
/// The same for a name of some kind: "kind: words" looks for the words among the names of that kind alone.
Match match_of_kind(std::string_view query, std::string_view kind, std::string_view name, std::string_view more);

}  // namespace nearfield::ui
