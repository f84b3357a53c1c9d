#include "app/draw/printed_legend.hpp"
#include "app/draw/snapshot.hpp"
#include "app/panels/view/colour_filter.hpp"
#include "app/panels/view/view_menu.hpp"
#include "app/ui/format.hpp"
#include "app/ui/number_field.hpp"
#include "app/ui/steer.hpp"
#include "app/ui/widgets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nearfield::ui {
namespace {

constexpr float field_em = 5.6f;

void attribute_choice(Session& s, float width) {
    const auto& scene = *s.status->scene;
    std::vector<std::string> titles;
    for (const auto& a : scene.attributes) titles.push_back(a.unit.empty() ? a.title : a.title + " [" + a.unit + "]");
    int now = std::get<Choice>(s.edits.shown(*s.status, "colour")).index;
    ImGui::SetNextItemWidth(width);
    if (choose("attribute", titles, now)) attempt(s, [&] { s.edits.change(*s.status, "colour", Choice{now}); });
    const bool known = now >= 0 && now < int(scene.attributes.size());
    tooltip("What the colours show." + (known ? "\n" + scene.attributes[std::size_t(now)].title + ": " +
                                                    scene.attributes[std::size_t(now)].help
                                              : ""),
            "C goes to the next.");
}

/// True for water, which has neither colours nor distinct elements.
bool is_water(const Session& s) {
    const PointLayer* points = s.picture ? s.picture->main_points() : nullptr;
    return points && points->drawing == Drawing::water;
}

bool has_colours(const Session& s) { return !s.picture || shows_values(*s.picture); }

void map_choice(Session& s, float width) {
    ImGui::SetNextItemWidth(width);
    ImGui::BeginDisabled(!has_colours(s));
    choose("colour_map", colour_map_names(), s.view.style.map);
    ImGui::EndDisabled();
    tooltip("Colour map. All grow steadily in lightness; viridis and cividis read well for colour-blind viewers.");
}

void colour_ramp(const Session& s, ImVec2 at, ImVec2 size) {
    const auto& map = colour_map(s.view.style.map, s.view.style.light);
    auto& out = *ImGui::GetWindowDrawList();
    const auto tint = [&](int i) {
        return ImGui::ColorConvertFloat4ToU32({map[std::size_t(i)].r, map[std::size_t(i)].g, map[std::size_t(i)].b, 1});
    };
    constexpr int parts = 51;
    for (int i = 0; i < parts; ++i) {
        const ImU32 a = tint(i * 5), b = tint(i * 5 + 5);
        out.AddRectFilledMultiColor({at.x + size.x * float(i) / parts, at.y},
                                    {at.x + size.x * float(i + 1) / parts, at.y + size.y}, a, b, b, a);
    }
}

void colour_bar(Session& s, float width) {
    const bool by_class = !names_of_colours(s).empty();
    const ImVec2 start = ImGui::GetCursorScreenPos(),
                 size{width, std::round(ImGui::GetFrameHeight() * (by_class ? 0.9f : 0.6f))};
    const ImVec2 at{start.x, start.y + std::round((ImGui::GetFrameHeight() - size.y) / 2)};
    if (by_class) class_fields(s, at, size);
    else colour_ramp(s, at, size), shown_ends(s, at, size);
    ImGui::SetCursorScreenPos(start);
    ImGui::Dummy({width, ImGui::GetFrameHeight()});
    see("colour_bar");
    if (!s.picture || by_class || ImGui::IsAnyItemHovered()) return;
    const auto& r = s.picture->range;
    tooltip("Values from " + number(r.lo) + " to " + number(r.hi) + ", mean " + number(r.mean) +
                ", standard deviation " + number(r.deviation) + ".",
            "Drag an end: hides what lies beyond it.");
}

void limit_field(Session& s, const char* id, float& value, const char* sign, const char* help) {
    ImGui::AlignTextToFramePadding();
    text(colour::warm, sign);
    ImGui::SameLine(0, 2);
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * field_em);
    double typed = value;
    constexpr double most = std::numeric_limits<float>::max();
    if (number_field(s, id, typed, "%.4g", -most, most)) value = float(typed), s.view.auto_range = false;
    tooltip(help);
}

void auto_box(Session& s) {
    ImGui::BeginDisabled(!has_colours(s));
    check("legend_auto", "auto", s.view.auto_range);
    ImGui::EndDisabled();
    tooltip("The ends of the bar follow the data: mean and spread, without outliers.");
}

/// Draws the scale: minimum, bar, maximum. Signs mark values beyond the ends.
void scale_row(Session& s, float width) {
    if (!names_of_colours(s).empty()) return colour_bar(s, width);
    const float em = ImGui::GetFontSize(), slack = 1e-3f * std::abs(s.view.style.hi - s.view.style.lo);
    const float least = s.picture ? s.picture->range.lo : s.view.style.lo,
                most = s.picture ? s.picture->range.hi : s.view.style.hi;
    limit_field(s, "legend_min", s.view.style.lo, least < s.view.style.lo - slack ? "≤" : "  ",
                "Value at the dark end. ≤: some lie below it. Typing turns auto off.");
    ImGui::SameLine();
    colour_bar(s, width - em * (2 * field_em + 3.2f));
    ImGui::SameLine(0, em * 0.3f);
    limit_field(s, "legend_max", s.view.style.hi, most > s.view.style.hi + slack ? "≥" : "  ",
                "Value at the light end. ≥: some lie above it. Typing turns auto off.");
}

/// Draws the choice of a fluid's style.
void fluid_choice(Session& s) {
    const auto& spec = s.status->settings->spec("draw");
    int now = std::get<Choice>(s.edits.shown(*s.status, "draw")).index;
    if (choose("view_draw", spec.choices, now)) attempt(s, [&] { s.edits.change(*s.status, "draw", Choice{now}); });
    tooltip(spec.help, "D goes to the next.");
    if (!s.picture || !s.picture->main_points()) return;
    ImGui::BeginDisabled(now == int(Drawing::particles));
    check("view_coarse", "Half resolution", s.view.style.coarse);
    ImGui::EndDisabled();
    tooltip("Finds the fluid's surface on half of the pixels each way: for slow graphics.");
}

void point_options(Session& s) {
    double size = s.view.style.size;
    if (slider(s, "view_size", size, {0.1, 10, true, false, 0.01, 100}, "size × %.2f"))
        s.view.style.size = std::clamp(float(size), 0.01f, 100.0f);
    tooltip("Drawn radius over the actors' own.");
    check("view_glow", "Glow", s.view.style.glow);
    tooltip("In 2D, overlapping discs add up their light.");
    ImGui::BeginDisabled(s.status->scene->meeting != Meeting::by_distance);
    check("view_grid", "Bin grid  (G)", s.view.style.grid);
    ImGui::EndDisabled();
}

/// The legend of the picture's colours, and the filter of visible values.
class LegendPanel : public Panel {
  public:
    LegendPanel() : Panel("legend", Place::legend) {}
    void draw(Session& s, const Rect& place) override;
};

void LegendPanel::draw(Session& s, const Rect& place) {
    if (place.empty()) return;
    const float em = ImGui::GetFontSize();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {em * 0.8f, em * 0.4f});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, colour::bar);
    begin_panel("Legend##legend", place.lo, place.size(),
                ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    const float gap = ImGui::GetStyle().ItemSpacing.x, room = ImGui::GetContentRegionAvail().x, box = em * 4.6f;
    ImGui::BeginDisabled(is_water(s));
    if (place.size().x < em * legend_row_em) {
        attribute_choice(s, (room - box - 2 * gap) * 0.58f);
        ImGui::SameLine();
        map_choice(s, (room - box - 2 * gap) * 0.42f);
        ImGui::SameLine();
        auto_box(s);
        scale_row(s, room);
    } else {
        attribute_choice(s, em * 10), ImGui::SameLine();
        map_choice(s, em * 7), ImGui::SameLine(0, em);
        scale_row(s, room - em * 18 - 2 * gap - box), ImGui::SameLine(0, em * 0.6f);
        auto_box(s);
    }
    ImGui::EndDisabled();
    s.revealed.mark("show", place.lo);
    ImGui::End();
}

}  // namespace

Panels legend_panels() { return panels_of<LegendPanel>(); }

void view_menu(Session& s, const Rect& view) {
    if (!s.preferences.panels || s.desk.presenting) return;
    const float em = ImGui::GetFontSize();
    ImGui::SetNextWindowPos({view.hi.x - em * 0.7f, view.lo.y + em * 0.7f}, ImGuiCond_Always, {1, 0});
    ImGui::SetNextWindowBgAlpha(0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("View##viewmenu", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_AlwaysAutoResize);
    ImGui::PopStyleVar();
    if (button("view", Icon::chevron_down, "View")) ImGui::OpenPopup("view options");
    tooltip("How the picture is drawn.");
    if (ImGui::BeginPopup("view options")) {
        ImGui::PushItemWidth(em * 10);
        if (s.status->settings->has("draw")) fluid_choice(s);
        if (s.picture && s.picture->main_points()) point_options(s);
        check("view_bounds", "Environment outline", s.view.style.bounds);
        if (button("view_frame", Icon::none, "Frame everything  (F)", em * 14)) frame_all(s);
        ImGui::PopItemWidth();
        ImGui::EndPopup();
    }
    ImGui::End();
}

}  // namespace nearfield::ui
