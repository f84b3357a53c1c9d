// The lists that one searches by typing.
#include "app/lessons/texts.hpp"
#include "app/panels/run/run_values.hpp"
#include "app/ui/actions.hpp"
#include "app/ui/match.hpp"
#include "app/ui/overlay_window.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/steer.hpp"
#include "app/ui/widgets.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace nearfield::ui {
namespace {

struct Entry {
    std::string kind, name, detail;
    std::function<void(State&)> act;
    bool ends_run = false;
    Match match = {};
    std::string about = {};  ///< shown below the list while it is chosen

    std::string title() const { return kind.empty() ? name : kind + ": " + name; }
};

/// "COMPARE A / B" becomes "Compare A / B".
std::string as_name(const std::string& headline) {
    std::string name = headline;
    const auto letter = [&](std::size_t i) {
        return i < headline.size() && std::isalpha(static_cast<unsigned char>(headline[i]));
    };
    for (std::size_t i = 1; i < name.size(); ++i)
        if (letter(i - 1) || letter(i + 1)) name[i] = char(std::tolower(static_cast<unsigned char>(name[i])));
    return name;
}

void add_scenes(std::vector<Entry>& entries, const char* kind) {
    for (const auto& scene : scenes())
        entries.push_back({kind, scene.title, scene.summary, [&scene](State& s) { load_scene(s, scene); }, true});
}

void add_presets(std::vector<Entry>& entries, const std::vector<OwnPreset>& own) {
    for (const auto& preset : own)
        entries.push_back({"Preset", preset.name, "saved by you · " + find_scene(preset.scene).title,
                           [name = preset.name](State& s) { load(s, name, load_own_preset(name)); }, true});
    for (const auto& preset : shipped_presets())
        entries.push_back({"Preset", preset.name, find_scene(preset.scene).title,
                           [&preset](State& s) { load(s, preset.name, load_preset(preset)); }, true});
}

/// How far the user is: "step 3 of 6".
std::string progress_text(const State& s, const lessons::Listed& listed) {
    const auto at = s.desk.progress.find(listed.name);
    if (at != s.desk.progress.end() && at->second.done) return "done ✓";
    const auto all = listed.lesson.steps.size(), step = at == s.desk.progress.end() ? 0 : at->second.step;
    if (step == 0) return fmt::format("{:g} minutes", listed.lesson.minutes);
    return fmt::format("step {} of {}", std::min(step + 1, all), all);
}

void add_lessons(std::vector<Entry>& entries, const State& s, const char* kind) {
    for (const auto& listed : s.desk.all) {
        const bool sound = listed.problem.empty();
        entries.push_back({.kind = kind,
                           .name = sound ? listed.lesson.title : listed.name,
                           .detail = sound ? progress_text(s, listed) : "cannot be read",
                           .act = [name = listed.name](State& state) { open_lesson(state, name); },
                           .ends_run = sound,
                           .about = sound ? listed.lesson.aim : listed.problem});
    }
}

void add_terms(std::vector<Entry>& entries) {
    for (const auto& term : lessons::glossary())
        entries.push_back({.kind = "Glossary", .name = term.word, .detail = term.meaning, .act = [&term](State& s) {
                               open_overlay(s, Overlay::glossary), s.overlay_text = term.word;
                           }});
}

void add_parameters(std::vector<Entry>& entries, const Status& status) {
    const auto& settings = *status.settings;
    for (const auto& spec : settings.specs())
        entries.push_back({"", spec.label, spec.key + " = " + settings.text(spec.key),
                           [key = spec.key](State& s) { reveal(s, key); }});
    for (const auto& value : run_values())
        entries.push_back({"", value.label, std::string(value.key) + " = " + value.now(status),
                           [&value](State& s) { reveal(s, value.key); }});
}

/// Whether a person means a parameter: by its key, with or without "search.", or by its label.
bool meant(const std::string& key, const std::string& label, const std::string& words) {
    const auto is = [&](const std::string& name) { return match(words, name).fit == Fit::exact; };
    return is(key) || is(label) || is(key.substr(key.find('.') + 1));
}

/// "key=value" or "label=value" sets a parameter, or what the run goes by.
void add_assignment(std::vector<Entry>& entries, const Status& status, const std::string& query) {
    const auto sign = query.find('=');
    if (sign == std::string::npos) return;
    const auto& settings = *status.settings;
    const auto first = std::min(query.find_first_not_of(' ', sign + 1), query.size());
    const std::string name = query.substr(0, sign), value = query.substr(first);
    const auto add = [&](const std::string& label, const std::string& now, std::function<void(State&)> act) {
        entries.push_back({.kind = "Set",
                           .name = label + " = " + value,
                           .detail = "now " + now,
                           .act = std::move(act),
                           .match = {Fit::exact, 1}});
    };
    for (const auto& one : run_values())
        if (meant(one.key, one.label, name))
            add(one.label, one.now(status), [&one, value](State& s) { one.set(s, value), reveal(s, one.key); });
    for (const auto& spec : settings.specs())
        if (meant(spec.key, spec.label, name))
            add(spec.label, settings.text(spec.key),
                [key = spec.key, value](State& s) { set_parameter(s, key, value), reveal(s, key); });
}

std::vector<Entry> everything(State& s) {
    std::vector<Entry> entries;
    add_assignment(entries, *s.status, s.overlay_text);
    for (const auto& action : actions())
        if (offered(s, action) && (!action.enabled || action.enabled(s)))
            entries.push_back({"", action.name, key_text(action), [&action](State& state) { perform(state, action); }});
    for (const auto& section : s.sections)
        entries.push_back({"Panel", as_name(section), "", [section](State& state) { reveal(state, section); }});
    add_scenes(entries, "Scene");
    add_presets(entries, s.own_presets);
    add_parameters(entries, *s.status);
    add_lessons(entries, s, "Lesson"), add_terms(entries);
    return entries;
}

std::vector<Entry> matching(std::vector<Entry> entries, const std::string& query) {
    for (auto& entry : entries)
        if (entry.match.fit == Fit::none) entry.match = match_of_kind(query, entry.kind, entry.name, entry.detail);
    std::erase_if(entries, [](const Entry& e) { return e.match.fit == Fit::none; });
    if (!query.empty())
        std::stable_sort(entries.begin(), entries.end(),
                         [](const Entry& a, const Entry& b) { return a.match > b.match; });
    return entries;
}

bool entry_row(const Entry& entry, bool chosen) {
    const float em = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::Selectable("##entry", chosen, 0, {0, em * 1.5f});
    const float title = ImGui::CalcTextSize(entry.title().c_str()).x, y = std::round(at.y + em * 0.25f);
    auto& out = *ImGui::GetWindowDrawList();
    out.AddText({at.x + em * 0.5f, y}, chosen ? colour::accent_bright : colour::text, entry.title().c_str());
    const float room = width - title - em * 2.5f, words = ImGui::CalcTextSize(entry.detail.c_str()).x;
    clipped_text(out, {at.x + width - em * 0.5f - std::min(words, room), y}, room, colour::dim, entry.detail);
    return pressed;
}

/// Draws the entries; returns the one clicked.
const Entry* list(State& s, const std::vector<Entry>& entries) {
    const float em = ImGui::GetFontSize(), rows = std::clamp(float(entries.size()), 1.f, 11.f);
    const Entry* clicked = nullptr;
    ImGui::BeginChild("list", {0, rows * (em * 1.5f + ImGui::GetStyle().ItemSpacing.y) + em * 0.3f}, false,
                      ImGuiWindowFlags_NoNav);
    if (entries.empty()) text(colour::dim, "No match.");
    for (int i = 0; i < int(entries.size()); ++i) {
        ImGui::PushID(i);
        if (entry_row(entries[std::size_t(i)], i == s.overlay_choice)) clicked = &entries[std::size_t(i)];
        if (i == s.overlay_choice && s.overlay_move) ImGui::SetScrollHereY(0.5f);
        s.probe.item("entry/" + entries[std::size_t(i)].title());
        ImGui::PopID();
    }
    ImGui::EndChild();
    return clicked;
}

/// Whether the words typed mean this entry and no other that would end the run.
bool meant_alone(const std::vector<Entry>& entries, const Entry& entry) {
    return entry.match.fit > Fit::letters && std::none_of(entries.begin(), entries.end(), [&](const Entry& other) {
               return &other != &entry && other.ends_run && other.match >= entry.match;
           });
}

/// What would end the run and only resembles the words typed, or is one of several that fit them, is done when it is
/// chosen once more, not by the same press of Enter, which repeats. `picked`: it was clicked or gone to.
bool certain(State& s, const std::vector<Entry>& entries, const Entry& entry, bool picked) {
    const bool fits = entry.match.fit > Fit::letters && (picked || s.overlay_text.empty());
    if (!entry.ends_run || fits || meant_alone(entries, entry)) return true;
    if (s.confirm == entry.title()) return s.confirm_waits;
    s.confirm = entry.title(), s.confirm_waits = false;
    return false;
}

void finder(State& s, const char* hint, const std::function<std::vector<Entry>(State&)>& offer) {
    begin_overlay(s, "##finder", ImGui::GetFontSize() * 44, std::round(ImGui::GetIO().DisplaySize.y * 0.14f));
    if (s.overlay_opened && s.overlay_text.empty()) s.confirm.clear();
    const bool entered = overlay_text_field(s, hint), edited = ImGui::IsItemEdited();
    const auto entries = matching(offer(s), s.overlay_text);
    if (edited) s.overlay_choice = 0, s.confirm.clear();
    if (!s.enter_held) s.confirm_waits = true;
    s.overlay_choice = std::clamp(s.overlay_choice + s.overlay_move, 0, std::max(0, int(entries.size()) - 1));
    const Entry* chosen = list(s, entries);
    const bool picked = chosen || s.overlay_choice > 0;
    if (!entries.empty() && !entries[std::size_t(s.overlay_choice)].about.empty())
        wrapped(colour::dim, entries[std::size_t(s.overlay_choice)].about);
    if (!s.confirm.empty())
        wrapped(colour::warm, s.confirm + " ends the present run. Enter or a click once more does it; Esc cancels.");
    ImGui::End();
    if (entered && !entries.empty()) chosen = &entries[std::size_t(s.overlay_choice)];
    if (!chosen || !certain(s, entries, *chosen, picked)) return;
    s.overlay = Overlay::none;
    attempt(s, [&] { chosen->act(s); });
}

}  // namespace

bool overlay_text_field(State& s, const char* hint) {
    if (s.overlay_opened || !ImGui::IsAnyItemActive()) focus_next_field();
    ImGui::SetNextItemWidth(-1);
    const bool entered =
        ImGui::InputTextWithHint("##text", hint, &s.overlay_text, ImGuiInputTextFlags_EnterReturnsTrue);
    s.probe.item("overlay_text");
    return entered;
}

void anything_finder(State& s) {
    finder(s, "An action, panel, scene, preset, lesson, parameter or word; or key=value", everything);
}

void lesson_finder(State& s) {
    finder(s, "Find a lesson", [](State& state) {
        std::vector<Entry> entries;
        add_lessons(entries, state, "");
        return entries;
    });
}

void scene_finder(State& s) {
    finder(s, "Find a scene", [](State&) {
        std::vector<Entry> entries;
        add_scenes(entries, "");
        return entries;
    });
}

}  // namespace nearfield::ui
