#include "app/ui/format.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace nearfield::ui {
namespace {

constexpr double highlight_seconds = 1.6;

std::string value_text(const ParamSpec& spec, double value) {
    if (spec.kind == Kind::choice) return spec.choices[std::size_t(std::clamp(value, spec.lo, spec.hi))];
    if (spec.kind == Kind::toggle) return value != 0 ? "on" : "off";
    if (spec.kind == Kind::text) return Text(value).str();
    return format_number(value);
}

/// printf format for the slider: the value as people write it, then the unit.
std::string slider_format(const ParamSpec& spec, double value) {
    std::string unit;
    for (const char c : spec.unit) unit += c == '%' ? "%%" : std::string(1, c);
    if (!unit.empty()) unit = " " + unit;
    if (spec.kind == Kind::integer) return grouped(value) + unit;
    return "%.4g" + unit;
}

void number_control(State& s, const ParamSpec& spec) {
    double value = s.edits.shown(*s.status, spec.key);
    const SliderRange range{spec.lo, spec.hi, spec.logarithmic, spec.kind == Kind::integer};
    const bool text = typing("##value");
    if (slider("##value", value, range, slider_format(spec, value).c_str())) {
        const bool live = spec.effect != Effect::respawn && !text;
        attempt(s, [&] { s.edits.hold(*s.status, spec.key, value, live); });
    }
    if (ImGui::IsItemDeactivated()) attempt(s, [&] { s.edits.release(*s.status, spec.key); });
}

void toggle_control(State& s, const ParamSpec& spec) {
    bool on = s.edits.shown(*s.status, spec.key) != 0;
    if (ImGui::Checkbox("##value", &on)) attempt(s, [&] { s.edits.change(*s.status, spec.key, on); });
}

void choice_control(State& s, const ParamSpec& spec) {
    int index = int(s.edits.shown(*s.status, spec.key));
    const char* shown = spec.choices[std::size_t(std::clamp(index, 0, int(spec.choices.size()) - 1))].c_str();
    const bool open = ImGui::BeginCombo("##value", shown);
    if (!open) return;
    for (int i = 0; i < int(spec.choices.size()); ++i) {
        if (ImGui::Selectable(spec.choices[std::size_t(i)].c_str(), i == index)) attempt(s, [&] { s.edits.change(*s.status, spec.key, i); });
        s.probe.item(spec.key + "/" + spec.choices[std::size_t(i)]);
    }
    ImGui::EndCombo();
}

/// What is typed is taken over on Enter; an arrow offers the suggestions.
void text_control(State& s, const ParamSpec& spec) {
    static std::string typed_for;  // the only field being typed in
    static char typed[2048];
    const std::string now = Text(s.edits.shown(*s.status, spec.key)).str();
    const auto take = [&](const std::string& text) { attempt(s, [&] { s.edits.change(*s.status, spec.key, double(Text(text))); }); };
    const float arrow = ImGui::GetFrameHeight();
    if (typed_for != spec.key) std::snprintf(typed, sizeof typed, "%s", now.c_str());
    char shown[2048];
    std::snprintf(shown, sizeof shown, "%s", typed_for == spec.key ? typed : now.c_str());
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - (spec.choices.empty() ? 0 : arrow));
    const bool entered = ImGui::InputText("##value", shown, sizeof shown, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    if (ImGui::IsItemActive()) typed_for = spec.key, std::snprintf(typed, sizeof typed, "%s", shown);
    else if (typed_for == spec.key) typed_for.clear();
    if (entered) take(shown);
    if (spec.choices.empty()) return;
    s.probe.item(spec.key + "/text");
    tooltip(parameter_help(spec), parameter_detail(spec));
    ImGui::SameLine(0, 0);
    if (ImGui::ArrowButton("##suggestions", ImGuiDir_Down)) ImGui::OpenPopup("suggestions");
    if (!ImGui::BeginPopup("suggestions")) return;
    for (const auto& suggestion : spec.choices) {
        if (ImGui::Selectable(suggestion.c_str(), suggestion == now)) take(suggestion);
        s.probe.item(spec.key + "/" + suggestion);
    }
    ImGui::EndPopup();
}

void control(State& s, const ParamSpec& spec) {
    ImGui::SetNextItemWidth(-1);
    switch (spec.kind) {
        case Kind::toggle: return toggle_control(s, spec);
        case Kind::choice: return choice_control(s, spec);
        case Kind::text: return text_control(s, spec);
        default: return number_control(s, spec);
    }
}

void context_menu(State& s, const ParamSpec& spec) {
    if (!ImGui::BeginPopupContextItem("default")) return;
    const std::string item = "Default: " + value_text(spec, spec.initial) + (spec.unit.empty() ? "" : " " + spec.unit);
    if (ImGui::Selectable(item.c_str())) attempt(s, [&] { s.edits.change(*s.status, spec.key, spec.initial); });
    s.probe.item(spec.key + "/default");
    const std::string flag = "--set " + spec.key + "=" + value_text(spec, s.edits.shown(*s.status, spec.key));
    if (ImGui::Selectable(("Copy  " + flag).c_str())) ImGui::SetClipboardText(flag.c_str());
    ImGui::EndPopup();
}

/// Scrolls to a parameter found in the palette and marks it for a moment.
void show_revealed(State& s, const ParamSpec& spec, ImVec2 lo) {
    if (s.reveal != spec.key) return;
    const double age = ImGui::GetTime() - s.revealed_at;
    if (age > highlight_seconds) return s.reveal.clear();
    if (age < 0.2) ImGui::SetScrollHereY(0.4f);
    const ImVec2 hi = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRect({lo.x - 5, lo.y - 3}, {hi.x + 5, hi.y + 3}, rgb(0x4fb8e8, float(1 - age / highlight_seconds)), 5, 0, 2);
}

/// In the margin: this parameter makes a new state.
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

std::string parameter_detail(const ParamSpec& spec) {
    std::string words;
    const std::string unit = spec.unit.empty() ? "" : " " + spec.unit;
    if (spec.kind == Kind::real || spec.kind == Kind::integer)
        words = fmt::format("{} to {}{}{}, ", number(spec.lo), number(spec.hi), unit, spec.logarithmic ? ", logarithmic" : "");
    words += fmt::format("default {}\n", value_text(spec, spec.initial));
    if (spec.effect == Effect::respawn) words += "↻ makes a new state, on release\n";
    words += "--set " + spec.key + "=…\nRight-click: default";
    if (spec.kind == Kind::real || spec.kind == Kind::integer) words += " · Ctrl+click: type";
    return words;
}

void parameter_row(State& s, const ParamSpec& spec) {
    ImGui::PushID(spec.key.c_str());
    const ImVec2 lo = ImGui::GetCursorScreenPos();
    const double value = s.edits.shown(*s.status, spec.key);
    const bool changed = float(value) != float(spec.initial);
    if (spec.effect == Effect::respawn) new_state_mark(lo);
    row_label(spec.label, changed ? colour::accent_bright : colour::text);
    control(s, spec);
    if (!ImGui::IsItemActive()) tooltip(parameter_help(spec), parameter_detail(spec));
    s.probe.item(spec.key);
    context_menu(s, spec);
    show_revealed(s, spec, lo);
    ImGui::PopID();
}

void parameter_section(State& s) {
    const auto& specs = s.status->settings->specs();
    const bool revealed = s.status->settings->has(s.reveal) && !s.reveal.empty() && !s.reveal.starts_with("search.");
    if (section("PARAMETERS") || revealed)
        for (const auto& spec : specs)
            if (spec.group != "search" && spec.group != "common") parameter_row(s, spec);
}

void measuring_section(State& s) {
    const bool revealed = s.status->settings->has(s.reveal);
    if (!section("MEASURING") && !revealed) return;
    for (const auto& spec : s.status->settings->specs())
        if (spec.group == "common" && spec.key != "seed" && spec.key != "colour" && spec.key != "draw") parameter_row(s, spec);
}

}  // namespace nearfield::ui
