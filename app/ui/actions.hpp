#pragma once
#include "app/ui/chord.hpp"

#include <functional>
#include <vector>

namespace nearfield {
struct SceneInfo;
}

namespace nearfield::ui {

struct Session;

/// Effect of an action's key while a text field has the keyboard.
enum class WhileTyping { text, acts, acts_on_overlay };

/// A command offered by key, menu and finder. These and the help all read Desk::actions.
struct Action {
    const char* menu = nullptr;
    const char* name;
    std::vector<Chord> chords = {};
    const char* help;
    std::function<void(Session&)> act;
    std::function<bool(const Session&)> checked = {};
    std::function<bool(const Session&)> enabled = {};
    bool repeats = false;  ///< True if the action repeats while its key is held
    WhileTyping while_typing = WhileTyping::text;
    std::function<bool(const SceneInfo&)> meant_for = {};  ///< True for scenes with the action; none: all
    bool held = false;                                     ///< True if the action lasts only while its key is held
    bool hides = false;                                    ///< True if menus omit the action while it is disabled
    int rank = 0;                                          ///< sort key within the menu, ascending
};

/// Returns the actions with `menu` as their menu.
std::vector<Action> in_menu(const char* menu, std::vector<Action> actions);
/// True if the current scene offers the action.
bool offered(const Session& session, const Action& action);
std::string key_text(const Action& action);

/// Performs the first action that `press` matches. `typing`: a text field has the keyboard.
void dispatch(Session& session, const KeyPress& press, bool typing);
void perform(Session& session, const Action& action);

}  // namespace nearfield::ui
