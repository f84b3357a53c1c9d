// An open recording: its profile over steps, a second recording for comparison, and controls to continue from a step.
#include "app/panels/record/recordings_panel.hpp"
#include "app/ui/export.hpp"
#include "app/ui/format.hpp"
#include "app/ui/plots.hpp"
#include "app/ui/widgets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

constexpr std::size_t most_exported = 4000;  ///< rows

/// Returns the rows' positions on the axis: steps, or row numbers if the run was restarted.
std::vector<double> places_of(const Profile& profile) {
    auto places = profile.column("step");
    if (std::adjacent_find(places.begin(), places.end(), std::greater_equal<>()) == places.end()) return places;
    for (std::size_t r = 0; r < places.size(); ++r) places[r] = double(r + 1);
    return places;
}

/// Up to two recordings on a common axis.
struct Sheet {
    const OpenRecording& first;
    const OpenRecording* second;
    std::vector<double> x, x_second;
    double lo, hi;
    std::vector<std::string> stages;

    explicit Sheet(const RecordingDesk& desk)
        : first(*desk.open),
          second(desk.over ? &*desk.over : nullptr),
          x(places_of(first.profile)),
          lo(x.front() - 1),
          hi(x.back()),
          stages(first.profile.stages()) {
        if (!second) return;
        x_second = places_of(second->profile);
        lo = std::min(lo, x_second.front() - 1), hi = std::max(hi, x_second.back());
    }
    float place(const PlotArea& area, double at) const {
        return area.lo.x + float((at - lo) / (hi - lo)) * area.width();
    }
    std::size_t row_at(const PlotArea& area, float pixel) const {
        const double at = lo + double((pixel - area.lo.x) / area.width()) * (hi - lo);
        return std::min(std::size_t(std::lower_bound(x.begin(), x.end(), at) - x.begin()), x.size() - 1);
    }
    /// Returns a row's time per stage, ms; the last entry is the time outside all stages.
    std::vector<float> times(std::size_t row) const {
        std::vector<float> ms;
        double rest = first.profile.column("total_ms")[row];
        for (const auto& stage : stages) {
            const double time = first.profile.column(stage + "_ms")[row];
            ms.push_back(std::isnan(time) ? 0 : float(time)), rest -= ms.back();
        }
        ms.push_back(float(std::max(0., rest)));
        return ms;
    }
};

/// Returns sums of rows per pixel column. A row covers the interval since the previous step.
std::vector<StageColumns::Column> stacked(const Sheet& sheet, int pixels) {
    std::vector<StageColumns::Column> columns(std::size_t(std::max(pixels, 1)));
    const double scale = double(columns.size()) / (sheet.hi - sheet.lo);
    const auto& totals = sheet.first.profile.column("total_ms");
    for (std::size_t r = 0; r < sheet.x.size(); ++r) {
        const auto ms = sheet.times(r);
        const double end = (sheet.x[r] - sheet.lo) * scale, begin = end - scale;
        const auto last = std::min(std::size_t(std::max(0., std::ceil(end) - 1)), columns.size() - 1);
        for (auto c = std::min(std::size_t(std::max(0., begin)), last); c <= last; ++c) {
            auto& column = columns[c];
            ++column.rows, column.total += float(totals[r]);
            column.stage.resize(ms.size());
            for (std::size_t s = 0; s < ms.size(); ++s) column.stage[s] += ms[s];
        }
    }
    return columns;
}

/// A value at a position on the axis.
struct Reading {
    double x, y;
};

/// Returns at most about `most` readings, each the median of consecutive rows.
std::vector<Reading> thinned(const std::vector<double>& x, const std::vector<double>& y, std::size_t most) {
    const std::size_t stride = std::max<std::size_t>(1, x.size() / std::max<std::size_t>(most, 1));
    std::vector<Reading> readings;
    for (std::size_t r = 0; r < std::min(x.size(), y.size()); r += stride) {
        std::vector<double> some;
        for (std::size_t i = r; i < std::min(r + stride, y.size()); ++i)
            if (!std::isnan(y[i])) some.push_back(y[i]);
        if (!some.empty()) readings.push_back({x[std::min(r + stride / 2, x.size() - 1)], median(some).ms});
    }
    return readings;
}

struct Range {
    double lo = 0, hi = 1;
};

void draw_line(const Sheet& sheet, const PlotArea& area, const std::vector<Reading>& readings, const Range& range,
               ImU32 tint) {
    auto& out = *ImGui::GetWindowDrawList();
    out.PushClipRect(area.lo, area.hi, true);
    for (const auto& reading : readings)
        out.PathLineTo({sheet.place(area, reading.x),
                        area.hi.y - float((reading.y - range.lo) / (range.hi - range.lo)) * area.height()});
    out.PathStroke(tint, 0, 1.6f);
    out.PopClipRect();
}

/// Returns the width that both plots need for their scales at the left.
float scale_room(double time_top, const Range& range) {
    return std::max({ImGui::GetFontSize() * 3, scale_width(time_top, "ms"), scale_width(range.hi, "", range.lo)});
}

/// Handles input on the plot: a click or drag selects the row.
void plot_input(RecordingDesk& desk, const Sheet& sheet, const PlotArea& area, const char* id) {
    ImGui::SetCursorScreenPos(area.lo);
    surface(id, {area.width(), area.height()});
    if (ImGui::IsItemActive()) desk.row = sheet.row_at(area, ImGui::GetIO().MousePos.x);
    const float x = sheet.place(area, sheet.x[desk.row]);
    ImGui::GetWindowDrawList()->AddLine({x, area.lo.y}, {x, area.hi.y}, see_through(colour::text, 0.7f), 1.5f);
}

Curves::Points exported(const std::vector<double>& x, const std::vector<double>& y) {
    Curves::Points points;
    const std::size_t stride = (x.size() + most_exported - 1) / most_exported;
    for (std::size_t r = 0; r < std::min(x.size(), y.size()); r += stride)
        if (!std::isnan(y[r])) points.emplace_back(x[r], y[r]);
    return points;
}

/// Returns a metric's title with its unit; its key if the scene lacks it.
std::string title_of(const OpenRecording& open, const std::string& key) {
    for (const auto& scene : scenes())
        for (const auto& metric : scene.metrics)
            if (scene.key == open.about.scene && metric.key == key)
                return metric.unit.empty() ? metric.title : metric.title + ", " + metric.unit;
    return key;
}

std::string names_of(const Sheet& sheet) {
    return sheet.first.about.name + (sheet.second ? " and " + sheet.second->about.name : "");
}

Curves curves_of_times(const Sheet& sheet) {
    Curves curves{.title = "Time per step", .x_label = "step", .y_label = "ms", .lines = {}};
    for (const auto& stage : sheet.stages)
        curves.lines.push_back({stage, exported(sheet.x, sheet.first.profile.column(stage + "_ms"))});
    curves.lines.push_back({"whole step", exported(sheet.x, sheet.first.profile.column("total_ms"))});
    if (sheet.second)
        curves.lines.push_back(
            {sheet.second->about.name, exported(sheet.x_second, sheet.second->profile.column("total_ms"))});
    return curves;
}

void time_plot(Session& s, RecordingDesk& desk, const Sheet& sheet, const PlotArea& area, const StageColumns& columns,
               double top) {
    auto& out = *ImGui::GetWindowDrawList();
    draw_scale(out, area, top, "ms");
    columns.draw(out, area, top);
    if (sheet.second)
        draw_line(sheet, area,
                  thinned(sheet.x_second, sheet.second->profile.column("total_ms"), std::size_t(area.width() / 2)),
                  {0, top}, colour::text);
    plot_input(desk, sheet, area, "recording_times");
    export_menu(
        s, "profile", {area.lo.x - ImGui::GetFontSize() * 5, area.lo.y - 4}, {area.hi.x, area.hi.y + 4},
        [&] { return curves_of_times(sheet); }, names_of(sheet));
}

Range range_of(const std::vector<Reading>& first, const std::vector<Reading>& second) {
    double lo = INFINITY, hi = -INFINITY;
    for (const auto* readings : {&first, &second})
        for (const auto& reading : *readings) lo = std::min(lo, reading.y), hi = std::max(hi, reading.y);
    if (!(lo <= hi)) return {};
    if (lo >= 0) return {0, hi > 0 ? round_up(hi) : 1};
    return {-round_up(-lo), hi > 0 ? round_up(hi) : 0};
}

void metric_plot(Session& s, RecordingDesk& desk, const Sheet& sheet, const PlotArea& area,
                 const std::vector<Reading>& first, const std::vector<Reading>& second, const Range& range) {
    const auto& metric = desk.metric;
    const std::string title = title_of(sheet.first, metric);
    auto& out = *ImGui::GetWindowDrawList();
    draw_scale(out, area, range.hi, "", range.lo);
    draw_line(sheet, area, first, range, colour::accent);
    draw_line(sheet, area, second, range, colour::text);
    plot_input(desk, sheet, area, "recording_metric");
    export_menu(
        s, metric, {area.lo.x - ImGui::GetFontSize() * 5, area.lo.y - 4}, {area.hi.x, area.hi.y + 4},
        [&] {
            Curves curves{.title = title, .x_label = "step", .y_label = title, .lines = {}};
            curves.lines.push_back({sheet.first.about.name, exported(sheet.x, sheet.first.profile.column(metric))});
            if (sheet.second)
                curves.lines.push_back(
                    {sheet.second->about.name, exported(sheet.x_second, sheet.second->profile.column(metric))});
            return curves;
        },
        names_of(sheet));
    out.AddText({area.lo.x + ImGui::GetFontSize() * 0.6f, area.lo.y + 2}, colour::accent_bright, title.c_str());
}

void plots(Session& s, RecordingDesk& desk, const Sheet& sheet, ImVec2 size) {
    ImGui::PushFont(font(Font::small));
    const float em = ImGui::GetFontSize(), upper = std::round((size.y - em * 2.6f) * 0.62f);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const auto pixels = std::size_t(std::max(size.x / 2, 1.f));
    const StageColumns columns(stacked(sheet, int(pixels)));
    double most = columns.top();
    const auto& metric = desk.metric;
    const auto first = thinned(sheet.x, sheet.first.profile.column(metric), pixels),
               second = sheet.second ? thinned(sheet.x_second, sheet.second->profile.column(metric), pixels)
                                     : std::vector<Reading>();
    if (sheet.second)
        for (const auto& reading : thinned(sheet.x_second, sheet.second->profile.column("total_ms"), pixels / 8))
            most = std::max(most, 1.05 * reading.y);
    const double top = round_up(std::max(most, 1e-6));
    const Range range = range_of(first, second);
    const float left = scale_room(top, range), right = at.x + size.x - em * 0.5f;
    const PlotArea times{{at.x + left, at.y + em * 0.5f}, {right, at.y + em * 0.5f + upper}};
    const PlotArea below{{times.lo.x, times.hi.y + em * 1.8f}, {right, at.y + size.y - em * 0.5f}};
    time_plot(s, desk, sheet, times, columns, top);
    auto& out = *ImGui::GetWindowDrawList();
    const std::string begin = grouped(sheet.lo + 1), end = grouped(sheet.hi) + " steps";
    out.AddText({times.lo.x, times.hi.y + 2}, colour::dim, begin.c_str());
    out.AddText({right - ImGui::CalcTextSize(end.c_str()).x, times.hi.y + 2}, colour::dim, end.c_str());
    if (!metric.empty()) metric_plot(s, desk, sheet, below, first, second, range);
    ImGui::PopFont();
}

void cell(ImU32 tint, const std::string& words) {
    ImGui::TableNextColumn();
    right_text(tint, words);
}

bool begin_readout(const RecordingDesk& desk, const std::string& title, const std::string& step) {
    const int columns = desk.over ? 4 : 3;
    const float em = ImGui::GetFontSize();
    if (!ImGui::BeginTable(title.c_str(), columns, ImGuiTableFlags_NoSavedSettings)) return false;
    ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
    for (int c = 1; c < columns; ++c)
        ImGui::TableSetupColumn(std::to_string(c).c_str(), ImGuiTableColumnFlags_WidthFixed, em * 5.4f);
    ImGui::TableNextColumn(), text(colour::faint, title);
    cell(colour::faint, step), cell(colour::faint, "median");
    if (desk.over) cell(colour::faint, "other's");
    return true;
}

double median_at(const std::map<std::string, double>& medians, const std::string& head) {
    const auto at = medians.find(head);
    return at == medians.end() ? NAN : at->second;
}

std::string shown_ms(double ms) { return std::isnan(ms) ? "–" : milliseconds(ms); }
std::string shown(double value) { return std::isnan(value) ? "–" : number(value); }

/// Draws a row's time and the medians of both recordings.
void time_row(const RecordingDesk& desk, std::optional<ImU32> mark, const std::string& name, double ms,
              const std::string& head) {
    const ImU32 tint = mark ? colour::text : colour::accent_bright;
    ImGui::TableNextColumn();
    if (mark) swatch(*mark);
    text(tint, name);
    cell(tint, shown_ms(ms)), cell(mark ? colour::dim : tint, shown_ms(median_at(desk.median, head)));
    if (desk.over) cell(mark ? colour::dim : tint, shown_ms(median_at(desk.above, head)));
}

void times_readout(const RecordingDesk& desk, const Sheet& sheet) {
    const auto& profile = sheet.first.profile;
    const auto stages = sheet.stages.size();
    for (std::size_t i = 0; i < stages; ++i) {
        const std::string head = sheet.stages[i] + "_ms";
        time_row(desk, stage_colour(i, stages), sheet.stages[i], profile.column(head)[desk.row], head);
    }
    if (const float rest = sheet.times(desk.row).back(); rest > 0.005 * profile.column("total_ms")[desk.row])
        time_row(desk, stage_colour(stages, stages), "other", rest, "");
    time_row(desk, {}, "whole step", profile.column("total_ms")[desk.row], "total_ms");
}

void metrics_readout(RecordingDesk& desk, const Sheet& sheet) {
    for (const auto& metric : sheet.first.profile.metrics()) {
        ImGui::TableNextColumn();
        if (pick("recording_metric/" + metric, title_of(sheet.first, metric), metric == desk.metric))
            desk.metric = metric;
        cell(colour::text, shown(sheet.first.profile.column(metric)[desk.row]));
        cell(colour::dim, shown(median_at(desk.median, metric)));
        if (desk.over) cell(colour::dim, shown(median_at(desk.above, metric)));
    }
}

void readout(RecordingDesk& desk, const Sheet& sheet) {
    ImGui::PushFont(font(Font::small));
    const float em = ImGui::GetFontSize();
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {em * 0.3f, em * 0.1f});
    const std::string step = "step " + grouped(sheet.first.profile.column("step")[desk.row]);
    if (begin_readout(desk, "stage, ms", step)) times_readout(desk, sheet), ImGui::EndTable();
    ImGui::Dummy({0, em * 0.4f});
    if (begin_readout(desk, "metric", step)) metrics_readout(desk, sheet), ImGui::EndTable();
    ImGui::PopStyleVar();
    ImGui::PopFont();
}

/// Draws the choice of a second recording and its comparison with the first.
void comparison(RecordingDesk& desk) {
    const float em = ImGui::GetFontSize();
    ImGui::AlignTextToFramePadding();
    text(colour::dim, "Lay over it");
    ImGui::SameLine(0, em * 0.6f);
    std::vector<std::string> names{"no other"};
    std::vector<const Recording*> others{nullptr};
    int chosen = 0;
    for (const auto& other : desk.all) {
        if (other.is_state || !other.steps || *other.steps == 0 || other.path == desk.open->about.path) continue;
        if (desk.over && desk.over->about.path == other.path) chosen = int(names.size());
        names.push_back(other.name), others.push_back(&other);
    }
    ImGui::SetNextItemWidth(em * 20);
    if (choose("recording_over", names, chosen)) {
        desk.over.reset(), desk.above.clear(), desk.problem.clear();
        if (const auto* other = others[std::size_t(chosen)])
            desk.laying_over =
                std::async(std::launch::async, [folder = other->path] { return open_recording(folder); });
    }
    ImGui::SameLine(0, em);
    ImGui::AlignTextToFramePadding();
    if (desk.laying_over.valid()) text(colour::dim, "Reading …");
    else if (!desk.over) text(colour::faint, "Its time per step is drawn as a line.");
    else if (desk.paired.steps == 0) text(colour::warm, "The two have no step in common.");
    else {
        const auto& ratio = desk.paired.ratio;
        text(colour::text, fmt::format("its time per step is {:.3g} times this one's, {:.3g} to {:.3g}", ratio.median,
                                       ratio.lo, ratio.hi));
        tooltip(fmt::format("Median over the {} steps that both have, and its 95 % interval.", desk.paired.steps));
    }
    see("recording_ratio");
}

std::string note_on_going_on(const OpenRecording& open, bool possible) {
    if (!possible && open.cannot_continue == open.about.problem) return "Cannot be continued, for that reason.";
    if (!possible) return "Cannot be continued from here: " + open.cannot_continue;
    if (open.exact) return "Its run is done again up to there and ends in the same state, to the last bit.";
    return "Its run is done again up to there. It is not deterministic, so the state may differ from the recorded one.";
}

}  // namespace

void RecordingsPanel::page_header(Session& s) {
    auto& desk = desk_;
    const auto& about = desk.open->about;
    const float em = ImGui::GetFontSize();
    if (button("recordings/back", Icon::none, "Back to the list", em * 9)) {
        desk.opening = {}, desk.problem.clear();
        s.desk.focus_front();  // focuses the text field
        desk.open.reset(), desk.over.reset();
        return open_item(s, desk.folder.string());
    }
    ImGui::SameLine(0, em);
    ImGui::PushFont(font(Font::bold));
    ImGui::AlignTextToFramePadding();
    text(colour::accent_bright, about.name);
    ImGui::PopFont();
    ImGui::SameLine(0, em);
    ImGui::AlignTextToFramePadding();
    text(colour::dim,
         fmt::format("{} on {} · {} · {} actors · {} steps in {} s", about.scene, about.backend,
                     about.date.substr(0, 16), about.actors ? grouped(double(*about.actors)) : "–",
                     grouped(double(desk.open->profile.rows())), number(std::round(about.seconds * 100) / 100)));
    if (!about.problem.empty()) wrapped(colour::warm, about.problem);
}

void RecordingsPanel::going_on(Session& s) {
    auto& desk = desk_;
    const auto& open = *desk.open;
    const float em = ImGui::GetFontSize();
    const bool possible = desk.row < open.moments.size();
    const std::string words = "Continue from step " + grouped(open.profile.column("step")[desk.row]);
    ImGui::BeginDisabled(!possible);
    const bool pressed = button("recording_continue", Icon::play, words.c_str(), em * 18, possible);
    ImGui::EndDisabled();
    tooltip("Ends the present run. What the recorded user did is done again up to this step; from there on it is "
            "yours to change.");
    ImGui::SameLine(0, em);
    ImGui::AlignTextToFramePadding();
    ImGui::PushFont(font(Font::small));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    const std::string note = note_on_going_on(open, possible);
    ImGui::Dummy({room, em});
    tooltip(note);
    clipped_text(*ImGui::GetWindowDrawList(), {at.x, std::round(at.y + em * 0.15f)}, room,
                 possible && open.exact ? colour::dim : colour::warm, note);
    ImGui::PopFont();
    if (pressed) attempt(s, [&] { continue_from(s, open.about.path, open.moments[desk.row]); });
}

void RecordingsPanel::recording_page(Session& s, float height) {
    auto& desk = desk_;
    page_header(s);
    if (!desk.open) return;
    const auto last = std::ptrdiff_t(desk.open->profile.rows()) - 1;
    desk.row = std::size_t(std::clamp<std::ptrdiff_t>(std::ptrdiff_t(desk.row) + s.keyboard.moves, 0, last));
    comparison(desk);
    const Sheet sheet(desk);
    const float em = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x;
    const float table = std::min(em * (desk.over ? 24.f : 20.f), width * 0.42f);
    const ImVec2 at = ImGui::GetCursorPos();
    const float room = std::max(height - at.y - ImGui::GetFrameHeightWithSpacing() - em * 0.4f, em * 8);
    plots(s, desk, sheet, {width - table - em, room});
    ImGui::SetCursorPos({at.x + width - table, at.y});
    ImGui::BeginChild("readout", {table, room}, false, ImGuiWindowFlags_NoNav);
    readout(desk, sheet);
    ImGui::EndChild();
    going_on(s);
}

}  // namespace nearfield::ui
