#pragma once
// JSON as text. json_text.cpp alone compiles what writes it: two seconds in each file that did it by itself.
#include <nlohmann/json_fwd.hpp>

#include <string>

namespace nearfield {

/// In one line, or in lines that are indented by so many spaces. Bytes that are not UTF-8 become U+FFFD; characters
/// that a terminal may obey are escaped.
std::string json_text(const nlohmann::json& value, int indent = -1);
std::string json_text(const nlohmann::ordered_json& value, int indent = -1);

}  // namespace nearfield
