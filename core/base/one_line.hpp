#pragma once
#include <string>

namespace nearfield {

constexpr std::size_t longest_line = 300;  ///< bytes

/// A text that is safe to show: line breaks become spaces; other control characters, and bytes that are not UTF-8,
/// become escapes such as \x1b.
std::string visible(const std::string& text);

/// A message as one visible line. If it is longer than `longest_line`, its middle, where messages quote what they are
/// about, is left out.
std::string one_line(const std::string& text);

bool is_utf8(const std::string& text);

/// Without white space at its ends.
std::string trimmed(const std::string& text);

/// The last line that says something.
std::string last_line(const std::string& text);

}  // namespace nearfield
