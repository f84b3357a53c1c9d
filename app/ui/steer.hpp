#pragma once
// What keys, menus and panels do alike.
#include "app/preset.hpp"
#include "app/ui/state.hpp"

namespace nearfield::ui {

void set_running(State& state, bool on);
void load_scene(State& state, const SceneInfo& scene);
void load(State& state, const std::string& name, const Preset& preset);
void change_backend(State& state, Backend backend);
/// What a preset saved now holds of the window.
WindowLook present_look(const State& state);
void take_look(State& state, const WindowLook& look);
void next_scene(State& state, int direction);
/// Pace and pictures per step as they are, or will be once what was asked for has been taken in.
command::Pace pace_of(const State& state);
void set_pace(State& state, const command::Pace& pace);
/// How long each stage of a step is shown, s; 0: steps are not shown stage by stage.
double slow_motion(const State& state);
void set_slow_motion(State& state, double seconds);
/// Ends slow motion, or begins it and lets the simulation run.
void toggle_slow_motion(State& state);
void frame_all(State& state);
void new_seed(State& state);
/// Changes a parameter to a value as it is written. Throws UsageError.
void set_parameter(State& state, const std::string& key, const std::string& value);
/// Sets a choice parameter to its next choice.
void cycle(State& state, const char* key);
/// Starts tuning, or stops it.
void toggle_tuning(State& state);
/// Actors that Verify checks: all, or as many as take about a second.
u32 verified_sample(const State& state);
void ask_verify(State& state);
/// The settings that one side of a comparison changes.
std::map<std::string, std::string> changes_of(const State& state, const Way& side);
constexpr int compare_repeats = 15;
void ask_compare(State& state);
/// Unfolds a section or a parameter's group and scrolls to it.
void reveal(State& state, const std::string& what);

}  // namespace nearfield::ui
