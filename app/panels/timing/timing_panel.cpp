#include "app/lessons/texts.hpp"
#include "app/ui/export.hpp"
#include "app/ui/format.hpp"
#include "app/ui/plots.hpp"
#include "app/ui/session.hpp"
#include "app/ui/widgets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

constexpr double summary_interval = 0.3;

/// The page of times per stage over the last steps.
class TimingPanel : public Panel {
  public:
    TimingPanel() : Panel("timing", Place::page, "TIMING", "What each stage of a step costs.") {}
    void draw(Session& s, const Rect&) override;
    void tend(Session& s, const std::vector<StepRow>&) override {
        if (std::exchange(world_, s.status->world) != s.status->world) held_.reset();
    }
    std::vector<Action> actions() override {
        return in_menu("View", {{.name = "Timing drawer",
                                 .chords = {letter('m')},
                                 .help = "Shows or hides the live timing.",
                                 .act = [this](Session& s) { s.desk.toggle_page(s, *this); },
                                 .checked = [this](const Session& s) { return s.desk.shows(s, *this); }}});
    }

  private:
    const TimingHistory& shown(const Session& s) const { return held_ ? *held_ : s.history.timing; }
    void refresh_summary(Session& s);
    void header(Session& s);
    void mouse_reading(const Session& s, const StageColumns& columns, const PlotArea& area) const;
    Curves curves_of(const Session& s) const;
    void plot(Session& s, ImVec2 size);
    void table(Session& s, bool narrow) const;

    std::optional<TimingHistory> held_;  ///< history frozen on screen; none: live
    std::vector<TimingHistory::Line> lines_;
    TimingHistory::Line total_;
    double next_summary_ = 0;
    double top_ = 1;  ///< ms at the top of the plot
    u64 world_ = 0;
};

void TimingPanel::refresh_summary(Session& s) {
    const bool first = total_.mean == 0 && !shown(s).rows().empty();
    if (ImGui::GetTime() < next_summary_ && !first) return;
    next_summary_ = ImGui::GetTime() + summary_interval;
    lines_ = shown(s).summary(s.preferences.span);
    total_ = shown(s).total(s.preferences.span);
}

void TimingPanel::header(Session& s) {
    const float em = ImGui::GetFontSize();
    for (const int span : {5, 10, 30}) {
        const std::string words = std::to_string(span) + " s";
        if (button("timing_" + std::to_string(span), Icon::none, words.c_str(), em * 3.2f, s.preferences.span == span))
            s.preferences.span = span, next_summary_ = 0;
        tooltip("Shows the last " + std::to_string(span) + " seconds in which steps were made.");
        ImGui::SameLine(0, em * 0.3f);
    }
    ImGui::SameLine(0, em);
    if (button("timing_hold", held_ ? Icon::play : Icon::pause, held_ ? "Live" : "Hold", em * 5, held_.has_value())) {
        held_ ? held_.reset() : void(held_ = s.history.timing);
        next_summary_ = 0;
    }
    tooltip("Holds this plot for reading; the simulation goes on.");
    ImGui::SameLine(0, em * 1.5f);
    ImGui::AlignTextToFramePadding();
    text(colour::dim, fmt::format("{:.0f} frames/s · {} steps/s", s.window.frames_per_second,
                                  number(std::round(s.status->steps_per_second * 10) / 10)));
}

void TimingPanel::mouse_reading(const Session& s, const StageColumns& columns, const PlotArea& area) const {
    const float along = (ImGui::GetIO().MousePos.x - area.lo.x) / area.width();
    const auto& all = columns.columns();
    const auto& column = all[std::size_t(std::clamp(along * float(all.size()), 0.0f, float(all.size() - 1)))];
    const float x = ImGui::GetIO().MousePos.x;
    ImGui::GetWindowDrawList()->AddLine({x, area.lo.y}, {x, area.hi.y}, see_through(colour::text, 0.5f));
    if (!column.rows) return;
    ImGui::BeginTooltip();
    text(colour::text, "Step " + grouped(double(column.step)), Font::bold);
    if (column.mark) text(colour::dim, "reset or changed parameter");
    if (ImGui::BeginTable("reading", 2)) {
        const auto row = [](ImU32 tint, const std::string& name, float ms) {
            ImGui::TableNextColumn(), text(tint, "● "), ImGui::SameLine(0, 0), ImGui::TextUnformatted(name.c_str());
            ImGui::TableNextColumn(), ImGui::TextUnformatted((milliseconds(ms) + " ms").c_str());
        };
        const auto& stages = shown(s).stages();
        for (std::size_t i = 0; i < column.stage.size(); ++i)
            if (column.stage[i] > 0)
                row(stage_colour(i, stages.size()), i < stages.size() ? stages[i] : "other", column.stage[i]);
        row(colour::text, "step", column.total);
        ImGui::EndTable();
    }
    ImGui::EndTooltip();
}

/// Returns the stages' times over steps in the visible span, for export.
Curves TimingPanel::curves_of(const Session& s) const {
    const auto& history = shown(s);
    Curves curves{.title = "Time per step", .x_label = "step", .y_label = "ms", .lines = {}};
    for (const auto& stage : history.stages()) curves.lines.push_back({stage, {}});
    curves.lines.push_back({"other", {}});
    for (const auto& row : history.rows()) {
        if (row.at < history.clock() - s.preferences.span) continue;
        for (std::size_t i = 0; i < history.stages().size(); ++i)
            curves.lines[i].points.push_back({double(row.step), row.of(i)});
        curves.lines.back().points.push_back({double(row.step), row.other()});
    }
    return curves;
}

void TimingPanel::plot(Session& s, ImVec2 size) {
    ImGui::PushFont(font(Font::small));
    const float em = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float left = std::max(em * 4.6f, scale_width(top_, "ms"));
    const PlotArea area{{at.x + left, at.y + em * 0.5f}, {at.x + size.x, at.y + size.y - em * 0.5f}};
    const StageColumns columns(shown(s), s.preferences.span, int(area.width() / 2));
    const double needed = round_up(columns.top());
    if (needed > top_ || needed < 0.6 * top_) top_ = needed;
    const double top = top_;
    auto& out = *ImGui::GetWindowDrawList();
    draw_scale(out, area, top, "ms");
    columns.draw(out, area, top);
    ImGui::SetCursorScreenPos(area.lo);
    surface("timing_plot", {area.width(), area.height()});
    export_menu(s, "timing", at, {at.x + size.x, at.y + size.y}, [&] { return curves_of(s); });
    if (shown(s).rows().empty())
        clipped_text(out, {area.lo.x + em, area.lo.y + em}, area.width() - 2 * em, colour::faint,
                     "Steps appear here as they are made.");
    if (held_) out.AddText({area.lo.x + em * 0.6f, area.lo.y + em * 0.4f}, colour::warm, "held");
    ImGui::PopFont();
    if (ImGui::IsItemHovered()) mouse_reading(s, columns, area);
}

/// Draws the times of a stage; in a narrow table only mean and share.
void numbers(ImU32 tint, const TimingHistory::Line& line, bool narrow) {
    for (const double ms : narrow ? std::vector{line.mean} : std::vector{line.now, line.mean, line.p95}) {
        ImGui::TableNextColumn();
        right_text(tint, milliseconds(ms));
    }
    ImGui::TableNextColumn();
    right_text(colour::dim, fmt::format("{:.0f} %", line.share * 100));
}

void TimingPanel::table(Session& s, bool narrow) const {
    const auto names = narrow ? std::vector{"mean", "share"} : std::vector{"now", "mean", "p95", "share"};
    ImGui::PushFont(font(Font::small));
    const float em = ImGui::GetFontSize();
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {em * 0.35f, em * 0.12f});
    if (ImGui::BeginTable("stages", int(names.size()) + 1, ImGuiTableFlags_NoSavedSettings)) {
        ImGui::TableSetupColumn("stage", ImGuiTableColumnFlags_WidthStretch);
        for (const char* name : names) ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthFixed, em * 3.7f);
        ImGui::TableNextColumn(), text(colour::faint, "stage, ms");
        for (const char* name : names) ImGui::TableNextColumn(), right_text(colour::faint, name);
        for (const auto& line : lines_) {
            ImGui::TableNextColumn();
            swatch(stage_colour(line.stage, shown(s).stages().size()));
            text(colour::text, line.name);
            if (const auto meaning = lessons::meaning_of_stage(line.name); !meaning.empty()) tooltip(meaning);
            see("timing/" + line.name);
            numbers(colour::text, line, narrow);
        }
        if (total_.mean > 0) {
            ImGui::TableNextColumn();
            text(colour::accent_bright, "whole step");
            numbers(colour::accent_bright, total_, narrow);
        }
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
    ImGui::PopFont();
}

void TimingPanel::draw(Session& s, const Rect&) {
    refresh_summary(s);
    header(s);
    const float em = ImGui::GetFontSize(), gap = em * 1.2f;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float table_width = std::min(em * 23, room.x * 0.5f);
    const ImVec2 at = ImGui::GetCursorPos();
    plot(s, {room.x - table_width - gap, room.y});
    ImGui::SetCursorPos({at.x + room.x - table_width, at.y});
    ImGui::BeginChild("table", {table_width, room.y}, false, ImGuiWindowFlags_NoNav);
    table(s, table_width < em * 18);
    ImGui::EndChild();
}

}  // namespace

Panels timing_panels() { return panels_of<TimingPanel>(); }

}  // namespace nearfield::ui
