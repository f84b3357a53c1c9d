#include "params/json_text.hpp"

#include "base/foreign_text.hpp"

#include <nlohmann/json.hpp>

namespace nearfield {
namespace {

template <class Json> std::string dumped(const Json& value, int indent) {
    return json_safe(value.dump(indent, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

std::string json_text(const nlohmann::json& value, int indent) { return dumped(value, indent); }

std::string json_text(const nlohmann::ordered_json& value, int indent) { return dumped(value, indent); }

}  // namespace nearfield
