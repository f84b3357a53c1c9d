#pragma once
#include "app/ui/focus.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <string>

namespace nearfield::ui {

/// One way of pressing an action. Letters and signs match what the key types in the user's layout; where that has no
/// Latin letters, they match the key's place on a US keyboard.
struct Chord {
    int key = 0;      ///< GLFW key, or
    char letter = 0;  ///< a character
    int mods = 0;     ///< GLFW modifiers; for signs (not letters) Shift is implied
    std::string text() const;
    bool matches(const KeyPress& press) const;
};

/// The letter or sign by which a key counts in chords; 0: none. `name` is what it types (glfwGetKeyName, may be null).
/// `latin`: the layout has Latin letters; in others keys count by their place, unless they type a Latin letter, or a
/// sign where no letter has its place.
char chord_letter(const char* name, int key, bool latin);
/// What Shift makes of a sign on a US keyboard; itself for any other character.
char shifted(char sign);

inline Chord key(int code, int mods = 0) { return {.key = code, .mods = mods}; }
inline Chord letter(char c) { return {.letter = c}; }
inline Chord shift(char c) { return {.letter = c, .mods = GLFW_MOD_SHIFT}; }
inline Chord ctrl(char c) { return {.letter = c, .mods = GLFW_MOD_CONTROL}; }
inline Chord ctrl_shift(char c) { return {.letter = c, .mods = GLFW_MOD_CONTROL | GLFW_MOD_SHIFT}; }

}  // namespace nearfield::ui
