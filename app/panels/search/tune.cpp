#include "app/panels/search/tune.hpp"
#include "app/panels/explain/gains.hpp"
#include "app/ui/export.hpp"
#include "app/ui/format.hpp"
#include "app/ui/plots.hpp"
#include "app/ui/steer.hpp"
#include "app/ui/widgets.hpp"
#include "base/counted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace nearfield::ui {
namespace {

ImU32 construct_colour() { return see_through(colour::warm, 0.75f); }
ImU32 query_colour() { return see_through(colour::accent, 0.5f); }
ImU32 theory_colour() { return see_through(colour::text, 0.75f); }

using Curve = std::vector<const TunedWay*>;

void tune_button(Session& s) {
    const float width = ImGui::GetContentRegionAvail().x;
    const auto progress = s.status->tuning_progress;
    if (!progress) {
        if (button("tune", Icon::none, "Tune", width)) toggle_tuning(s);
        tooltip("Measures many ways of searching on copies of the present state, and switches to the fastest. The "
                "simulation pauses for some seconds; its state stays as it is.");
    } else {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        if (button("tune", Icon::close, fmt::format("Measuring … {:.0f} %", *progress * 100).c_str(), width))
            toggle_tuning(s);
        tooltip("Click to stop: the search then stays as it is.");
        const float bottom = ImGui::GetItemRectMax().y;
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, bottom - 3}, {at.x + width * float(*progress), bottom},
                                                  colour::accent, 2);
    }
}

std::vector<CostPoint> points_of(const Curve& curve) {
    std::vector<CostPoint> points;
    for (const auto* way : curve)
        points.push_back(
            {number_of(way->settings.value(cost_key(way->settings))), way->construct().ms, way->whole().ms});
    return points;
}

/// Returns the top of the scale: the slowest point, limited to four times the fastest.
double top_of(const std::vector<CostPoint>& points) {
    double least = 1e300, most = 0;
    for (const auto& point : points) least = std::min(least, point.whole), most = std::max(most, point.whole);
    return round_up(std::min(most, 4 * least) * 1.05);
}

std::string theory_of(const Audit& work) {
    return work.surplus_theory > 0 ? fmt::format(", theory {}", number(work.surplus_theory)) : "";
}

void way_tooltip(const TunedWay& way, bool clickable) {
    ImGui::BeginTooltip();
    ImGui::TextUnformatted(way_text(way.settings).c_str());
    const auto row = [&](const char* name, const Median& time) {
        const std::string spread = way.times.whole.size() > 1 ? " ±" + milliseconds(time.spread) : "";
        text(colour::dim, fmt::format("{} {}{} ms", name, milliseconds(time.ms), spread));
    };
    row(way.times.work ? "together" : "whole step", way.whole());
    row("build", way.construct());
    row("query", way.query());
    if (const auto& work = way.times.work)
        text(colour::dim, fmt::format("{} tests per pair{}", number(work->surplus), theory_of(*work)));
    text(colour::faint, "median of " + counted(way.times.whole.size(), "step") + (clickable ? " · click to use" : ""));
    ImGui::EndTooltip();
}

void take(Session& s, const Settings& way) {
    for (const auto& key : tuned_keys())
        if (s.status->settings->has(key) && s.status->settings->value(key) != way.value(key))
            attempt(s, [&] { s.edits.change(*s.status, key, way.value(key)); });
}

void legend_entry(ImU32 tint, const char* words, const char* help) {
    swatch(tint);
    text(colour::dim, words);
    tooltip(help);
    ImGui::SameLine(0, ImGui::GetFontSize() * 0.8f);
}

/// Returns theoretical costs at the points of a measured curve; empty without a theory.
std::vector<CostPoint> theory_points(const Session& s, const Curve& curve) {
    const auto facts = gain_facts(s);
    const auto steps = facts ? steps_in_theory(*facts, curve) : std::vector<double>();
    auto points = steps.empty() ? std::vector<CostPoint>() : points_of(curve);
    for (std::size_t i = 0; i < points.size(); ++i) points[i].whole = steps[i];
    return points;
}

void curve_legend(const std::string& kind, const std::string& best, bool theory) {
    legend_entry(construct_colour(), "build", "Making what is searched: bins or a tree.");
    legend_entry(query_colour(), ("query, " + kind).c_str(),
                 "Searching it, and doing what the scene does in a step with what is found.");
    if (best != kind) legend_entry(colour::good, best.c_str(), "The whole with the kind of search that was fastest.");
    if (theory)
        legend_entry(
            theory_colour(), "theory",
            "Construction as measured, and a query that takes as long per candidate as with the widest bins. The "
            "candidates follow from geometry. What lies above the line is the effort of reading more, smaller bins.");
    ImGui::NewLine();
}

/// Returns the plot's area. The scale's numbers are at its left, the bin ratios below.
PlotArea plot_area(float left) {
    const float em = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, em * 0.5f});
    ImGui::SetCursorScreenPos({at.x + left, at.y + em * 0.5f});
    surface("cost_curve", {width - left, em * 7});
    return {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
}

std::string number_name(const Session& s, const char* key) {
    return std::string(key) == "search.bin_ratio" ? "bin ratio W/R" : s.status->settings->spec(key).label;
}

/// Returns the costs of one or two kinds over a common parameter, for export.
Curves curves_of(const Tuning& tuning, const std::set<std::string>& kinds, const std::string& number) {
    Curves curves{.title = "Time over " + number, .x_label = number, .y_label = "ms", .lines = {}};
    for (const auto& kind : kinds) {
        Curves::Line build{kind + ", build", {}}, whole{kind + ", whole", {}};
        for (const auto& p : points_of(cost_curve(tuning, kind)))
            build.points.push_back({p.x, p.first}), whole.points.push_back({p.x, p.whole});
        curves.lines.push_back(build), curves.lines.push_back(whole);
    }
    return curves;
}

/// Plots the costs of `kind`, which must have a curve. Adds the fastest kind if it has the same x axis.
void cost_plot(Session& s, const Tuning& tuning, const std::string& kind) {
    const Settings& winner = tuning.winner().settings;
    const Curve curve = cost_curve(tuning, kind);
    const char* key = cost_key(curve.front()->settings);
    const bool alike = cost_key(winner) && std::string(key) == cost_key(winner);
    const std::string best = alike ? winner.text(kind_key(winner)) : kind;
    const auto points = points_of(curve), best_points = points_of(cost_curve(tuning, best));
    auto all = best_points;
    all.insert(all.end(), points.begin(), points.end());
    const auto [lowest, highest] =
        std::minmax_element(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    ImGui::PushFont(font(Font::small));
    const double top = top_of(all);
    const auto area = plot_area(scale_width(top, "ms"));
    const bool hovered = ImGui::IsItemHovered(), clicked = ImGui::IsItemClicked();
    const auto theory = theory_points(s, curve);
    export_menu(s, "cost curve", {area.lo.x - scale_width(top, "ms"), area.lo.y}, area.hi, [&] {
        auto curves = curves_of(tuning, {kind, best}, number_name(s, key));
        if (!theory.empty()) curves.lines.push_back({kind + ", theory", {}});
        for (const auto& p : theory) curves.lines.back().points.push_back({p.x, p.whole});
        return curves;
    });
    auto& out = *ImGui::GetWindowDrawList();
    const CostPlot plot(area, lowest->x, highest->x, top);
    draw_scale(out, area, top, "ms");
    plot.stack(out, points, construct_colour(), query_colour());
    if (best != kind) plot.line(out, best_points, colour::good);
    plot.line(out, theory, theory_colour());
    plot.mark(out, number_of(s.edits.shown(*s.status, key)), colour::warm);
    plot.label_x(out, points);
    ImGui::Dummy({0, ImGui::GetFontSize() + 2});
    if (const auto at = plot.nearest(points); at && hovered) {
        out.AddCircle(plot.place(points[*at].x, points[*at].whole), 5, colour::text, 16, 1.5f);
        way_tooltip(*curve[*at], !is_automatic(s));
        if (clicked && !is_automatic(s)) take(s, curve[*at]->settings);
    }
    text(colour::dim,
         fmt::format("Time per {} over {}", s.status->scene->boxed() ? "search" : "step", number_name(s, key)));
    tooltip("What it costs at each value that was measured. Small bins fit what is searched better but take longer to "
            "build and look up; large ones hold much that is too far away. The vertical line is the value in use.");
    curve_legend(kind, best, !theory.empty());
    for (const auto& point : points) {
        const ImVec2 at = plot.place(point.x, point.whole);
        see("cost_curve/" + number(point.x), {at.x - 3, at.y - 3}, {at.x + 3, at.y + 3});
    }
    ImGui::PopFont();
}

/// Draws the fastest way of each kind and its work. A click applies it.
void kind_rows(Session& s, const Tuning& tuning) {
    for (const auto* way : best_of_kinds(tuning)) {
        if (!way->times.work) return;
        const std::string work = fmt::format("{} ms · {} tests", milliseconds(way->whole().ms),
                                             number(std::round(way->times.work->surplus * 100) / 100));
        value_row(way_text(way->settings), work,
                  "The fastest of its kind: time to find all pairs, and boxes tested for each "
                  "pair" +
                      theory_of(*way->times.work) + ". Click to use it.",
                  way == &tuning.winner() ? colour::accent_bright : colour::text);
        see("tuned/" + way->settings.text(kind_key(way->settings)));
        if (ImGui::IsItemClicked() && !is_automatic(s)) take(s, way->settings);
    }
}

void result(Session& s) {
    const auto& tuning = *s.status->answers.tuning;
    const auto &best = tuning.winner(), &start = tuning.ways[tuning.start];
    value_row("Fastest measured",
              fmt::format("{} ms, was {}", milliseconds(best.whole().ms), milliseconds(start.whole().ms)),
              fmt::format("Median time with {}, the fastest of {} ways measured at step {} within {:.1f} s. "
                          "Before, it was {}.",
                          way_text(best.settings), tuning.ways.size(), grouped(double(s.status->answers.tuned_step)),
                          tuning.seconds, way_text(start.settings)),
              colour::accent_bright);
}

}  // namespace

bool is_automatic(const Session& s) {
    return s.status->settings->has("search.auto") && s.status->settings->on("search.auto");
}

void toggle_tuning(Session& s) {
    if (s.status->tuning_progress) s.simulation.send(command::StopWork{});
    else s.simulation.send(command::Tune{});
}

void tune_rows(Session& s) {
    tune_button(s);
    if (!s.status->answers.tuning) return;
    result(s);
    const auto& tuning = *s.status->answers.tuning;
    const char* named = kind_key(*s.status->settings);
    if (!named) return;
    kind_rows(s, tuning);
    for (const auto& kind : {s.status->settings->text(named), tuning.winner().settings.text(named)})
        if (!cost_curve(tuning, kind).empty()) return cost_plot(s, tuning, kind);
}

}  // namespace nearfield::ui
