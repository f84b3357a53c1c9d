#include "app/panels/view/drawing.hpp"
#include "app/ui/export.hpp"
#include "app/ui/format.hpp"
#include "app/ui/plots.hpp"
#include "app/ui/widgets.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace nearfield::ui {
namespace {

constexpr double faded_after = 90, faintest = 0.12;  // fading time, s on the scene's clock; minimum opacity

ImU32 faded(ImU32 tint, double age) {
    const double opacity = std::max(faintest, 1 - age / faded_after * (1 - faintest));
    return (tint & ~IM_COL32_A_MASK) | (ImU32(opacity * 255) << IM_COL32_A_SHIFT);
}

struct Point {
    const GaugeHistory::Reading* reading;
    std::string name;
    double x, y;
};

bool over_time(const Diagram& diagram) { return diagram.time_unit > 0; }

/// Returns readings of the current gauges with known x and y.
std::vector<Point> points_of(const Session& s, const Diagram& diagram) {
    std::vector<std::string> name;
    for (const auto& gauge : *s.status->measured.gauges)
        if (const auto series = s.history.gauges.series(gauge))
            name.resize(std::max(name.size(), *series + 1)), name[*series] = gauge.name;
    std::vector<Point> points;
    for (const auto& r : s.history.gauges.readings()) {
        const double x = over_time(diagram) ? r.time / diagram.time_unit : r.values[std::size_t(diagram.x)],
                     y = r.values[std::size_t(diagram.y)];
        if (r.series < name.size() && !name[r.series].empty() && !std::isnan(x) && !std::isnan(y))
            points.push_back({&r, name[r.series], x, y});
    }
    return points;
}

/// Ends of the axes; x starts at 0.
struct AxisEnds {
    double x, low, high;
};

/// Returns axes that cover a quarter, half or all of the published curves, enough for all points; coarse steps keep the
/// axes stable. Over time, they cover all of the curves.
AxisEnds axis_ends(const Diagram& diagram, const std::vector<Point>& points) {
    double end = 0, x = 0, y = 0, low = 0;
    for (const auto& curve : diagram.curves)
        for (const auto p : curve.points) end = std::max(end, double(p.x));
    end = end > 0 ? round_up(end) : 0;
    for (const auto& p : points) x = std::max(x, (over_time(diagram) ? 1 : 1.1) * p.x), y = std::max(y, 1.05 * p.y);
    for (const auto& p : points) low = std::max(low, -1.05 * p.y);
    const double shown = end <= 0 || x > end                 ? round_up(x)
                         : over_time(diagram) || x > end / 2 ? end
                         : x > end / 4                       ? end / 2
                                                             : end / 4;
    for (const auto& curve : diagram.curves)
        for (const auto p : curve.points)
            if (p.x <= shown) y = std::max(y, 1.02 * double(p.y));
    low = low > 0 ? -round_up(low) : 0;
    return {shown > 0 ? shown : 1, low, y > 0 ? round_up(y) : low < 0 ? 0 : 1};
}

class Axes {
  public:
    Axes(const PlotArea& area, const AxisEnds& ends) : area_(area), ends_(ends) {}
    ImVec2 place(double x, double y) const {
        return {area_.lo.x + float(x / ends_.x) * area_.width(),
                area_.hi.y - float((y - ends_.low) / (ends_.high - ends_.low)) * area_.height()};
    }
    /// Draws x values below the area, with the unit at the end.
    void label_x(ImDrawList& out, const std::string& unit) const {
        for (int i = 0; i <= 2; ++i) {
            const std::string words = number(ends_.x * i / 2) + (i == 2 ? " " + unit : "");
            const float width = ImGui::CalcTextSize(words.c_str()).x;
            out.AddText({std::round(area_.lo.x + area_.width() * float(i) / 2 - width * float(i) / 2), area_.hi.y + 2},
                        colour::dim, words.c_str());
        }
    }
    void curve(ImDrawList& out, const Diagram::Curve& curve, ImU32 tint) const {
        if (curve.measured) {
            for (const auto p : curve.points) dot(out, place(p.x, p.y), tint);
            return;
        }
        for (const auto p : curve.points) out.PathLineTo(place(p.x, p.y));
        out.PathStroke(tint, 0, stroke(1.5f));
    }
    static void dot(ImDrawList& out, ImVec2 at, ImU32 tint) { out.AddCircle(at, 3.f, tint, 12, 1.4f); }
    /// Draws the curve's label: at the upper left for a rising measured curve, otherwise at the right.
    void label(ImDrawList& out, const Diagram::Curve& curve, ImU32 tint, float y) const {
        const float em = ImGui::GetFontSize();
        const bool rises = curve.measured && !curve.points.empty() && curve.points.back().y > curve.points.front().y;
        const ImVec2 words{std::round(rises ? area_.lo.x + em * 1.6f
                                            : area_.hi.x - ImGui::CalcTextSize(curve.label.c_str()).x - em * 0.4f),
                           std::round(y)};
        const ImVec2 mark{words.x - em * 0.5f, words.y + em * 0.5f};
        if (curve.measured) dot(out, {mark.x - 3, mark.y}, tint);
        else out.AddLine({mark.x - em * 0.8f, mark.y}, mark, tint, stroke(1.5f));
        out.AddText(words, tint, curve.label.c_str());
    }
    /// Draws a line per gauge through its readings. Skips points closer than a pixel.
    void lines(ImDrawList& out, const std::vector<Point>& points) const {
        std::size_t most = 0;
        for (const auto& p : points) most = std::max(most, p.reading->series);
        for (std::size_t series = 0; !points.empty() && series <= most; ++series) {
            ImVec2 last{-1e9f, 0};
            for (const auto& p : points) {
                if (p.reading->series != series) continue;
                const ImVec2 at = place(p.x, p.y);
                if (std::hypot(at.x - last.x, at.y - last.y) >= 1) out.PathLineTo(at), last = at;
            }
            out.PathStroke(series_colour(int(series)), 0, stroke(1.8f));
        }
    }

  private:
    PlotArea area_;
    AxisEnds ends_;
};

std::string axis_name(const std::string& title, const std::string& unit) {
    return unit.empty() ? title : title + " [" + unit + "]";
}

/// Returns the published curves and the gauges' readings, for export.
Curves curves_of(const Session& s, const Diagram& diagram) {
    const auto &x = s.status->scene->gauged[std::size_t(diagram.x)],
               &y = s.status->scene->gauged[std::size_t(diagram.y)];
    Curves curves{.title = diagram.title,
                  .x_label = over_time(diagram) ? axis_name("time", diagram.time_label) : axis_name(x.title, x.unit),
                  .y_label = axis_name(y.title, y.unit),
                  .lines = {}};
    std::map<std::string, Curves::Points> by_gauge;
    for (const auto& p : points_of(s, diagram)) by_gauge[p.name].push_back({p.x, p.y});
    for (auto& [name, points] : by_gauge) {
        std::stable_sort(points.begin(), points.end(), [](auto& a, auto& b) { return a.first < b.first; });
        curves.lines.push_back({name, points, !over_time(diagram)});
    }
    for (const auto& published : diagram.curves) {
        Curves::Points points;
        for (const auto p : published.points) points.push_back({p.x, p.y});
        curves.lines.push_back({published.label, points, published.measured});
    }
    return curves;
}

void reading_tooltip(const Session& s, const Point& point) {
    ImGui::BeginTooltip();
    ImGui::TextUnformatted(point.name.c_str());
    const auto& quantities = s.status->scene->gauged;
    for (std::size_t q = 0; q < quantities.size(); ++q)
        if (!std::isnan(point.reading->values[q]))
            ImGui::TextUnformatted(
                (quantities[q].title + " " + number(point.reading->values[q]) + " " + quantities[q].unit).c_str());
    text(colour::dim, "at " + number(point.reading->time) + " s");
    ImGui::EndTooltip();
}

void diagram_plot(Session& s, const Diagram& diagram, int number_of) {
    const float em = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x;
    const auto &x = s.status->scene->gauged[std::size_t(diagram.x)],
               &y = s.status->scene->gauged[std::size_t(diagram.y)];
    text(colour::text, diagram.title + (y.unit.empty() ? "" : ", " + y.unit));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const auto points = points_of(s, diagram);
    const auto ends = axis_ends(diagram, points);
    const float left = std::max(em * 2.2f, scale_width(ends.high, "", ends.low));
    const PlotArea area{{at.x + left, at.y + em * 0.4f}, {at.x + width - 2, at.y + em * 7.4f}};
    ImGui::PushID(number_of);
    ImGui::InvisibleButton("diagram", {width, em * 9});
    ImGui::PopID();
    see("diagram/" + y.key);
    export_menu(s, diagram.title, at, {at.x + width, at.y + em * 9}, [&] { return curves_of(s, diagram); });
    const bool hovered = ImGui::IsItemHovered();
    auto& out = *ImGui::GetWindowDrawList();
    draw_scale(out, area, ends.high, "", ends.low);
    const Axes axes(area, ends);
    axes.label_x(out, over_time(diagram) ? diagram.time_label : x.unit);
    out.PushClipRect(area.lo, area.hi, true);
    float line = area.lo.y + em * 0.3f;
    for (std::size_t k = 0; k < diagram.curves.size(); ++k) {
        const ImU32 tint = k == 0 ? colour::dim : colour::faint;
        axes.curve(out, diagram.curves[k], tint), axes.label(out, diagram.curves[k], tint, line);
        line += em * 1.1f;
    }
    if (over_time(diagram)) axes.lines(out, points);
    const Point* nearest = nullptr;
    float least = 8;  // pixels
    for (const auto& p : points) {
        const ImVec2 dot = axes.place(p.x, p.y), mouse = ImGui::GetIO().MousePos;
        if (!over_time(diagram))
            out.AddCircleFilled(
                dot, 2.6f, faded(series_colour(int(p.reading->series)), s.history.gauges.now() - p.reading->time), 8);
        if (const float away = std::hypot(dot.x - mouse.x, dot.y - mouse.y); hovered && away < least)
            least = away, nearest = &p;
    }
    if (nearest) out.AddCircle(axes.place(nearest->x, nearest->y), 4.5f, colour::text, 16, 1.5f);
    out.PopClipRect();
    if (nearest) reading_tooltip(s, *nearest);
}

/// Draws a button for each tool that adds a gauge.
void pencil_buttons(Session& s) {
    const float gap = ImGui::GetStyle().ItemSpacing.x, half = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2);
    int place = 0;
    for (const Tool& tool : s.status->scene->tools) {
        if (!tool.edits_list() || !can_draw(s, tool)) continue;
        if (place++ % 2) ImGui::SameLine();
        const std::string id = std::string("draw_") + tool.key, words = std::string("Draw ") + tool.key;
        if (button(id, Icon::none, words.c_str(), half, s.view.pencil && s.view.pencil->tool == &tool))
            toggle_pencil(s, tool);
        tooltip(s.status->settings->spec(tool.list).help, std::string(1, char(std::toupper(tool.letter))));
    }
}

/// Draws colour, name and values of a gauge. A cross removes a gauge added by the user.
void gauge_row(Session& s, const Gauge& gauge) {
    const float em = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x, cross = em * 1.3f;
    const auto series = s.history.gauges.series(gauge);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    auto& out = *ImGui::GetWindowDrawList();
    ImGui::Dummy({width - cross, em * 1.15f});
    out.AddCircleFilled({at.x + em * 0.4f, at.y + em * 0.55f}, em * 0.28f,
                        series ? series_colour(int(*series)) : colour::dim, 12);
    clipped_text(out, {at.x + em, at.y}, width - em - cross, colour::text, gauge.name);
    if (gauge.key.empty()) return;
    ImGui::SameLine(0, 0);
    ImGui::PushID((gauge.key + std::to_string(gauge.item)).c_str());
    if (ImGui::InvisibleButton("remove", {cross, em * 1.15f})) remove_drawn(s, gauge.key, gauge.item);
    draw_icon(out, Icon::close, {at.x + width - cross / 2, at.y + em * 0.55f}, em * 0.6f,
              ImGui::IsItemHovered() ? colour::text : colour::dim);
    tooltip("Removes " + gauge.name + ". Ctrl+Z brings it back.");
    ImGui::PopID();
    see("remove/" + gauge.name);
}

/// The panel that compares gauge readings with published curves.
class DiagramPanel : public Panel {
  public:
    DiagramPanel() : Panel("diagrams", Place::right, "DIAGRAMS") {}
    bool offered(const Session& s) const override { return !s.status->measured.diagrams->empty(); }
    void draw(Session& s, const Rect&) override;
};

void DiagramPanel::draw(Session& s, const Rect&) {
    const auto& diagrams = *s.status->measured.diagrams;
    ImGui::PushFont(font(Font::small));
    int number_of = 0;
    for (const auto& diagram : diagrams) diagram_plot(s, diagram, number_of++);
    for (const auto& gauge : *s.status->measured.gauges) gauge_row(s, gauge);
    if (s.status->measured.gauges->empty()) wrapped(colour::dim, "Nothing is measured here yet.");
    ImGui::PopFont();
    pencil_buttons(s);
}

}  // namespace

Panels diagram_panels() { return panels_of<DiagramPanel>(); }

}  // namespace nearfield::ui
