#include "app/ui/actions.hpp"
#include "app/ui/format.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace nearfield::ui {
namespace {

void choice_of(State& s, const std::string& id, const char* key, Choice& value, const char* help) {
    if (!s.status->settings->has(key)) return;
    const auto& spec = s.status->settings->spec(key);
    ImGui::SetNextItemWidth(-1);
    choose(("##" + id).c_str(), spec.choices, value.index, [&](const std::string& item) { s.probe.item(id + item); });
    tooltip(help);
}

void ratio_of(State& s, const std::string& id, double& ratio) {
    if (!s.status->settings->has("search.bin_ratio")) return;
    const auto& spec = s.status->settings->spec("search.bin_ratio");
    ImGui::SetNextItemWidth(-1);
    slider("##ratio", ratio, {spec.lo, spec.hi, spec.logarithmic, false}, "W/R %.3g");
    ratio = std::clamp(ratio, spec.lo, spec.hi);
    tooltip("Bin width over search radius.", "Ctrl+click: type");
    s.probe.item(id);
}

/// One column: visit, sort, ratio, and a button that takes over the settings in use.
void side_column(State& s, const char* name, const std::string& id, SearchChoice& side) {
    ImGui::PushID(id.c_str());
    ImGui::PushFont(font(Font::bold));
    text(colour::text, name);
    ImGui::PopFont();
    choice_of(s, id + ".visit", "search.visit", side.visit, "How a query walks the bins.");
    choice_of(s, id + ".sort", "search.sort", side.sort, "How actors are put in bin order.");
    ratio_of(s, id + ".bin_ratio", side.bin_ratio);
    if (button("present", Icon::none, "use present", ImGui::GetContentRegionAvail().x)) side.take(*s.status->settings);
    tooltip("Takes the settings that the simulation uses now.");
    s.probe.item(id + ".present");
    ImGui::PopID();
}

void result_row(const char* name, const std::string& a, const std::string& b, const char* help) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    text(colour::dim, name);
    tooltip(help);
    for (const auto& words : {a, b}) {
        ImGui::TableNextColumn();
        const float free = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(words.c_str()).x;
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, free));
        ImGui::TextUnformatted(words.c_str());
    }
}

std::string spread_text(double ms, double spread) { return milliseconds(ms) + " ±" + milliseconds(spread); }

void results(State& s, const Comparison& c) {
    ImGui::PushFont(font(Font::small));
    if (ImGui::BeginTable("results", 3, ImGuiTableFlags_NoSavedSettings)) {
        ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFontSize() * 5.4f);
        result_row("", "A", "B", "");
        result_row("Build, ms", spread_text(c.a.construct_ms, c.a.construct_spread),
                   spread_text(c.b.construct_ms, c.b.construct_spread),
                   "Median time of the construction, and half the distance from the 5th to the 95th percentile.");
        result_row("Query, ms", spread_text(c.a.query_ms, c.a.query_spread),
                   spread_text(c.b.query_ms, c.b.query_spread),
                   "Median time of the query, and half the distance from the 5th to the 95th percentile.");
        result_row("Sum, ms", milliseconds(c.a.construct_ms + c.a.query_ms),
                   milliseconds(c.b.construct_ms + c.b.query_ms), "Construction and query.");
        result_row("Candidates", number(c.a.audit.candidates), number(c.b.audit.candidates),
                   "Actors compared per query.");
        if (!s.status->scene->keyed())
            result_row("Surplus", number(c.a.audit.surplus), number(c.b.audit.surplus), "Candidates per neighbour.");
        ImGui::EndTable();
    }
    ImGui::PopFont();
    const auto& r = c.ratio;
    const bool a_wins = r.hi<1, b_wins = r.lo> 1;
    const std::string words =
        a_wins   ? fmt::format("A is {:.2f} times as fast as B ({:.2f} to {:.2f}).", 1 / r.median, 1 / r.hi, 1 / r.lo)
        : b_wins ? fmt::format("B is {:.2f} times as fast as A ({:.2f} to {:.2f}).", r.median, r.lo, r.hi)
                 : fmt::format("No clear difference: A takes {:.2f} to {:.2f} times as long as B.", r.lo, r.hi);
    wrapped(a_wins || b_wins ? colour::accent_bright : colour::dim, words);
    tooltip("Median ratio of the times of each turn, one way right after the other, and its 95 % interval.");
    wrapped(c.same_neighbours ? colour::good : colour::bad,
            std::string(c.same_neighbours ? "✓" : "✗") + " Same " +
                (s.status->scene->keyed() ? "groups" : "neighbours") +
                (c.same_neighbours ? ": yes" : ": NO, please report this"));
    s.probe.item("compare_result");
}

}  // namespace

void compare_section(State& s) {
    if (!s.status->scene->searches() || !panel_section(s, compare_title)) return;
    const float em = ImGui::GetFontSize();
    if (ImGui::BeginTable("sides", 2, ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_NoSavedSettings)) {
        ImGui::TableNextColumn();
        side_column(s, "A", "compare.a", s.compare_a);
        ImGui::TableNextColumn();
        side_column(s, "B", "compare.b", s.compare_b);
        ImGui::EndTable();
    }
    ImGui::BeginDisabled(s.compare_asked.has_value());
    if (button("compare", Icon::none, s.compare_asked ? "Comparing …" : "Compare", ImGui::GetContentRegionAvail().x))
        attempt(s, [&] { ask_compare(s); });
    ImGui::EndDisabled();
    tooltip("Searches the present state both ways, in turn, " + std::to_string(compare_repeats) +
            " times each. The simulation waits meanwhile and its state stays as it is.");
    s.probe.item("compare");
    ImGui::Dummy({0, em * 0.1f});
    if (const auto& comparison = s.status->answers.comparison; comparison && !s.compare_asked) {
        results(s, *comparison);
        if (std::exchange(s.result_seen, s.result_mark()) != s.result_mark()) ImGui::SetScrollHereY(1);
    }
}

}  // namespace nearfield::ui
