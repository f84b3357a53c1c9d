#pragma once
#include "app/ui/session.hpp"

// Lines and rectangles that the user draws into the picture: strokes of tools.
namespace nearfield::ui {

/// Where the mouse points in the world: in a landscape and among solids on what it shows there, elsewhere at the depth
/// of the camera's pivot. None beside them.
std::optional<glm::vec3> place_at(const Session& s, glm::vec2 pixel);
/// A place of the world as commands give it: in a landscape by its map.
glm::vec3 on_map(const Session& s, glm::vec3 place);

/// Whether the tool draws, and can do so in the present picture.
bool can_draw(const Session& session, const Tool& tool);

/// Picks up the pencil for a tool, or puts it down.
void toggle_pencil(Session& session, const Tool& tool);

/// Draws with the pencil; returns whether the left button belongs to the pencil now.
bool draw_with_mouse(Session& session, glm::vec2 pixel);

/// Removes item `item` from the list of parameter `key`.
void remove_drawn(Session& session, const std::string& key, std::size_t item);

/// Where in the window a point of the 2D world is.
ImVec2 on_screen(const Session& session, const Rect& viewport, glm::vec2 world);

/// The point of a 2D world under a point of the window.
glm::vec2 on_ground(const Session& session, const Rect& viewport, ImVec2 at);

/// Draws the gauges with their values, and the stroke in progress, over the picture.
void gauge_overlay(Session& session, const Rect& viewport);

}  // namespace nearfield::ui
