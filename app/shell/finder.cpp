// Lists searched by typing.
#include "app/panels/run/run_values.hpp"
#include "app/ui/overlay_window.hpp"
#include "app/ui/steer.hpp"
#include "app/ui/widgets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace nearfield::ui {
namespace {

/// Converts a headline to a name: "COMPARE A / B" becomes "Compare A / B".
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
        entries.push_back({kind, scene.title, scene.summary, [&scene](Session& s) { load_scene(s, scene); }, true});
}

void add_presets(std::vector<Entry>& entries, const std::vector<OwnPreset>& own) {
    for (const auto& preset : own)
        entries.push_back({"Preset", preset.name, "saved by you · " + find_scene(preset.scene).title,
                           [name = preset.name](Session& s) { load(s, name, load_own_preset(name)); }, true});
    for (const auto& preset : shipped_presets())
        entries.push_back({"Preset", preset.name, find_scene(preset.scene).title,
                           [&preset](Session& s) { load(s, preset.name, load_preset(preset)); }, true});
}

void add_parameters(std::vector<Entry>& entries, const Status& status) {
    const auto& settings = *status.settings;
    for (const auto& spec : settings.specs())
        entries.push_back({"", spec.label, spec.key + " = " + settings.text(spec.key),
                           [key = spec.key](Session& s) { reveal(s, key); }});
    for (const auto& value : run_values())
        entries.push_back({"", value.label, std::string(value.key) + " = " + value.now(status),
                           [&value](Session& s) { reveal(s, value.key); }});
}

/// True if the words name a parameter: its key, with or without "search.", or its label.
bool meant(const std::string& key, const std::string& label, const std::string& words) {
    const auto is = [&](const std::string& name) { return match(words, name).fit == Fit::exact; };
    return is(key) || is(label) || is(key.substr(key.find('.') + 1));
}

/// Adds an entry that sets a parameter or a run value from "key=value" or "label=value".
void add_assignment(std::vector<Entry>& entries, const Status& status, const std::string& query) {
    const auto sign = query.find('=');
    if (sign == std::string::npos) return;
    const auto& settings = *status.settings;
    const auto first = std::min(query.find_first_not_of(' ', sign + 1), query.size());
    const std::string name = query.substr(0, sign), value = query.substr(first);
    const auto add = [&](const std::string& label, const std::string& now, std::function<void(Session&)> act) {
        entries.push_back({.kind = "Set",
                           .name = label + " = " + value,
                           .detail = "now " + now,
                           .act = std::move(act),
                           .match = {Fit::exact, 1}});
    };
    for (const auto& one : run_values())
        if (meant(one.key, one.label, name))
            add(one.label, one.now(status), [&one, value](Session& s) { one.set(s, value), reveal(s, one.key); });
    for (const auto& spec : settings.specs())
        if (meant(spec.key, spec.label, name))
            add(spec.label, settings.text(spec.key),
                [key = spec.key, value](Session& s) { set_parameter(s, key, value), reveal(s, key); });
}

/// Returns all entries. `typed` may also set a parameter.
std::vector<Entry> everything(const Session& s, const std::string& typed) {
    std::vector<Entry> entries;
    add_assignment(entries, *s.status, typed);
    for (const auto& action : s.desk.actions())
        if (offered(s, action) && (!action.enabled || action.enabled(s)))
            entries.push_back(
                {"", action.name, key_text(action), [&action](Session& session) { perform(session, action); }});
    for (const auto& section : s.revealed.sections)
        entries.push_back({"Panel", as_name(section), "", [section](Session& session) { reveal(session, section); }});
    add_scenes(entries, "Scene");
    add_presets(entries, s.own_presets);
    add_parameters(entries, *s.status);
    for (const auto& panel : s.desk.panels()) panel->add_entries(s, entries);
    return entries;
}

std::vector<Entry> all_lessons(const Session& s, const std::string&) {
    std::vector<Entry> entries;
    s.desk.find("lesson").add_entries(s, entries);
    for (auto& entry : entries) entry.kind.clear();
    return entries;
}

std::vector<Entry> all_scenes(const Session&, const std::string&) {
    std::vector<Entry> entries;
    add_scenes(entries, "");
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

/// True if the query matches this entry, and no other entry that ends the run matches as well.
bool meant_alone(const std::vector<Entry>& entries, const Entry& entry) {
    return entry.match.fit > Fit::letters && std::none_of(entries.begin(), entries.end(), [&](const Entry& other) {
               return &other != &entry && other.ends_run && other.match >= entry.match;
           });
}

/// A list searched by typing.
class Finder : public Panel {
  public:
    using Offer = std::vector<Entry> (*)(const Session&, const std::string& typed);
    Finder(const char* id, const char* hint, Offer offer) : Panel(id, Place::front), hint_(hint), offer_(offer) {}
    void draw(Session& s, const Rect&) override;
    void opened(Session&, const std::string&) override { text_.clear(), choice_ = 0, confirm_.clear(); }

  private:
    const Entry* list(Session& s, const std::vector<Entry>& entries);
    bool is_certain(const std::vector<Entry>& entries, const Entry& entry, bool picked);

    const char* hint_;
    Offer offer_;
    std::string text_;
    int choice_ = 0;
    std::string confirm_;         ///< title of the entry that awaits confirmation
    bool confirm_waits_ = false;  ///< True once Enter was released, so that the next press confirms
};

class AnythingFinder : public Finder {
  public:
    AnythingFinder()
        : Finder("palette", "An action, panel, scene, preset, lesson, parameter or word; or key=value", everything) {}
    std::vector<Action> actions() override {
        return in_menu("Help", {{.name = "Find anything…",
                                 .chords = {ctrl('p')},
                                 .help = "Actions, scenes and parameters to search by typing.",
                                 .act = [this](Session& s) { s.desk.open(s, *this); }}});
    }
};

/// The list of lessons, opened from the lesson panel.
class LessonFinder : public Finder {
  public:
    LessonFinder() : Finder("find_lesson", "Find a lesson", all_lessons) {}
};

class SceneFinder : public Finder {
  public:
    SceneFinder() : Finder("find_scene", "Find a scene", all_scenes) {}
    std::vector<Action> actions() override {
        return in_menu("Scenes", {{.name = "Find a scene…",
                                   .chords = {ctrl('o')},
                                   .help = "A list of scenes to search by typing.",
                                   .act = [this](Session& s) { s.desk.open(s, *this); }},
                                  {.name = "Previous scene",
                                   .chords = {letter('[')},
                                   .help = "The scene before this one.",
                                   .act = [](Session& s) { next_scene(s, -1); }},
                                  {.name = "Next scene",
                                   .chords = {letter(']')},
                                   .help = "The scene after this one.",
                                   .act = [](Session& s) { next_scene(s, 1); }}});
    }
};

/// Draws the entries. Returns the clicked entry.
const Entry* Finder::list(Session& s, const std::vector<Entry>& entries) {
    const float em = ImGui::GetFontSize(), rows = std::clamp(float(entries.size()), 1.f, 11.f);
    const Entry* clicked = nullptr;
    ImGui::BeginChild("list", {0, rows * (em * 1.5f + ImGui::GetStyle().ItemSpacing.y) + em * 0.3f}, false,
                      ImGuiWindowFlags_NoNav);
    if (entries.empty()) text(colour::dim, "No match.");
    for (int i = 0; i < int(entries.size()); ++i) {
        ImGui::PushID(i);
        if (entry_row(entries[std::size_t(i)], i == choice_)) clicked = &entries[std::size_t(i)];
        if (i == choice_ && s.keyboard.moves) ImGui::SetScrollHereY(0.5f);
        see("entry/" + entries[std::size_t(i)].title());
        ImGui::PopID();
    }
    ImGui::EndChild();
    return clicked;
}

/// True if the entry may run now. An entry that ends the run needs confirmation if its match with the query is weak or
/// ambiguous. Confirming takes a second press; auto-repeat of Enter does not count. `picked`: the entry was clicked or
/// selected by arrow keys.
bool Finder::is_certain(const std::vector<Entry>& entries, const Entry& entry, bool picked) {
    const bool fits = entry.match.fit > Fit::letters && (picked || text_.empty());
    if (!entry.ends_run || fits || meant_alone(entries, entry)) return true;
    if (confirm_ == entry.title()) return confirm_waits_;
    confirm_ = entry.title(), confirm_waits_ = false;
    return false;
}

void Finder::draw(Session& s, const Rect&) {
    begin_overlay(s, "##finder", ImGui::GetFontSize() * 44, std::round(ImGui::GetIO().DisplaySize.y * 0.14f));
    const bool entered = overlay_text_field(s, text_, hint_), edited = ImGui::IsItemEdited();
    const auto entries = matching(offer_(s, text_), text_);
    if (edited) choice_ = 0, confirm_.clear();
    if (!s.keyboard.enter) confirm_waits_ = true;
    choice_ = std::clamp(choice_ + s.keyboard.moves, 0, std::max(0, int(entries.size()) - 1));
    const Entry* chosen = list(s, entries);
    const bool picked = chosen || choice_ > 0;
    if (!entries.empty() && !entries[std::size_t(choice_)].about.empty())
        wrapped(colour::dim, entries[std::size_t(choice_)].about);
    if (!confirm_.empty())
        wrapped(colour::warm, confirm_ + " ends the present run. Enter or a click once more does it; Esc cancels.");
    ImGui::End();
    if (entered && !entries.empty()) chosen = &entries[std::size_t(choice_)];
    if (!chosen || !is_certain(entries, *chosen, picked)) return;
    s.desk.close();
    attempt(s, [&] { chosen->act(s); });
}

}  // namespace

Panels finder_panels() { return panels_of<AnythingFinder, LessonFinder, SceneFinder>(); }

}  // namespace nearfield::ui
