#include "app/shell/parts.hpp"
#include "app/ui/widgets.hpp"

#include <cstring>

namespace nearfield::ui {
namespace {

void action_item(Session& s, const Action& action) {
    const bool checked = action.checked && action.checked(s), enabled = !action.enabled || action.enabled(s);
    const std::string name = std::string("menu/") + action.menu + "/" + action.name;
    if (menu_item(name, action.name, key_text(action).c_str(), checked, enabled)) perform(s, action);
    tooltip(action.help);
}

}  // namespace

void menu_bar(Session& s) {
    const float em = ImGui::GetFontSize();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {em * 0.6f, em * 0.42f});
    const bool open = ImGui::BeginMainMenuBar();
    ImGui::PopStyleVar();
    if (!open) return;
    text(colour::accent, " nearfield ", Font::bold);
    for (const char* menu : {"File", "Simulation", "View", "Scenes", "Lessons", "Help"}) {
        const bool unfolded = ImGui::BeginMenu(menu);
        see(std::string("menu/") + menu);
        if (!unfolded) continue;
        for (const auto& action : s.desk.actions())
            if (std::strcmp(action.menu, menu) == 0 && offered(s, action)) action_item(s, action);
        for (const auto& panel : s.desk.panels()) panel->more_in_menu(s, menu);
        ImGui::EndMenu();
    }
    ImGui::PushFont(font(Font::small));
    const char* hint = "F1 keys  ·  Ctrl+P find anything";
    const float width = ImGui::CalcTextSize(hint).x, x = ImGui::GetWindowSize().x - width - em;
    if (x > ImGui::GetCursorPosX() + em) ImGui::SetCursorPosX(x), text(colour::faint, hint);
    ImGui::PopFont();
    ImGui::EndMainMenuBar();
}

}  // namespace nearfield::ui
