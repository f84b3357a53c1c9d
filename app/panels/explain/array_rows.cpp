#include "app/panels/explain/array_rows.hpp"

#include "app/ui/format.hpp"
#include "app/ui/widgets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

constexpr float between_rows = 8.5f;  ///< total height of headings, indices and gaps, in text heights
const ImU32 &chosen = colour::marked, &turn = colour::text;

void centred(ImDrawList& out, ImVec2 lo, ImVec2 hi, ImU32 tint, const std::string& words) {
    const ImVec2 size = ImGui::CalcTextSize(words.c_str());
    out.AddText({std::round((lo.x + hi.x - size.x) / 2), std::round((lo.y + hi.y - size.y) / 2)}, tint, words.c_str());
}

void draw_cell(ImDrawList& out, ImVec2 lo, ImVec2 hi, const Cell& cell) {
    hi.x -= 1, hi.y -= 1;
    out.AddRectFilled(lo, hi, cell.face ? cell.face : colour::raised, 2);
    centred(out, lo, hi, cell.tint ? cell.tint : colour::text, cell.words);
    if (cell.underline) out.AddRectFilled({lo.x, hi.y - 2}, {hi.x + 1, hi.y}, cell.underline);
    if (cell.selected) out.AddRect(lo, hi, chosen, 2, 0, 1.5f);
    if (cell.taken) out.AddRect(lo, hi, turn, 2, 0, 1.5f);
}

}  // namespace

int digits(u32 number) { return int(std::to_string(number).size()); }

ArrayRows::ArrayRows(ImVec2 room, int rows)
    : width_(room.x),
      names_(ImGui::GetFontSize() * 6.2f),
      height_(std::round(std::clamp((room.y - ImGui::GetFontSize() * between_rows) / float(rows),
                                    ImGui::GetFontSize() * 1.3f, ImGui::GetFontSize() * 1.9f))) {}

u32 ArrayRows::fits(int digits) {
    const float em = ImGui::GetFontSize(), cell = ImGui::CalcTextSize("0").x * float(digits) + 5;
    widest_ = std::max(em * 3.2f, cell);
    return u32(std::max(1.f, (width_ - names_ - 2 * em) / cell));
}

float ArrayRows::cell_width(u32 count) const {
    const float em = ImGui::GetFontSize();
    return std::floor(std::min(widest_, (width_ - names_ - 2 * em) / float(std::max(1u, count))));
}

void ArrayRows::heading(const std::string& id, const std::string& title, const std::string& sentence) {
    group_ = id;
    text(colour::accent, title, Font::bold);
    ImGui::SameLine(0, ImGui::GetFontSize());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    clipped_text(*ImGui::GetWindowDrawList(), {at.x, at.y + 1}, room, colour::text, sentence);
    ImGui::Dummy({room, std::round(ImGui::GetFontSize() * 1.35f)});
    tooltip(sentence);
}

std::optional<u32> ArrayRows::row(const std::string& name, const char* help, const Slice& slice, u32 size,
                                  const std::function<Cell(u32)>& cell) {
    const float em = ImGui::GetFontSize(), width = cell_width(slice.count);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    auto& out = *ImGui::GetWindowDrawList();
    ImGui::PushID((group_ + name).c_str());
    ImGui::InvisibleButton("name", {names_, height_});
    tooltip(help, grouped(size) + " entries");
    clipped_text(out, {at.x, std::round(at.y + (height_ - em) / 2)}, names_ - em * 0.4f, colour::dim, name);
    const float x0 = at.x + names_ + em, x1 = x0 + width * float(slice.count);
    if (slice.first > 0) centred(out, {x0 - em, at.y}, {x0, at.y + height_}, colour::faint, "…");
    if (slice.first + slice.count < size) centred(out, {x1, at.y}, {x1 + em, at.y + height_}, colour::faint, "…");
    for (u32 k = 0; k < slice.count; ++k)
        draw_cell(out, {x0 + float(k) * width, at.y}, {x0 + float(k + 1) * width, at.y + height_},
                  cell(slice.first + k));
    ImGui::SetCursorScreenPos({x0, at.y});
    ImGui::InvisibleButton("cells", {std::max(1.f, x1 - x0), height_});
    const float along = (ImGui::GetIO().MousePos.x - x0) / width;
    const bool over = ImGui::IsItemHovered() && along >= 0 && along < float(slice.count);
    last_ = name, shown_ = slice, at_ = {x0, at.y};
    ImGui::SetCursorScreenPos({at.x, at.y + height_});
    ImGui::PopID();
    return over ? std::optional(slice.first + std::min(u32(along), slice.count - 1)) : std::nullopt;
}

void ArrayRows::indices(const std::string& name, const Slice& slice, int base) {
    const float em = ImGui::GetFontSize(), width = cell_width(slice.count);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    auto& out = *ImGui::GetWindowDrawList();
    clipped_text(out, at, names_ - em * 0.4f, colour::faint, name);
    for (u32 k = 0; k < slice.count; ++k) {
        const float x = at.x + names_ + em + float(k) * width;
        centred(out, {x, at.y}, {x + width, at.y + em}, colour::faint,
                base == 16 ? fmt::format("{:X}", slice.first + k) : std::to_string(slice.first + k));
    }
    ImGui::SetCursorScreenPos({at.x, at.y + em});
}

void ArrayRows::see_cells() {
    const float width = cell_width(shown_.count);
    for (u32 k = 0; k < shown_.count && is_seen(); ++k) {
        const float x = at_.x + float(k) * width;
        see(group_ + "/" + last_ + "/" + std::to_string(shown_.first + k), {x, at_.y}, {x + width, at_.y + height_});
    }
}

void ArrayRows::gap() {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({at.x, at.y + ImGui::GetFontSize() * 0.35f});
}

}  // namespace nearfield::ui
