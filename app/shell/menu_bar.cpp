#include "app/ui/actions.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/steer.hpp"
#include "app/ui/widgets.hpp"

#include <cstring>

namespace nearfield::ui {
namespace {

void menu_item(State& s, const Action& action) {
    const bool checked = action.checked && action.checked(s), enabled = !action.enabled || action.enabled(s);
    if (ImGui::MenuItem(action.name, key_text(action).c_str(), checked, enabled)) perform(s, action);
    tooltip(action.help);
    s.probe.item(std::string("menu/") + action.menu + "/" + action.name);
}

void scene_items(State& s) {
    ImGui::Separator();
    for (const auto& scene : scenes()) {
        if (ImGui::MenuItem(scene.title.c_str(), nullptr, &scene == s.status->scene))
            attempt(s, [&] { load_scene(s, scene); });
        tooltip(scene.summary);
        s.probe.item("menu/Scenes/" + scene.title);
    }
    ImGui::Separator();
    for (const auto& preset : shipped_presets()) {
        const auto& scene = find_scene(preset.scene);
        if (ImGui::MenuItem((scene.title + ": " + preset.name).c_str()))
            attempt(s, [&] { load(s, preset.name, load_preset(preset)); });
        tooltip("A preset of " + scene.title + ": starts it with parameters chosen for this.");
        s.probe.item("menu/Scenes/" + preset.scene + "/" + preset.name);
    }
}

void lesson_items(State& s) {
    ImGui::Separator();
    for (const auto& listed : s.desk.all) {
        if (!listed.problem.empty()) continue;
        const bool open = s.desk.open && s.desk.open->name == listed.name;
        const auto progress = s.desk.progress.find(listed.name);
        const bool done = progress != s.desk.progress.end() && progress->second.done;
        if (ImGui::MenuItem(listed.lesson.title.c_str(), done ? "done ✓" : nullptr, open))
            attempt(s, [&] { return open_lesson(s, listed.name); });
        s.probe.item("menu/Lessons/" + listed.name);
        tooltip(listed.lesson.aim);
    }
}

}  // namespace

void menu_bar(State& s) {
    const float em = ImGui::GetFontSize();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {em * 0.6f, em * 0.42f});
    const bool open = ImGui::BeginMainMenuBar();
    ImGui::PopStyleVar();
    if (!open) return;
    text(colour::accent, " nearfield ", Font::bold);
    for (const char* menu : {"File", "Simulation", "View", "Scenes", "Lessons", "Help"}) {
        const bool unfolded = ImGui::BeginMenu(menu);
        s.probe.item(std::string("menu/") + menu);
        if (!unfolded) continue;
        for (const auto& action : actions())
            if (std::strcmp(action.menu, menu) == 0 && offered(s, action)) menu_item(s, action);
        if (std::strcmp(menu, "Scenes") == 0) scene_items(s);
        if (std::strcmp(menu, "Lessons") == 0) lesson_items(s);
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
