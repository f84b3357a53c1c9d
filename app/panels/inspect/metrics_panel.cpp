#include "app/ui/export.hpp"
#include "app/ui/format.hpp"
#include "app/ui/plots.hpp"
#include "app/ui/session.hpp"
#include "app/ui/widgets.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

/// A metric of the scene and its curve.
struct MetricCurve {
    std::size_t index;
    const Quantity& quantity;
    const MetricHistory::Series& series;
    ImU32 tint;

    MetricCurve(const Session& s, std::size_t metric)
        : index(metric),
          quantity(s.status->scene->metrics[metric]),
          series(s.history.metrics.series(metric)),
          tint(series_colour(int(metric))) {}
};

std::string with_unit(const Quantity& quantity) { return quantity.unit.empty() ? "" : " " + quantity.unit; }

/// A chart of one or more metrics on a common scale that contains zero.
struct MetricChart {
    std::string title;
    std::vector<MetricCurve> curves;

    bool is_shared() const { return curves.size() > 1; }
    double top() const {
        const double most = end_of(1);
        return most > 0 ? round_up(most) : bottom() < 0 ? 0 : 1;
    }
    double bottom() const { return end_of(-1) > 0 ? -round_up(end_of(-1)) : 0; }
    Curves exported() const {
        Curves all{.title = title, .x_label = "step", .y_label = title + with_unit(curves[0].quantity), .lines = {}};
        for (const auto& curve : curves) {
            auto& line = all.lines.emplace_back(Curves::Line{curve.quantity.title, {}});
            for (std::size_t i = 0; i < curve.series.step.size(); ++i)
                line.points.push_back({curve.series.step[i], curve.series.value[i]});
        }
        return all;
    }

  private:
    /// The greatest value above zero, or with sign -1 the greatest size of a value below.
    double end_of(float sign) const {
        float most = 0;
        for (const auto& curve : curves)
            for (const float v : curve.series.value)
                if (std::isfinite(v)) most = std::max(most, sign * v);
        return most;
    }
};

/// Returns the chart with metric `first` and the following metrics that share it.
MetricChart chart_from(const Session& s, std::size_t first) {
    const auto& metrics = s.status->scene->metrics;
    const std::string& shared = metrics[first].chart;
    MetricChart chart{.title = shared.empty() ? metrics[first].title : shared, .curves = {}};
    for (std::size_t i = first; i < metrics.size() && (i == first || (!shared.empty() && metrics[i].chart == shared));
         ++i)
        chart.curves.emplace_back(s, i);
    return chart;
}

void point_tooltip(const MetricChart& chart, std::size_t point) {
    ImGui::BeginTooltip();
    for (const auto& curve : chart.curves)
        text(chart.is_shared() ? curve.tint : colour::text,
             curve.quantity.title + " " + number(curve.series.value[point]) + with_unit(curve.quantity));
    text(colour::dim, "step " + grouped(chart.curves[0].series.step[point]));
    ImGui::EndTooltip();
}

void draw_chart(Session& s, const MetricChart& chart) {
    const float em = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x,
                height = em * (chart.is_shared() ? 7.f : 2.6f);
    const auto& first = chart.curves[0];
    const auto& values = *s.status->measured.metrics;
    for (const auto& [index, quantity, series, tint] : chart.curves)
        value_row(quantity.title, index < values.size() ? reading(quantity, {}, values[index], s.status->step) : "–",
                  quantity.help, tint);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    surface("metric/" + (chart.is_shared() ? chart.title : first.quantity.key), {width, height});
    const bool hovered = ImGui::IsItemHovered();
    export_menu(s, chart.title, at, {at.x + width, at.y + height}, [&] { return chart.exported(); });
    auto& out = *ImGui::GetWindowDrawList();
    PlotArea area{at, {at.x + width, at.y + height}};
    std::vector<SeriesLine> lines;
    for (const auto& curve : chart.curves) lines.push_back({curve.series, curve.tint});
    std::optional<std::size_t> point;
    if (chart.is_shared()) {
        ImGui::PushFont(font(Font::small));
        const double top = chart.top(), bottom = chart.bottom();
        area.lo.x += scale_width(top, "", bottom), area.lo.y += em * 0.4f, area.hi.y -= em * 0.4f;
        draw_scale(out, area, top, "", bottom);
        point = draw_lines(out, area, lines, float(bottom), float(top), hovered);
        ImGui::PopFont();
    } else {
        point = draw_series(out, area, lines[0], hovered);
    }
    if (point) point_tooltip(chart, *point);
}

/// The panel of the scene's metrics over steps.
class MetricsPanel : public Panel {
  public:
    MetricsPanel() : Panel("metrics", Place::right, "METRICS") {}
    void draw(Session& s, const Rect&) override;
};

void MetricsPanel::draw(Session& s, const Rect&) {
    for (std::size_t i = 0; i < s.status->scene->metrics.size();) {
        const MetricChart chart = chart_from(s, i);
        draw_chart(s, chart);
        i += chart.curves.size();
    }
    wrapped(colour::faint, "Since the last setup or reset.", Font::small);
}

}  // namespace

Panels metrics_panels() { return panels_of<MetricsPanel>(); }

}  // namespace nearfield::ui
