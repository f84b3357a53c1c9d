#include "base/one_line.hpp"

#include <fmt/format.h>

namespace nearfield {
namespace {

/// Length of the character in UTF-8 that begins here; 0 if none does.
std::size_t length_at(const std::string& text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const unsigned first = byte(at);
    const std::size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first > 0xf4) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(at + i) & 0xc0) != 0x80) return 0;
    const bool overlong = (first == 0xe0 && byte(at + 1) < 0xa0) || (first == 0xf0 && byte(at + 1) < 0x90),
               surrogate = first == 0xed && byte(at + 1) >= 0xa0, beyond = first == 0xf4 && byte(at + 1) >= 0x90;
    return overlong || surrogate || beyond ? 0 : length;
}

/// Control characters of ASCII and, in two bytes, of Latin 1: some terminals obey those too.
bool controls(const std::string& text, std::size_t at) {
    const auto first = static_cast<unsigned char>(text[at]);
    return first < 0x20 || first == 0x7f || (first == 0xc2 && static_cast<unsigned char>(text[at + 1]) < 0xa0);
}

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

}  // namespace

bool is_utf8(const std::string& text) {
    std::size_t at = 0;
    while (at < text.size())
        if (const std::size_t length = length_at(text, at)) at += length;
        else return false;
    return true;
}

std::string visible(const std::string& text) {
    std::string safe;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = length_at(text, at), bytes = length ? length : 1;
        if (text[at] == '\n' || text[at] == '\r') safe += ' ';
        else if (length && !controls(text, at)) safe += text.substr(at, length);
        else
            for (std::size_t i = 0; i < bytes; ++i)
                safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at + i]));
        at += bytes;
    }
    return safe;
}

std::string one_line(const std::string& text) {
    const std::string line = visible(text), gap = " … ";
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

std::string last_line(const std::string& text) {
    const std::string line = trimmed(text);
    return line.substr(line.rfind('\n') + 1);
}

}  // namespace nearfield
