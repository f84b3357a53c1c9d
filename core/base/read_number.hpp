#pragma once
#include <charconv>
#include <limits>
#include <string>

namespace nearfield {

/// Reads a text that is a number and nothing else, with a sign or without. Returns whether it is one.
inline bool read_number(const std::string& text, double& value) {
    const char* first = text.data() + (text.size() > 1 && text[0] == '+');
    const auto [end, problem] = std::from_chars(first, text.data() + text.size(), value);
    return problem == std::errc{} && end == text.data() + text.size();
}

/// The number that a text written by this program is, whatever the locale; NaN if it is none.
inline double number_from(const std::string& text) {
    double value = 0;
    return read_number(text, value) ? value : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace nearfield
