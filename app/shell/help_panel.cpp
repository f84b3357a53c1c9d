#include "app/ui/overlay_window.hpp"
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

void menu_keys(Session& s, const char* menu) {
    text(colour::accent, menu, Font::bold);
    if (!begin_lines(menu)) return;
    for (const auto& action : s.desk.actions())
        if (std::string(action.menu) == menu && !action.chords.empty() && offered(s, action)) {
            line(key_text(action), action.name);
            see("help/" + key_text(action));
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

/// Help on keys and mouse.
class HelpPanel : public Panel {
  public:
    HelpPanel() : Panel("help", Place::front) {}
    void draw(Session& s, const Rect&) override;
    std::vector<Action> actions() override {
        return in_menu("Help", {{.name = "Keys and mouse",
                                 .chords = {key(GLFW_KEY_F1), letter('?')},
                                 .help = "This list.",
                                 .act = [this](Session& s) { s.desk.toggle(s, *this); }}});
    }
};

void HelpPanel::draw(Session& s, const Rect&) {
    const float em = ImGui::GetFontSize();
    begin_overlay(s, "##help", em * 62, std::round(ImGui::GetIO().DisplaySize.y * 0.06f));
    text(colour::text, "Keys and mouse", Font::title);
    ImGui::SameLine(), ImGui::AlignTextToFramePadding(),
        text(colour::faint, "  nearfield " NEARFIELD_VERSION "  ·  Esc closes  ");
    ImGui::SameLine();
    if (button("help/glossary", Icon::none, "Glossary", em * 7)) s.desk.open(s, "glossary");
    ImGui::Dummy({0, em * 0.2f});
    if (ImGui::BeginTable("columns", 2, ImGuiTableFlags_SizingStretchSame)) {
        ImGui::TableNextColumn();
        for (const char* menu : {"Simulation", "File", "Scenes", "Help"}) menu_keys(s, menu);
        ImGui::TableNextColumn();
        for (const char* menu : {"View", "Lessons"}) menu_keys(s, menu);
        mouse_keys();
        ImGui::EndTable();
    }
    ImGui::End();
}

}  // namespace

Panels help_panels() { return panels_of<HelpPanel>(); }

}  // namespace nearfield::ui
