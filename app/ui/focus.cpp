#include "app/ui/focus.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_internal.h>

#include <algorithm>

namespace nearfield::ui {

constexpr int frames_to_settle = 4;

void KeyboardFocus::enter() {
    ImGui::NavInitWindow(ImGui::GetCurrentWindow(), true);
    ImGui::GetCurrentContext()->NavDisableHighlight = false;
    by_keyboard = true, unsettled_ = frames_to_settle;
}

bool KeyboardFocus::claims(const KeyPress& press) const {
    static constexpr int keys[] = {GLFW_KEY_SPACE, GLFW_KEY_ENTER,    GLFW_KEY_ESCAPE,   GLFW_KEY_LEFT, GLFW_KEY_RIGHT,
                                   GLFW_KEY_UP,    GLFW_KEY_DOWN,     GLFW_KEY_PAGE_UP,  GLFW_KEY_HOME, GLFW_KEY_END,
                                   GLFW_KEY_TAB,   GLFW_KEY_KP_ENTER, GLFW_KEY_PAGE_DOWN};
    return by_keyboard && press.character == 0 && !(press.mods & GLFW_MOD_CONTROL) &&
           std::find(std::begin(keys), std::end(keys), press.key) != std::end(keys);
}

void KeyboardFocus::follow(bool overlay) {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    if (overlay) by_keyboard = false;
    else if (context.NavWindowingTarget) by_keyboard = true, unsettled_ = frames_to_settle;
    else if (unsettled_ == 0 && (context.NavDisableHighlight || context.NavId == 0)) by_keyboard = false;
    if (!context.NavWindowingTarget && unsettled_ > 0) --unsettled_;
}

void Keyboard::note(const std::string& key, const std::string& what) {
    constexpr double key_seconds = 1.8;  // display time of a pressed key
    last = {key, what, ImGui::GetTime() + key_seconds};
}

void focus_next_field() {
    // Dear ImGui 1.90 drops the request if another window had the keyboard
    if (!ImGui::IsWindowFocused()) ImGui::SetWindowFocus();
    ImGui::SetKeyboardFocusHere();
}

static std::string shown_name(const ImGuiWindow* window) {
    if (!window) return {};
    const std::string name = window->RootWindow->Name;
    return name.substr(0, name.find("##"));
}

std::string focused_panel() { return shown_name(ImGui::GetCurrentContext()->NavWindow); }

std::string panel_to_focus() { return shown_name(ImGui::GetCurrentContext()->NavWindowingTarget); }

}  // namespace nearfield::ui
