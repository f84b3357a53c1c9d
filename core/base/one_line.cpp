#include "base/one_line.hpp"

#include "base/foreign_text.hpp"

#include <algorithm>

namespace nearfield {
namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

}  // namespace

std::string one_line(const std::string& text) {
    const std::string line = terminal_text(text), gap = " … ";
    if (line.size() <= longest_line) return line;
    std::size_t end = (longest_line - gap.size()) / 2, again = line.size() - (longest_line - gap.size() - end);
    while (continues(line[end])) --end;
    while (continues(line[again])) ++again;
    return line.substr(0, end) + gap + line.substr(again);
}

std::string trimmed(const std::string& text) {
    const char* const white = " \t\r\n";
    const auto first = text.find_first_not_of(white);
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(white) - first + 1);
}

std::size_t letters(const std::string& text) {
    return text.size() - std::size_t(std::count_if(text.begin(), text.end(), continues));
}

std::string last_line(const std::string& text) {
    const std::string line = trimmed(text);
    return line.substr(line.rfind('\n') + 1);
}

}  // namespace nearfield
