// The list of recordings in a folder.
#include "app/panels/record/recordings_panel.hpp"
#include "app/ui/format.hpp"
#include "app/ui/overlay_window.hpp"
#include "app/ui/widgets.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

struct Column {
    const char* head;
    float em;    ///< width, text heights; 0: the rest
    bool right;  ///< True for right-aligned numbers
};
constexpr Column columns[] = {{"name", 0, false},         {"date (UTC)", 9.5f, false}, {"scene", 7, false},
                              {"backend", 5, false},      {"actors", 6, true},         {"steps", 6, true},
                              {"computed, s", 6.5f, true}};

std::vector<std::string> cells_of(const Recording& r) {
    const auto count = [](const std::optional<u64>& n) { return n ? grouped(double(*n)) : std::string("–"); };
    return {r.name,
            r.date.empty() ? "–" : r.date.substr(0, 16),
            r.scene.empty() ? "–" : r.scene,
            r.backend.empty() ? "–" : r.backend,
            count(r.actors),
            count(r.steps),
            r.is_state ? "state"
            : r.steps  ? number(std::round(r.seconds * 100) / 100)
                       : "–"};
}

/// Draws a row of cells, starting at `at`.
void draw_cells(const std::vector<std::string>& cells, ImVec2 at, float width, ImU32 first, ImU32 others) {
    const float em = ImGui::GetFontSize();
    float fixed = 0;
    for (const auto& column : columns) fixed += column.em * em;
    auto& out = *ImGui::GetWindowDrawList();
    for (std::size_t c = 0; c < cells.size(); ++c) {
        const auto& column = columns[c];
        const float room = (column.em > 0 ? column.em * em : std::max(width - fixed, em * 8)) - em * 0.8f;
        const float shift = column.right ? std::max(0.f, room - ImGui::CalcTextSize(cells[c].c_str()).x) : 0;
        clipped_text(out, {std::round(at.x + shift), at.y}, room, c ? others : first, cells[c]);
        at.x += room + em * 0.8f;
    }
}

std::string problem_of(const Session& s, const Recording& r) {
    return s.status->recording == r.path.string() ? "is being recorded; Ctrl+R ends it" : r.problem;
}

bool recording_row(Session& s, const Recording& r, bool chosen) {
    const float em = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x - em;
    const std::string problem = problem_of(s, r);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::Selectable("##recording", chosen, 0, {0, em * (problem.empty() ? 1.5f : 2.8f)});
    see("recording/" + r.name);
    draw_cells(cells_of(r), {at.x + em * 0.5f, std::round(at.y + em * 0.25f)}, width,
               chosen ? colour::accent_bright : colour::text, colour::dim);
    if (problem.empty()) return pressed;
    tooltip(problem);
    ImGui::PushFont(font(Font::small));
    clipped_text(*ImGui::GetWindowDrawList(), {at.x + em * 1.2f, std::round(at.y + em * 1.6f)}, width - em,
                 colour::warm, problem);
    ImGui::PopFont();
    return pressed;
}

}  // namespace

/// Draws the recordings. Returns the clicked one.
const Recording* RecordingsPanel::list(Session& s, float height) {
    auto& desk = desk_;
    const float em = ImGui::GetFontSize();
    std::vector<std::string> heads;
    for (const auto& column : columns) heads.emplace_back(column.head);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushFont(font(Font::small));
    ImGui::Dummy({1, em * 1.2f});
    ImGui::PopFont();
    draw_cells(heads, {at.x + em * 0.5f, at.y}, ImGui::GetContentRegionAvail().x - em, colour::faint, colour::faint);
    ImGui::BeginChild("recordings", {0, height - em * 1.6f}, false, ImGuiWindowFlags_NoNav);
    if (desk.all.empty())
        text(colour::dim, desk.listing.valid() ? "Reading …" : "No recordings here. Ctrl+R starts and ends one.");
    const Recording* clicked = nullptr;
    for (int i = 0; i < int(desk.all.size()); ++i) {
        ImGui::PushID(i);
        if (recording_row(s, desk.all[std::size_t(i)], i == choice_)) clicked = &desk.all[std::size_t(i)];
        if (i == choice_ && s.keyboard.moves) ImGui::SetScrollHereY(0.5f);
        ImGui::PopID();
    }
    ImGui::EndChild();
    return clicked;
}

void RecordingsPanel::list_page(Session& s, float height) {
    auto& desk = desk_;
    const float em = ImGui::GetFontSize();
    const bool entered =
        overlay_text_field(s, text_, "The path of a folder, a recording or a state file; or drop one here");
    ImGui::Dummy({0, em * 0.2f});
    choice_ = std::clamp(choice_ + s.keyboard.moves, 0, std::max(0, int(desk.all.size()) - 1));
    const float foot = ImGui::GetFrameHeightWithSpacing() + em * 0.4f, above = ImGui::GetCursorPosY();
    const Recording* chosen = list(s, height - above - foot);
    if (button("recordings/save_state", Icon::none, "Save the present state", em * 14)) save_state(s);
    tooltip("A file from which this run can be continued: its start, all that has acted on it, and a checksum of the "
            "state.");
    ImGui::SameLine(0, em);
    ImGui::AlignTextToFramePadding();
    text(colour::faint, "Up and Down choose, Enter opens a recording or continues a state. F6 closes.", Font::small);
    const std::string typed = text_;
    if (entered && typed == desk.folder.string() && !desk.all.empty()) chosen = &desk.all[std::size_t(choice_)];
    else if (entered) return open_item(s, typed);
    if (chosen) open_item(s, chosen->path.string());
}

void RecordingsPanel::draw(Session& s, const Rect&) {
    const float em = ImGui::GetFontSize(), screen = ImGui::GetIO().DisplaySize.y, top = std::round(screen * 0.05f);
    begin_overlay(s, "##recordings", em * 84, top);
    const float height = screen - 2 * top - 2 * em;
    auto& desk = desk_;
    const bool profile = desk.open || desk.opening.valid();
    text(colour::text, profile ? "Recording" : "Recordings", Font::title);
    if (!desk.problem.empty()) {
        ImGui::SameLine(0, em);
        ImGui::AlignTextToFramePadding();
        wrapped(colour::warm, desk.problem);
    }
    if (desk.open) recording_page(s, height);
    else if (profile) text(colour::dim, "Reading …");
    else list_page(s, height);
    ImGui::End();
}

}  // namespace nearfield::ui
