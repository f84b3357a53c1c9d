#pragma once
#include <nlohmann/json_fwd.hpp>

#include <string>

namespace nearfield {

// What reads and writes JSON is compiled here alone: it takes two seconds in every file that does it by itself.
/// Throws UsageError for text that is no JSON ("line:column: reason"), a key that an object has twice, and more than 64
/// brackets within each other. `name` is what errors call the text.
nlohmann::json read_json(const std::string& text, const std::string& name);

/// In one line, or in lines that are indented by so many spaces. Bytes that are not UTF-8 become U+FFFD.
std::string json_text(const nlohmann::json& value, int indent = -1);
std::string json_text(const nlohmann::ordered_json& value, int indent = -1);

}  // namespace nearfield
