#pragma once
#include <string>

namespace nearfield {
struct Tool;
}

namespace nearfield::ui {

/// A key as GLFW reports it: a key with modifiers, or (character != 0) what it types.
struct KeyPress {
    int key = 0, mods = 0;
    unsigned character = 0;
    bool repeat = false;
    /// Of a key: what it types by itself in the user's layout, in lower case, or what chord_letter() gives. Of a
    /// character: the same with Shift, in a layout without Latin letters only.
    char letter = 0;
};

/// Whether the keyboard is on a control of a panel. Ctrl+Tab goes there; a click, or Esc on the last level, leaves.
/// Meanwhile Space, Enter, Esc, the arrows and their like move and press controls, and do not steer the simulation.
struct KeyboardFocus {
    bool by_keyboard = false;

    /// Puts the keyboard on the first control of the present ImGui window.
    void enter();
    bool claims(const KeyPress& press) const;
    /// Call once per frame, after all controls are drawn. In front of the panels an overlay has keys of its own.
    void follow(bool overlay);

  private:
    int unsettled_ = 0;  ///< frames until ImGui knows the first control of a panel
};

/// A key that did something, for those who watch.
struct PressedKey {
    std::string key, what;
    double until = 0;  ///< s of ImGui's clock
};

/// What the keyboard does in a frame.
struct Keyboard {
    KeyboardFocus focus;
    const Tool* held = nullptr;  ///< the tool whose key is held
    bool enter = false;          ///< is held
    int moves = 0;               ///< steps that the panel in front is to go down its list since the last frame
    PressedKey last;

    void note(const std::string& key, const std::string& what);
};

/// Puts the keyboard into the text field that comes next in the present ImGui window.
void focus_next_field();

/// Name of the window that has the keyboard, such as "Parameters"; empty: none.
std::string focused_panel();
/// Of the one that will have it once Ctrl is let go; empty: none.
std::string panel_to_focus();

}  // namespace nearfield::ui
