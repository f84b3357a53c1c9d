#pragma once
#include "app/ui/panels.hpp"

// Lines and rectangles that the user draws into the picture: each becomes an item of a text parameter (params/spans.hpp).
namespace nearfield::ui {

/// The parameter that lists what is drawn that way in the present scene; null if there is none.
const ParamSpec* drawn_parameter(const State& state, Drawn what);

/// Takes the pencil up, or lays it down.
void toggle_pencil(State& state, Drawn what);

/// Whether the left button is the pencil's now; then draws with it.
bool draw_with_mouse(State& state, glm::vec2 pixel);

/// Takes item `item` out of the list of parameter `key`.
void remove_drawn(State& state, const std::string& key, std::size_t item);

/// A point of a 2D picture in the window.
ImVec2 on_screen(const State& state, const Rect& viewport, glm::vec2 world);

/// The point of a 2D world under a point of the window.
glm::vec2 on_ground(const State& state, const Rect& viewport, ImVec2 at);

/// Gauges with their values, and what is being drawn, over the picture.
void gauge_overlay(State& state, const Rect& viewport);

}  // namespace nearfield::ui
