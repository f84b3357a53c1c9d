#include "app/files.hpp"
#include "app/preset.hpp"
#include "app/ui/actions.hpp"
#include "app/ui/fuzzy.hpp"
#include "app/ui/overlay_window.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace nearfield::ui {
namespace {

struct Entry {
    std::string title, detail;
    std::function<void(State&)> act;
    int score = 0;
};

void reveal(State& s, const std::string& key) {
    s.preferences.panels = true;
    s.reveal = key, s.revealed_at = ImGui::GetTime();
}

void add_scenes(std::vector<Entry>& entries, const char* prefix) {
    for (const auto& scene : scenes())
        entries.push_back({prefix + scene.title, scene.summary, [&scene](State& s) { load_scene(s, scene); }});
}

void add_presets(std::vector<Entry>& entries) {
    for (const auto& preset : shipped_presets())
        entries.push_back({"Preset: " + preset.name, find_scene(preset.scene).title,
                           [&preset](State& s) { load_shipped(s, preset); }});
}

std::vector<Entry> everything(State& s) {
    std::vector<Entry> entries;
    for (const auto& action : actions())
        if (offered(s, action))
            entries.push_back({action.name, key_text(action), [&action](State& state) { perform(state, action); }});
    add_scenes(entries, "Scene: ");
    add_presets(entries);
    for (const auto& spec : s.status->settings->specs())
        entries.push_back({spec.label, spec.key + " = " + s.status->settings->text(spec.key),
                           [key = spec.key](State& state) { reveal(state, key); }});
    return entries;
}

std::vector<Entry> matching(std::vector<Entry> entries, const char* query) {
    for (auto& entry : entries)
        entry.score =
            std::max(2 * fuzzy_score(query, entry.title), fuzzy_score(query, entry.title + " " + entry.detail));
    std::erase_if(entries, [](const Entry& e) { return e.score <= 0; });
    if (query[0])
        std::stable_sort(entries.begin(), entries.end(),
                         [](const Entry& a, const Entry& b) { return a.score > b.score; });
    return entries;
}

bool text_field(State& s, const char* hint) {
    if (s.overlay_opened) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    const bool entered = ImGui::InputTextWithHint("##text", hint, s.overlay_text, sizeof s.overlay_text,
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
    s.probe.item("overlay_text");
    return entered;
}

bool entry_row(const Entry& entry, bool chosen) {
    const float em = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::Selectable("##entry", chosen, 0, {0, em * 1.5f});
    const float title = ImGui::CalcTextSize(entry.title.c_str()).x, y = std::round(at.y + em * 0.25f);
    auto& out = *ImGui::GetWindowDrawList();
    out.AddText({at.x + em * 0.5f, y}, chosen ? colour::accent_bright : colour::text, entry.title.c_str());
    const float room = width - title - em * 2.5f, words = ImGui::CalcTextSize(entry.detail.c_str()).x;
    clipped_text(out, {at.x + width - em * 0.5f - std::min(words, room), y}, room, colour::dim, entry.detail);
    return pressed;
}

void finder(State& s, const char* hint, std::vector<Entry> all) {
    const float em = ImGui::GetFontSize();
    begin_overlay(s, "##finder", em * 44, std::round(ImGui::GetIO().DisplaySize.y * 0.14f));
    const bool entered = text_field(s, hint);
    const auto entries = matching(std::move(all), s.overlay_text);
    if (ImGui::IsItemEdited()) s.overlay_choice = 0;
    s.overlay_choice = std::clamp(s.overlay_choice + s.overlay_move, 0, std::max(0, int(entries.size()) - 1));
    const Entry* chosen = nullptr;
    ImGui::BeginChild("list",
                      {0, std::min(float(std::max<std::size_t>(entries.size(), 1)), 11.0f) *
                                  (em * 1.5f + ImGui::GetStyle().ItemSpacing.y) +
                              em * 0.3f},
                      false, ImGuiWindowFlags_NoNav);
    if (entries.empty()) text(colour::dim, "nothing like that");
    for (int i = 0; i < int(entries.size()); ++i) {
        ImGui::PushID(i);
        if (entry_row(entries[std::size_t(i)], i == s.overlay_choice)) chosen = &entries[std::size_t(i)];
        if (i == s.overlay_choice && s.overlay_move) ImGui::SetScrollHereY(0.5f);
        s.probe.item("entry/" + entries[std::size_t(i)].title);
        ImGui::PopID();
    }
    ImGui::EndChild();
    ImGui::End();
    if (entered && !entries.empty()) chosen = &entries[std::size_t(s.overlay_choice)];
    if (!chosen) return;
    s.overlay = Overlay::none;
    attempt(s, [&] { chosen->act(s); });
}

std::filesystem::path presets_folder() {
    const auto folder = config_folder() / "presets";
    std::filesystem::create_directories(folder);
    return folder;
}

void do_preset(State& s, bool saving, bool force) {
    const std::filesystem::path path = s.overlay_text;
    if (saving) {
        save_preset(path, *s.status->scene, *s.status->settings, force);
        tell(s, "saved " + path.string());
    } else {
        auto preset = load_preset(path);
        s.simulation.send(command::Load{preset.scene, preset.settings, s.status->backend});
        tell(s, "loaded " + path.string());
    }
    s.overlay = Overlay::none;
}

void suggest_path(State& s) {
    const std::string path = (presets_folder() / (s.status->scene->key + ".json")).string();
    std::strncpy(s.overlay_text, path.c_str(), sizeof s.overlay_text - 1);
}

/// The scene's shipped presets and those in the user's folder; a click copies the name into the text field.
void preset_list(State& s) {
    std::error_code ignored;
    int shown = 0;
    for (const auto& preset : shipped_presets()) {
        const std::string name = preset.scene + "/" + preset.name;
        if (preset.scene != s.status->scene->key) continue;
        if (ImGui::Selectable((name + "  (comes with the program)").c_str()))
            std::strncpy(s.overlay_text, name.c_str(), sizeof s.overlay_text - 1);
        s.probe.item("preset/" + name);
    }
    for (const auto& file : std::filesystem::directory_iterator(config_folder() / "presets", ignored)) {
        if (file.path().extension() != ".json" || file.path().filename() == "settings.json" || ++shown > 8) continue;
        const std::string name = file.path().filename().string();
        if (ImGui::Selectable(name.c_str()))
            std::strncpy(s.overlay_text, file.path().c_str(), sizeof s.overlay_text - 1);
        s.probe.item("preset/" + name);
    }
    if (!shown) text(colour::dim, "no presets saved yet");
}

void preset_prompt(State& s, bool saving) {
    const float em = ImGui::GetFontSize();
    if (s.overlay_opened) attempt(s, [&] { suggest_path(s); });
    begin_overlay(s, "##preset", em * 40, std::round(ImGui::GetIO().DisplaySize.y * 0.2f));
    ImGui::PushFont(font(Font::bold));
    text(colour::accent, saving ? "SAVE PRESET" : "LOAD PRESET");
    ImGui::PopFont();
    wrapped(colour::dim, saving ? "Scene and parameters go to this file."
                                : "Scene and parameters are taken from this file; the simulation starts anew.");
    bool go = text_field(s, "path of a .json file");
    std::error_code ignored;
    const bool exists = std::filesystem::exists(s.overlay_text, ignored);
    if (saving)
        text(exists ? colour::warm : colour::faint,
             exists ? "⚠ This file exists and would be replaced." : "A new file.");
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
    switch (s.overlay) {
    case Overlay::none: break;
    case Overlay::help: help_overlay(s); break;
    case Overlay::palette: finder(s, "Find an action, a scene or a parameter", everything(s)); break;
    case Overlay::scenes: {
        std::vector<Entry> entries;
        add_scenes(entries, "");
        finder(s, "Find a scene", std::move(entries));
        break;
    }
    case Overlay::save_preset: preset_prompt(s, true); break;
    case Overlay::load_preset: preset_prompt(s, false); break;
    }
    s.overlay_opened = false, s.overlay_move = 0;
}

}  // namespace nearfield::ui
