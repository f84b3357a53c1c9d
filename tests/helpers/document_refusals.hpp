#pragma once
// Faults planted in a valid document, and the place in it that the refusal has to name.
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace nearfield::document {

struct Refused {
    const char *what, *instead;  ///< in the valid text
    const char* from;            ///< the place named is that of the first `at` after the first `from`
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

/// Expects `said`, the error about the text of that file, to name the place and all words.
inline void expect_refusal(const Refused& r, const std::string& file, const std::string& text,
                           const std::string& said) {
    ASSERT_NE(said, "") << r.instead;
    EXPECT_EQ(said.find(file + ":" + place_of(text, r.from, r.at) + ":"), 0u) << said;
    for (const char* word : r.words) EXPECT_NE(said.find(word), std::string::npos) << said;
}

}  // namespace nearfield::document
