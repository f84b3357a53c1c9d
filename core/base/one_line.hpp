#pragma once
#include <string>

namespace nearfield {

constexpr std::size_t longest_line = 300;  ///< bytes

/// A message as one line of terminal_text(). If it is longer than `longest_line`, its middle, where messages quote what
/// they are about, is left out.
std::string one_line(const std::string& text);

/// Without white space at its ends.
std::string trimmed(const std::string& text);

/// The last line that says something.
std::string last_line(const std::string& text);

}  // namespace nearfield
