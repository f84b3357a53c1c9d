#include "app/ui/layout_probe.hpp"

#include "base/error.hpp"
#include "base/write_file.hpp"
#include "params/json_text.hpp"

#include <imgui_internal.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <ostream>

namespace nearfield::ui {

LayoutProbe::LayoutProbe() {
    if (const char* path = std::getenv("NEARFIELD_UI_LAYOUT")) path_ = path;
}

void LayoutProbe::item(const std::string& id) {
    if (on() && ImGui::IsItemVisible()) area(id, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

void LayoutProbe::area(const std::string& id, ImVec2 lo, ImVec2 hi) {
    if (!on()) return;
    const ImVec2 corner = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    lo = {std::max(lo.x, corner.x), std::max(lo.y, corner.y)};
    hi = {std::min(hi.x, corner.x + size.x), std::min(hi.y, corner.y + size.y)};
    if (hi.x > lo.x && hi.y > lo.y) widgets_[id] = {lo.x, lo.y, hi.x - lo.x, hi.y - lo.y};
}

void LayoutProbe::flush(const std::function<nlohmann::json()>& status) {
    if (!on()) return;
    nlohmann::json widgets = nlohmann::json::object();
    for (const auto& [id, r] : widgets_) widgets[id] = {int(r.x), int(r.y), int(r.z), int(r.w)};
#if IMGUI_VERSION_NUM >= 18700
    const bool input_waits = !ImGui::GetCurrentContext()->InputEventsQueue.empty();
#else
    const bool input_waits = false;  // a frame takes in all
#endif
    const nlohmann::json layout = {
        {"frame", ++frame_}, {"input_waits", input_waits}, {"widgets", widgets}, {"status", status()}};
    try {
        write_file(path_, true, [&](std::ostream& out) { out << json_text(layout, 1) << '\n'; });
    } catch (const Error&) { path_.clear(); }
    widgets_.clear();
}

}  // namespace nearfield::ui
