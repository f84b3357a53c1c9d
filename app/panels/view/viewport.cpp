#include "app/panels/compare/split_view.hpp"
#include "app/panels/view/class_legend.hpp"
#include "app/panels/view/colour_filter.hpp"
#include "app/panels/view/drawing.hpp"
#include "app/ui/format.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

constexpr float pick_pixels = 5, wheel_step = 1.15f;

/// Pixels of the picture per window unit.
float density() { return ImGui::GetIO().DisplayFramebufferScale.x; }

void drag_camera(State& s) {
    const auto& io = ImGui::GetIO();
    const glm::vec2 moved{io.MouseDelta.x * density(), io.MouseDelta.y * density()};
    if (moved == glm::vec2(0)) return;
    const bool pans = s.camera.dimensions() == 2 || io.KeyShift || !ImGui::IsMouseDown(ImGuiMouseButton_Left);
    const bool drags = ImGui::IsMouseDragging(ImGuiMouseButton_Left, 3) ||
                       ImGui::IsMouseDragging(ImGuiMouseButton_Right, 0) ||
                       ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 0);
    if (!drags) return;
    if (pans) s.camera.pan(moved), s.all_in_view = false;
    else s.camera.orbit(moved);
}

void zoom(State& s, glm::vec2 pixel) {
    const float wheel = ImGui::GetIO().MouseWheel;
    if (wheel != 0) s.all_in_view = false, s.camera.zoom(std::pow(wheel_step, wheel), pixel);
}

void pick(State& s, glm::vec2 pixel, bool centre) {
    const auto ray = s.camera.ray(pixel);
    s.simulation.send(
        command::Pick{ray.origin, ray.direction, pick_pixels * density() / std::max(s.camera.scale(), 1e-12f)});
    s.centre_on_selection = centre;
}

/// Lets the held tool act where the mouse is.
void use_held(State& s, glm::vec2 pixel) {
    s.style.pointer.reset(), s.under_mouse.reset();
    if (ImGui::IsItemHovered())
        s.under_mouse = s.acted_from ? s.camera.on_plane_through(*s.acted_from, pixel) : place_at(s, pixel);
    if (s.held) s.style.pointer = s.under_mouse;
    const Tool* now = s.style.pointer ? s.held : nullptr;
    const Tool* before = std::exchange(s.acting, now);
    if (before && before != now && s.status->scene->tool(before->key)) s.simulation.send(command::Use{before->key, {}});
    if (now) s.simulation.send(command::Use{now->key, {on_map(s, *s.style.pointer)}});
    if (!now || !now->across) s.acted_from.reset();
    else if (!s.acted_from) s.acted_from = s.style.pointer;
}

void mouse(State& s, const Rect& place) {
    const auto& io = ImGui::GetIO();
    const glm::vec2 pixel{(io.MousePos.x - place.lo.x) * density(), (io.MousePos.y - place.lo.y) * density()};
    use_held(s, pixel);
    const bool drawing = draw_with_mouse(s, pixel);
    if (!drawing) move_camera(s, pixel);
    else if (ImGui::IsItemHovered()) zoom(s, pixel);
    if (!ImGui::IsItemHovered() || drawing) return;
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) return pick(s, pixel, true);
    const ImVec2 dragged = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 3);
    if (ImGui::IsItemDeactivated() && ImGui::IsMouseReleased(ImGuiMouseButton_Left) && dragged.x == 0 &&
        dragged.y == 0 && !s.centre_on_selection)
        pick(s, pixel, false);
}

/// Frames what was double-clicked in a scene that knows how far its elements extend.
void frame_selection(State& s) {
    s.centre_on_selection = false;
    const auto& pairs = s.status->pairs;
    if (!pairs || !s.status->selected || *s.status->selected >= pairs->extents.size()) return;
    s.all_in_view = false;
    s.camera.show(pairs->extents[*s.status->selected].lo, pairs->extents[*s.status->selected].hi);
}

/// Centres the view on the double-clicked actor and its neighbourhood, once the actor is known.
void centre_when_known(State& s) {
    if (s.centre_on_selection && (!s.status->scene->searches() || s.status->scene->boxed())) return frame_selection(s);
    if (!s.centre_on_selection || !s.status->inspection || !s.picture) return;
    s.centre_on_selection = false;
    s.all_in_view = false;
    s.camera.look_at(s.status->inspection->position);
    const auto size = s.camera.viewport();
    const float across = s.radius() > 0 ? 8 * float(s.radius()) : glm::distance(s.picture->lo, s.picture->hi) / 6;
    const float wanted = float(std::min(size.x, size.y)) / across;
    if (s.camera.scale() < wanted) s.camera.zoom(wanted / s.camera.scale(), glm::vec2(size) / 2.0f);
}

void chip(ImDrawList& out, ImVec2 centre, ImU32 tint, const std::string& words) {
    const float em = ImGui::GetFontSize();
    const ImVec2 size = ImGui::CalcTextSize(words.c_str());
    const ImVec2 lo{std::round(centre.x - size.x / 2 - em * 0.7f), centre.y},
        hi{std::round(centre.x + size.x / 2 + em * 0.7f), centre.y + em * 1.6f};
    out.AddRectFilled(lo, hi, see_through(colour::panel, 0.86f), em * 0.8f);
    out.AddRect(lo, hi, colour::line, em * 0.8f);
    out.AddText({lo.x + em * 0.7f, std::round(centre.y + em * 0.3f)}, tint, words.c_str());
}

void hints(State& s, const Rect& place) {
    auto& out = *ImGui::GetWindowDrawList();
    const float em = ImGui::GetFontSize(), middle = (place.lo.x + place.hi.x) / 2;
    float y = place.lo.y + em * (s.status->twin ? 4.2f : 0.8f);  // below the titles of two runs
    if (!s.picture)
        return chip(out, {middle, (place.lo.y + place.hi.y) / 2}, colour::dim, "preparing the first picture …");
    if (!s.running()) chip(out, {middle, y}, colour::warm, "paused – Space runs"), y += em * 2;
    y = stage_strip(s, place, y);
    if (s.status->replaying)
        chip(out, {middle, y}, colour::warm, "replaying – any change ends the replay"), y += em * 2;
    if (s.pencil)
        chip(out, {middle, y}, colour::warm,
             s.pencil->tool->gesture == Gesture::line ? "drag from end to end of a line – Esc ends"
                                                      : "drag from corner to corner of an area – Esc ends"),
            y += em * 2;
    if (s.acting) chip(out, {middle, y}, colour::warm, s.acting->while_on), y += em * 2;
    else if (s.held) chip(out, {middle, y}, colour::dim, "move the mouse over the picture"), y += em * 2;
    if (s.status->present == 0) chip(out, {middle, y}, colour::dim, "no " + s.status->scene->elements), y += em * 2;
    const PointLayer* points = s.picture->main_points();
    if (points && s.renderer.drawn() < points->count)
        chip(out, {middle, y}, colour::dim,
             fmt::format("showing {} of {} {} while drawing", grouped(s.renderer.drawn()), grouped(points->count),
                         points->name));
}

}  // namespace

void move_camera(State& s, glm::vec2 pixel) {
    if (ImGui::IsItemActive()) drag_camera(s);
    if (ImGui::IsItemHovered()) zoom(s, pixel);
}

/// Draws everything but the picture itself, which ImGuiLayer::end copies in underneath.
void viewport(State& s, const Rect& place) {
    if (place.empty()) return;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    begin_panel("##viewport", place.lo, place.size(),
                ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                    ImGuiWindowFlags_NoBackground);
    ImGui::PopStyleVar();
    ImGui::InvisibleButton("view", place.size(),
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
    s.probe.item("viewport");
    mouse(s, place);
    centre_when_known(s);
    gauge_overlay(s, place);
    hints(s, place);
    first_view_title(s, place);
    class_legend(s, place);
    ImGui::End();
    view_menu(s, place);
    shown_note(s, place);
}

}  // namespace nearfield::ui
