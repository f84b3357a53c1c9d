#include "app/preset.hpp"
#include "app/ui/overlay_window.hpp"
#include "app/ui/steer.hpp"
#include "app/ui/widgets.hpp"

#include <cmath>

namespace nearfield::ui {
namespace {

/// Dialog that saves or loads a preset by name.
class PresetPanel : public Panel {
  public:
    PresetPanel(const char* id, bool saving) : Panel(id, Place::front), saving_(saving) {}
    void draw(Session& s, const Rect&) override;
    void opened(Session& s, const std::string&) override {
        attempt(s, [&] { text_ = s.status->scene->key, s.own_presets = own_presets(); });
    }
    std::vector<Action> actions() override;

  private:
    void keep_or_load(Session& s, bool force);
    void preset_list(Session& s);

    bool saving_;
    std::string text_;
};

void PresetPanel::keep_or_load(Session& s, bool force) {
    const std::string name = text_;
    if (saving_) {
        require_own_name(name);
        const auto file = preset_file(name);
        save_preset(file, {s.status->scene, *s.status->settings, present_look(s)}, force);
        s.own_presets = own_presets();
        tell(s, "saved " + file.string());
    } else {
        load(s, name, load_preset(name));
        tell(s, "loaded " + name);
    }
    s.desk.close();
}

/// Draws the scene's shipped presets and all user presets. A click copies the name into the text field.
void PresetPanel::preset_list(Session& s) {
    ImGui::BeginChild("presets", {0, ImGui::GetFontSize() * 14}, false, ImGuiWindowFlags_NoNav);
    const auto row = [&](const std::string& name, const std::string& detail) {
        if (pick("preset/" + name, (name + "  (" + detail + ")"))) text_ = name;
    };
    for (const auto& own : s.own_presets) row(own.name, "yours, " + find_scene(own.scene).title);
    for (const auto& preset : shipped_presets())
        if (preset.scene == s.status->scene->key) row(preset.scene + "/" + preset.name, "comes with the program");
    ImGui::EndChild();
}

void PresetPanel::draw(Session& s, const Rect&) {
    const bool saving = saving_;
    const float em = ImGui::GetFontSize();
    begin_overlay(s, "##preset", em * 40, std::round(ImGui::GetIO().DisplaySize.y * 0.2f));
    text(colour::accent, saving ? "SAVE PRESET" : "LOAD PRESET", Font::bold);
    wrapped(colour::dim, saving ? "Keeps scene, parameters, pace, camera, colours and drawing under this name."
                                : "The simulation starts anew with the preset. A recording's folder will do, too.");
    bool go = overlay_text_field(s, text_, "a name, or the path of a .json file");
    const bool exists = saving && existing_preset(text_);
    if (saving)
        text(exists ? colour::warm : colour::faint,
             exists ? "⚠ This preset exists and would be replaced." : "A new preset.");
    else preset_list(s);
    ImGui::Dummy({0, em * 0.2f});
    go |= button("overlay_go", Icon::none, saving ? (exists ? "Replace" : "Save") : "Load", em * 7, true);
    ImGui::SameLine();
    if (button("overlay_cancel", Icon::none, "Cancel", em * 7)) s.desk.close();
    ImGui::End();
    if (go) attempt(s, [&] { keep_or_load(s, exists); });
}

std::vector<Action> PresetPanel::actions() {
    const auto open = [this](Session& s) { s.desk.open(s, *this); };
    if (saving_)
        return in_menu("File", {{.name = "Save preset…",
                                 .chords = {ctrl('s')},
                                 .help = "Writes scene and parameters to a file.",
                                 .act = open}});
    return in_menu("File", {{.name = "Load preset…",
                             .chords = {ctrl('l')},
                             .help = "Takes scene and parameters from a file.",
                             .act = open}});
}

}  // namespace

Panels preset_panels() {
    Panels both;
    both.push_back(std::make_unique<PresetPanel>("save_preset", true));
    both.push_back(std::make_unique<PresetPanel>("load_preset", false));
    return both;
}

}  // namespace nearfield::ui
