#include "app/panels/run/parameters.hpp"

#include "app/panels/run/inactive.hpp"
#include "app/ui/format.hpp"
#include "app/ui/number_field.hpp"
#include "app/ui/widgets.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>

namespace nearfield::ui {
namespace {

/// Returns the slider's printf format: the value with grouped digits or four significant ones, and the unit.
std::string slider_format(const ParamSpec& spec, double value) {
    std::string unit;
    for (const char c : spec.unit) unit += c == '%' ? "%%" : std::string(1, c);
    if (!unit.empty()) unit = " " + unit;
    if (spec.kind == Kind::integer) return grouped(value) + unit;
    return "%.4g" + unit;
}

void number_control(Session& s, const ParamSpec& spec) {
    double value = number_of(s.edits.shown(*s.status, spec.key));
    const SliderRange range{spec.lo, spec.hi, spec.logarithmic, spec.kind == Kind::integer, -most_typed, most_typed};
    bool typed = false;
    if (slider(s, spec.key, value, range, slider_format(spec, value).c_str(), &typed))
        attempt(s, [&] {
            const Value wanted = numeric(spec, value);
            if (typed) s.edits.change(*s.status, spec.key, wanted);
            else s.edits.hold(*s.status, spec.key, wanted, spec.effect != Effect::respawn);
        });
    if (ImGui::IsItemDeactivated()) attempt(s, [&] { s.edits.release(*s.status, spec.key); });
}

void toggle_control(Session& s, const ParamSpec& spec) {
    bool on = std::get<bool>(s.edits.shown(*s.status, spec.key));
    if (ImGui::Checkbox("##value", &on)) attempt(s, [&] { s.edits.change(*s.status, spec.key, on); });
}

void choice_control(Session& s, const ParamSpec& spec) {
    int index = std::get<Choice>(s.edits.shown(*s.status, spec.key)).index;
    if (choose(spec.key, spec.choices, index)) attempt(s, [&] { s.edits.change(*s.status, spec.key, Choice{index}); });
}

/// Text field that applies its text on Enter; an arrow button opens suggestions.
void text_control(Session& s, const ParamSpec& spec) {
    static std::string typed_for;  // key of the field being edited
    static std::string typed;
    const std::string now = std::get<std::string>(s.edits.shown(*s.status, spec.key));
    const auto take = [&](const std::string& text) { attempt(s, [&] { s.edits.change(*s.status, spec.key, text); }); };
    const float arrow = ImGui::GetFrameHeight();
    std::string shown = typed_for == spec.key ? typed : now;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - (spec.choices.empty() ? 0 : arrow));
    const bool entered =
        ImGui::InputText("##value", &shown, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    if (ImGui::IsItemActive()) typed_for = spec.key, typed = shown;
    else if (typed_for == spec.key) typed_for.clear();
    if (entered) take(shown);
    if (spec.choices.empty()) return;
    see(spec.key + "/text");
    tooltip(parameter_help(spec), parameter_detail(s, spec));
    ImGui::SameLine(0, 0);
    if (ImGui::ArrowButton("##suggestions", ImGuiDir_Down)) ImGui::OpenPopup("suggestions");
    if (!ImGui::BeginPopup("suggestions")) return;
    for (const auto& suggestion : spec.choices) {
        if (pick(spec.key + "/" + suggestion, suggestion, suggestion == now)) take(suggestion);
    }
    ImGui::EndPopup();
}

void control(Session& s, const ParamSpec& spec) {
    ImGui::SetNextItemWidth(-1);
    switch (spec.kind) {
    case Kind::toggle: return toggle_control(s, spec);
    case Kind::choice: return choice_control(s, spec);
    case Kind::text: return text_control(s, spec);
    default: return number_control(s, spec);
    }
}

void context_menu(Session& s, const ParamSpec& spec) {
    if (!begin_item_menu("default")) return;
    const std::string item = "Default: " + value_text(spec, spec.initial) + (spec.unit.empty() ? "" : " " + spec.unit);
    if (pick(spec.key + "/default", item)) attempt(s, [&] { s.edits.change(*s.status, spec.key, spec.initial); });
    const std::string flag = "--set " + spec.key + "=" + value_text(spec, s.edits.shown(*s.status, spec.key));
    if (ImGui::Selectable(("Copy  " + flag).c_str())) ImGui::SetClipboardText(flag.c_str());
    ImGui::EndPopup();
}

std::string why_without_effect(const Session& s, const ParamSpec& spec) {
    return why_inactive(spec, *s.status->settings, s.status->backend, s.status->grid.sparse);
}

bool changed(const Session& s, const ParamSpec& spec) { return s.edits.shown(*s.status, spec.key) != spec.initial; }

/// Returns the scene's parameters by group, in the order of each group's first parameter. Parameters without a group
/// come first.
std::vector<std::pair<std::string, std::vector<const ParamSpec*>>> groups_of(const std::vector<ParamSpec>& specs) {
    std::vector<std::pair<std::string, std::vector<const ParamSpec*>>> groups{{"", {}}};
    for (const auto& spec : specs) {
        if (spec.section != Section::scene) continue;
        auto at =
            std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == spec.group; });
        if (at == groups.end()) at = groups.insert(at, {spec.group, {}});
        at->second.push_back(&spec);
    }
    return groups;
}

/// Draws the headline of a group. Returns true if its rows are visible.
bool group_headline(Session& s, const std::string& title, const std::vector<const ParamSpec*>& specs) {
    if (title.empty()) return true;
    const auto count = std::count_if(specs.begin(), specs.end(), [&](const auto* spec) { return changed(s, *spec); });
    const bool sought =
        std::any_of(specs.begin(), specs.end(), [&](const auto* spec) { return spec->key == s.revealed.what; });
    const bool open = group(title, count ? fmt::format("{} changed", count) : "", sought);
    return open;
}

/// Marks in the margin that the parameter creates a new state.
void new_state_mark(ImVec2 row) {
    const float em = ImGui::GetFontSize();
    auto& out = *ImGui::GetWindowDrawList();
    const ImVec2 window = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    out.PushClipRect(window, {window.x + size.x, window.y + size.y});
    draw_icon(out, Icon::reset, {row.x - em * 0.42f, row.y + ImGui::GetFrameHeight() / 2}, em * 0.58f, colour::dim);
    out.PopClipRect();
}

}  // namespace

std::string parameter_help(const ParamSpec& spec) { return spec.help.empty() ? spec.label : spec.help; }

std::string parameter_detail(const Session& s, const ParamSpec& spec) {
    std::string words = why_without_effect(s, spec);
    if (!words.empty()) words = "No effect at present. " + words + "\n";
    const std::string unit = spec.unit.empty() ? "" : " " + spec.unit;
    if (spec.kind == Kind::real || spec.kind == Kind::integer)
        words += fmt::format("{} to {}{}{}, ", number(spec.lo), number(spec.hi), unit,
                             spec.logarithmic ? ", logarithmic" : "");
    words += fmt::format("default {}\n", value_text(spec, spec.initial));
    if (spec.effect == Effect::respawn) words += "↻ makes a new state, on release\n";
    words += "--set " + spec.key + "=…\nRight-click: default";
    if (spec.kind == Kind::real || spec.kind == Kind::integer) words += " · Ctrl+click: type";
    return words;
}

void parameter_row(Session& s, const ParamSpec& spec) {
    ImGui::PushID(spec.key.c_str());
    const ImVec2 lo = ImGui::GetCursorScreenPos();
    ImGui::BeginDisabled(!why_without_effect(s, spec).empty());
    if (spec.effect == Effect::respawn) new_state_mark(lo);
    row_label(spec.label, changed(s, spec) ? colour::accent_bright : colour::text);
    control(s, spec);
    if (!ImGui::IsItemActive()) tooltip(parameter_help(spec), parameter_detail(s, spec));
    see(spec.key);
    context_menu(s, spec);
    ImGui::EndDisabled();
    s.revealed.mark(spec.key, lo);
    ImGui::PopID();
}

bool is_in_section(const Session& s, const std::string& key, Section section) {
    return s.status->settings->has(key) && s.status->settings->spec(key).section == section;
}

namespace {

void show_undone(Session& s, const Undone& undone) {
    tell(s, undone.message.empty() ? "nothing to undo or redo" : undone.message);
    if (undone.look) s.view.look_wanted = undone.look;
}

/// The panel of the scene's parameters.
class ParameterPanel : public Panel {
  public:
    ParameterPanel() : Panel("parameters", Place::left, "PARAMETERS") {}
    bool has_control(const Session& s, const std::string& key) const override {
        return is_in_section(s, key, Section::scene);
    }
    void draw(Session& s, const Rect&) override {
        for (const auto& [title, members] : groups_of(s.status->settings->specs()))
            if (group_headline(s, title, members))
                for (const auto* spec : members) parameter_row(s, *spec);
    }
    std::vector<Action> actions() override;
};

std::vector<Action> ParameterPanel::actions() {
    return in_menu("Simulation",
                   {{.name = "Undo",
                     .chords = {ctrl('z')},
                     .help = "Takes back the last change of a parameter, scene or preset, or goes back to before the "
                             "last stroke of a tool.",
                     .act = [](Session& s) { show_undone(s, s.edits.undo(*s.status)); },
                     .enabled = [](const Session& s) { return s.edits.can_undo(); }},
                    {.name = "Redo",
                     .chords = {ctrl_shift('z'), ctrl('y')},
                     .help = "Makes an undone change of a parameter, scene or preset again, or goes back to where an "
                             "undone stroke had led.",
                     .act = [](Session& s) { show_undone(s, s.edits.redo(*s.status)); },
                     .enabled = [](const Session& s) { return s.edits.can_redo(); }}});
}

/// The panel of parameters common to all scenes.
class MeasuringPanel : public Panel {
  public:
    MeasuringPanel() : Panel("measuring", Place::left, "MEASURING") {}
    bool has_control(const Session& s, const std::string& key) const override {
        return is_in_section(s, key, Section::common);
    }
    void draw(Session& s, const Rect&) override {
        for (const auto& spec : s.status->settings->specs())
            if (spec.section == Section::common && spec.key != "seed" && spec.key != "colour" && spec.key != "show" &&
                spec.key != "draw")
                parameter_row(s, spec);
    }
};

}  // namespace

Panels parameter_panels() { return panels_of<ParameterPanel>(); }
Panels measuring_panels() { return panels_of<MeasuringPanel>(); }

}  // namespace nearfield::ui
