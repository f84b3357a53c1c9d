// The drawer's page "A warp at work".
#include "app/panels/explain/memory_pages.hpp"
#include "app/ui/format.hpp"
#include "app/ui/number_field.hpp"
#include "app/ui/widgets.hpp"
#include "base/counted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

/// Above this number of actors, only the selected visit is laid out.
constexpr u32 most_for_all_visits = 100'000;
constexpr float narrowest = 2;  ///< pixels per iteration

constexpr ImU32 rejected = rgb(0x2c6a91);
const ImU32 &kept = colour::good, &itself = colour::text, &marked = colour::marked, &border = colour::background;

ImU32 waits() { return see_through(colour::faint, 0.28f); }

ImU32 tint_of(const std::optional<CandidateTest>& test) {
    if (!test) return waits();
    switch (test->result) {
    case CandidateTest::Result::neighbour: return kept;
    case CandidateTest::Result::itself: return itself;
    default: return rejected;
    }
}

std::string share_of_lanes(double share) { return fmt::format("{:.1f} %", share * 100); }

/// The timeline of all lanes, from top to bottom, on the screen.
struct Chart {
    const WarpTrace& warp;
    ImVec2 at;
    float step, row;  ///< pixels per iteration and per lane

    float x(u32 iteration) const { return at.x + float(iteration) * step; }
    float y(u32 lane) const { return at.y + float(lane) * row; }

    /// Draws the iterations from `from` to `to`. Equal consecutive iterations share a rectangle.
    void draw(ImDrawList& out, u32 from, u32 to) const {
        const float space = row > 4 ? 1.f : 0.f;
        for (u32 lane = 0; lane < warp_lanes; ++lane)
            for (u32 first = from; first < to;) {
                const ImU32 tint = tint_of(warp.test(lane, first));
                u32 end = first + 1;
                while (end < to && tint_of(warp.test(lane, end)) == tint) ++end;
                out.AddRectFilled({x(first), y(lane)}, {x(end), y(lane + 1) - space}, tint);
                first = end;
            }
        for (u32 begin : warp.loop_begin)
            if (begin > from && begin < to)
                out.AddLine({x(begin), at.y}, {x(begin), y(warp_lanes)}, border, step > 3 ? 1.5f : 1.f);
    }
};

void visit_buttons(WarpView& view) {
    const bool all = view.actors()->id.size() <= most_for_all_visits;
    for (const auto& visit : visits) {
        if (!visit.reads_bins) continue;
        const bool shown = view.visit() == visit.visit;
        std::string words = visit.name;
        if ((all || shown) && view.laid(visit.visit)) words += "  " + share_of_lanes(view.efficiency(visit.visit));
        if (button(std::string("warp_visit/") + visit.name, Icon::none, words.c_str(), 0, shown))
            view.choose_visit(visit.visit);
        tooltip(std::string("The queries as ") + visit.name + " (" + visit.help +
                    ") would walk the bins, with the warp execution efficiency of the present state: the share of the "
                    "lanes' time that is spent on tests.",
                "a sample of 4,096 queries, as in the panel of the search");
        ImGui::SameLine(0, ImGui::GetFontSize() * 0.3f);
    }
}

void warp_slider(Session& s, WarpView& view, const LaidOut& laid) {
    double number = view.number() + 1.0;
    ImGui::SetNextItemWidth(std::max(ImGui::GetFontSize() * 6, ImGui::GetContentRegionAvail().x));
    if (slider(s, "warp_slider", number, {1, std::max(2.0, double(laid.warps())), false, true},
               fmt::format("warp %lld of {}", laid.warps()).c_str()))
        view.choose_warp(u32(std::clamp(number, 1.0, double(laid.warps()))) - 1);
    tooltip("Which 32 consecutive actors of the storage array. At first those around the selected actor.",
            "Left, Right; Ctrl+click: type");
}

void legend_entry(ImU32 tint, const char* words) {
    swatch(tint);
    text(colour::dim, words);
    ImGui::SameLine(0, ImGui::GetFontSize() * 0.8f);
}

void summary(const WarpTrace& warp) {
    ImGui::PushFont(font(Font::small));
    legend_entry(kept, "neighbour"), legend_entry(rejected, "rejected"), legend_entry(itself, "itself"),
        legend_entry(waits(), "waits");
    const std::string words = fmt::format("{} of the lanes' time: {} tests in {} iterations and {}, places {} to {}",
                                          share_of_lanes(warp.efficiency()), grouped(double(warp.useful())),
                                          grouped(warp.iterations()), counted(warp.loop_begin.size() - 1, "loop"),
                                          grouped(warp.first), grouped(warp.first + double(warp.lanes.size()) - 1));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    clipped_text(*ImGui::GetWindowDrawList(), at, room, colour::text, words);
    ImGui::Dummy({room, ImGui::GetFontSize()});
    tooltip(words + ".", "Each loop lasts until the lane with the most candidates is done: a bin, a strip or, fused, "
                         "several rows. On a GPU; a CPU has no warps.");
    see("warp_summary");
    ImGui::PopFont();
}

std::string doing(const LaidOut& laid, const std::optional<CandidateTest>& test) {
    if (!test) return "waits for the lanes that still have candidates";
    const u32 id = laid.id_at(test->place), bin = laid.bin_at(test->place);
    switch (test->result) {
    case CandidateTest::Result::itself: return fmt::format("meets itself in bin {}", bin);
    case CandidateTest::Result::neighbour: return fmt::format("tests actor {} in bin {}: a neighbour", id, bin);
    default: return fmt::format("tests actor {} in bin {}: rejected", id, bin);
    }
}

/// Shows a tooltip for the lane under the mouse; a click selects its actor.
void point_at(Session& s, const LaidOut& laid, const Chart& chart) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto& warp = chart.warp;
    const auto lane = u32(std::clamp((mouse.y - chart.at.y) / chart.row, 0.f, float(warp_lanes - 1))),
               iteration = u32(std::max(0.f, (mouse.x - chart.at.x) / chart.step));
    if (iteration >= warp.iterations()) return;
    const bool clicked = ImGui::IsItemClicked();
    ImGui::BeginTooltip();
    if (lane >= warp.lanes.size()) ImGui::TextUnformatted(fmt::format("Lane {} has no actor", lane).c_str());
    else {
        const u32 place = warp.first + lane;
        ImGui::TextUnformatted(
            fmt::format("Lane {}: actor {} in bin {}", lane, laid.id_at(place), laid.bin_at(place)).c_str());
        text(colour::dim, doing(laid, warp.test(lane, iteration)));
        const auto loop = std::upper_bound(warp.loop_begin.begin(), warp.loop_begin.end(), iteration);
        text(colour::faint, fmt::format("iteration {}, loop {} of {} · click to select the lane's actor", iteration + 1,
                                        loop - warp.loop_begin.begin(), warp.loop_begin.size() - 1));
        if (clicked) s.simulation.send(command::Select{laid.id_at(place)});
    }
    ImGui::EndTooltip();
}

/// Draws lane numbers and marks the lane of the selected actor.
void lane_names(const Session& s, const LaidOut& laid, const Chart& chart, float x) {
    auto& out = *ImGui::GetWindowDrawList();
    const float em = ImGui::GetFontSize();
    for (u32 lane = 0; lane < warp_lanes; lane += 8)
        out.AddText({x, std::round(chart.y(lane))}, colour::faint, std::to_string(lane).c_str());
    for (u32 lane = 0; lane < chart.warp.lanes.size(); ++lane) {
        if (laid.id_at(chart.warp.first + lane) != s.status->selected) continue;
        const float y = chart.y(lane) + chart.row / 2, tip = x + em * 2.1f;
        out.AddTriangleFilled({tip - em * 0.6f, y - em * 0.35f}, {tip, y}, {tip - em * 0.6f, y + em * 0.35f}, marked);
    }
}

void lanes(Session& s, const LaidOut& laid, const WarpTrace& warp) {
    ImGui::PushFont(font(Font::small));
    const float em = ImGui::GetFontSize(), names = em * 2.4f;
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float fits = (room.x - names) / float(std::max(1u, warp.iterations()));
    const float bar = fits < narrowest ? ImGui::GetStyle().ScrollbarSize : 0;
    const float row = std::max(2.f, std::floor((room.y - bar) / float(warp_lanes)));
    ImGui::SetCursorScreenPos({at.x + names, at.y});
    ImGui::BeginChild("lanes", {room.x - names, row * float(warp_lanes) + bar}, false,
                      ImGuiWindowFlags_HorizontalScrollbar);
    const Chart chart{warp, ImGui::GetCursorScreenPos(), std::clamp(fits, narrowest, em), row};
    surface("warp_chart", {std::max(1.f, chart.step * float(warp.iterations())), row * float(warp_lanes)});
    const float left = ImGui::GetScrollX() / chart.step, wide = (room.x - names) / chart.step;
    const bool hovered = ImGui::IsItemHovered();
    chart.draw(*ImGui::GetWindowDrawList(), std::min(u32(left), warp.iterations()),
               std::min(u32(left + wide) + 2, warp.iterations()));
    if (hovered) point_at(s, laid, chart);
    ImGui::EndChild();
    lane_names(s, laid, {warp, {at.x, at.y}, chart.step, row}, at.x);
    ImGui::PopFont();
}

}  // namespace

void WarpPage::draw(Session& s, const Rect&) {
    ImGui::NewLine();
    auto& view = view_;
    view.follow(s.status->memory), view.select(s.status->selected);
    const auto* laid = view.laid(view.visit());
    if (!laid) return no_layout(s, view.refused(view.visit()));
    visit_buttons(view);
    warp_slider(s, view, *laid);
    const auto& warp = view.trace();
    summary(warp);
    lanes(s, *laid, warp);
}

}  // namespace nearfield::ui
