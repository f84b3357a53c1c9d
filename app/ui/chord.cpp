#include "app/ui/chord.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace nearfield::ui {
namespace {

const char* key_name(int key) {
    switch (key) {
    case GLFW_KEY_SPACE: return "Space";
    case GLFW_KEY_TAB: return "Tab";
    case GLFW_KEY_LEFT: return "Left";
    case GLFW_KEY_RIGHT: return "Right";
    case GLFW_KEY_HOME: return "Home";
    case GLFW_KEY_ESCAPE: return "Esc";
    case GLFW_KEY_ENTER: return "Enter";
    case GLFW_KEY_UP: return "Up";
    case GLFW_KEY_DOWN: return "Down";
    case GLFW_KEY_PAGE_UP: return "Page Up";
    case GLFW_KEY_F1: return "F1";
    case GLFW_KEY_F2: return "F2";
    case GLFW_KEY_F3: return "F3";
    case GLFW_KEY_F4: return "F4";
    case GLFW_KEY_F5: return "F5";
    case GLFW_KEY_F6: return "F6";
    case GLFW_KEY_F7: return "F7";
    case GLFW_KEY_F11: return "F11";
    case GLFW_KEY_F12: return "F12";
    case GLFW_KEY_KP_ADD: return "keypad +";
    case GLFW_KEY_KP_SUBTRACT: return "keypad -";
    default: return "?";
    }
}

}  // namespace

std::string Chord::text() const {
    std::string words;
    if (mods & GLFW_MOD_CONTROL) words += "Ctrl+";
    if (mods & GLFW_MOD_SHIFT) words += "Shift+";
    return words + (letter ? std::string(1, char(std::toupper(letter))) : key_name(key));
}

bool Chord::matches(const KeyPress& press) const {
    const int held = press.mods & (GLFW_MOD_CONTROL | GLFW_MOD_SHIFT | GLFW_MOD_ALT | GLFW_MOD_SUPER);
    if (key) return press.character == 0 && press.key == key && held == mods;
    if (mods & GLFW_MOD_CONTROL) return press.character == 0 && press.letter == letter && held == mods;
    if (press.character == 0) return false;
    const int typed = press.character > 126 ? press.letter : int(press.character);
    if (!std::isalpha(letter)) return typed == letter;
    const int meant = std::isalpha(typed) ? typed : press.letter;  // in a Hebrew layout, the Q key types a slash
    return std::tolower(meant) == letter && (held & GLFW_MOD_SHIFT) == mods;
}

char chord_letter(const char* name, int key, bool latin) {
    const auto typed = static_cast<unsigned char>(name && name[0] && !name[1] ? name[0] : 0);
    const bool sign = typed > 32 && typed < 127;
    if (latin || std::isalpha(typed)) return sign ? char(std::tolower(typed)) : '\0';
    const bool letter = key >= GLFW_KEY_A && key <= GLFW_KEY_Z;
    if (sign && !letter) return char(typed);
    const bool printable = key >= GLFW_KEY_APOSTROPHE && key <= GLFW_KEY_GRAVE_ACCENT;
    return printable ? char(std::tolower(key)) : '\0';  // GLFW key codes equal ASCII codes
}

char shifted(char sign) {
    constexpr std::string_view plain = ",./;'[]\\-=`", with_shift = "<>?:\"{}|_+~";
    const auto at = plain.find(sign);
    return at == std::string_view::npos ? sign : with_shift[at];
}

}  // namespace nearfield::ui
