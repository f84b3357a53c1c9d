#include "app/preset.hpp"
#include "app/ui/overlay_window.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/steer.hpp"
#include "app/ui/widgets.hpp"

#include <cmath>

namespace nearfield::ui {
namespace {

void do_preset(State& s, bool saving, bool force) {
    const std::string name = s.overlay_text;
    if (saving) {
        require_own_name(name);
        const auto file = preset_file(name);
        save_preset(file, {s.status->scene, *s.status->settings, present_look(s)}, force);
        s.own_presets = own_presets();
        tell(s, "saved " + file.string());
    } else {
        load(s, name, load_preset(name));
        tell(s, "loaded " + name);
    }
    s.overlay = Overlay::none;
}

/// The scene's shipped presets and all that the user has saved; a click copies the name into the text field.
void preset_list(State& s) {
    ImGui::BeginChild("presets", {0, ImGui::GetFontSize() * 14}, false, ImGuiWindowFlags_NoNav);
    const auto row = [&](const std::string& name, const std::string& detail) {
        if (ImGui::Selectable((name + "  (" + detail + ")").c_str())) s.overlay_text = name;
        s.probe.item("preset/" + name);
    };
    for (const auto& own : s.own_presets) row(own.name, "yours, " + find_scene(own.scene).title);
    for (const auto& preset : shipped_presets())
        if (preset.scene == s.status->scene->key) row(preset.scene + "/" + preset.name, "comes with the program");
    ImGui::EndChild();
}

void preset_prompt(State& s, bool saving) {
    const float em = ImGui::GetFontSize();
    if (s.overlay_opened) attempt(s, [&] { s.overlay_text = s.status->scene->key, s.own_presets = own_presets(); });
    begin_overlay(s, "##preset", em * 40, std::round(ImGui::GetIO().DisplaySize.y * 0.2f));
    text(colour::accent, saving ? "SAVE PRESET" : "LOAD PRESET", Font::bold);
    wrapped(colour::dim, saving ? "Keeps scene, parameters, pace, camera, colours and drawing under this name."
                                : "The simulation starts anew with the preset. A recording's folder will do, too.");
    bool go = overlay_text_field(s, "a name, or the path of a .json file");
    const bool exists = saving && existing_preset(s.overlay_text);
    if (saving)
        text(exists ? colour::warm : colour::faint,
             exists ? "⚠ This preset exists and would be replaced." : "A new preset.");
    else preset_list(s);
    ImGui::Dummy({0, em * 0.2f});
    go |= button("preset_go", Icon::none, saving ? (exists ? "Replace" : "Save") : "Load", em * 7, true);
    s.probe.item("overlay_go");
    ImGui::SameLine();
    if (button("preset_cancel", Icon::none, "Cancel", em * 7)) s.overlay = Overlay::none;
    s.probe.item("overlay_cancel");
    ImGui::End();
    if (go) attempt(s, [&] { do_preset(s, saving, exists); });
}

}  // namespace

void overlays(State& s) {
    tend_recordings(s);
    switch (s.overlay) {
    case Overlay::none: break;
    case Overlay::help: help_overlay(s); break;
    case Overlay::palette: anything_finder(s); break;
    case Overlay::scenes: scene_finder(s); break;
    case Overlay::lessons: lesson_finder(s); break;
    case Overlay::glossary: glossary_overlay(s); break;
    case Overlay::recordings: recordings_overlay(s); break;
    case Overlay::experiments: experiments_overlay(s); break;
    case Overlay::save_preset: preset_prompt(s, true); break;
    case Overlay::load_preset: preset_prompt(s, false); break;
    }
    s.overlay_opened = false, s.overlay_move = 0;
}

}  // namespace nearfield::ui
