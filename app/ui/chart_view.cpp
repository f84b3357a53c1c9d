#include "app/ui/chart_view.hpp"

#include "app/chart_axis.hpp"
#include "app/ui/widgets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

struct ScaleEnds {
    double lo, hi;
};

/// Returns round ends for a scale of four intervals around the values; starts at zero if that wastes little space.
ScaleEnds scale_of(const Chart& chart) {
    const auto extent = y_extent(chart);
    if (!extent) return {0, 1};
    auto [lo, hi] = *extent;
    const double size = std::max(std::abs(lo), std::abs(hi));
    if (hi - lo <= 1e-9 * size) lo -= size / 2, hi += size / 2;
    if (lo == hi) return {0, 1};
    const double part = (hi - lo) / 4, power = std::pow(10, std::floor(std::log10(part)));
    for (const double factor : {1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0}) {
        const double step = factor * power, bottom = std::floor(lo / step) * step;
        if (bottom + 4 * step >= hi) return {bottom, bottom + 4 * step};
    }
    return {lo, hi};
}

/// Returns the position of each x as a fraction of the width.
std::vector<float> places_of(const Chart& chart) {
    bool numbers = false;
    const auto values = x_values(chart, numbers);
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    std::vector<float> places;
    for (const double value : values)
        places.push_back(*most > *least ? float((value - *least) / (*most - *least)) : 0.5f);
    return places;
}

class ChartView {
  public:
    ChartView(ImDrawList& out, const PlotArea& room, const Chart& chart)
        : out_(out),
          chart_(chart),
          y_(scale_of(chart)),
          x_(places_of(chart)),
          area_(room) {
        const float em = ImGui::GetFontSize();
        const float names = chart.series.size() > 1 ? float(chart.series.size()) * em * 1.15f : 0;
        area_.lo.x += scale_width(y_.hi, "", y_.lo), area_.lo.y += em * 1.5f + names;
        area_.hi.x -= em * 0.6f, area_.hi.y -= em * 2.5f;
    }
    bool fits() const { return area_.width() > 20 && area_.height() > 20; }

    void draw() const {
        draw_scale(out_, area_, y_.hi, "", y_.lo);
        label_axes();
        for (std::size_t n = 0; n < chart_.series.size(); ++n) draw(chart_.series[n], series_colour(int(n)));
    }

    /// Shows a tooltip for the point nearest to the mouse.
    void explain() const {
        const auto mouse = ImGui::GetIO().MousePos;
        const Chart::Series* best = nullptr;
        std::size_t at = 0;
        float least = ImGui::GetFontSize() * 2;
        for (const auto& series : chart_.series)
            for (std::size_t i = 0; i < series.points.size(); ++i) {
                const ImVec2 p = place(i, series.points[i].value);
                const float away = std::hypot(p.x - mouse.x, p.y - mouse.y);
                if (away < least) least = away, best = &series, at = i;
            }
        if (!best) return;
        const auto& p = best->points[at];
        ImGui::BeginTooltip();
        ImGui::TextUnformatted(best->name.c_str());
        text(colour::dim, fmt::format("{} {}", chart_.x_label, chart_.x[at]));
        text(colour::text, p.high > p.low
                               ? fmt::format("{:.5g}, 95 % interval {:.5g} to {:.5g}", p.value, p.low, p.high)
                               : fmt::format("{:.5g}, one run: no interval", p.value));
        ImGui::EndTooltip();
    }

  private:
    ImVec2 place(std::size_t i, double y) const {
        const float inset = ImGui::GetFontSize() * 0.7f;
        return {area_.lo.x + inset + x_[i] * (area_.width() - 2 * inset),
                area_.hi.y - float((y - y_.lo) / (y_.hi - y_.lo)) * area_.height()};
    }
    void label_axes() const {
        const float em = ImGui::GetFontSize();
        float y = area_.lo.y - em * 1.4f;
        out_.AddText({area_.lo.x, y}, colour::text, chart_.y_label.c_str());
        if (chart_.series.size() > 1)
            for (std::size_t n = chart_.series.size(); n-- > 0;) {
                y -= em * 1.15f;
                out_.AddRectFilled({area_.lo.x, y + em * 0.4f}, {area_.lo.x + em, y + em * 0.65f},
                                   series_colour(int(n)));
                clipped_text(out_, {area_.lo.x + em * 1.4f, y}, area_.width() - em * 1.4f, colour::dim,
                             chart_.series[n].name);
            }
        float free_from = area_.lo.x - em;
        for (std::size_t i = 0; i < chart_.x.size(); ++i) {
            const float width = ImGui::CalcTextSize(chart_.x[i].c_str()).x;
            const float x = std::min(place(i, 0).x - width / 2, area_.hi.x + em * 0.6f - width);
            if (x < free_from) continue;
            out_.AddText({std::round(x), area_.hi.y + em * 0.2f}, colour::dim, chart_.x[i].c_str());
            free_from = x + width + em * 0.5f;
        }
        const float width = ImGui::CalcTextSize(chart_.x_label.c_str()).x;
        out_.AddText({std::round((area_.lo.x + area_.hi.x - width) / 2), area_.hi.y + em * 1.35f}, colour::text,
                     chart_.x_label.c_str());
    }
    void draw(const Chart::Series& series, ImU32 tint) const {
        const float cap = stroke(4);
        for (std::size_t i = 0; i < series.points.size(); ++i)
            if (std::isfinite(series.points[i].value)) out_.PathLineTo(place(i, series.points[i].value));
        out_.PathStroke(tint, 0, stroke(1.8f));
        for (std::size_t i = 0; i < series.points.size(); ++i) {
            const auto& p = series.points[i];
            if (!std::isfinite(p.value)) continue;
            const ImVec2 low = place(i, p.low), high = place(i, p.high);
            if (p.high > p.low) {
                out_.AddLine(low, high, tint, stroke(1.5f));
                for (const ImVec2 end : {low, high})
                    out_.AddLine({end.x - cap, end.y}, {end.x + cap, end.y}, tint, stroke(1.5f));
            }
            out_.AddCircleFilled(place(i, p.value), stroke(3.2f), tint, 16);
        }
    }

    ImDrawList& out_;
    const Chart& chart_;
    ScaleEnds y_;
    std::vector<float> x_;
    PlotArea area_;
};

}  // namespace

void draw_chart(ImDrawList& out, const PlotArea& room, const Chart& chart, bool hovered) {
    const ChartView view(out, room, chart);
    if (!view.fits()) return;
    view.draw();
    if (hovered) view.explain();
}

}  // namespace nearfield::ui
