#pragma once
// JSON as text. Only json_text.cpp compiles the writer, which takes two seconds in every file that includes it.
#include <nlohmann/json_fwd.hpp>

#include <string>

namespace nearfield {

/// Returns JSON in one line, or in lines indented by `indent` spaces. Bytes that are not UTF-8 become U+FFFD. Escapes
/// control characters of terminals.
std::string json_text(const nlohmann::json& value, int indent = -1);
std::string json_text(const nlohmann::ordered_json& value, int indent = -1);

}  // namespace nearfield
