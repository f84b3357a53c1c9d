#include "app/ui/actions.hpp"
#include "app/ui/overlay_window.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

const std::vector<std::pair<const char*, const char*>> mouse_help = {
    {"Left drag", "3D: turn the view. 2D: move it"},
    {"Right drag", "move the view (also Shift+left, middle)"},
    {"Wheel", "come nearer or go away, at the cursor"},
    {"Click", "inspect the actor under the cursor"},
    {"Double click", "inspect and centre it"},
    {"In the legend", "click a class, drag an end: hides it"},
    {"Ctrl+click", "on a slider: type a number"},
    {"Right click", "on a parameter: its default; on a plot: save it"},
};

void line(const std::string& keys, const char* words) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    text(colour::accent_bright, keys);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(words);
}

bool begin_lines(const char* id) {
    const float em = ImGui::GetFontSize();
    if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingFixedFit)) return false;
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, em * 8.5f);
    ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
    return true;
}

void menu_keys(State& s, const char* menu) {
    text(colour::accent, menu, Font::bold);
    if (!begin_lines(menu)) return;
    for (const auto& action : actions())
        if (std::string(action.menu) == menu && !action.chords.empty() && offered(s, action)) {
            line(key_text(action), action.name);
            s.probe.item("help/" + key_text(action));
            tooltip(action.help);
        }
    ImGui::EndTable();
    ImGui::Dummy({0, ImGui::GetFontSize() * 0.2f});
}

void mouse_keys() {
    text(colour::accent, "Mouse", Font::bold);
    if (!begin_lines("mouse")) return;
    for (const auto& [what, words] : mouse_help) line(what, words);
    ImGui::EndTable();
}

}  // namespace

void begin_overlay(State& s, const char* id, float width, float top, float height, OverlayKeys keys) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float em = ImGui::GetFontSize();
    if (s.overlay_opened) ImGui::SetNextWindowFocus();
    ImGui::SetNextWindowBgAlpha(0.55f);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, colour::veil);
    ImGui::SetNextWindowPos({0, 0}), ImGui::SetNextWindowSize(screen);
    ImGui::Begin("##behind", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoNav);
    if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0) && !s.overlay_opened) s.overlay = Overlay::none;
    ImGui::End();
    ImGui::PopStyleColor();
    if (s.overlay_opened) ImGui::SetNextWindowFocus();
    ImGui::SetNextWindowPos({screen.x / 2, top}, ImGuiCond_Always, {0.5f, 0});
    ImGui::SetNextWindowSize({std::min(width, screen.x - 2 * em), height});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {screen.x, screen.y - top - em});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, colour::front);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, em * 0.5f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {em, std::round(em * 0.9f)});
    ImGui::Begin(id, nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     (keys == OverlayKeys::own ? ImGuiWindowFlags_NoNav : 0));
    ImGui::PopStyleVar(3);
    ImGui::PopStyleColor();
    if (s.overlay_opened && keys == OverlayKeys::controls) s.focus.enter();
}

void help_overlay(State& s) {
    const float em = ImGui::GetFontSize();
    begin_overlay(s, "##help", em * 62, std::round(ImGui::GetIO().DisplaySize.y * 0.06f));
    text(colour::text, "Keys and mouse", Font::title);
    ImGui::SameLine(), ImGui::AlignTextToFramePadding(),
        text(colour::faint, "  nearfield " NEARFIELD_VERSION "  ·  Esc closes  ");
    ImGui::SameLine();
    if (button("glossary", Icon::none, "Glossary", em * 7)) open_overlay(s, Overlay::glossary);
    s.probe.item("help/glossary");
    ImGui::Dummy({0, em * 0.2f});
    if (ImGui::BeginTable("columns", 2, ImGuiTableFlags_SizingStretchSame)) {
        ImGui::TableNextColumn();
        for (const char* menu : {"Simulation", "File", "Scenes", "Help"}) menu_keys(s, menu);
        ImGui::TableNextColumn();
        for (const char* menu : {"View", "Lessons"}) menu_keys(s, menu);
        mouse_keys();
        ImGui::EndTable();
    }
    s.probe.area(
        "help", ImGui::GetWindowPos(),
        {ImGui::GetWindowPos().x + ImGui::GetWindowSize().x, ImGui::GetWindowPos().y + ImGui::GetWindowSize().y});
    ImGui::End();
}

}  // namespace nearfield::ui
