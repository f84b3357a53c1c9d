#include "app/ui/preferences.hpp"

#include "app/files.hpp"
#include "base/read_file.hpp"
#include "document/json.hpp"
#include "params/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace nearfield::ui {
namespace {

/// Calls `visit(key, member)` for every saved preference.
template <class P, class Visit> void each(P& p, Visit visit) {
    visit("width", p.width), visit("height", p.height), visit("ui_scale", p.ui_scale),
        visit("colour_map", p.colour_map);
    visit("panels", p.panels), visit("drawer", p.drawer), visit("glow", p.glow), visit("grid", p.grid);
    visit("bounds", p.bounds), visit("size", p.size), visit("coarse", p.coarse), visit("span", p.span),
        visit("scene", p.scene), visit("light", p.light), visit("presented", p.presented);
}

/// Assigns a number, clamped to the member's range.
template <class T> void take(const nlohmann::json& value, T& member) {
    if constexpr (std::is_same_v<T, int> || std::is_same_v<T, float>) {
        constexpr double least = std::numeric_limits<T>::lowest(), most = std::numeric_limits<T>::max();
        member = T(std::clamp(value.get<double>(), least, most));
    } else value.get_to(member);
}

Preferences read(const std::filesystem::path& path) {
    Preferences p;
    const auto values = read_json(read_file(path, "the preferences"), path.string());
    each(p, [&](const char* key, auto& member) {
        if (values.contains(key)) take(values.at(key), member);
    });
    p.width = std::clamp(p.width, 0, 16384), p.height = std::clamp(p.height, 0, 16384);
    p.ui_scale = p.ui_scale > 0.5f && p.ui_scale < 4 ? p.ui_scale : 1;
    p.size = p.size > 0.05f && p.size < 20 ? p.size : 1;
    p.span = p.span == 5 || p.span == 30 ? p.span : 10;
    return p;
}

}  // namespace

Preferences load_preferences(const std::filesystem::path& path, std::string& complaint) {
    try {
        if (std::filesystem::exists(path)) return read(path);
    } catch (const std::exception&) {
        complaint = path.string() + " cannot be read; the window starts with defaults and the file will be rewritten";
    }
    return {};
}

void save_preferences(const std::filesystem::path& path, const Preferences& preferences) {
    nlohmann::json values;
    each(preferences, [&](const char* key, const auto& member) { values[key] = member; });
    write_file(path, true, [&](std::ostream& out) { out << json_text(values, 2) << '\n'; });
}

}  // namespace nearfield::ui
