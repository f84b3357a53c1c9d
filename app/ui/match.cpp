#include "app/ui/match.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace nearfield::ui {
namespace {

bool same(char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

bool begins(std::string_view text, std::string_view with) {
    return text.size() >= with.size() && std::equal(with.begin(), with.end(), text.begin(), same);
}

bool begins_a_word(std::string_view text, std::size_t at) {
    return at == 0 || !(std::isalnum(static_cast<unsigned char>(text[at - 1])) || (text[at - 1] & 0x80));
}

bool has_word(std::string_view text, std::string_view beginning) {
    for (std::size_t at = 0; at + beginning.size() <= text.size(); ++at)
        if (begins_a_word(text, at) && begins(text.substr(at), beginning)) return true;
    return false;
}

/// Returns the number of query words that begin words of the name; -1 if a word occurs in neither the name nor `more`.
int words_found(std::string_view query, std::string_view name, std::string_view more) {
    int in_name = 0;
    while (!query.empty()) {
        const auto end = std::min(query.find(' '), query.size());
        const auto word = query.substr(0, end);
        if (has_word(name, word)) ++in_name;
        else if (!has_word(more, word)) return -1;
        query.remove_prefix(std::min(end + 1, query.size()));
    }
    return in_name;
}

/// Scores the query's letters in the name. Word starts and consecutive letters weigh more; 0: no match.
int letters_score(std::string_view query, std::string_view name) {
    int score = 1;
    std::size_t at = 0;
    bool in_run = false;
    for (const char wanted : query) {
        if (wanted == ' ') continue;
        const std::size_t from = at;
        while (at < name.size() && !same(name[at], wanted)) ++at;
        if (at == name.size()) return 0;
        score += 1 + (begins_a_word(name, at) ? 8 : 0) + (in_run && at == from ? 6 : 0);
        in_run = true, ++at;
    }
    return score;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

}  // namespace

Match match(std::string_view query, std::string_view name, std::string_view more) {
    query = trimmed(query);
    if (begins(name, query)) return {name.size() == query.size() ? Fit::exact : Fit::start};
    if (const int found = words_found(query, name, more); found >= 0) return {Fit::words, found};
    if (const int score = letters_score(query, name)) return {Fit::letters, score};
    return {};
}

Match match_of_kind(std::string_view query, std::string_view kind, std::string_view name, std::string_view more) {
    if (const auto colon = query.find(':'); colon != std::string_view::npos) {
        const auto named = trimmed(query.substr(0, colon));
        if (named.size() == kind.size() && begins(kind, named)) return match(query.substr(colon + 1), name, more);
    }
    return match(query, name, std::string(kind) + " " + std::string(more));
}

}  // namespace nearfield::ui
