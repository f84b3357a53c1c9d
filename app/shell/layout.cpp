#include "app/panels/compare/split_view.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::ui {

namespace {

struct Columns {
    float left, right;
    bool two;  ///< there is room for both beside the picture; else one holds all panels, and a lesson above them
};

/// Columns shrink before the picture does.
Columns columns_of(const State& s, ImVec2 window, float em) {
    Columns c{};
    c.left = std::round(std::clamp(window.x * 0.26f, em * 22, em * 26));
    c.right = s.desk.shown() ? std::round(std::clamp(window.x * 0.24f, em * 22, em * 30))
                             : std::round(std::clamp(window.x * 0.21f, em * 18.5f, em * 24));
    c.two = !s.presenter.on && window.x > c.left + c.right + em * 8;
    if (!c.two) c.left = c.right = std::min(s.desk.shown() ? c.right : c.left, std::round(window.x * 0.55f));
    return c;
}

/// A page with cells needs more room than curves do.
float drawer_height(const State& s, ImVec2 window, float em) {
    if (shown_page(s) == Page::timing) return std::round(std::clamp(window.y * 0.25f, em * 11.5f, em * 19));
    const float wanted = std::clamp(window.y * 0.45f, em * 22.5f, em * 31);
    return std::round(s.presenter.on ? std::min(wanted, window.y * 0.66f) : wanted);
}

/// A lesson stands above the panels of its column, as high as its text wants, up to two thirds of it.
void place_lesson(const State& s, Layout& layout, const Rect& column, Rect& below, float em) {
    const float all = column.size().y, least = std::min(em * 12, all * 0.5f);
    const float height = below.empty() ? all : std::clamp(std::round(s.desk.height), least, std::round(all * 0.67f));
    layout.lesson = {column.lo, {column.hi.x, column.lo.y + height}};
    if (!below.empty()) below = {{column.lo.x, column.lo.y + height}, column.hi};
}

}  // namespace

Layout arrange(const State& s, ImVec2 window, float em) {
    const bool presents = s.presenter.on, lesson = s.desk.shown(),
               panels = presents ? s.presenter.panels : s.preferences.panels;
    const float menu = presents ? 0 : std::round(em * 1.85f), status = presents ? 0 : std::round(em * 1.8f);
    const auto columns = columns_of(s, window, em);
    const bool at_left = panels && (columns.two || !lesson), at_right = lesson || (panels && columns.two);
    const float top = menu, bottom = window.y - status, x0 = at_left ? columns.left : 0,
                x1 = at_right ? window.x - columns.right : window.x;
    const float split = drawer_open(s) ? std::max(top + em * 6, bottom - drawer_height(s, window, em)) : bottom;
    const Rect column{{x1, top}, {window.x, bottom}};
    Layout layout;
    layout.status = {{0, bottom}, window};
    if (at_left) layout.left = {{0, top}, {x0, bottom}};
    if (panels && columns.two) layout.right = {column.lo, {window.x, split}};
    if (panels && !at_left) layout.left = column;
    if (lesson) place_lesson(s, layout, column, columns.two ? layout.right : layout.left, em);
    if (split < bottom) layout.drawer = {{x0, split}, {lesson ? x1 : window.x, bottom}};
    const bool two_rows = x1 - x0 < em * legend_row_em;
    const float legend = panels || presents
                             ? std::round(ImGui::GetFrameHeight() * (two_rows ? 2 : 1) + em * (two_rows ? 1.1f : 0.8f))
                             : 0;
    layout.viewport = {{x0, top}, {x1, split - legend}};
    layout.legend = {{x0, split - legend}, {x1, split}};
    split_layout(s, layout);
    return layout;
}

bool panel_section(State& s, const char* title, bool unfold_now) {
    if (std::find(s.sections.begin(), s.sections.end(), title) == s.sections.end()) s.sections.push_back(title);
    const bool sought = s.reveal == title;
    const bool open = section(title, unfold_now || sought);
    s.probe.item(std::string("section/") + title);
    if (sought && ImGui::GetTime() - s.revealed_at < 0.2) ImGui::SetScrollHereY(0);
    return open;
}

const char* search_title(const State& s) {
    const auto& scene = *s.status->scene;
    return scene.keyed() ? "MULTI-MAP" : scene.boxed() ? "BOXES THAT MEET" : "NEIGHBOUR SEARCH";
}

/// In a column of its own, or below what the left one holds.
static void right_panel(State& s, const Rect& place, const char* window) {
    begin_panel(window, place.lo, place.size(), ImGuiWindowFlags_NoBackground);
    inspector_section(s);
    matrix_section(s);
    diagram_section(s);
    metrics_section(s);
    compare_section(s);
    split_section(s);
    ImGui::Dummy({0, ImGui::GetFontSize() * 0.5f});
    ImGui::End();
}

void draw_ui(State& s, const Layout& layout) {
    if (!layout.left.empty()) s.sections.clear();
    if (!s.presenter.on) menu_bar(s);
    viewport(s, layout.viewport);
    second_view(s, layout.second);
    legend(s, layout.legend);
    if (!layout.left.empty()) left_panel(s, layout.left);
    if (!layout.right.empty()) right_panel(s, layout.right, "Results##right");
    else if (!layout.left.empty()) right_panel(s, layout.left, left_window);
    lesson_panel(s, layout.lesson);
    drawer(s, layout.drawer);
    if (!s.presenter.on) status_line(s, layout.status);
    presenter_view(s, {layout.viewport.lo, layout.second.empty() ? layout.viewport.hi : layout.second.hi});
    overlays(s);
    toasts(s, layout.viewport);
}

}  // namespace nearfield::ui
