#pragma once
// Operations shared by keys, menus and panels.
#include "app/preset.hpp"
#include "app/ui/session.hpp"

namespace nearfield::ui {

void set_running(Session& session, bool on);
void load_scene(Session& session, const SceneInfo& scene);
void load(Session& session, const std::string& name, const Preset& preset);
void change_backend(Session& session, Backend backend);
/// Returns the window's part of a preset saved now.
WindowLook present_look(const Session& session);
void take_look(Session& session, const WindowLook& look);
void next_scene(Session& session, int direction);
/// Returns the requested pace and drawing interval, or else the current ones.
command::Pace pace_of(const Session& session);
void set_pace(Session& session, const command::Pace& pace);
/// Returns the delay before each stage of a step, s; 0: off.
double slow_motion(const Session& session);
void set_slow_motion(Session& session, double seconds);
/// Stops slow motion, or starts it and runs the simulation.
void toggle_slow_motion(Session& session);
void frame_all(Session& session);
void new_seed(Session& session);
/// Sets a parameter from text. Throws UsageError.
void set_parameter(Session& session, const std::string& key, const std::string& value);
/// Sets a choice parameter to its next choice, cyclically.
void cycle(Session& session, const char* key);
/// Unfolds a section or the group of a parameter, and scrolls to it.
void reveal(Session& session, const std::string& what);

}  // namespace nearfield::ui
