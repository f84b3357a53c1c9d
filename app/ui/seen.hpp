#pragma once
#include <imgui.h>
#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>

// Publishes the positions of controls for programs that drive the window. If NEARFIELD_UI_LAYOUT names a file, every
// frame overwrites it. It holds the frame number, the status and the rectangle of every visible named control (window
// pixels: x, y, width, height). It also tells if input is queued: newer Dear ImGui processes one or two letters per
// frame. Panels and the controls of widgets.hpp and number_field.hpp register themselves.
namespace nearfield::ui {

/// Registers the control drawn last.
void see(const std::string& name);
/// Registers a part of the current ImGui window.
void see(const std::string& name, ImVec2 lo, ImVec2 hi);
/// Registers the whole current ImGui window.
void see_window(const std::string& name);
/// True if NEARFIELD_UI_LAYOUT is set.
bool is_seen();

/// Writes the file at the end of a frame. `status` is called only if the file is wanted.
void write_seen(const std::function<nlohmann::json()>& status);

}  // namespace nearfield::ui
