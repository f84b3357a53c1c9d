#include "app/ui/export.hpp"
#include "app/ui/format.hpp"
#include "app/ui/plots.hpp"
#include "app/ui/session.hpp"
#include "app/ui/widgets.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nearfield::ui {
namespace {

constexpr int histogram_bins = 28;

std::string place_text(glm::vec3 p, bool deep) {
    return deep ? fmt::format("{}, {}, {}", number(p.x), number(p.y), number(p.z))
                : fmt::format("{}, {}", number(p.x), number(p.y));
}

void attribute_rows(Session& s) {
    const auto& attributes = s.status->scene->attributes;
    for (std::size_t i = 0; i < attributes.size() && i < s.status->inspected_values->size(); ++i) {
        const auto& a = attributes[i];
        const double value = (*s.status->inspected_values)[i];
        value_row(a.title, reading(a, (*s.status->value_names)[i], value, s.status->step), a.help);
    }
}

/// Draws facts as text. A click on a fact about another element selects it.
void fact_rows(Session& s) {
    for (std::size_t i = 0; i < s.status->facts->size(); ++i) {
        const Fact& fact = (*s.status->facts)[i];
        if (fact.label.empty()) {
            wrapped(colour::warm, fact.text);
            tooltip(fact.help);
            see("sentence");
            continue;
        }
        value_row(fact.label, fact.text, fact.help, fact.leads_to ? colour::accent_bright : colour::text);
        if (!fact.leads_to) continue;
        see("fact" + std::to_string(i));
        if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (!ImGui::IsItemClicked()) continue;
        s.simulation.send(command::Select{fact.leads_to});
        if (fact.shows) s.view.show(fact.shows->lo, fact.shows->hi);
    }
}

void query_rows(const Inspection& inspection) {
    u64 bins = 0, kept = 0;
    for (const auto& strip : inspection.strips) bins += strip.bins;
    for (const auto& c : inspection.candidates) kept += c.neighbour;
    const u64 all = inspection.candidates.size();
    value_row("Strips", grouped(double(inspection.strips.size())),
              "Stretches of contiguous storage that its query reads.");
    value_row("Bins", grouped(double(bins)), "Bins that its query reads.");
    value_row("Candidates", grouped(double(all)), "Actors that its query compares.");
    value_row("● kept", grouped(double(kept)), "Candidates within the radius: the neighbours.", colour::accent_bright);
    value_row("○ rejected", grouped(double(all - kept)), "Candidates beyond the radius: compared but rejected.");
    value_row("Cost ratio", kept ? number(double(all) / double(kept)) : "–", "Candidates per neighbour kept.");
}

void key_rows(const Inspection& inspection) {
    u32 keys = 0;
    for (const auto& strip : inspection.strips) keys += strip.bins;
    value_row("Keys read", grouped(keys), "Keys that its query reads.");
    value_row("● Actors read", grouped(double(inspection.candidates.size())), "Actors found under those keys.",
              colour::accent_bright);
}

void distances(Session& s, const Inspection& inspection) {
    double farthest = s.radius();
    for (const auto& c : inspection.candidates) farthest = std::max(farthest, double(c.distance));
    std::vector<int> counts(histogram_bins);
    for (const auto& c : inspection.candidates)
        ++counts[std::size_t(std::clamp(int(c.distance / farthest * histogram_bins), 0, histogram_bins - 1))];
    ImGui::PushFont(font(Font::small));
    const float em = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x;
    text(colour::dim, "Candidates by distance");
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const PlotArea area{at, {at.x + width, at.y + em * 4.5f}};
    draw_histogram(*ImGui::GetWindowDrawList(), area, counts, farthest, s.radius());
    ImGui::Dummy({width, area.height()});
    see("inspector_histogram");
    export_menu(s, "candidates", {at.x, at.y - em * 1.3f}, area.hi, [&] {
        Curves::Line line{"candidates", {}};
        for (int b = 0; b < histogram_bins; ++b)
            line.points.push_back({(b + 0.5) / histogram_bins * farthest, counts[std::size_t(b)]});
        return Curves{"Candidates by distance", "distance", "candidates", {std::move(line)}};
    });
    tooltip("How far the candidates are. Left of R: neighbours. Right of it: compared but rejected.",
            "0 to " + number(farthest) + ", R = " + number(s.radius()));
    ImGui::PopFont();
}

/// The panel of the selected element: its values and its query.
class InspectorPanel : public Panel {
  public:
    InspectorPanel() : Panel("inspector", Place::right, "INSPECTOR") {}
    void draw(Session& s, const Rect&) override;
    std::vector<Action> actions() override {
        return in_menu("Simulation", {{.name = "Deselect",
                                       .help = "Deselects the inspected actor.",
                                       .act = [](Session& s) { s.simulation.send(command::Select{}); },
                                       .enabled = [](const Session& s) { return s.status->selected.has_value(); }}});
    }
};

void InspectorPanel::draw(Session& s, const Rect&) {
    const auto& scene = *s.status->scene;
    const bool asks_for_points = scene.searches() && !scene.boxed();
    if (!s.status->selected)
        return wrapped(colour::dim, asks_for_points ? "Click an actor to see what its query reads, which candidates "
                                                      "it compares and which neighbours it keeps."
                                                    : "Click one of the " + scene.elements + " to see its values.");
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8, 1});
    value_row(asks_for_points ? "Actor" : "Number", grouped(*s.status->selected),
              "It keeps its number until the next setup, however actors are sorted.", colour::accent_bright);
    const auto* inspection = s.status->inspection.get();
    if (inspection)
        value_row("Position", place_text(inspection->position, s.picture && s.picture->dimensions == 3),
                  "In world units.");
    if (s.status->facts) fact_rows(s);
    if (s.status->inspected_values) attribute_rows(s);
    if (inspection) scene.keyed() ? key_rows(*inspection) : query_rows(*inspection);
    ImGui::PopStyleVar();
    if (inspection && inspection->truncated) wrapped(colour::warm, "⚠ more candidates than the list holds");
    ImGui::Dummy({0, 2});
    if (inspection && !scene.keyed()) distances(s, *inspection);
    if (button("deselect", Icon::none, "Deselect", ImGui::GetContentRegionAvail().x))
        s.simulation.send(command::Select{});
    tooltip("Deselects it.", "Esc");
}

}  // namespace

Panels inspector_panels() { return panels_of<InspectorPanel>(); }

}  // namespace nearfield::ui
