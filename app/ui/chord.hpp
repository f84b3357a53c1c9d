#pragma once
#include "app/ui/state.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <string>

namespace nearfield::ui {

/// One way of pressing an action. Letters and signs match what the key types in the user's layout.
struct Chord {
    int key = 0;      ///< GLFW key, or
    char letter = 0;  ///< a character
    int mods = 0;     ///< GLFW modifiers; for signs (not letters) Shift is implied
    std::string text() const;
    bool matches(const KeyPress& press) const;
};

inline Chord key(int code, int mods = 0) { return {.key = code, .mods = mods}; }
inline Chord letter(char c) { return {.letter = c}; }
inline Chord shift(char c) { return {.letter = c, .mods = GLFW_MOD_SHIFT}; }
inline Chord ctrl(char c) { return {.letter = c, .mods = GLFW_MOD_CONTROL}; }
inline Chord ctrl_shift(char c) { return {.letter = c, .mods = GLFW_MOD_CONTROL | GLFW_MOD_SHIFT}; }

}  // namespace nearfield::ui
