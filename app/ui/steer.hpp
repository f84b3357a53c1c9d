#pragma once
// What keys, menus and panels do alike.
#include "app/preset.hpp"
#include "app/ui/session.hpp"

namespace nearfield::ui {

void set_running(Session& session, bool on);
void load_scene(Session& session, const SceneInfo& scene);
void load(Session& session, const std::string& name, const Preset& preset);
void change_backend(Session& session, Backend backend);
/// What a preset saved now holds of the window.
WindowLook present_look(const Session& session);
void take_look(Session& session, const WindowLook& look);
void next_scene(Session& session, int direction);
/// Pace and pictures per step as they are, or will be once what was asked for has been taken in.
command::Pace pace_of(const Session& session);
void set_pace(Session& session, const command::Pace& pace);
/// How long each stage of a step is shown, s; 0: steps are not shown stage by stage.
double slow_motion(const Session& session);
void set_slow_motion(Session& session, double seconds);
/// Ends slow motion, or begins it and lets the simulation run.
void toggle_slow_motion(Session& session);
void frame_all(Session& session);
void new_seed(Session& session);
/// Changes a parameter to a value as it is written. Throws UsageError.
void set_parameter(Session& session, const std::string& key, const std::string& value);
/// Sets a choice parameter to its next choice.
void cycle(Session& session, const char* key);
/// Unfolds a section or a parameter's group and scrolls to it.
void reveal(Session& session, const std::string& what);

}  // namespace nearfield::ui
