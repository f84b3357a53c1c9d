#pragma once
// JSON with the place of every value in its file.
#include "scenes/document/place.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace nearfield::document {

/// Throws UsageError "file:line:column: what", or "file: what" without a place.
[[noreturn]] void complain(const std::string& file, Place, const std::string& what);

struct JsonNode {
    enum class Kind { nothing, truth, number, text, list, object } kind = Kind::nothing;
    Place place;
    bool truth = false;
    double number = 0;
    std::string text;
    std::string key;  ///< in the enclosing object
    Place key_place;
    std::vector<JsonNode> items;  ///< items of a list, or members of an object in order

    const JsonNode* find(std::string_view name) const;
};

/// "a number", "a list" ...
const char* name_of(JsonNode::Kind);

/// Throws UsageError for invalid JSON, for a duplicate key in an object, and for nesting deeper than 64.
JsonNode parse_json(const std::string& text, const std::string& file);

}  // namespace nearfield::document
