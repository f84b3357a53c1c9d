#pragma once
#include <cctype>
#include <string_view>

namespace nearfield::ui {

/// How well `words` match `query` (letters in order, gaps allowed); 0: not at all. Starts of words and runs count more.
inline int fuzzy_score(std::string_view query, std::string_view words) {
    int score = 1;
    std::size_t at = 0;
    bool in_run = false;
    for (const char wanted : query) {
        if (wanted == ' ') continue;
        const std::size_t from = at;
        while (at < words.size() &&
               std::tolower(static_cast<unsigned char>(words[at])) != std::tolower(static_cast<unsigned char>(wanted)))
            ++at;
        if (at == words.size()) return 0;
        const bool start = at == 0 || !std::isalnum(static_cast<unsigned char>(words[at - 1]));
        score += 1 + (start ? 8 : 0) + (in_run && at == from ? 6 : 0);
        in_run = true, ++at;
    }
    return score * 16 - int(words.size() < 200 ? words.size() / 16 : 12);
}

}  // namespace nearfield::ui
