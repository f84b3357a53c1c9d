#pragma once
#include "app/ui/session.hpp"

// Strokes of tools: lines and rectangles that the user draws into the picture.
namespace nearfield::ui {

/// Returns the world point under the mouse: on the surface in landscapes and among solids, otherwise at the depth of
/// the camera's pivot. None on their background.
std::optional<glm::vec3> place_at(const Session& s, glm::vec2 pixel);
/// Converts a world point to the coordinates of commands: map coordinates in a landscape.
glm::vec3 on_map(const Session& s, glm::vec3 place);

/// True if the tool draws and the current picture allows it.
bool can_draw(const Session& session, const Tool& tool);

/// Takes up or puts down the pencil for a tool.
void toggle_pencil(Session& session, const Tool& tool);

/// Draws with the pencil. Returns true if the pencil uses the left button.
bool draw_with_mouse(Session& session, glm::vec2 pixel);

/// Removes item `item` from the list of parameter `key`.
void remove_drawn(Session& session, const std::string& key, std::size_t item);

/// Returns the window position of a point of the 2D world.
ImVec2 on_screen(const Session& session, const Rect& viewport, glm::vec2 world);

/// Returns the point of a 2D world at a window position.
glm::vec2 on_ground(const Session& session, const Rect& viewport, ImVec2 at);

/// Draws the gauges with their values, and the stroke in progress, over the picture.
void gauge_overlay(Session& session, const Rect& viewport);

}  // namespace nearfield::ui
