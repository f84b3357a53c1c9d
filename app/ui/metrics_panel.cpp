#include "app/ui/export.hpp"
#include "app/ui/format.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/plots.hpp"
#include "app/ui/widgets.hpp"

#include <cmath>

namespace nearfield::ui {
namespace {

void metric(State& s, std::size_t index, const Quantity& quantity, float height) {
    static constexpr int order[] = {4, 0, 2, 3, 1};
    const ImU32 tint = series_colour(order[index % std::size(order)]);
    const auto& values = *s.status->measured.metrics;
    const std::string unit = quantity.unit.empty() ? "" : " " + quantity.unit;
    value_row(quantity.title, index < values.size() ? reading(quantity, {}, values[index], s.status->step) : "–",
              quantity.help, tint);
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushID(int(index));
    ImGui::InvisibleButton("metric", {width, height});
    ImGui::PopID();
    s.probe.item("metric/" + quantity.key);
    const PlotArea area{at, {at.x + width, at.y + height}};
    static const MetricHistory::Series none;
    const auto& all = s.metrics.series();
    const auto& series = index < all.size() ? all[index] : none;
    export_menu(s, quantity.title, area.lo, area.hi, [&] {
        Curves curves{.title = quantity.title, .x_label = "step", .y_label = quantity.title + unit, .lines = {}};
        auto& line = curves.lines.emplace_back(Curves::Line{quantity.title, {}});
        for (std::size_t i = 0; i < series.step.size(); ++i) line.points.push_back({series.step[i], series.value[i]});
        return curves;
    });
    const auto point = draw_series(*ImGui::GetWindowDrawList(), area, series, tint, ImGui::IsItemHovered());
    if (!point) return;
    ImGui::BeginTooltip();
    ImGui::TextUnformatted((quantity.title + " " + number(series.value[*point]) + unit).c_str());
    text(colour::dim, "step " + grouped(series.step[*point]));
    ImGui::EndTooltip();
}

}  // namespace

void metrics_section(State& s) {
    if (!panel_section(s, "METRICS")) return;
    const float height = ImGui::GetFontSize() * 2.6f;
    for (std::size_t i = 0; i < s.status->scene->metrics.size(); ++i) metric(s, i, s.status->scene->metrics[i], height);
    ImGui::PushFont(font(Font::small));
    wrapped(colour::faint, "Since the last setup or reset.");
    ImGui::PopFont();
}

}  // namespace nearfield::ui
