#pragma once
#include <string>

namespace nearfield {
struct Tool;
}

namespace nearfield::ui {

/// A key event from GLFW: a key with modifiers, or the typed character if `character` is not 0.
struct KeyPress {
    int key = 0, mods = 0;
    unsigned character = 0;
    bool repeat = false;
    /// For a key event: the character that the key types without modifiers in the user's layout, in lower case, or the
    /// result of chord_letter(). For a character event: the same with Shift, only in layouts without Latin letters.
    char letter = 0;
};

/// Keyboard focus on a panel's control. Ctrl+Tab enters it; a click, or Esc on the outermost level, leaves it. While
/// active, Space, Enter, Esc, arrows and similar keys operate the controls instead of the simulation.
struct KeyboardFocus {
    bool by_keyboard = false;

    /// Focuses the first control of the current ImGui window.
    void enter();
    bool claims(const KeyPress& press) const;
    /// Updates the focus. Called once per frame after all controls are drawn. `overlay`: a window in front handles its
    /// own keys.
    void follow(bool overlay);

  private:
    int unsettled_ = 0;  ///< frames until ImGui reports a panel's first control
};

/// A key that triggered an action, shown to an audience.
struct PressedKey {
    std::string key, what;
    double until = 0;  ///< end of display, s on ImGui's clock
};

/// State of the keyboard in a frame.
struct Keyboard {
    KeyboardFocus focus;
    const Tool* held = nullptr;  ///< tool whose key is held
    bool enter = false;          ///< True while Enter is held
    int moves = 0;               ///< rows that the front panel moves its selection down since the last frame
    PressedKey last;

    void note(const std::string& key, const std::string& what);
};

/// Focuses the next text field in the current ImGui window.
void focus_next_field();

/// Returns the name of the window with the keyboard focus, such as "Parameters"; empty: none.
std::string focused_panel();
/// Returns the window that gets the focus when Ctrl is released; empty: none.
std::string panel_to_focus();

}  // namespace nearfield::ui
