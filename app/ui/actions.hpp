#pragma once
#include "app/preset.hpp"
#include "app/ui/state.hpp"

namespace nearfield::ui {

/// One way of pressing an action. Letters and signs match what the key types in the user's layout.
struct Chord {
    int key = 0;      ///< GLFW key, or
    char letter = 0;  ///< a character
    int mods = 0;     ///< GLFW modifiers; for signs (not letters) Shift is implied
    std::string text() const;
    bool matches(const KeyPress& press) const;
};

/// What an action's key does while a text field has the keyboard.
enum class WhileTyping { text, acts, acts_on_overlay };

/// One thing that can be done by key, menu or palette. All three and the help read the one table of actions.
struct Action {
    const char* menu;
    const char* name;
    std::vector<Chord> chords;
    const char* help;
    std::function<void(State&)> act;
    std::function<bool(const State&)> checked = {};
    std::function<bool(const State&)> enabled = {};
    bool repeats = false;  ///< while the key is held
    WhileTyping while_typing = WhileTyping::text;
    std::function<bool(const SceneInfo&)> meant_for = {};  ///< scenes that offer it; none: all do
    bool held = false;                                     ///< acts only as long as its key is held
    bool hides = false;                                    ///< not offered while it is not enabled
};

const std::vector<Action>& actions();
/// Whether the present scene offers the action.
bool offered(const State& state, const Action& action);
std::string key_text(const Action& action);

/// Carries out the first action that `press` matches. `typing`: a text field has the keyboard.
void dispatch(State& state, const KeyPress& press, bool typing);
void perform(State& state, const Action& action);

// shared by keys, menus and panels
void set_running(State& state, bool on);
void load_scene(State& state, const SceneInfo& scene);
void load(State& state, const std::string& name, const Preset& preset);
void change_backend(State& state, Backend backend);
/// What a preset saved now holds of the window.
WindowLook present_look(const State& state);
void take_look(State& state, const WindowLook& look);
void next_scene(State& state, int direction);
void frame_all(State& state);
void new_seed(State& state);
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
