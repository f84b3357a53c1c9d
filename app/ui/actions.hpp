#pragma once
#include "app/ui/chord.hpp"

#include <functional>
#include <vector>

namespace nearfield {
struct SceneInfo;
}

namespace nearfield::ui {

struct Session;

/// What an action's key does while a text field has the keyboard.
enum class WhileTyping { text, acts, acts_on_overlay };

/// One thing that can be done by key, menu or palette. All three and the help read Desk::actions.
struct Action {
    const char* menu = nullptr;
    const char* name;
    std::vector<Chord> chords = {};
    const char* help;
    std::function<void(Session&)> act;
    std::function<bool(const Session&)> checked = {};
    std::function<bool(const Session&)> enabled = {};
    bool repeats = false;  ///< while the key is held
    WhileTyping while_typing = WhileTyping::text;
    std::function<bool(const SceneInfo&)> meant_for = {};  ///< scenes that offer it; none: all do
    bool held = false;                                     ///< acts only as long as its key is held
    bool hides = false;                                    ///< not offered while it is not enabled
    int rank = 0;                                          ///< those of a higher rank come later in the menu
};

/// The same actions in a menu.
std::vector<Action> in_menu(const char* menu, std::vector<Action> actions);
/// True if the present scene offers the action.
bool offered(const Session& session, const Action& action);
std::string key_text(const Action& action);

/// Carries out the first action that `press` matches. `typing`: a text field has the keyboard.
void dispatch(Session& session, const KeyPress& press, bool typing);
void perform(Session& session, const Action& action);

}  // namespace nearfield::ui
