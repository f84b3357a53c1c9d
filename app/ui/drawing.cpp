#include "app/ui/drawing.hpp"

#include "params/spans.hpp"

#include <algorithm>

namespace nearfield::ui {
namespace {

std::vector<Span> listed(const State& s, const std::string& key) { return read_spans(key, Text(s.edits.shown(*s.status, key)).str()); }

void list(State& s, const std::string& key, const std::vector<Span>& spans) { s.edits.change(*s.status, key, double(Text(write_spans(spans)))); }

glm::vec2 in_world(const State& s, glm::vec2 pixel) { return s.camera.ray(pixel).origin; }

void finish(State& s) {
    const auto pencil = std::exchange(s.pencil, {});
    attempt(s, [&] {
        auto spans = listed(s, pencil->key);
        spans.push_back({*pencil->from, pencil->to});
        list(s, pencil->key, spans);
    });
}

}  // namespace

const ParamSpec* drawn_parameter(const State& s, Drawn what) {
    const auto& specs = s.status->settings->specs();
    const auto at = std::find_if(specs.begin(), specs.end(), [&](const ParamSpec& spec) { return spec.drawn == what; });
    return at == specs.end() || !s.frame || s.frame->dimensions != 2 ? nullptr : &*at;
}

void toggle_pencil(State& s, Drawn what) {
    const auto* spec = drawn_parameter(s, what);
    const bool held = s.pencil && s.pencil->what == what;
    s.pencil.reset();
    if (spec && !held) s.pencil = Pencil{what, spec->key};
}

bool draw_with_mouse(State& s, glm::vec2 pixel) {
    if (!s.pencil) return false;
    if (!drawn_parameter(s, s.pencil->what)) return s.pencil.reset(), false;
    s.pencil->to = in_world(s, pixel);
    if (ImGui::IsItemActivated() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) s.pencil->from = s.pencil->to;
    const bool released = s.pencil->from && ImGui::IsMouseReleased(ImGuiMouseButton_Left);
    if (released) finish(s);
    return released || s.pencil->from.has_value() || ImGui::IsMouseDown(ImGuiMouseButton_Left);
}

void remove_drawn(State& s, const std::string& key, std::size_t item) {
    attempt(s, [&] {
        auto spans = listed(s, key);
        if (item >= spans.size()) return;
        spans.erase(spans.begin() + std::ptrdiff_t(item));
        list(s, key, spans);
    });
}

}  // namespace nearfield::ui
