#include "app/ui/seen.hpp"

#include "base/error.hpp"
#include "base/write_file.hpp"
#include "params/json_text.hpp"

#include <imgui_internal.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <ostream>

namespace nearfield::ui {

namespace {

/// Controls drawn in the current frame.
struct Seen {
    std::string path;
    std::map<std::string, ImVec4> widgets;
    unsigned long frame = 0;

    Seen() {
        if (const char* file = std::getenv("NEARFIELD_UI_LAYOUT")) path = file;
    }
};

Seen& seen() {
    static Seen all;
    return all;
}

}  // namespace

bool is_seen() { return !seen().path.empty(); }

void see(const std::string& name) {
    if (is_seen() && ImGui::IsItemVisible()) see(name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

void see(const std::string& name, ImVec2 lo, ImVec2 hi) {
    if (!is_seen()) return;
    const ImVec2 corner = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    lo = {std::max(lo.x, corner.x), std::max(lo.y, corner.y)};
    hi = {std::min(hi.x, corner.x + size.x), std::min(hi.y, corner.y + size.y)};
    if (hi.x > lo.x && hi.y > lo.y) seen().widgets[name] = {lo.x, lo.y, hi.x - lo.x, hi.y - lo.y};
}

void see_window(const std::string& name) {
    const ImVec2 lo = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    see(name, lo, {lo.x + size.x, lo.y + size.y});
}

void write_seen(const std::function<nlohmann::json()>& status) {
    auto& now = seen();
    if (!is_seen()) return;
    nlohmann::json widgets = nlohmann::json::object();
    for (const auto& [id, r] : now.widgets) widgets[id] = {int(r.x), int(r.y), int(r.z), int(r.w)};
#if IMGUI_VERSION_NUM >= 18700
    const bool input_waits = !ImGui::GetCurrentContext()->InputEventsQueue.empty();
#else
    const bool input_waits = false;  // here a frame processes all input
#endif
    const nlohmann::json layout = {
        {"frame", ++now.frame}, {"input_waits", input_waits}, {"widgets", widgets}, {"status", status()}};
    try {
        write_file(now.path, true, [&](std::ostream& out) { out << json_text(layout, 1) << '\n'; });
    } catch (const Error&) { now.path.clear(); }
    now.widgets.clear();
}

}  // namespace nearfield::ui
