#include "app/ui/panels.hpp"
#include "app/ui/split_view.hpp"
#include "app/ui/widgets.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::ui {

/// A lesson has a column to itself: as high as its text wants, up to two thirds if other panels are below.
static void place_lesson(const State& s, Layout& layout, const Rect& column, float em) {
    const float all = column.size().y;
    if (column.empty()) return;
    const bool alone = layout.right.empty();
    const float height = alone ? all : std::clamp(std::round(s.desk.height), em * 12, std::round(all * 0.67f));
    layout.lesson = {column.lo, {column.hi.x, column.lo.y + height}};
    if (!alone) layout.right = {{column.lo.x, column.lo.y + height}, column.hi};
}

Layout arrange(const State& s, ImVec2 window, float em) {
    const bool presents = s.presenter.on;
    const float menu = presents ? 0 : std::round(em * 1.85f), status = presents ? 0 : std::round(em * 1.8f);
    // columns shrink before the picture does
    const float left = std::round(std::clamp(window.x * 0.26f, em * 22, em * 26)),
                right = s.desk.shown() ? std::round(std::clamp(window.x * 0.24f, em * 22, em * 30))
                                       : std::round(std::clamp(window.x * 0.21f, em * 18.5f, em * 24));
    const float drawer = shown_page(s) == Page::timing ? std::round(std::clamp(window.y * 0.25f, em * 11.5f, em * 19))
                                                       : std::round(std::clamp(window.y * 0.45f, em * 22.5f, em * 31));
    // without room for both columns beside the picture, one holds all panels
    const bool both = s.preferences.panels && !presents && window.x > left + right + em * 8,
               panels = both || (s.preferences.panels && !presents && !s.desk.shown());
    const float column = both ? left : std::min(left, std::round(window.x * 0.55f));
    const float top = menu, bottom = window.y - status, x0 = panels ? column : 0,
                x1 = both || (s.desk.shown() && window.x > right + em * 8) ? window.x - right : window.x;
    const float split = panels && s.preferences.drawer ? std::max(top + em * 6, bottom - drawer) : bottom;
    Layout layout;
    layout.status = {{0, bottom}, window};
    if (panels) layout.left = {{0, top}, {x0, bottom}};
    if (both) layout.right = {{x1, top}, {window.x, split}};
    if (s.desk.shown()) place_lesson(s, layout, {{x1, top}, {window.x, bottom}}, em);
    if (split < bottom) layout.drawer = {{x0, split}, {s.desk.shown() ? x1 : window.x, bottom}};
    const float legend = panels || presents
                             ? std::round(ImGui::GetFrameHeight() * (x1 - x0 < em * legend_row_em ? 2 : 1) +
                                          em * (x1 - x0 < em * legend_row_em ? 1.1f : 0.8f))
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
    presenter_view(s, layout.viewport);
    overlays(s);
    toasts(s, layout.viewport);
}

}  // namespace nearfield::ui
