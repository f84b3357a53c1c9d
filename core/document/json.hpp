#pragma once
// The only reader of JSON: into nodes with places in the file, or into nlohmann's values.
#include "document/place.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace nearfield {

/// Message about a text with the character NUL.
constexpr const char* nul_in_text = "a text holds the character NUL (\\u0000), which no name can have; take it out";

/// Returns the reason in nlohmann's message, without its codes and position: "[code] parse error at line 1, column 2:
/// reason".
std::string json_reason(const std::string& message);

/// Parses JSON. Throws UsageError "name:line:column: reason" for invalid JSON, a duplicate key in an object, a text
/// with the character NUL, and more than 64 nested brackets.
nlohmann::json read_json(const std::string& text, const std::string& name);

/// Returns a message such as "no key 'titel' in a plan. Did you mean 'title'?", with "in a plan" from `in`.
std::string no_key(const std::string& key, const std::string& in, const std::vector<std::string>& known);

/// Throws UsageError "where: no key ..." for the first unknown key of the object.
void require_known_keys(const nlohmann::json& object, const std::vector<std::string>& known, const std::string& where,
                        const std::string& in);

/// Throws UsageError "where: otherwise" if `file` is no object with the key "nearfield", and another one for a version
/// of the format that this program does not read.
void require_format(const nlohmann::json& file, const std::string& where, const std::string& otherwise);

namespace document {

/// Throws UsageError "file:line:column: what", or "file: what" without a place.
[[noreturn]] void complain(const std::string& file, Place, const std::string& what);

struct JsonNode {
    enum class Kind { nothing, truth, number, text, list, object } kind = Kind::nothing;
    Place place;
    bool truth = false;
    double number = 0;
    std::string text;
    std::string key;  ///< in the enclosing object; empty for other nodes
    Place key_place;
    std::vector<JsonNode> items;  ///< items of a list, or members of an object in order

    const JsonNode* find(std::string_view name) const;
};

/// Returns "a number", "a list" ...
const char* name_of(JsonNode::Kind);

/// Parses JSON into nodes. Throws like read_json().
JsonNode parse_json(const std::string& text, const std::string& file);

}  // namespace document
}  // namespace nearfield
