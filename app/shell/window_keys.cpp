// Actions on the window as a whole.
#include "app/ui/session.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

/// Performs the first action that applies: closes the popup or the front panel, puts the pencil down, dismisses an
/// error, stops the current work, closes the panels of presenter mode, leaves presenter mode, deselects.
void escape(Session& s) {
    if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) ImGui::ClosePopupToLevel(0, true);
    else if (s.desk.front()) s.desk.close();
    else if (s.view.pencil) s.view.pencil.reset();
    else if (s.messages.dismiss_error()) return;
    else if (!s.status->doing.empty()) s.simulation.send(command::StopWork{});
    else if (s.desk.presenting && s.desk.close_presented()) return;
    else if (s.desk.presenting) s.desk.presenting = false;
    else if (s.status->selected) s.simulation.send(command::Select{});
}

void scale_ui(Session& s, float by) {
    s.preferences.ui_scale = std::clamp(std::round((s.preferences.ui_scale + by) * 10) / 10, 0.6f, 3.0f);
}

void toggle_panels(Session& s) {
    if (s.desk.presenting) s.desk.presenting = false;
    else s.preferences.panels = !s.preferences.panels;
}

class WindowKeys : public Panel {
  public:
    WindowKeys() : Panel("window_keys", Place::nowhere) {}
    std::vector<Action> actions() override;
};

std::vector<Action> WindowKeys::actions() {
    return {
        {.menu = "View",
         .name = "Panels",
         .chords = {key(GLFW_KEY_TAB)},
         .help = "Shows or hides all panels.",
         .act = toggle_panels,
         .checked = [](const Session& s) { return s.preferences.panels && !s.desk.presenting; }},
        {.menu = "View",
         .name = "Full screen",
         .chords = {key(GLFW_KEY_F11)},
         .help = "Fills the whole screen with the window; once more: as before.",
         .act = [](Session& s) { s.window.fullscreen = true; },
         .while_typing = WhileTyping::acts},
        {.menu = "View",
         .name = "Larger text",
         .chords = {ctrl('='), ctrl('+'), ctrl_shift('='), key(GLFW_KEY_KP_ADD, GLFW_MOD_CONTROL)},
         .help = "Everything in the window a little larger.",
         .act = [](Session& s) { scale_ui(s, 0.1f); },
         .repeats = true,
         .while_typing = WhileTyping::acts},
        {.menu = "View",
         .name = "Smaller text",
         .chords = {ctrl('-'), key(GLFW_KEY_KP_SUBTRACT, GLFW_MOD_CONTROL)},
         .help = "Everything in the window a little smaller.",
         .act = [](Session& s) { scale_ui(s, -0.1f); },
         .repeats = true,
         .while_typing = WhileTyping::acts},
        {.menu = "File",
         .name = "Quit",
         .chords = {ctrl('q')},
         .help = "Ends the program.",
         .act = [](Session& s) { s.window.quit = true; },
         .while_typing = WhileTyping::acts,
         .rank = 1},
        {.menu = "Help",
         .name = "Close or deselect",
         .chords = {key(GLFW_KEY_ESCAPE)},
         .help = "Closes what is in front, then messages; stops a long setup; deselects. Never quits.",
         .act = escape,
         .while_typing = WhileTyping::acts_on_overlay,
         .rank = 1},
    };
}

}  // namespace

Panels window_panels() { return panels_of<WindowKeys>(); }

}  // namespace nearfield::ui
