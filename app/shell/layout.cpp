#include "app/shell/layout.hpp"

#include "app/panels/view/view_menu.hpp"
#include "app/shell/parts.hpp"
#include "app/ui/widgets.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::ui {

namespace {

struct Columns {
    float left, right;
    bool two;  ///< True if both columns fit beside the picture; else one holds all panels
};

/// Returns the column widths. Columns shrink before the picture does.
Columns columns_of(const Session& s, const Panel* beside, ImVec2 window, float em) {
    Columns c{};
    c.left = std::round(std::clamp(window.x * 0.26f, em * 22, em * 26));
    c.right = beside ? std::round(std::clamp(window.x * 0.24f, em * 22, em * 30))
                     : std::round(std::clamp(window.x * 0.21f, em * 18.5f, em * 24));
    c.two = !s.desk.presenting && window.x > c.left + c.right + em * 8;
    if (!c.two) c.left = c.right = std::min(beside ? c.right : c.left, std::round(window.x * 0.55f));
    return c;
}

/// Returns the drawer's height. The first page shows curves and needs less room than the others, which show cells.
float drawer_height(const Session& s, ImVec2 window, float em) {
    if (&s.desk.page(s) == s.desk.at(Place::page, s).front())
        return std::round(std::clamp(window.y * 0.25f, em * 11.5f, em * 19));
    const float wanted = std::clamp(window.y * 0.45f, em * 22.5f, em * 31);
    return std::round(s.desk.presenting ? std::min(wanted, window.y * 0.66f) : wanted);
}

/// Places the lesson above the panels of its column. It is as high as its text, at most two thirds of the column.
void place_lesson(const Panel& lesson, Layout& layout, const Rect& column, Rect& below, float em) {
    const float all = column.size().y, least = std::min(em * 12, all * 0.5f);
    const float height = below.empty() ? all : std::clamp(std::round(lesson.height()), least, std::round(all * 0.67f));
    layout.lesson = {column.lo, {column.hi.x, column.lo.y + height}};
    if (!below.empty()) below = {{column.lo.x, column.lo.y + height}, column.hi};
}

/// Splits the picture's rectangle for two runs: side by side in a wide viewport, stacked in a tall one.
void split_layout(const Session& s, Layout& layout) {
    if (s.desk.at(Place::second_picture, s).empty() || layout.viewport.empty()) return;
    constexpr float gap = 2;
    auto& first = layout.viewport;
    layout.second = first;
    if (first.size().x >= first.size().y) {
        const float middle = std::round((first.lo.x + first.hi.x) / 2);
        first.hi.x = middle - gap, layout.second.lo.x = middle + gap;
        layout.second.hi.x = layout.second.lo.x + first.size().x;
    } else {
        const float middle = std::round((first.lo.y + first.hi.y) / 2);
        first.hi.y = middle - gap, layout.second.lo.y = middle + gap;
        layout.second.hi.y = layout.second.lo.y + first.size().y;
    }
}

}  // namespace

Layout arrange(const Session& s, ImVec2 window, float em) {
    const auto at_side = s.desk.at(Place::beside, s);
    const Panel* lesson = at_side.empty() ? nullptr : at_side.front();
    const bool presents = s.desk.presenting, panels = presents ? s.desk.presented.panels : s.preferences.panels;
    const float menu = presents ? 0 : std::round(em * 1.85f), status = presents ? 0 : std::round(em * 1.8f);
    const auto columns = columns_of(s, lesson, window, em);
    const bool at_left = panels && (columns.two || !lesson), at_right = lesson || (panels && columns.two);
    const float top = menu, bottom = window.y - status, x0 = at_left ? columns.left : 0,
                x1 = at_right ? window.x - columns.right : window.x;
    const float split = s.desk.drawer_open(s) ? std::max(top + em * 6, bottom - drawer_height(s, window, em)) : bottom;
    const Rect column{{x1, top}, {window.x, bottom}};
    Layout layout;
    layout.status = {{0, bottom}, window};
    if (at_left) layout.left = {{0, top}, {x0, bottom}};
    if (panels && columns.two) layout.right = {column.lo, {window.x, split}};
    if (panels && !at_left) layout.left = column;
    if (lesson) place_lesson(*lesson, layout, column, columns.two ? layout.right : layout.left, em);
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

float presenting_scale(const Session& s, float height) {
    constexpr float least_scale = 1.6f;    // relative to the usual text size
    constexpr float lines_on_screen = 45;  // lines of text in a large window
    constexpr float usual_text = 13.5f;    // window units
    if (!s.desk.presenting) return 1;
    const float wanted = std::max(least_scale, height / (lines_on_screen * usual_text));
    return std::round(wanted * 5) / 5;  // rounded, so that resizing rarely rebuilds fonts
}

}  // namespace nearfield::ui
