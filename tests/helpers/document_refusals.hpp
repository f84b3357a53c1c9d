#pragma once
// Faults in otherwise valid documents, and the position that the refusal must name.
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace nearfield::document {

struct Refused {
    const char *what, *instead;  ///< replaced part of the valid text, and its replacement
    const char* from;            ///< the position is that of the first `at` after the first `from`
    const char* at;
    std::vector<const char*> words;
};

/// "line:column" of the first `at` after the start of `from`, counted by hand.
inline std::string place_of(const std::string& text, const std::string& from, const std::string& at) {
    const auto offset = text.find(at, text.find(from));
    int line = 1, column = 1;
    for (std::size_t i = 0; i < offset; ++i) text[i] == '\n' ? (++line, column = 1) : ++column;
    return std::to_string(line) + ":" + std::to_string(column);
}

/// Expects the error message of that file to name the position and all words.
inline void expect_refusal(const Refused& r, const std::string& file, const std::string& text,
                           const std::string& said) {
    ASSERT_NE(said, "") << r.instead;
    EXPECT_EQ(said.find(file + ":" + place_of(text, r.from, r.at) + ":"), 0u) << said;
    for (const char* word : r.words) EXPECT_NE(said.find(word), std::string::npos) << said;
}

}  // namespace nearfield::document
