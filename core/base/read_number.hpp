#pragma once
#include <charconv>
#include <limits>
#include <string>

namespace nearfield {

/// Parses a text that is one number with an optional sign. Returns true on success.
inline bool read_number(const std::string& text, double& value) {
    const char* first = text.data() + (text.size() > 1 && text[0] == '+');
    const auto [end, problem] = std::from_chars(first, text.data() + text.size(), value);
    return problem == std::errc{} && end == text.data() + text.size();
}

/// Parses a number that this program wrote, independent of the locale; NaN on failure.
inline double number_from(const std::string& text) {
    double value = 0;
    return read_number(text, value) ? value : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace nearfield
