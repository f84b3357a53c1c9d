#pragma once
#include "app/ui/chord.hpp"

namespace nearfield::ui {

/// What an action's key does while a text field has the keyboard.
enum class WhileTyping { text, acts, acts_on_overlay };

/// One thing that can be done by key, menu or palette. All three and the help read the one table of actions.
struct Action {
    const char* menu = nullptr;
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

}  // namespace nearfield::ui
