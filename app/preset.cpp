#include "app/preset.hpp"

#include "app/files.hpp"
#include "base/endings.hpp"
#include "base/error.hpp"
#include "base/joined.hpp"
#include "base/names_path.hpp"
#include "base/read_file.hpp"
#include "document/json.hpp"
#include "params/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <type_traits>

namespace nearfield {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// True for a recording's run.json. It has more keys than a preset, but can serve as one.
bool is_recording(const json& file) { return file.contains("started"); }

/// Throws UsageError if several scenes have a preset of that name and `of` is none of them.
const ShippedPreset* find_shipped(const std::string& name, const SceneInfo* of) {
    std::vector<const ShippedPreset*> found;
    std::vector<std::string> names;
    for (const auto& preset : shipped_presets()) {
        const auto whole = preset.scene + "/" + preset.name;
        if (name == whole || (of && name == preset.name && preset.scene == of->key)) return &preset;
        if (name == preset.name) {
            found.push_back(&preset);
            names.push_back(whole);
        }
    }
    if (found.size() > 1)
        throw UsageError(fmt::format("{}: several presets have this name; give {}", name, joined(names, " or ")));
    return found.empty() ? nullptr : found.front();
}

[[noreturn]] void complain_of_name(const std::string& name) {
    std::vector<std::string> names;
    for (const auto& preset : shipped_presets()) names.push_back(preset.name);
    for (const auto& own : own_presets()) names.push_back(own.name);
    std::error_code problem;
    const bool is_here = fs::exists(name, problem);
    throw UsageError(fmt::format("no preset '{}'.{}", name,
                                 is_here ? fmt::format(" A file or folder is given with a slash: ./{}", name)
                                         : suggest(name, names)));
}

/// Calls `visit(key, member, least, most)` for every member of a look. The limits apply to numbers.
template <class Look, class Visit> void each(Look& look, Visit visit) {
    constexpr double any = std::numeric_limits<float>::max();
    visit("pace", look.pace, 0, 1e6);
    visit("draw_every", look.draw_every, 1, 1e6);
    visit("camera", look.camera, -any, any);
    visit("colour_map", look.colour_map, 0, 0);
    visit("colour_range", look.colour_range, -any, any);
    visit("size", look.size, 0.01, 100);
    visit("glow", look.glow, 0, 1);
    visit("grid", look.grid, 0, 1);
    visit("outline", look.outline, 0, 1);
}

/// Reads JSON into members of a look. Each overload throws the expected form of the value.
struct TakeValue {
    const json& value;
    double least, most;

    void operator()(bool& member) const {
        if (!value.is_boolean()) throw std::string("true or false");
        member = value.get<bool>();
    }
    void operator()(std::string& member) const {
        if (!value.is_string()) throw std::string("a text");
        member = value.get<std::string>();
    }
    template <class Number>
    requires std::is_arithmetic_v<Number>
    void operator()(Number& member) const {
        if (!value.is_number() || value.get<double>() < least || value.get<double>() > most)
            throw fmt::format("a number from {} to {}", least, most);
        member = Number(value.get<double>());
    }
    template <std::size_t N> void operator()(std::array<float, N>& members) const {
        if (!value.is_array() || value.size() != N) throw fmt::format("a list of {} numbers", N);
        for (std::size_t i = 0; i < N; ++i) TakeValue{value[i], least, most}(members[i]);
    }
    template <class T> void operator()(std::optional<T>& member) const { (*this)(member.emplace()); }
};

WindowLook read_look(const std::string& path, const json& values) {
    if (!values.is_object()) throw UsageError(path + ": \"window\": expected {\"key\": value, ...}");
    WindowLook look{.camera = {0, 0, 0, 0, 0, 0}};
    std::vector<std::string> keys;
    each(look, [&](const std::string& key, auto& member, double least, double most) {
        keys.push_back(key);
        if (!values.contains(key)) return;
        try {
            TakeValue{values[key], least, most}(member);
        } catch (const std::string& expected) {
            throw UsageError(fmt::format("{}: \"window\": \"{}\": expected {}", path, key, expected));
        }
    });
    require_known_keys(values, keys, path, "in \"window\"");
    return look;
}

nlohmann::ordered_json to_json(const WindowLook& look) {
    nlohmann::ordered_json values;
    each(look, [&]<class T>(const char* key, const T& member, double, double) {
        if constexpr (std::is_same_v<T, std::optional<std::array<float, 2>>>) {
            if (member) values[key] = *member;
        } else values[key] = member;
    });
    return values;
}

fs::path own_folder() { return config_place() / "presets"; }

Preset read_preset(const fs::path& path, const std::string& text) {
    const json file = read_json(text, path.string());
    require_format(file, path, R"(not a preset; it should hold {"nearfield": 1, "scene": "...", "settings": {...}})");
    if (!is_recording(file))
        require_known_keys(file, {"nearfield", "scene", "settings", "window"}, path, "in a preset");
    if (!file.contains("scene") || !file["scene"].is_string())
        throw UsageError(path.string() + ": \"scene\": expected the name of a scene");
    try {
        const SceneInfo& scene = find_scene(file["scene"].get<std::string>());
        Preset preset{&scene, scene.defaults()};
        if (file.contains("settings")) preset.settings.merge(file["settings"], path.string());
        if (file.contains("window") && !is_recording(file)) preset.look = read_look(path.string(), file["window"]);
        return preset;
    } catch (const UsageError& problem) {
        const std::string what = problem.what();
        throw UsageError(what.rfind(path.string(), 0) == 0 ? what : path.string() + ": " + what);
    }
}

}  // namespace

Preset load_preset(const ShippedPreset& shipped) {
    return read_preset(shipped.scene + "/" + shipped.name, shipped.text);
}

std::vector<OwnPreset> own_presets() {
    std::vector<OwnPreset> own;
    std::error_code problem;
    for (const auto& entry : fs::directory_iterator(own_folder(), problem)) {
        std::error_code ignored;
        if (entry.path().extension() != ending::document || !entry.is_regular_file(ignored)) continue;
        try {
            own.push_back({entry.path().stem(), load_preset(entry.path().string()).scene->key});
        } catch (const UsageError&) {}
    }
    std::sort(own.begin(), own.end(), [](const OwnPreset& a, const OwnPreset& b) { return a.name < b.name; });
    return own;
}

fs::path preset_file(const std::string& name) {
    if (name.empty()) throw UsageError("a preset needs a name; give one, such as lecture1");
    return names_path(name) ? fs::path(name) : own_folder() / (name + ".json");
}

std::optional<fs::path> existing_preset(const std::string& name) {
    try {
        const auto file = preset_file(name);
        return fs::exists(file) ? std::optional(file) : std::nullopt;
    } catch (const std::exception&) { return {}; }
}

Preset load_preset(const std::string& name, const SceneInfo* of) {
    if (const ShippedPreset* shipped = find_shipped(name, of)) return load_preset(*shipped);
    fs::path file = preset_file(name);
    std::error_code problem;
    if (!names_path(name) && !fs::exists(file, problem)) complain_of_name(name);
    if (fs::is_directory(file, problem) && fs::exists(file / "run.json", problem)) file /= "run.json";
    return read_preset(file, read_chosen(file, "the name of a preset file"));
}

Preset load_own_preset(const std::string& name) { return load_preset(preset_file(name).string()); }

void require_own_name(const std::string& name) {
    for (const auto& shipped : shipped_presets())
        if (name == shipped.name || name == shipped.scene + "/" + shipped.name)
            throw UsageError(fmt::format("a preset called '{}' comes with the program; choose another name", name));
}

void save_preset(const fs::path& path, const Preset& preset, bool force) {
    nlohmann::ordered_json file = {
        {"nearfield", 1}, {"scene", preset.scene->key}, {"settings", preset.settings.to_json()}};
    if (preset.look) file["window"] = to_json(*preset.look);
    std::error_code problem;
    if (path.parent_path() == own_folder()) fs::create_directories(config_folder() / "presets", problem);
    write_file(path, force, [&](std::ostream& out) { out << json_text(file, 2) << '\n'; });
}

}  // namespace nearfield
