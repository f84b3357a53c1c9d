#include "planted.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <sstream>

namespace nearfield::fuzz {
namespace {

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

/// Words after `first`, with which a text must begin. Throws UsageError otherwise.
std::vector<std::string> words_after(const std::string& text, const char* first) {
    auto words = words_of(text);
    if (words.empty() || words[0] != first) throw UsageError("begin with the right word");
    words.erase(words.begin());
    return words;
}

/// Overflows with more than four numbers.
void overflow(const std::string& text) {
    const auto words = words_after(text, "table");
    const auto four = std::make_unique<int[]>(4);
    for (std::size_t i = 0; i < words.size(); ++i) four[i] = std::atoi(words[i].c_str());
}

/// Leaks a refused curve.
void leak(const std::string& text) {
    const auto words = words_after(text, "curve");
    auto* points = new std::vector<std::string>(words);
    if (words.size() > 1 && words[0] == words[1]) throw UsageError("two points at one place");
    delete points;
}

/// Never ends with a stride of 0.
void loop(const std::string& text) {
    const auto words = words_after(text, "range");
    if (words.empty()) return;
    const unsigned stride = unsigned(std::atoi(words[0].c_str())) % 1000;
    for (volatile unsigned at = 0; at < 1000;) at = at + stride;
}

/// Compares each name with copies of all earlier ones.
void quadratic(const std::string& text) {
    std::vector<std::string> known;
    for (const auto& name : words_after(text, "names"))
        if (std::none_of(known.begin(), known.end(), [&](std::string other) { return other == name; }))
            known.push_back(name);
}

}  // namespace

const std::vector<Reader>& planted_readers() {
    static const std::vector<Reader> all{
        {"planted_overflow", Form::words, overflow},
        {"planted_leak", Form::words, leak},
        {"planted_loop", Form::words, loop},
        {"planted_quadratic", Form::words, quadratic},
    };
    return all;
}

}  // namespace nearfield::fuzz
