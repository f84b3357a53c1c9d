// Draws all panels at their positions.
#include "app/shell/layout.hpp"
#include "app/shell/parts.hpp"
#include "app/ui/widgets.hpp"

#include <algorithm>

namespace nearfield::ui {
namespace {

constexpr const char* left_window = "Parameters##left";

/// Headline of a section, which the finder can unfold and scroll to. Returns true if the section is open.
bool headline(Session& s, const char* title, bool unfold_now) {
    auto& all = s.revealed.sections;
    if (std::find(all.begin(), all.end(), title) == all.end()) all.push_back(title);
    const bool sought = s.revealed.what == title;
    const bool open = section(title, unfold_now || sought);
    if (sought && s.revealed.is_fresh()) ImGui::SetScrollHereY(0);
    return open;
}

/// Draws the sections of a column in a window of their own, or below the content of an existing window.
void column(Session& s, Place place, const Rect& room, const char* window) {
    begin_panel(window, room.lo, room.size(), ImGuiWindowFlags_NoBackground);
    for (Panel* panel : s.desk.at(place, s)) {
        const char* title = panel->title(s);
        if (!*title || headline(s, title, panel->has_control(s, s.revealed.what))) panel->draw(s, room);
    }
    ImGui::Dummy({0, ImGui::GetFontSize() * 0.5f});
    ImGui::End();
}

void draw_at(Session& s, Place place, const Rect& room) {
    for (Panel* panel : s.desk.at(place, s)) panel->draw(s, room);
}

void draw_front(Session& s) {
    if (s.desk.front()) s.desk.front()->draw(s, {});
    s.desk.front_drawn(), s.keyboard.moves = 0;
}

}  // namespace

void draw_panels(Session& s, const Layout& layout) {
    const bool presents = s.desk.presenting;
    if (!layout.left.empty()) s.revealed.sections.clear();
    if (!presents) menu_bar(s);
    draw_at(s, Place::picture, layout.viewport);
    if (!layout.second.empty()) draw_at(s, Place::second_picture, layout.second);
    draw_at(s, Place::legend, layout.legend);
    if (!layout.left.empty()) column(s, Place::left, layout.left, left_window);
    if (!layout.right.empty()) column(s, Place::right, layout.right, "Results##right");
    else if (!layout.left.empty()) column(s, Place::right, layout.left, left_window);
    if (!layout.lesson.empty()) draw_at(s, Place::beside, layout.lesson);
    draw_at(s, Place::drawer, layout.drawer);
    if (!presents) draw_at(s, Place::status, layout.status);
    draw_at(s, Place::over_picture,
            {layout.viewport.lo, layout.second.empty() ? layout.viewport.hi : layout.second.hi});
    draw_front(s);
    toasts(s, layout.viewport);
}

}  // namespace nearfield::ui
