#pragma once
#include <string>

namespace nearfield {

constexpr std::size_t longest_line = 300;  ///< bytes

/// A message as one line of terminal_text(). Beyond `longest_line` an ellipsis replaces its middle, where messages
/// quote values.
std::string one_line(const std::string& text);

/// Without leading and trailing white space.
std::string trimmed(const std::string& text);

/// Number of letters of a text in UTF-8.
std::size_t letters(const std::string& text);

/// The last line that is not blank.
std::string last_line(const std::string& text);

}  // namespace nearfield
