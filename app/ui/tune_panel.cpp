#include "app/ui/actions.hpp"
#include "app/ui/format.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/plots.hpp"
#include "app/ui/widgets.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nearfield::ui {
namespace {

constexpr ImU32 construct_colour = rgb(0xf0b352, 0.75f), query_colour = rgb(0x4fb8e8, 0.5f);

using Curve = std::vector<const TunedWay*>;

bool automatic(const State& s) { return s.status->settings->on("search.auto"); }

void tune_button(State& s) {
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
    s.probe.item("tune");
}

std::vector<CostPoint> points_of(const Curve& curve) {
    std::vector<CostPoint> points;
    for (const auto* way : curve)
        points.push_back({way->settings.number("search.bin_ratio"), way->construct().ms, way->whole().ms});
    return points;
}

/// Top of the scale: the slowest point of the curve, but at most four times the fastest.
double top_of(const std::vector<CostPoint>& points) {
    double least = 1e300, most = 0;
    for (const auto& point : points) least = std::min(least, point.whole), most = std::max(most, point.whole);
    return round_up(std::min(most, 4 * least) * 1.05);
}

void way_tooltip(const TunedWay& way, bool clickable) {
    ImGui::BeginTooltip();
    ImGui::TextUnformatted(way_text(way.settings).c_str());
    const auto row = [&](const char* name, const Median& time) {
        const std::string spread = way.times.whole.size() > 1 ? " ±" + milliseconds(time.spread) : "";
        text(colour::dim, fmt::format("{} {}{} ms", name, milliseconds(time.ms), spread));
    };
    row("whole step", way.whole());
    row("build", way.construct());
    row("query", way.query());
    text(colour::faint,
         fmt::format("median of {} step{}", way.times.whole.size(), way.times.whole.size() == 1 ? "" : "s") +
             (clickable ? " · click to use" : ""));
    ImGui::EndTooltip();
}

void take(State& s, const Settings& way) {
    for (const auto& key : tuned_keys())
        if (s.status->settings->has(key) && s.status->settings->value(key) != way.value(key))
            attempt(s, [&] { s.edits.change(*s.status, key, way.value(key)); });
}

void swatch(ImU32 tint, const char* words, const char* help) {
    const float em = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + em * 0.3f}, {at.x + em * 0.7f, at.y + em}, tint, 2);
    ImGui::Dummy({em * 0.8f, em});
    ImGui::SameLine(0, em * 0.2f);
    text(colour::dim, words);
    tooltip(help);
    ImGui::SameLine(0, em * 0.8f);
}

void curve_legend(const std::string& visit, const std::string& best) {
    swatch(construct_colour, "build", "Sorting the actors into bins.");
    swatch(query_colour, ("query, " + visit).c_str(),
           "Walking the bins and doing what the scene does with each neighbour.");
    if (best != visit) swatch(colour::good, best.c_str(), "The whole step with the visit that was fastest.");
    ImGui::NewLine();
}

/// The plot's frame. The scale's numbers go to the left of it, bin ratios below.
PlotArea plot_area(State& s, float left) {
    const float em = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, em * 0.5f});
    ImGui::SetCursorScreenPos({at.x + left, at.y + em * 0.5f});
    ImGui::InvisibleButton("cost_curve", {width - left, em * 7});
    s.probe.item("cost_curve");
    return {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
}

void cost_plot(State& s, const Tuning& tuning, const std::string& visit) {
    const std::string best = tuning.winner().settings.text("search.visit");
    const Curve curve = cost_curve(tuning, visit);
    const auto points = points_of(curve), best_points = points_of(cost_curve(tuning, best));
    auto all = best_points;
    all.insert(all.end(), points.begin(), points.end());
    const auto [lowest, highest] =
        std::minmax_element(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    ImGui::PushFont(font(Font::small));
    const double top = top_of(all);
    const auto area = plot_area(s, scale_width(top, "ms"));
    const bool hovered = ImGui::IsItemHovered(), clicked = ImGui::IsItemClicked();
    auto& out = *ImGui::GetWindowDrawList();
    const CostPlot plot(area, lowest->x, highest->x, top);
    draw_scale(out, area, top, "ms");
    plot.stack(out, points, construct_colour, query_colour);
    if (best != visit) plot.line(out, best_points, colour::good);
    plot.mark(out, number_of(s.edits.shown(*s.status, "search.bin_ratio")), colour::warm);
    plot.label_x(out, points.empty() ? best_points : points);
    ImGui::Dummy({0, ImGui::GetFontSize() + 2});
    if (const auto at = plot.nearest(points); at && hovered) {
        out.AddCircle(plot.place(points[*at].x, points[*at].whole), 5, colour::text, 16, 1.5f);
        way_tooltip(*curve[*at], !automatic(s));
        if (clicked && !automatic(s)) take(s, curve[*at]->settings);
    }
    text(colour::dim, "Time per step over bin ratio W/R");
    tooltip(
        "What a step costs at each bin width that was measured. Small bins fit the circle better but take longer to "
        "build and look up; large ones hold many actors that are too far away. The vertical line is the ratio in use.");
    curve_legend(visit, best);
    for (const auto& point : points) {
        const ImVec2 at = plot.place(point.x, point.whole);
        s.probe.area("cost_curve/" + number(point.x), {at.x - 3, at.y - 3}, {at.x + 3, at.y + 3});
    }
    ImGui::PopFont();
}

void result(State& s) {
    const auto& tuning = *s.status->answers.tuning;
    const auto &best = tuning.winner(), &start = tuning.ways[tuning.start];
    value_row("Fastest measured",
              fmt::format("{} ms, was {}", milliseconds(best.whole().ms), milliseconds(start.whole().ms)),
              fmt::format("Median time of a step with {}, the fastest of {} ways measured at step {} within {:.1f} s. "
                          "Before, it was {}.",
                          way_text(best.settings), tuning.ways.size(), grouped(double(s.status->answers.tuned_step)),
                          tuning.seconds, way_text(start.settings)),
              colour::accent_bright);
}

}  // namespace

void tune_section(State& s) {
    tune_button(s);
    if (!s.status->answers.tuning) return;
    result(s);
    if (s.status->scene->keyed()) return;
    cost_plot(s, *s.status->answers.tuning, s.status->settings->text("search.visit"));
}

}  // namespace nearfield::ui
