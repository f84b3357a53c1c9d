#include "app/panels/view/class_legend.hpp"

#include "app/panels/view/drawing.hpp"
#include "app/ui/seen.hpp"
#include "app/ui/theme.hpp"

#include <algorithm>
#include <array>

namespace nearfield::ui {
namespace {

constexpr int samples = 6;  // per axis

/// Returns how many points of a sample grid in a screen rectangle lie on coloured ground.
int hidden(const Session& s, const CellLayer& layer, const Rect& view, const Rect& at) {
    if (!layer.kind.host()) return 0;
    const glm::vec2 lo(layer.lattice.origin);
    const glm::vec2 a = on_ground(s, view, at.lo), b = on_ground(s, view, at.hi);
    int count = 0;
    for (int i = 0; i < samples * samples; ++i) {
        const glm::vec2 share{(float(i % samples) + 0.5f) / samples, (float(i / samples) + 0.5f) / samples};
        const u32 cell = layer.lattice.cell_at(a + share * (b - a) - lo);
        count += cell != CellLattice::none && layer.kind.at<std::uint8_t>(cell) != no_class;
    }
    return count;
}

/// Returns the first of the corners lower left, lower right and upper left that hides least.
Rect best_corner(const Session& s, const CellLayer& layer, const Rect& view, ImVec2 size) {
    const float margin = ImGui::GetFontSize() * 0.7f;
    const float left = view.lo.x + margin, right = view.hi.x - margin - size.x, top = view.lo.y + margin,
                bottom = view.hi.y - margin - size.y;
    std::array<Rect, 3> corners;
    const ImVec2 at[] = {{left, bottom}, {right, bottom}, {left, top}};
    for (std::size_t c = 0; c < corners.size(); ++c) corners[c] = {at[c], {at[c].x + size.x, at[c].y + size.y}};
    return *std::min_element(corners.begin(), corners.end(), [&](const Rect& a, const Rect& b) {
        return hidden(s, layer, view, a) < hidden(s, layer, view, b);
    });
}

/// Draws the legend if it fits. `place` returns its position for its size.
template <class Place> void draw_legend(const Rect& view, const std::string& title,
                                        const std::vector<ColourClass>& classes, float opacity, const Place& place) {
    const float em = ImGui::GetFontSize(), row = em * 1.25f, swatch = em * 1.1f, margin = em * 0.6f;
    float width = ImGui::CalcTextSize(title.c_str()).x;
    for (const auto& c : classes) width = std::max(width, swatch + em * 0.5f + ImGui::CalcTextSize(c.label.c_str()).x);
    const ImVec2 size{width + 2 * margin, 2 * margin + row * float(classes.size() + 1)};
    if (size.x + 2 * em > view.size().x || size.y + 2 * em > view.size().y) return;
    const Rect at = place(size);
    const auto [lo, hi] = at;
    auto& out = *ImGui::GetWindowDrawList();
    out.AddRectFilled(lo, hi, see_through(colour::panel, 0.86f), em * 0.4f);
    out.AddRect(lo, hi, colour::line, em * 0.4f);
    out.AddText({lo.x + margin, lo.y + margin}, colour::text, title.c_str());
    float y = lo.y + margin + row;
    for (const auto& c : classes) {
        out.AddRectFilled({lo.x + margin, y + em * 0.1f}, {lo.x + margin + swatch, y + em * 0.95f},
                          ImGui::ColorConvertFloat4ToU32({c.colour.r, c.colour.g, c.colour.b, opacity}), 2);
        out.AddText({lo.x + margin + swatch + em * 0.5f, y}, colour::dim, c.label.c_str());
        y += row;
    }
    see("field_legend", lo, hi);
}

}  // namespace

void class_legend(Session& s, const Rect& view) {
    if (!s.picture) return;
    const auto& cells = s.picture->cells;
    const auto found = std::find_if(cells.begin(), cells.end(), [](const CellLayer& l) { return !l.classes.empty(); });
    if (found != cells.end())
        return draw_legend(view, found->title, found->classes, found->opacity,
                           [&](ImVec2 size) { return best_corner(s, *found, view, size); });
    if (const auto& legend = s.picture->legend; !legend.classes.empty())
        draw_legend(view, legend.title, legend.classes, 1, [&](ImVec2 size) {
            const float margin = ImGui::GetFontSize() * 0.7f;
            const ImVec2 lo{view.lo.x + margin, view.hi.y - margin - size.y};
            return Rect{lo, {lo.x + size.x, lo.y + size.y}};
        });
}

}  // namespace nearfield::ui
