#include "app/panels/run/parameters.hpp"
#include "app/panels/search/tune.hpp"
#include "app/panels/search/watch_badge.hpp"
#include "app/ui/format.hpp"
#include "app/ui/steer.hpp"
#include "app/ui/widgets.hpp"
#include "usp/visits/visits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::ui {

namespace {

std::string beside_theory(double measured, double theory) {
    const auto rounded = [](double value) { return number(std::round(value * 100) / 100); };
    return rounded(measured) + "  (theory " + (theory > 0 ? rounded(theory) : std::string("–")) + ")";
}

void memory_rows(const Status& status) {
    value_row("PBM", format_bytes(double(status.grid.pbm_bytes)),
              "Memory of the partition boundary matrix: where each bin (or key) begins in the storage array.");
    value_row("Memory", format_bytes(double(status.bytes)), "All memory that the simulation holds on its device.");
}

/// Draws the warp efficiency. On a CPU it is the efficiency that a GPU's lanes would have.
void warp_row(Session& s, double wee, const std::string& what) {
    const bool gpu = s.status->backend == Backend::cuda;
    value_row("Warp efficiency", fmt::format("{:.0f} %", wee * 100),
              "Warp execution efficiency (WEE): the useful share of the lanes' time when 32 queries in a row walk " +
                  what + (gpu ? "" : " A CPU has no warps: this is what a GPU would do, and costs nothing here."),
              gpu ? colour::accent_bright : colour::faint);
}

void key_rows(Session& s) {
    value_row("Keys", grouped(double(s.status->grid.bin_count)),
              "Number of keys of the multi-map. Each costs four bytes in the partition boundary matrix and time at "
              "every construction.");
    memory_rows(*s.status);
    const auto& audit = s.status->audit;
    if (!audit)
        return value_row("Work per query", "not measured yet",
                         "Measured on a sample of the actors about twice a second.");
    const std::string sample = " Mean of a sample of " + grouped(audit->queries) + " actors, twice a second.";
    value_row("Keys read", number(audit->bins), "Keys whose actors a query reads." + sample);
    value_row("Actors read", number(audit->candidates),
              "Actors found under those keys. All of them count: there is no radius." + sample);
    warp_row(s, audit->wee, "their keys in lock step, each key as long as its longest run." + sample);
}

/// A sentence about visits that differ in full grids only.
std::string same_in_sparse_grids() {
    std::string same;
    for (const auto& visit : visits)
        if (visit.in_sparse_grids != visit.visit)
            same += fmt::format("{} {} as {}", same.empty() ? "" : ",", visit.name, info(visit.in_sparse_grids).name);
    return same.empty() ? same : " Queries then walk" + same + ".";
}

void grid_rows(Session& s) {
    const auto& grid = s.status->grid;
    const bool deep = s.picture && s.picture->dimensions == 3;
    std::string bins = fmt::format("{} × {}", grouped(grid.bins.x), grouped(grid.bins.y)), width = number(grid.width.x);
    if (deep) bins += " × " + grouped(grid.bins.z);
    const bool square = std::abs(grid.width.x - grid.width.y) < 1e-4f * grid.width.x &&
                        (!deep || std::abs(grid.width.x - grid.width.z) < 1e-4f * grid.width.x);
    if (!square) width += " × " + number(grid.width.y) + (deep ? " × " + number(grid.width.z) : "");
    value_row("Bins", bins, "Bins along each axis of the environment.");
    if (grid.sparse)
        value_row(
            "Bins in all", number(double(grid.bin_count)) + ", sparse",
            "Number of bins, far more than the actors warrant: only those that hold actors are kept, and found by "
            "bisection." +
                same_in_sparse_grids() + " Every sort is then a radix sort.");
    else
        value_row("Bins in all", grouped(double(grid.bin_count)),
                  "Number of bins. Each costs four bytes in the partition boundary matrix and time at every "
                  "construction.");
    value_row("Bin width W", width,
              "Width of a bin in world units: the bin ratio times the radius, or a little more or less so that whole "
              "bins fill the environment.");
    memory_rows(*s.status);
}

void audit_rows(Session& s) {
    const auto& audit = s.status->audit;
    if (!audit)
        return value_row("Work per query", "not measured yet",
                         "Measured on a sample of the actors about twice a second.");
    const std::string sample = " Mean of a sample of " + grouped(audit->queries) + " actors, twice a second.";
    value_row("Bins read", number(audit->bins), "Bins that a query reads." + sample);
    value_row("Strips read", number(audit->strips), "Stretches of contiguous storage that a query reads." + sample);
    value_row("Candidates", number(audit->candidates), "Actors that a query compares." + sample);
    value_row("Neighbours", number(audit->neighbours), "Candidates within the radius." + sample);
    value_row("Surplus", beside_theory(audit->surplus, audit->surplus_theory),
              "Candidates per neighbour: 1 would be no wasted comparison. The theory holds for actors spread evenly "
              "and far from walls; where actors gather, the measured value is lower or higher." +
                  sample,
              colour::accent_bright);
    warp_row(s, audit->wee, "their strips in lock step, each waiting for the longest." + sample);
}

void box_grid_rows(Session& s) {
    const auto& grid = s.status->grid;
    if (grid.bin_count > 0) {
        value_row("Bins", fmt::format("{} × {} × {}", grouped(grid.bins.x), grouped(grid.bins.y), grouped(grid.bins.z)),
                  "Bins along each axis of what holds all boxes.");
        value_row("Bin width W", number(grid.width.x) + " m", "The mean side of the boxes times the factor chosen.");
    }
    if (grid.nodes > 0)
        value_row("Nodes",
                  grid.height > 0 ? fmt::format("{}, {} levels", grouped(grid.nodes), grid.height)
                                  : grouped(grid.nodes),
                  "Nodes of the tree.");
    value_row("Structure", format_bytes(double(grid.pbm_bytes)), "Memory of the bins or the tree.");
    value_row("Memory", format_bytes(double(s.status->bytes)), "All memory that the scene holds on its device.");
}

void box_rows(Session& s) {
    box_grid_rows(s);
    const auto& audit = s.status->audit;
    if (!audit) return value_row("Work per box", "not measured yet", "Measured about twice a second.");
    if (audit->bins > 0)
        value_row(
            "Bins per box", beside_theory(audit->bins, audit->bins_theory),
            "Bins that a box lies in. The theory, the product of 1 + e/W over the axes, holds for boxes at random "
            "with the mean sides e.");
    value_row("Boxes tested", number(audit->candidates), "Boxes that the query of a box tests, on average.");
    value_row("Boxes that meet", number(audit->neighbours), "Pairs found, per box.");
    value_row(
        "Tests per pair", beside_theory(audit->surplus, audit->surplus_theory),
        "Boxes tested for each pair found. The theory, the product of (e + W)²/(2eW) over the axes, holds for bins "
        "and boxes at random: 8 at W = e, the least. Without bins there is none.",
        colour::accent_bright);
    if (audit->overflow_rounds > 0)
        value_row("Overflow rounds", grouped(audit->overflow_rounds),
                  "How often nodes did not fit in a queue and were left to queries of their own.");
    warp_row(s, audit->wee, "the boxes in lock step, each waiting for the longest.");
}

/// Draws a verdict with text and a sign, not by colour alone.
void badge(const char* id, bool good, const std::string& words, const std::string& help) {
    const float em = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos(),
                 size = ImGui::CalcTextSize(words.c_str(), nullptr, false, width - em);
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + size.y + em * 0.7f},
                                              good ? see_through(colour::good, 0.12f) : see_through(colour::bad, 0.16f),
                                              5);
    ImGui::Dummy({width, size.y + em * 0.7f});
    see(id);
    tooltip(help);
    ImGui::GetWindowDrawList()->AddText(nullptr, 0, {at.x + em * 0.5f, at.y + em * 0.35f},
                                        good ? colour::good : colour::bad, words.c_str(), nullptr, width - em);
}

/// Draws a parameter, disabled while automatic tuning chooses it.
void search_row(Session& s, const ParamSpec& spec) {
    const auto& tuned = tuned_keys();
    const bool chosen = is_automatic(s) && std::find(tuned.begin(), tuned.end(), spec.key) != tuned.end();
    ImGui::BeginDisabled(chosen);
    parameter_row(s, spec);
    ImGui::EndDisabled();
}

/// Returns the number of actors that Verify checks: all, or as many as take about a second.
u32 verified_sample(const Session& s) {
    constexpr double pairs_in_a_second = 4e8;  // in double precision, on a slow processor
    const u32 actors = std::max(s.status->actors, 1u);
    return std::min(std::max(u32(std::min(pairs_in_a_second / actors, 1e9)), 100u), actors);
}

/// The panel of the scene's search and its cost.
class SearchPanel : public Panel {
  public:
    SearchPanel() : Panel("search", Place::left) {}
    const char* title(const Session& s) const override {
        const auto& scene = *s.status->scene;
        return scene.keyed() ? "MULTI-MAP" : scene.boxed() ? "BOXES THAT MEET" : "NEIGHBOUR SEARCH";
    }
    bool offered(const Session& s) const override { return s.status->scene->searches(); }
    bool has_control(const Session& s, const std::string& key) const override {
        return is_in_section(s, key, Section::search);
    }
    void tend(Session& s, const std::vector<StepRow>&) override {
        if (verify_asked_ && *verify_asked_ != s.status->message_serial) verify_asked_.reset();
    }
    void draw(Session& s, const Rect&) override;
    std::vector<Action> actions() override;

  private:
    void ask(Session& s) {
        verify_asked_ = s.status->message_serial;
        s.simulation.send(command::Verify{verified_sample(s)});
    }
    void verification_badge(Session& s) const;
    void verify_button(Session& s);

    std::optional<u64> verify_asked_;  ///< serial number of the last message at the time of the request
};

std::vector<Action> SearchPanel::actions() {
    const auto searches = [](const Session& s) { return s.status->scene->searches(); };
    return in_menu("Simulation",
                   {{.name = "Tune the search",
                     .help = "Measures many ways of searching, and switches to the fastest; once more: stops.",
                     .act = [this](Session& s) { reveal(s, title(s)), toggle_tuning(s); },
                     .checked = [](const Session& s) { return s.status->tuning_progress.has_value(); },
                     .enabled = searches},
                    {.name = "Verify against brute force",
                     .help = "Compares what the search finds with what comparing all with all finds.",
                     .act = [this](Session& s) { reveal(s, title(s)), ask(s); },
                     .enabled = searches},
                    {.name = "Next way of searching",
                     .chords = {letter('v')},
                     .help = "Another way of walking the bins, or another broad phase; what is found stays the same.",
                     .act = [](Session& s) { cycle(s, kind_key(*s.status->settings)); },
                     .enabled = [](const Session& s) { return kind_key(*s.status->settings) != nullptr; },
                     .rank = 1}});
}

void SearchPanel::verification_badge(Session& s) const {
    const auto& v = s.status->answers.verification;
    if (verify_asked_) return wrapped(colour::dim, "… comparing with brute force");
    if (!v) return;
    const bool good = v->mismatches == 0;
    const std::string& elements = s.status->scene->elements;
    const std::string words =
        good ? fmt::format("✓ {} {} agree at step {}", grouped(v->queries), elements,
                           grouped(double(s.status->answers.verified_step)))
             : fmt::format("✗ MISMATCH: {} of {} {} at step {}, first is number {}", grouped(v->mismatches),
                           grouped(v->queries), elements, grouped(double(s.status->answers.verified_step)),
                           v->first_actor.value_or(0));
    badge("verify_badge", good, words,
          good ? "Each one checked found exactly those that comparing it with all others finds."
               : "The search missed or invented some. Please report it with the preset that shows it.");
}

void SearchPanel::verify_button(Session& s) {
    const u32 actors = s.status->actors, sample = verified_sample(s);
    ImGui::BeginDisabled(verify_asked_.has_value());
    if (button("verify", Icon::none, "Verify against brute force", ImGui::GetContentRegionAvail().x)) ask(s);
    ImGui::EndDisabled();
    const auto& scene = *s.status->scene;
    tooltip(fmt::format("Compares the {} found now with those found by comparing {} with every other.",
                        scene.keyed()   ? "actors of the same key"
                        : scene.boxed() ? "boxes"
                                        : "neighbours",
                        sample >= actors ? "each" : grouped(sample) + " " + scene.elements));
    verification_badge(s);
}

void SearchPanel::draw(Session& s, const Rect&) {
    const auto& settings = *s.status->settings;
    for (const auto& spec : settings.specs())
        if (spec.section == Section::search) search_row(s, spec);
    ImGui::Dummy({0, 2});
    tune_rows(s);
    ImGui::Dummy({0, 2});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8, 1});
    if (s.status->scene->keyed()) key_rows(s);
    else if (s.status->scene->boxed()) box_rows(s);
    else grid_rows(s), audit_rows(s);
    ImGui::PopStyleVar();
    ImGui::Dummy({0, 2});
    if (const auto watched = watch_words(*s.status)) badge("watched", watched->good, watched->line, watched->help);
    verify_button(s);
}

}  // namespace

Panels search_panels() { return panels_of<SearchPanel>(); }

}  // namespace nearfield::ui
