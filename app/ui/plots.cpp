#include "app/ui/plots.hpp"

#include "app/ui/format.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::ui {

namespace {

int scale_lines(float height) { return height > ImGui::GetFontSize() * 7 ? 4 : 2; }

std::string scale_label(int i, int lines, double top, const char* unit, double bottom) {
    return number(bottom + (top - bottom) * i / lines) + (i == lines ? std::string(" ") + unit : "");
}

/// Marks a column that ends above the scale.
void cut_mark(ImDrawList& out, ImVec2 top) {
    const float size = stroke(4);
    out.AddTriangleFilled(top, {top.x - size, top.y + 1.5f * size}, {top.x + size, top.y + 1.5f * size}, colour::warm);
}

}  // namespace

float scale_width(double top, const char* unit, double bottom) {
    float width = 0;
    for (const int lines : {2, 4})
        for (int i = 0; i <= lines; ++i)
            width = std::max(width, ImGui::CalcTextSize(scale_label(i, lines, top, unit, bottom).c_str()).x);
    return std::round(width + ImGui::GetFontSize() * 0.4f);
}

void draw_scale(ImDrawList& out, const PlotArea& area, double top, const char* unit, double bottom) {
    const float em = ImGui::GetFontSize();
    out.AddRectFilled(area.lo, area.hi, colour::bar, 4);
    const int lines = scale_lines(area.height());
    for (int i = 0; i <= lines; ++i) {
        const float y = std::round(area.hi.y - area.height() * float(i) / float(lines));
        if (i > 0) out.AddLine({area.lo.x, y}, {area.hi.x, y}, colour::line);
        const std::string label = scale_label(i, lines, top, unit, bottom);
        const float width = ImGui::CalcTextSize(label.c_str()).x;
        out.AddText({area.lo.x - width - em * 0.4f, std::round(y - em / 2)}, colour::dim, label.c_str());
    }
}

std::optional<std::size_t> draw_lines(ImDrawList& out, const PlotArea& area, const std::vector<SeriesLine>& lines,
                                      float bottom, float top, bool hovered) {
    const auto& x = lines[0].series.step;
    if (x.size() < 2 || x.back() <= x.front()) return {};
    const float inset = 3;
    const auto place = [&](const SeriesLine& line, std::size_t i) {
        const float right = (x[i] - x.front()) / (x.back() - x.front()),
                    up = std::clamp((line.series.value[i] - bottom) / (top - bottom), 0.f, 1.f);
        return ImVec2{area.lo.x + inset + right * (area.width() - 2 * inset),
                      area.hi.y - inset - up * (area.height() - 2 * inset)};
    };
    for (const auto& line : lines) {
        for (std::size_t i = 0; i < x.size(); ++i)
            if (std::isfinite(line.series.value[i])) out.PathLineTo(place(line, i));
        out.PathStroke(line.colour, 0, stroke(1.5f));
    }
    if (!hovered) return {};
    const float at = x.front() + (ImGui::GetIO().MousePos.x - area.lo.x - inset) / (area.width() - 2 * inset) *
                                     (x.back() - x.front());
    const std::size_t i = std::min(std::size_t(std::lower_bound(x.begin(), x.end(), at) - x.begin()), x.size() - 1);
    const float across = place(lines[0], i).x;
    out.AddLine({across, area.lo.y}, {across, area.hi.y}, colour::faint);
    for (const auto& line : lines) out.AddCircleFilled(place(line, i), stroke(3), colour::text, 12);
    return i;
}

std::optional<std::size_t> draw_series(ImDrawList& out, const PlotArea& area, const SeriesLine& line, bool hovered) {
    out.AddRectFilled(area.lo, area.hi, colour::bar, 4);
    float lo = 1e30f, hi = -1e30f;
    for (const float v : line.series.value)
        if (std::isfinite(v)) lo = std::min(lo, v), hi = std::max(hi, v);
    if (!(hi > lo)) lo -= 1, hi += 1;
    return draw_lines(out, area, {line}, lo, hi, hovered);
}

void draw_histogram(ImDrawList& out, const PlotArea& area, const std::vector<int>& counts, double axis_end,
                    double split) {
    out.AddRectFilled(area.lo, area.hi, colour::bar, 4);
    const int most = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
    const float inset = 3, room = area.width() - 2 * inset, bar = room / float(std::max<std::size_t>(counts.size(), 1));
    for (std::size_t i = 0; i < counts.size() && most > 0; ++i) {
        const bool inside = (double(i) + 0.5) / double(counts.size()) * axis_end < split;
        const float x = area.lo.x + inset + bar * float(i),
                    h = (area.height() - 2 * inset) * float(counts[i]) / float(most);
        if (h > 0)
            out.AddRectFilled({x, area.hi.y - inset - h}, {x + std::max(1.0f, bar - 1), area.hi.y - inset},
                              inside ? colour::accent : colour::faint, 1);
    }
    if (axis_end <= 0 || split > axis_end) return;
    const float x = area.lo.x + inset + room * float(split / axis_end);
    out.AddLine({x, area.lo.y}, {x, area.hi.y}, colour::warm, stroke(1.5f));
    out.AddText({std::min(x + 4, area.hi.x - ImGui::GetFontSize()), area.lo.y + 1}, colour::warm, "R");
}

ImVec2 CostPlot::place(double x, double ms) const {
    const float inset = 6, room = area_.width() - 2 * inset;
    const double share = hi_ > lo_ ? std::log(x / lo_) / std::log(hi_ / lo_) : 0.5;
    return {area_.lo.x + inset + float(share) * room, area_.hi.y - float(std::min(ms / top_, 1.0)) * area_.height()};
}

void CostPlot::stack(ImDrawList& out, const std::vector<CostPoint>& points, ImU32 first, ImU32 rest) const {
    out.PushClipRect(area_.lo, area_.hi, true);
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const auto &a = points[i], &b = points[i + 1];
        out.AddQuadFilled(place(a.x, a.first), place(a.x, a.whole), place(b.x, b.whole), place(b.x, b.first), rest);
        out.AddQuadFilled(place(a.x, 0), place(a.x, a.first), place(b.x, b.first), place(b.x, 0), first);
    }
    for (const auto& point : points) out.AddCircleFilled(place(point.x, point.whole), stroke(2.5f), colour::text, 12);
    out.PopClipRect();
}

void CostPlot::line(ImDrawList& out, const std::vector<CostPoint>& points, ImU32 colour) const {
    out.PushClipRect(area_.lo, area_.hi, true);
    for (const auto& point : points) out.PathLineTo(place(point.x, point.whole));
    out.PathStroke(colour, 0, stroke(1.5f));
    out.PopClipRect();
}

void CostPlot::mark(ImDrawList& out, double x, ImU32 colour) const {
    if (x < lo_ || x > hi_) return;
    const float at = std::round(place(x, 0).x);
    out.AddLine({at, area_.lo.y}, {at, area_.hi.y}, colour, stroke(1.5f));
}

void CostPlot::label_x(ImDrawList& out, const std::vector<CostPoint>& points) const {
    float free_from = area_.lo.x - ImGui::GetFontSize();
    for (const auto& point : points) {
        const std::string label = number(point.x);
        const float width = ImGui::CalcTextSize(label.c_str()).x,
                    x = std::min(place(point.x, 0).x - width / 2, area_.hi.x - width);
        if (x < free_from) continue;
        out.AddText({std::round(x), area_.hi.y + 2}, colour::dim, label.c_str());
        free_from = x + width + ImGui::GetFontSize() * 0.5f;
    }
}

std::optional<std::size_t> CostPlot::nearest(const std::vector<CostPoint>& points) const {
    if (points.empty()) return {};
    const float mouse = ImGui::GetIO().MousePos.x;
    const auto away = [&](const CostPoint& p) { return std::abs(place(p.x, 0).x - mouse); };
    return std::size_t(std::min_element(points.begin(), points.end(),
                                        [&](const auto& a, const auto& b) { return away(a) < away(b); }) -
                       points.begin());
}

StageColumns::StageColumns(const TimingHistory& history, double span, int columns)
    : columns_(std::size_t(std::max(columns, 1))) {
    const double start = history.clock() - span, scale = double(columns_.size()) / span;
    const auto& all = history.rows();
    const std::size_t stages = history.stages().size();
    const auto first = std::find_if(all.begin(), all.end(), [&](const auto& row) { return row.at >= start; });
    for (auto row = first; row != all.end(); ++row) {
        const auto at = std::size_t(std::clamp((row->at - start) * scale, 0.0, double(columns_.size() - 1)));
        auto& column = columns_[at];
        ++column.rows, column.step = row->step, column.total += row->total, column.mark |= row->mark;
        column.stage.resize(stages + 1);
        for (std::size_t s = 0; s < stages; ++s) column.stage[s] += row->of(s);
        column.stage[stages] += row->other();
    }
    average();
    // an empty column takes the step that was running at that time, that is, the next step to finish
    const auto first_any =
        std::find_if(columns_.begin(), columns_.end(), [](const Column& c) { return c.rows > 0; }) - columns_.begin();
    const std::ptrdiff_t from = first != all.begin() ? 0 : first_any;
    for (std::ptrdiff_t i = std::ptrdiff_t(columns_.size()) - 2; i >= from; --i) {
        auto& column = columns_[std::size_t(i)];
        const auto& next = columns_[std::size_t(i) + 1];
        if (!column.rows && next.rows) column = next, column.mark = false;
    }
}

void StageColumns::average() {
    for (auto& column : columns_) {
        const float rows = float(std::max(column.rows, 1));
        column.total /= rows;
        for (auto& stage : column.stage) stage /= rows;
    }
}

float StageColumns::top() const {
    std::vector<float> totals;
    for (const auto& column : columns_)
        if (column.rows) totals.push_back(column.total);
    if (totals.empty()) return 1;
    const auto at = totals.begin() + std::ptrdiff_t(double(totals.size() - 1) * 0.99);
    std::nth_element(totals.begin(), at, totals.end());
    return *at * 1.08f;
}

void StageColumns::draw(ImDrawList& out, const PlotArea& area, double top) const {
    const float width = area.width() / float(columns_.size());
    out.PushClipRect(area.lo, area.hi, true);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const auto& column = columns_[i];
        if (!column.rows) continue;
        const float x = area.lo.x + width * float(i);
        float y = area.hi.y;
        const auto stack = [&](float ms, ImU32 tint) {
            const float next = y - ms / float(top) * area.height();
            if (y - next > 0.05f) out.AddRectFilled({x, next}, {x + width, y}, tint);
            y = next;
        };
        for (std::size_t s = 0; s < column.stage.size(); ++s)
            stack(column.stage[s], stage_colour(s, column.stage.size() - 1));
        if (column.mark) out.AddLine({x, area.lo.y}, {x, area.hi.y}, see_through(colour::text, 0.55f), stroke(1));
        if (column.total > top) cut_mark(out, {x + width / 2, area.lo.y});
    }
    out.PopClipRect();
}

}  // namespace nearfield::ui
