#include "app/panels/view/drawing.hpp"

#include "params/spans.hpp"
#include "picture/on_map.hpp"

#include <algorithm>

namespace nearfield::ui {
namespace {

std::vector<Span> listed(const Session& s, const std::string& key) {
    return read_spans(key, std::get<std::string>(s.edits.shown(*s.status, key)));
}

void list(Session& s, const std::string& key, const std::vector<Span>& spans) {
    s.edits.change(*s.status, key, write_spans(spans));
}

/// Returns the topmost layer with heights; null if there is none.
const CellLayer* landscape(const Session& s) {
    if (!s.picture || s.picture->dimensions != 3) return nullptr;
    const auto& cells = s.picture->cells;
    const auto found = std::find_if(cells.rbegin(), cells.rend(), [](const CellLayer& l) { return is_relief(l); });
    return found == cells.rend() ? nullptr : &*found;
}

void finish(Session& s) {
    const auto pencil = std::exchange(s.view.pencil, {});
    const Tool& tool = *pencil->tool;
    if (!tool.edits_list()) return s.simulation.send(command::Use{tool.key, {{*pencil->from, 0}, {pencil->to, 0}}});
    attempt(s, [&] {  // an edit can be undone
        auto spans = listed(s, tool.list);
        spans.push_back({*pencil->from, pencil->to});
        list(s, tool.list, spans);
    });
}

}  // namespace

std::optional<glm::vec3> place_at(const Session& s, glm::vec2 pixel) {
    const bool solid = landscape(s) || (s.picture && s.picture->dimensions == 3 && !s.picture->triangles.empty() &&
                                        s.picture->points.empty());
    return solid ? s.renderer.place_under(pixel) : s.view.camera.on_pivot_plane(pixel);
}

glm::vec3 on_map(const Session& s, glm::vec3 place) {
    const CellLayer* layer = landscape(s);
    return layer ? place_on_map(*layer, place) : place;
}

bool can_draw(const Session& s, const Tool& tool) {
    return tool.gesture >= Gesture::line && s.picture && s.picture->dimensions == 2;
}

void toggle_pencil(Session& s, const Tool& tool) {
    const bool held = s.view.pencil && s.view.pencil->tool == &tool;
    s.view.pencil.reset();
    if (can_draw(s, tool) && !held) s.view.pencil = Pencil{.tool = &tool, .from = {}};
}

bool draw_with_mouse(Session& s, glm::vec2 pixel) {
    if (!s.view.pencil) return false;
    if (!can_draw(s, *s.view.pencil->tool)) return s.view.pencil.reset(), false;
    s.view.pencil->to = s.view.camera.ray(pixel).origin;
    if (ImGui::IsItemActivated() && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        s.view.pencil->from = s.view.pencil->to;
    const bool released = s.view.pencil->from && ImGui::IsMouseReleased(ImGuiMouseButton_Left);
    if (released) finish(s);
    return released || s.view.pencil->from.has_value() || ImGui::IsMouseDown(ImGuiMouseButton_Left);
}

void remove_drawn(Session& s, const std::string& key, std::size_t item) {
    attempt(s, [&] {
        auto spans = listed(s, key);
        if (item >= spans.size()) return;
        spans.erase(spans.begin() + std::ptrdiff_t(item));
        list(s, key, spans);
    });
}

}  // namespace nearfield::ui
