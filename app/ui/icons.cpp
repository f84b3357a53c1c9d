#include "app/ui/widgets.hpp"

#include <cmath>

namespace nearfield::ui {
namespace {

constexpr float pi = 3.14159265f;

void circular_arrow(ImDrawList& out, ImVec2 c, float r, ImU32 colour, float thick) {
    const float from = -0.30f * pi, to = 1.35f * pi;
    out.PathArcTo(c, r * 0.82f, from, to, 20);
    out.PathStroke(colour, 0, thick);
    const ImVec2 tip{c.x + r * 0.82f * std::cos(from), c.y + r * 0.82f * std::sin(from)};
    const float h = r * 0.62f;
    out.AddTriangleFilled({tip.x - h * 0.95f, tip.y - h * 0.35f}, {tip.x + h * 0.45f, tip.y - h * 0.75f},
                          {tip.x + h * 0.25f, tip.y + h * 0.65f}, colour);
}

void dice(ImDrawList& out, ImVec2 c, float r, ImU32 colour, float thick) {
    out.AddRect({c.x - r, c.y - r}, {c.x + r, c.y + r}, colour, r * 0.4f, 0, thick);
    const float d = r * 0.47f, dot = r * 0.17f;
    for (const ImVec2 at : {ImVec2{-d, -d}, ImVec2{d, -d}, ImVec2{0, 0}, ImVec2{-d, d}, ImVec2{d, d}})
        out.AddCircleFilled({c.x + at.x, c.y + at.y}, dot, colour, 8);
}

void setup(ImDrawList& out, ImVec2 c, float r, ImU32 colour, float thick) {
    for (const ImVec2 d : {ImVec2{1, 0}, ImVec2{0, 1}})
        out.AddLine({c.x - d.x * r, c.y - d.y * r}, {c.x + d.x * r, c.y + d.y * r}, colour, thick);
    const float k = r * 0.6f;
    out.AddLine({c.x - k, c.y - k}, {c.x + k, c.y + k}, colour, thick * 0.8f);
    out.AddLine({c.x - k, c.y + k}, {c.x + k, c.y - k}, colour, thick * 0.8f);
}

void polyline(ImDrawList& out, ImVec2 a, ImVec2 b, ImVec2 c, ImU32 colour, float thick) {
    const ImVec2 points[] = {a, b, c};
    out.AddPolyline(points, 3, colour, 0, thick);
}

}  // namespace

void draw_icon(ImDrawList& out, Icon icon, ImVec2 c, float size, ImU32 colour) {
    const float r = size / 2, thick = std::fmax(1.2f, size * 0.12f);
    switch (icon) {
    case Icon::none: break;
    case Icon::play:
        out.AddTriangleFilled({c.x - r * 0.7f, c.y - r * 0.9f}, {c.x + r * 0.9f, c.y}, {c.x - r * 0.7f, c.y + r * 0.9f},
                              colour);
        break;
    case Icon::pause:
        out.AddRectFilled({c.x - r * 0.75f, c.y - r * 0.85f}, {c.x - r * 0.2f, c.y + r * 0.85f}, colour, 1);
        out.AddRectFilled({c.x + r * 0.2f, c.y - r * 0.85f}, {c.x + r * 0.75f, c.y + r * 0.85f}, colour, 1);
        break;
    case Icon::step:
        out.AddTriangleFilled({c.x - r * 0.3f, c.y - r * 0.85f}, {c.x + r * 0.95f, c.y},
                              {c.x - r * 0.3f, c.y + r * 0.85f}, colour);
        out.AddRectFilled({c.x - r * 0.9f, c.y - r * 0.85f}, {c.x - r * 0.5f, c.y + r * 0.85f}, colour, 1);
        break;
    case Icon::back:
        out.AddTriangleFilled({c.x + r * 0.3f, c.y - r * 0.85f}, {c.x - r * 0.95f, c.y},
                              {c.x + r * 0.3f, c.y + r * 0.85f}, colour);
        out.AddRectFilled({c.x + r * 0.5f, c.y - r * 0.85f}, {c.x + r * 0.9f, c.y + r * 0.85f}, colour, 1);
        break;
    case Icon::reset: circular_arrow(out, c, r, colour, thick); break;
    case Icon::setup: setup(out, c, r * 0.9f, colour, thick); break;
    case Icon::dice: dice(out, c, r * 0.9f, colour, thick); break;
    case Icon::chevron_right:
        polyline(out, {c.x - r * 0.3f, c.y - r * 0.6f}, {c.x + r * 0.35f, c.y}, {c.x - r * 0.3f, c.y + r * 0.6f},
                 colour, thick);
        break;
    case Icon::chevron_down:
        polyline(out, {c.x - r * 0.6f, c.y - r * 0.3f}, {c.x, c.y + r * 0.35f}, {c.x + r * 0.6f, c.y - r * 0.3f},
                 colour, thick);
        break;
    case Icon::close:
        out.AddLine({c.x - r * 0.6f, c.y - r * 0.6f}, {c.x + r * 0.6f, c.y + r * 0.6f}, colour, thick);
        out.AddLine({c.x - r * 0.6f, c.y + r * 0.6f}, {c.x + r * 0.6f, c.y - r * 0.6f}, colour, thick);
        break;
    }
}

}  // namespace nearfield::ui
