#pragma once
#include "app/ui/focus.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <string>

namespace nearfield::ui {

/// A key combination that triggers an action. Letters and signs match the character that the key types in the user's
/// layout. In layouts without Latin letters they match the key's position on a US keyboard.
struct Chord {
    int key = 0;      ///< GLFW key; 0: `letter` is used
    char letter = 0;  ///< character typed; 0: `key` is used
    int mods = 0;     ///< GLFW modifiers; signs imply Shift, letters do not
    std::string text() const;
    bool matches(const KeyPress& press) const;
};

/// Returns the letter or sign that represents a key in chords; 0: none. `name`: text that the key types
/// (glfwGetKeyName, may be null). `latin`: the layout has Latin letters. In other layouts, the key counts by its
/// position. Exceptions: it types a Latin letter, or types a sign and its position has no letter.
char chord_letter(const char* name, int key, bool latin);
/// Returns the character that Shift and a sign type on a US keyboard; other characters are returned unchanged.
char shifted(char sign);

inline Chord key(int code, int mods = 0) { return {.key = code, .mods = mods}; }
inline Chord letter(char c) { return {.letter = c}; }
inline Chord shift(char c) { return {.letter = c, .mods = GLFW_MOD_SHIFT}; }
inline Chord ctrl(char c) { return {.letter = c, .mods = GLFW_MOD_CONTROL}; }
inline Chord ctrl_shift(char c) { return {.letter = c, .mods = GLFW_MOD_CONTROL | GLFW_MOD_SHIFT}; }

}  // namespace nearfield::ui
