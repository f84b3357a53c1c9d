#include "app/panels/compare/compare_panel.hpp"

#include "app/ui/format.hpp"
#include "app/ui/number_field.hpp"
#include "app/ui/steer.hpp"
#include "app/ui/widgets.hpp"
#include "params/applies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace nearfield::ui {
namespace {

constexpr int compare_repeats = 15;

/// Returns a number that distinguishes results of comparisons.
double result_mark(const Session& s) {
    const auto& comparison = s.status->answers.comparison;
    return comparison ? comparison->a.query_ms + comparison->b.query_ms : -1;
}

/// Returns the settings that a side changes, by key.
Assignments changes_of(const Session& s, const Way& side) {
    const Settings& present = *s.status->settings;
    Assignments changes;
    for (const auto& [key, value] : side)
        if (present.has(key) && present.value(key) != value) changes[key] = value;
    return changes;
}

/// Returns the search parameters to compare, as available in the scene.
std::vector<const ParamSpec*> compared(const Session& s) {
    std::vector<const ParamSpec*> specs;
    for (const char* key : {"search.visit", "search.sort", "search.bin_ratio", "broad", "bin_width", "build", "fan"})
        if (s.status->settings->has(key)) specs.push_back(&s.status->settings->spec(key));
    return specs;
}

/// Fills missing values of a side: with the current ones or, for a textbook search, with the classic ones.
void begin_side(const Session& s, Way& side, bool textbook) {
    static const std::map<std::string, std::string> classic{
        {"search.visit", "bins"}, {"search.bin_ratio", "1"}, {"broad", "rtree"}};
    for (const auto* spec : compared(s)) {
        if (side.count(spec->key)) continue;
        Settings settings = *s.status->settings;
        if (const auto known = classic.find(spec->key); textbook && known != classic.end())
            settings.set(spec->key, known->second);
        side[spec->key] = settings.value(spec->key);
    }
}

/// True if the parameter has an effect on this side.
bool applies_in(const Session& s, const Way& side, const ParamSpec& spec) {
    Settings settings = *s.status->settings;
    for (const auto* other : compared(s)) settings.set(other->key, side.at(other->key));
    return applies(spec, settings, name(s.status->backend));
}

void control(Session& s, const std::string& id, const ParamSpec& spec, Value& value) {
    ImGui::SetNextItemWidth(-1);
    if (spec.kind == Kind::choice) {
        choose(id, spec.choices, std::get<Choice>(value).index);
        return tooltip(spec.help);
    }
    const bool whole = spec.kind == Kind::integer;
    double number = number_of(value);
    slider(s, id, number, {spec.lo, spec.hi, spec.logarithmic, whole},
           (spec.label + (whole ? " %lld" : " %.3g")).c_str());
    value = numeric(spec, std::clamp(number, spec.lo, spec.hi));
    tooltip(spec.help, "Ctrl+click: type");
}

/// Draws a column: the parameters of a side, and a button that copies the current ones.
void side_column(Session& s, const char* name, const std::string& id, Way& side) {
    ImGui::PushID(id.c_str());
    text(colour::text, name, Font::bold);
    for (const auto* spec : compared(s)) {
        ImGui::BeginDisabled(!applies_in(s, side, *spec));
        control(s, id + "." + spec->key.substr(spec->key.rfind('.') + 1), *spec, side[spec->key]);
        ImGui::EndDisabled();
    }
    if (button(id + ".present", Icon::none, "use present", ImGui::GetContentRegionAvail().x))
        for (const auto* spec : compared(s)) side[spec->key] = s.status->settings->value(spec->key);
    tooltip("Takes the settings that the simulation uses now.");
    ImGui::PopID();
}

void result_row(const char* name, const std::string& a, const std::string& b, const char* help) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    text(colour::dim, name);
    tooltip(help);
    for (const auto& words : {a, b}) {
        ImGui::TableNextColumn();
        right_text(colour::text, words);
    }
}

std::string spread_text(double ms, double spread) { return milliseconds(ms) + " ±" + milliseconds(spread); }

void work_rows(const SceneInfo& scene, const Comparison& c) {
    const auto &a = c.a.audit, &b = c.b.audit;
    result_row(scene.boxed() ? "Box tests" : "Candidates", number(a.candidates), number(b.candidates),
               scene.boxed() ? "Boxes tested, per box." : "Actors compared per query.");
    if (scene.boxed())
        result_row("Per pair", number(a.surplus), number(b.surplus), "Boxes tested for each pair that meets.");
    else if (!scene.keyed()) result_row("Surplus", number(a.surplus), number(b.surplus), "Candidates per neighbour.");
}

/// Returns the name of the results that both sides must agree on.
std::string found_alike(const SceneInfo& scene) {
    return scene.keyed() ? "groups" : scene.boxed() ? "pairs" : "neighbours";
}

void results(Session& s, const Comparison& c) {
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
        work_rows(*s.status->scene, c);
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
            std::string(c.same_neighbours ? "✓" : "✗") + " Same " + found_alike(*s.status->scene) +
                (c.same_neighbours ? ": yes" : ": NO, please report this"));
    see("compare_result");
}

}  // namespace

void ComparePanel::begin_ways(const Session& s) { begin_side(s, a_, false), begin_side(s, b_, true); }

Assignments ComparePanel::changes_of_b(const Session& s) {
    begin_ways(s);
    return changes_of(s, b_);
}

void ComparePanel::ask(Session& s) {
    begin_ways(s);
    s.simulation.send(command::Compare{changes_of(s, a_), changes_of(s, b_), compare_repeats});
    asked_ = {result_mark(s), s.status->message_serial};
}

void ComparePanel::tend(Session& s, const std::vector<StepRow>&) {
    if (!asked_) return;
    const bool refused = s.status->message_is_error && s.status->message_serial != asked_->message;
    if (refused || (s.status->answers.comparison && result_mark(s) != asked_->result)) asked_.reset();
}

std::vector<Action> ComparePanel::actions() {
    return in_menu("Simulation", {{.name = "Compare A with B",
                                   .help = "Searches the present state in the two ways that the panel Compare shows.",
                                   .act = [this](Session& s) { reveal(s, title(s)), ask(s); },
                                   .enabled = [](const Session& s) { return s.status->scene->searches(); }}});
}

void ComparePanel::draw(Session& s, const Rect&) {
    const float em = ImGui::GetFontSize();
    begin_ways(s);
    if (ImGui::BeginTable("sides", 2, ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_NoSavedSettings)) {
        ImGui::TableNextColumn();
        side_column(s, "A", "compare.a", a_);
        ImGui::TableNextColumn();
        side_column(s, "B", "compare.b", b_);
        ImGui::EndTable();
    }
    ImGui::BeginDisabled(asked_.has_value());
    if (button("compare", Icon::none, asked_ ? "Comparing …" : "Compare", ImGui::GetContentRegionAvail().x))
        attempt(s, [&] { ask(s); });
    ImGui::EndDisabled();
    tooltip("Searches the present state both ways, in turn, " + std::to_string(compare_repeats) +
            " times each. The simulation waits meanwhile and its state stays as it is.");
    ImGui::Dummy({0, em * 0.1f});
    if (const auto& comparison = s.status->answers.comparison; comparison && !asked_) {
        results(s, *comparison);
        if (std::exchange(result_seen_, result_mark(s)) != result_mark(s)) ImGui::SetScrollHereY(1);
    }
}

}  // namespace nearfield::ui
