#include "base/build.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace nearfield {

std::string text_of(const Build& build) {
    std::string text = fmt::format("nearfield {}, sources {}", build.version, build.sources);
    if (!build.commit.empty())
        text += fmt::format(", commit {}{}", build.commit.substr(0, 10), build.is_changed ? " with changes" : "");
    return text + fmt::format(", {}, {}", build.compiler, build.type);
}

nlohmann::ordered_json to_json(const Build& build) {
    return {{"version", build.version},    {"sources", build.sources},   {"commit", build.commit},
            {"changed", build.is_changed}, {"compiler", build.compiler}, {"type", build.type}};
}

Build build_of(const nlohmann::ordered_json& json) {
    if (!json.is_object()) return {};
    const auto part = [&](const char* key) {
        const auto found = json.find(key);
        return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    const auto changed = json.find("changed");
    return {.version = part("version"),
            .sources = part("sources"),
            .commit = part("commit"),
            .is_changed = changed != json.end() && changed->is_boolean() && changed->get<bool>(),
            .compiler = part("compiler"),
            .type = part("type")};
}

bool is_same_program(const Build& one, const Build& other) {
    return one.version == other.version && one.sources == other.sources && one.compiler == other.compiler &&
           one.type == other.type;
}

}  // namespace nearfield
