#pragma once
#include <imgui.h>
#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>

// Tells programs that drive the window where its controls are: if NEARFIELD_UI_LAYOUT names a file, every frame leaves
// there its number, whether input waits for the next (newer Dear ImGui takes in a letter or two per frame), the
// rectangle of every visible named control (window pixels: x, y, width, height) and the status. Controls of widgets.hpp
// and number_field.hpp and whole panels name themselves.
namespace nearfield::ui {

/// Names the control drawn last.
void see(const std::string& name);
/// Names a part of the present ImGui window.
void see(const std::string& name, ImVec2 lo, ImVec2 hi);
/// Names all of the present ImGui window.
void see_window(const std::string& name);
/// True if a file is asked for.
bool is_seen();

/// Ends a frame; `status` is called only if there is a file.
void write_seen(const std::function<nlohmann::json()>& status);

}  // namespace nearfield::ui
