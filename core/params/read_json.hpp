#pragma once
#include <nlohmann/json_fwd.hpp>

#include <string>

namespace nearfield {

/// Throws UsageError for text that is no JSON ("line:column: reason"), a key that an object has twice, and more than 64
/// brackets within each other. `name` is what errors call the text.
nlohmann::json read_json(const std::string& text, const std::string& name);

}  // namespace nearfield
