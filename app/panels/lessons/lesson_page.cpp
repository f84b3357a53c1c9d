// The panel beside the picture: a lesson's step or the scene's description.
#include "app/panels/lessons/lesson_panel.hpp"
#include "app/ui/widgets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

using lessons::Judgement;

void paragraph(ImU32 tint, const std::string& words) {
    wrapped(tint, words);
    ImGui::Dummy({0, ImGui::GetFontSize() * 0.15f});
}

/// Draws a small headline with a close button. Returns true if it was pressed.
bool headline(const std::string& words, const char* id) {
    const float em = ImGui::GetFontSize();
    ImGui::PushFont(font(Font::small));
    ImGui::AlignTextToFramePadding();
    text(colour::accent, words);
    ImGui::PopFont();
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - em * 1.5f);
    const bool pressed = button(id, Icon::close, "", em * 1.5f);
    tooltip("Closes this.");
    return pressed;
}

void progress_bar(std::size_t done, std::size_t all) {
    const float em = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x, gap = em * 0.2f;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float part = (width + gap) / float(all);
    for (std::size_t i = 0; i < all; ++i)
        ImGui::GetWindowDrawList()->AddRectFilled({at.x + part * float(i), at.y},
                                                  {at.x + part * float(i + 1) - gap, at.y + em * 0.22f},
                                                  i < done ? colour::accent : colour::field, 1);
    ImGui::Dummy({width, em * 0.35f});
}

enum class RowMark { chosen, open, link };

/// A wrapped clickable row, as high as its text.
bool wrapped_row(const std::string& words, RowMark mark, int number) {
    const float em = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x, indent = em * 1.7f;
    const ImVec2 size = ImGui::CalcTextSize(words.c_str(), nullptr, false, width - indent - em * 0.4f);
    ImGui::PushID(number);
    const bool pressed = ImGui::InvisibleButton("choice", {width, size.y + em * 0.5f});
    ImGui::PopID();
    const ImVec2 lo = ImGui::GetItemRectMin(), hi = ImGui::GetItemRectMax();
    auto& out = *ImGui::GetWindowDrawList();
    out.AddRectFilled(lo, hi,
                      mark == RowMark::chosen  ? colour::field_active
                      : ImGui::IsItemHovered() ? colour::field_hovered
                                               : colour::field,
                      em * 0.25f);
    const ImVec2 dot{lo.x + em * 0.85f, lo.y + em * 0.75f};
    if (mark == RowMark::link) out.AddText({lo.x + em * 0.4f, lo.y + em * 0.25f}, colour::accent_bright, "→");
    else out.AddCircle(dot, em * 0.36f, mark == RowMark::chosen ? colour::accent_bright : colour::dim, 16, 1.5f);
    if (mark == RowMark::chosen) out.AddCircleFilled(dot, em * 0.2f, colour::accent_bright, 12);
    out.AddText(ImGui::GetFont(), em, {lo.x + indent, lo.y + em * 0.25f}, colour::text, words.c_str(), nullptr,
                width - indent - em * 0.4f);
    focus_ring();
    return pressed;
}

void choices(OpenLesson& open) {
    ImGui::BeginDisabled(open.passed);
    const auto& texts = open.step().choices()->texts;
    for (int i = 0; i < int(texts.size()); ++i) {
        const RowMark mark = i == open.chosen ? RowMark::chosen : RowMark::open;
        if (wrapped_row(texts[std::size_t(i)], mark, i)) open.chosen = i, open.judgement.reset();
        see(fmt::format("lesson/choice/{}", i + 1));
    }
    ImGui::EndDisabled();
}

void feedback(const OpenLesson& open) {
    if (open.judging) return paragraph(colour::dim, "Looking…");
    if (!open.judgement || open.judgement->words.empty()) return;
    const auto verdict = open.judgement->verdict;
    const bool right = verdict == Judgement::Verdict::right;
    const char* mark = right ? "✓ " : verdict == Judgement::Verdict::wrong ? "✗ " : "";
    paragraph(right ? colour::good : colour::warm, mark + open.judgement->words);
}

const char* primary_label(const OpenLesson& open) {
    if (open.may_go_on()) return open.is_last() ? "Finish" : "Continue";
    return open.step().task() ? "Check" : "Answer";
}

/// A small button in the row below the step.
bool small_button(const char* id, const char* label, float width, bool enabled, const char* help,
                  const char* key = "") {
    ImGui::BeginDisabled(!enabled);
    const bool pressed = button(id, Icon::none, label, width);
    ImGui::EndDisabled();
    tooltip(help, key);
    return pressed;
}

}  // namespace

/// The field for an answer. A right answer stays as text: nothing is left for keys to enter, and Enter goes on.
void LessonPanel::number_field(Session& s) {
    auto& open = *open_;
    bool entered = false;
    if (open.passed) {
        text(colour::text, open.typed);
        s.keyboard.focus.by_keyboard &= !ImGui::IsWindowFocused();
    } else {
        ImGui::SetNextItemWidth(ImGui::GetFontSize() * 8);
        if (std::exchange(open.wants_keyboard, false)) focus_next_field();
        entered = text_field("lesson/number", "a number", open.typed, true);
    }
    if (const auto& unit = open.step().number()->unit; !unit.empty()) ImGui::SameLine(), text(colour::dim, unit);
    if (entered) answer_or_go_on(s);
}

void LessonPanel::step_text(Session& s) {
    auto& open = *open_;
    const auto& step = open.step();
    wrapped(colour::text, step.title, Font::bold);
    for (const auto& words : step.text) paragraph(colour::text, words);
    if (!step.asks.empty()) wrapped(colour::accent_bright, (step.task() ? "To do: " : "") + step.asks, Font::bold);
    if (step.choices()) choices(open);
    if (step.number()) number_field(s);
    for (std::size_t i = 0; i < open.hints; ++i) paragraph(colour::dim, "Hint: " + step.hints[i]);
    feedback(open);
    if (open.news > 0) --open.news, ImGui::SetScrollHereY(1);
}

void LessonPanel::step_buttons(Session& s) {
    auto& open = *open_;
    const auto& step = open.step();
    const float width = ImGui::GetContentRegionAvail().x, gap = ImGui::GetStyle().ItemSpacing.x,
                part = std::floor((width - 3 * gap) / 4);
    const bool onward = button("lesson/go", Icon::none, primary_label(open), width, true);
    tooltip(open.may_go_on() ? "Goes on." : "Judges your answer by what the program measures.", "Enter");
    const bool back = small_button("lesson/back", "Back", part, open.at > 0, "One step back.", "Page Up");
    ImGui::SameLine();
    const bool again = small_button("lesson/again", "Again", part, true, "Sets the scene of this step up again.");
    ImGui::SameLine();
    const bool hint = small_button("lesson/hint", "Hint", part, open.hints < step.hints.size(), "Shows a hint.", "H");
    ImGui::SameLine();
    const bool show = small_button("lesson/show", "Show me", width - 3 * (part + gap), step.task() && !open.passed,
                                   "Does the task for you.");
    if (hint) show_hint();
    if (show) show_solution();
    if (again) go_to(open.at);
    if (back) go_to(open.at - 1);
    if (onward) answer_or_go_on(s);  // may close the lesson
}

void LessonPanel::lesson_body(Session& s) {
    auto& open = *open_;
    const float em = ImGui::GetFontSize(), below = 2 * ImGui::GetFrameHeightWithSpacing() + em * 0.5f;
    const auto all = open.lesson.steps.size();
    const bool closes = headline(fmt::format("LESSON  ·  step {} of {}", open.at + 1, all), "lesson/close");
    wrapped(colour::dim, open.lesson.title, Font::small);
    progress_bar(open.furthest, all);
    const float above = ImGui::GetCursorPosY();
    const float room = std::max(em * 4, ImGui::GetContentRegionAvail().y - below);
    ImGui::BeginChild("step", {0, std::clamp(height_ - above - below, em * 4, room)}, false,
                      ImGuiWindowFlags_NavFlattened);
    step_text(s);
    height_ = above + ImGui::GetCursorPosY() + below + em * 0.5f;
    ImGui::EndChild();
    step_buttons(s);
    if (closes) close();
}

void LessonPanel::link_row(Session& s, const lessons::Link& link, int number) {
    if (wrapped_row(link.text, RowMark::link, number)) follow(s, link);
    see(fmt::format("seeing/{}", number));
    std::string commands;
    for (const auto& command : link.commands) {
        const std::string words = std::holds_alternative<command::Load>(command) ? "load" : text(command);
        commands += (commands.empty() ? "" : "\n") + words;
    }
    tooltip("Does this. Ctrl+Z takes it back.", commands);
}

void LessonPanel::seeing_body(Session& s) {
    const auto& scene = *s.status->scene;
    const bool close = headline("WHAT AM I SEEING?", "seeing/close");
    wrapped(colour::text, scene.title, Font::bold);
    if (const auto* seeing = lessons::seeing_of(scene)) {
        paragraph(colour::text, seeing->what);
        paragraph(colour::text, seeing->why);
        wrapped(colour::accent_bright, "Try this", Font::bold);
        for (int i = 0; i < int(seeing->links.size()); ++i) link_row(s, seeing->links[std::size_t(i)], i + 1);
    } else paragraph(colour::dim, scene.summary);
    height_ = ImGui::GetCursorPosY() + ImGui::GetFontSize();
    if (close) s.desk.seeing = false;
}

void LessonPanel::draw(Session& s, const Rect& place) {
    ImGui::PushStyleColor(ImGuiCol_WindowBg, colour::raised);
    begin_panel("Lesson##lesson", place.lo, place.size());
    ImGui::PopStyleColor();
    s.desk.seeing ? seeing_body(s) : lesson_body(s);
    ImGui::End();
}

Panels lesson_panels() { return panels_of<LessonPanel>(); }

}  // namespace nearfield::ui
