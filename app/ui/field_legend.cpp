#include "app/ui/field_legend.hpp"

#include "app/ui/drawing.hpp"
#include "app/ui/theme.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace nearfield::ui {
namespace {

constexpr int samples = 6;  // each way

/// How many of some points of a rectangle on the screen lie on ground that is coloured.
int hidden(const State& s, const Rect& view, const Rect& at) {
    const Field& field = *s.frame->field;
    const glm::vec2 a = on_ground(s, view, at.lo), b = on_ground(s, view, at.hi);
    int count = 0;
    for (int i = 0; i < samples * samples; ++i) {
        const glm::vec2 share{(float(i % samples) + 0.5f) / samples, (float(i / samples) + 0.5f) / samples};
        const glm::vec2 cell = glm::floor((a + share * (b - a) - field.lo) / field.cell);
        if (cell.x < 0 || cell.y < 0 || cell.x >= float(field.columns) || cell.y >= float(field.rows)) continue;
        count += field.cells[std::size_t(cell.y) * std::size_t(field.columns) + std::size_t(cell.x)] != Field::none;
    }
    return count;
}

/// Lower left, lower right, upper left: the first that hides least.
Rect best_corner(const State& s, const Rect& view, ImVec2 size) {
    const float margin = ImGui::GetFontSize() * 0.7f;
    const float left = view.lo.x + margin, right = view.hi.x - margin - size.x, top = view.lo.y + margin, bottom = view.hi.y - margin - size.y;
    std::array<Rect, 3> corners;
    const ImVec2 at[] = {{left, bottom}, {right, bottom}, {left, top}};
    for (std::size_t c = 0; c < corners.size(); ++c) corners[c] = {at[c], {at[c].x + size.x, at[c].y + size.y}};
    return *std::min_element(corners.begin(), corners.end(), [&](const Rect& a, const Rect& b) { return hidden(s, view, a) < hidden(s, view, b); });
}

}  // namespace

void field_legend(State& s, const Rect& view) {
    if (!s.frame || !s.frame->field || s.frame->field->classes.empty()) return;
    const auto& field = *s.frame->field;
    const float em = ImGui::GetFontSize(), row = em * 1.25f, swatch = em * 1.1f, margin = em * 0.6f;
    float width = ImGui::CalcTextSize(field.title.c_str()).x;
    for (const auto& c : field.classes) width = std::max(width, swatch + em * 0.5f + ImGui::CalcTextSize(c.label.c_str()).x);
    const ImVec2 size{width + 2 * margin, 2 * margin + row * float(field.classes.size() + 1)};
    if (size.x + 2 * em > view.size().x || size.y + 2 * em > view.size().y) return;
    const auto [lo, hi] = best_corner(s, view, size);
    auto& out = *ImGui::GetWindowDrawList();
    out.AddRectFilled(lo, hi, rgb(0x0e131d, 0.86f), em * 0.4f);
    out.AddRect(lo, hi, colour::line, em * 0.4f);
    out.AddText({lo.x + margin, lo.y + margin}, colour::text, field.title.c_str());
    float y = lo.y + margin + row;
    for (const auto& c : field.classes) {
        out.AddRectFilled({lo.x + margin, y + em * 0.1f}, {lo.x + margin + swatch, y + em * 0.95f}, ImGui::ColorConvertFloat4ToU32({c.colour.r, c.colour.g, c.colour.b, field_opacity}), 2);
        out.AddText({lo.x + margin + swatch + em * 0.5f, y}, colour::dim, c.label.c_str());
        y += row;
    }
    s.probe.area("field_legend", lo, hi);
}

}  // namespace nearfield::ui
