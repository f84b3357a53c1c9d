#pragma once
// JSON as text. json_text.cpp alone compiles what reads and writes it: two seconds in each file that did it by itself.
#include <nlohmann/json_fwd.hpp>

#include <string>

namespace nearfield {

/// What is said of a text with the character NUL.
constexpr const char* nul_in_text = "a text holds the character NUL (\\u0000), which no name can have; take it out";

/// Throws UsageError for text that is no JSON ("line:column: reason"), a key that an object has twice, a text with the
/// character NUL, and more than 64 brackets within each other. `name` is what errors call the text.
nlohmann::json read_json(const std::string& text, const std::string& name);

/// What nlohmann's message says, without its own codes and position: "[code] parse error at line 1, column 2: reason".
std::string json_reason(const std::string& message);

/// In one line, or in lines that are indented by so many spaces. Bytes that are not UTF-8 become U+FFFD; characters
/// that a terminal may obey are escaped.
std::string json_text(const nlohmann::json& value, int indent = -1);
std::string json_text(const nlohmann::ordered_json& value, int indent = -1);

}  // namespace nearfield
