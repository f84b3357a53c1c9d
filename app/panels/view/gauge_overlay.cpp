#include "app/panels/view/drawing.hpp"
#include "app/ui/format.hpp"
#include "app/ui/seen.hpp"
#include "app/ui/theme.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

constexpr float least_pixels = 24;  // smaller gauges get no label

ImU32 tint_of(const Session& s, const Gauge& gauge) {
    const auto series = s.history.gauges.series(gauge);
    return series ? series_colour(int(*series)) : colour::dim;
}

void outline(ImDrawList& out, const std::vector<ImVec2>& at, ImU32 tint) {
    const bool closed = at.size() > 2;
    for (const ImU32 ink : {see_through(colour::outline, 0.55f), tint}) {
        for (const auto& p : at) out.PathLineTo(p);
        out.PathStroke(ink, closed ? ImDrawFlags_Closed : 0, ink == tint ? stroke(2.0f) : stroke(4.5f));
    }
    if (!closed)
        for (const auto& p : at) out.AddCircleFilled(p, stroke(3.5f), tint, 12);
}

std::string value_words(const Session& s, const Gauge& gauge) {
    std::string words;
    const auto& quantities = s.status->scene->gauged;
    for (std::size_t q = 0; q < gauge.values.size() && q < quantities.size(); ++q)
        if (!std::isnan(gauge.values[q]))
            words += (words.empty() ? "" : "  ") + short_number(gauge.values[q]) + " " + quantities[q].unit;
    return words;
}

bool overlap(const Rect& a, const Rect& b) {
    return a.lo.x < b.hi.x && b.lo.x < a.hi.x && a.lo.y < b.hi.y && b.lo.y < a.hi.y;
}

/// Places labels of a frame without overlaps.
class Labels {
  public:
    Labels(ImDrawList& out, const Rect& view) : out_(out), view_(view) {}

    /// Adds a name above values: above an area, below a line.
    void add(const std::vector<ImVec2>& at, const std::string& name, const std::string& values, ImU32 tint) {
        const float em = ImGui::GetFontSize(), pad = em * 0.35f;
        const ImVec2 a = ImGui::CalcTextSize(name.c_str()),
                     b = values.empty() ? ImVec2{0, 0} : ImGui::CalcTextSize(values.c_str());
        const ImVec2 size{std::max(a.x, b.x) + 2 * pad, (values.empty() ? em : 2.1f * em) + 2 * pad};
        const Rect place = free_place(box_of(at), size, at.size() > 2);
        out_.AddRectFilled(place.lo, place.hi, see_through(colour::panel, 0.78f), em * 0.3f);
        out_.AddText({place.lo.x + pad, place.lo.y + pad}, tint, name.c_str());
        if (!values.empty())
            out_.AddText({place.lo.x + pad, place.lo.y + pad + 1.1f * em}, colour::text, values.c_str());
    }
    static Rect box_of(const std::vector<ImVec2>& at) {
        Rect box{at[0], at[0]};
        for (const auto& p : at)
            box = {{std::min(box.lo.x, p.x), std::min(box.lo.y, p.y)},
                   {std::max(box.hi.x, p.x), std::max(box.hi.y, p.y)}};
        return box;
    }

  private:
    /// Returns a free place inside the viewport, found by moving the label up or down.
    Rect free_place(const Rect& box, ImVec2 size, bool above) {
        constexpr float gap = 4;
        constexpr int tries = 12;
        ImVec2 lo{above ? box.lo.x : (box.lo.x + box.hi.x - size.x) / 2,
                  above ? box.lo.y - size.y - gap : box.hi.y + gap};
        Rect place;
        for (int t = 0; t < tries; ++t) {
            lo.x = std::round(std::clamp(lo.x, view_.lo.x + 2, std::max(view_.lo.x + 2, view_.hi.x - size.x - 2)));
            lo.y = std::round(std::clamp(lo.y, view_.lo.y + 2, std::max(view_.lo.y + 2, view_.hi.y - size.y - 2)));
            place = {lo, {lo.x + size.x, lo.y + size.y}};
            if (std::none_of(taken_.begin(), taken_.end(), [&](const Rect& other) { return overlap(place, other); }))
                break;
            lo.y += (above ? -1.f : 1.f) * (size.y + 2);
        }
        taken_.push_back(place);
        return place;
    }

    ImDrawList& out_;
    Rect view_;
    std::vector<Rect> taken_;
};

void draw(Session& s, ImDrawList& out, const Rect& view, Labels& labels, const Gauge& gauge) {
    std::vector<ImVec2> at;
    for (const auto& p : gauge.outline) at.push_back(on_screen(s, view, p));
    if (at.size() < 2) return;
    const Rect box = Labels::box_of(at);
    if (!overlap(box, view)) return;
    const ImU32 tint = tint_of(s, gauge);
    outline(out, at, tint);
    if (std::max(box.size().x, box.size().y) >= least_pixels) labels.add(at, gauge.name, value_words(s, gauge), tint);
    see("gauge/" + gauge.name, box.lo, box.hi);
}

/// Draws the stroke in progress.
void draft(Session& s, ImDrawList& out, const Rect& view, Labels& labels) {
    if (!s.view.pencil || !s.view.pencil->from) return;
    const glm::vec2 a = *s.view.pencil->from, b = s.view.pencil->to;
    std::vector<ImVec2> at;
    const bool is_line = s.view.pencil->tool->gesture == Gesture::line;
    if (is_line) at = {on_screen(s, view, a), on_screen(s, view, b)};
    else
        at = {on_screen(s, view, a), on_screen(s, view, {b.x, a.y}), on_screen(s, view, b),
              on_screen(s, view, {a.x, b.y})};
    outline(out, at, colour::warm);
    const std::string size =
        is_line ? number(glm::length(b - a)) : number(std::abs(b.x - a.x)) + " × " + number(std::abs(b.y - a.y));
    labels.add(at, size, {}, colour::warm);
}

}  // namespace

ImVec2 on_screen(const Session& s, const Rect& view, glm::vec2 world) {
    const float density = ImGui::GetIO().DisplayFramebufferScale.x;
    const glm::vec3 pixel = s.view.camera.project({world, 0});
    return {view.lo.x + pixel.x / density, view.lo.y + pixel.y / density};
}

glm::vec2 on_ground(const Session& s, const Rect& view, ImVec2 at) {
    const float density = ImGui::GetIO().DisplayFramebufferScale.x;
    return s.view.camera.ray({(at.x - view.lo.x) * density, (at.y - view.lo.y) * density}).origin;
}

void gauge_overlay(Session& s, const Rect& view) {
    if (!s.picture || s.picture->dimensions != 2) return;
    auto& out = *ImGui::GetWindowDrawList();
    ImGui::PushFont(font(Font::small));
    Labels labels(out, view);
    for (const auto& gauge : *s.status->measured.gauges) draw(s, out, view, labels, gauge);
    draft(s, out, view, labels);
    ImGui::PopFont();
}

}  // namespace nearfield::ui
