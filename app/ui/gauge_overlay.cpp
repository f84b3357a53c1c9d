#include "app/ui/drawing.hpp"
#include "app/ui/format.hpp"

#include <cmath>

namespace nearfield::ui {
namespace {

constexpr float least_pixels = 24;  // a smaller gauge gets no words

ImU32 tint_of(const State& s, const Gauge& gauge) {
    const auto series = s.gauges.series(gauge);
    return series ? series_colour(int(*series)) : colour::dim;
}

void outline(ImDrawList& out, const std::vector<ImVec2>& at, ImU32 tint) {
    const bool closed = at.size() > 2;
    const ImU32 fill = (tint & ~IM_COL32_A_MASK) | (ImU32(26) << IM_COL32_A_SHIFT);
    if (at.size() == 4) out.AddConvexPolyFilled(at.data(), int(at.size()), fill);
    for (const ImU32 ink : {rgb(0x000000, 0.55f), tint}) {
        for (const auto& p : at) out.PathLineTo(p);
        out.PathStroke(ink, closed ? ImDrawFlags_Closed : 0, ink == tint ? 2.0f : 4.5f);
    }
    if (!closed)
        for (const auto& p : at) out.AddCircleFilled(p, 3.5f, tint, 12);
}

std::string value_words(const State& s, const Gauge& gauge) {
    std::string words;
    const auto& quantities = s.status->scene->gauged;
    for (std::size_t q = 0; q < gauge.values.size() && q < quantities.size(); ++q)
        if (!std::isnan(gauge.values[q])) words += (words.empty() ? "" : "  ") + short_number(gauge.values[q]) + " " + quantities[q].unit;
    return words;
}

/// Name over values, in the middle of an area or beside a line's first end, kept inside the viewport.
void label(ImDrawList& out, const Rect& view, const std::vector<ImVec2>& at, const std::string& name, const std::string& values, ImU32 tint) {
    const float em = ImGui::GetFontSize(), pad = em * 0.35f;
    const ImVec2 a = ImGui::CalcTextSize(name.c_str()), b = values.empty() ? ImVec2{0, 0} : ImGui::CalcTextSize(values.c_str());
    const ImVec2 size{std::max(a.x, b.x) + 2 * pad, (values.empty() ? em : 2.1f * em) + 2 * pad};
    ImVec2 lo{0, 0}, hi = at[0];
    lo = at[0];
    for (const auto& p : at) lo = {std::min(lo.x, p.x), std::min(lo.y, p.y)}, hi = {std::max(hi.x, p.x), std::max(hi.y, p.y)};
    ImVec2 place = at.size() > 2 ? ImVec2{lo.x + 3, lo.y + 3} : ImVec2{hi.x + em * 0.5f, lo.y + em * 0.3f};
    place.x = std::round(std::clamp(place.x, view.lo.x + 2, std::max(view.lo.x + 2, view.hi.x - size.x - 2)));
    place.y = std::round(std::clamp(place.y, view.lo.y + 2, std::max(view.lo.y + 2, view.hi.y - size.y - 2)));
    out.AddRectFilled(place, {place.x + size.x, place.y + size.y}, rgb(0x0e131d, 0.8f), em * 0.3f);
    out.AddText({place.x + pad, place.y + pad}, tint, name.c_str());
    if (!values.empty()) out.AddText({place.x + pad, place.y + pad + 1.1f * em}, colour::text, values.c_str());
}

void draw(State& s, ImDrawList& out, const Rect& view, const Gauge& gauge) {
    std::vector<ImVec2> at;
    ImVec2 lo{1e9f, 1e9f}, hi{-1e9f, -1e9f};
    for (const auto& p : gauge.outline) {
        at.push_back(on_screen(s, view, p));
        lo = {std::min(lo.x, at.back().x), std::min(lo.y, at.back().y)}, hi = {std::max(hi.x, at.back().x), std::max(hi.y, at.back().y)};
    }
    if (at.size() < 2 || hi.x < view.lo.x || hi.y < view.lo.y || lo.x > view.hi.x || lo.y > view.hi.y) return;
    const ImU32 tint = tint_of(s, gauge);
    outline(out, at, tint);
    if (std::max(hi.x - lo.x, hi.y - lo.y) >= least_pixels) label(out, view, at, gauge.name, value_words(s, gauge), tint);
    s.probe.area("gauge/" + gauge.name, lo, hi);
}

/// What the pencil has drawn so far.
void draft(State& s, ImDrawList& out, const Rect& view) {
    if (!s.pencil || !s.pencil->from) return;
    const glm::vec2 a = *s.pencil->from, b = s.pencil->to;
    std::vector<ImVec2> at;
    if (s.pencil->what == Drawn::lines) at = {on_screen(s, view, a), on_screen(s, view, b)};
    else at = {on_screen(s, view, a), on_screen(s, view, {b.x, a.y}), on_screen(s, view, b), on_screen(s, view, {a.x, b.y})};
    outline(out, at, colour::warm);
    const std::string size = s.pencil->what == Drawn::lines ? number(glm::length(b - a)) : number(std::abs(b.x - a.x)) + " × " + number(std::abs(b.y - a.y));
    label(out, view, {at[2 % at.size()], at[2 % at.size()]}, size, {}, colour::warm);
}

}  // namespace

ImVec2 on_screen(const State& s, const Rect& view, glm::vec2 world) {
    const float density = ImGui::GetIO().DisplayFramebufferScale.x;
    const glm::vec3 pixel = s.camera.project({world, 0});
    return {view.lo.x + pixel.x / density, view.lo.y + pixel.y / density};
}

glm::vec2 on_ground(const State& s, const Rect& view, ImVec2 at) {
    const float density = ImGui::GetIO().DisplayFramebufferScale.x;
    return s.camera.ray({(at.x - view.lo.x) * density, (at.y - view.lo.y) * density}).origin;
}

void gauge_overlay(State& s, const Rect& view) {
    if (!s.frame || s.frame->dimensions != 2) return;
    auto& out = *ImGui::GetWindowDrawList();
    ImGui::PushFont(font(Font::small));
    for (const auto& gauge : s.status->gauges) draw(s, out, view, gauge);
    draft(s, out, view);
    ImGui::PopFont();
}

}  // namespace nearfield::ui
