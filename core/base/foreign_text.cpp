#include "base/foreign_text.hpp"

#include "base/one_line.hpp"
#include "base/read_number.hpp"
#include "base/table_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace nearfield {
namespace {

/// Length of the UTF-8 character that begins at `at`; 0 if it is malformed.
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

/// The code point of the `length` bytes from `at` on.
unsigned code_at(const std::string& text, std::size_t at, std::size_t length) {
    const auto first = static_cast<unsigned char>(text[at]);
    unsigned code = length == 1 ? first : first & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) code = code << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3f);
    return code;
}

/// True for control characters of ASCII and Latin 1, line and paragraph separators, and bidirectional marks, all of
/// which some terminals obey; and for U+FFFE and U+FFFF, which XML forbids.
bool is_unsafe(unsigned code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0xfffe || code == 0xffff;
}

/// Calls safe(part) for each safe character, and unsafe(part) for each other character and each stray byte.
template <class Safe, class Unsafe> void each_character(const std::string& text, Safe safe, Unsafe unsafe) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = length_at(text, at), bytes = length ? length : 1;
        const std::string part = text.substr(at, bytes);
        length && !is_unsafe(code_at(text, at, length)) ? safe(part) : unsafe(part);
        at += bytes;
    }
}

std::string escapes(const std::string& bytes) {
    std::string text;
    for (const char c : bytes) text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    return text;
}

/// The inverse of escapes(), for a whole text.
std::string unescaped(const std::string& text) {
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        unsigned byte = 0;
        const char* const digits = text.data() + at + 2;
        const bool is_escape = text.compare(at, 2, "\\x") == 0 && at + 4 <= text.size() &&
                               std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
        plain += is_escape ? char(byte) : text[at];
        if (is_escape) at += 3;
    }
    return plain;
}

/// True if the text, after leading apostrophes, begins like a formula.
bool begins_as_formula(const std::string& text) {
    const auto first = text.find_first_not_of('\'');
    return first != std::string::npos && std::string("=+-@").find(text[first]) != std::string::npos;
}

bool needs_apostrophe(const std::string& text) {
    double number = 0;
    return begins_as_formula(text) && !read_number(text, number);
}

}  // namespace

bool is_utf8(const std::string& text) {
    std::size_t at = 0;
    while (at < text.size())
        if (const std::size_t length = length_at(text, at)) at += length;
        else return false;
    return true;
}

std::string terminal_text(const std::string& text) {
    std::string safe;
    each_character(
        text, [&](const std::string& part) { safe += part; },
        [&](const std::string& part) { safe += part == "\n" || part == "\r" ? " " : escapes(part); });
    return safe;
}

std::string csv_cell(const std::string& text) {
    std::string cell = needs_apostrophe(text) ? "'" : "";
    const bool blank_first = !text.empty() && text.front() == ' ', blank_last = text.size() > 1 && text.back() == ' ';
    std::string inner = text.substr(blank_first, text.size() - blank_first - blank_last);
    for (auto at = inner.find("\\x"); at != std::string::npos; at = inner.find("\\x", at + 4))
        inner.replace(at, 1, escapes("\\"));  // literal text that looks like an escape
    if (blank_first) cell += escapes(" ");
    each_character(
        inner, [&](const std::string& part) { cell += part; }, [&](const std::string& part) { cell += escapes(part); });
    if (blank_last) cell += escapes(" ");
    if (cell.find_first_of(",\"") == std::string::npos) return cell;
    std::string quoted = "\"";
    for (const char c : cell) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

std::vector<std::string> csv_cells(const std::string& line, const std::string& where) {
    TableRows rows(where, line, ',', TableRows::Comments::are_rows);
    if (!rows.next()) return {""};
    std::vector<std::string> cells;
    for (const Cell& read : rows.cells()) {
        auto& cell = cells.emplace_back(unescaped(trimmed(text_of(read))));
        if (cell.starts_with('\'') && begins_as_formula(cell)) cell.erase(0, 1);
    }
    return cells;
}

std::string json_safe(const std::string& json) {
    if (std::all_of(json.begin(), json.end(), [](char c) { return static_cast<unsigned char>(c) < 0x7f; })) return json;
    std::string safe;
    each_character(
        json, [&](const std::string& part) { safe += part; },
        [&](const std::string& part) {
            const unsigned code = code_at(part, 0, part.size());
            safe += code < 0x20 ? part : fmt::format("\\u{:04x}", code);
        });
    return safe;
}

std::string xml_text(const std::string& text) {
    std::string safe;
    for (const char c : terminal_text(text)) {
        if (c == '&') safe += "&amp;";
        else if (c == '<') safe += "&lt;";
        else if (c == '>') safe += "&gt;";
        else if (c == '"') safe += "&quot;";
        else if (c == '\'') safe += "&#39;";
        else safe += c;
    }
    return safe;
}

}  // namespace nearfield
