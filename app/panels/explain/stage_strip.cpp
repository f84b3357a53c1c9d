// A step shown stage by stage: lists its stages over the picture and explains the next one.
#include "app/panels/explain/stage_strip.hpp"

#include "app/lessons/texts.hpp"
#include "app/ui/format.hpp"
#include "app/ui/widgets.hpp"

#include <algorithm>

namespace nearfield::ui {
namespace {

struct Word {
    std::string text;
    ImU32 tint;
};

std::vector<Word> words_of(const Session& s, const StepUnderWay& step) {
    std::vector<Word> words{{"Step " + grouped(double(step.step)), colour::dim}};
    for (const auto name : step.done) words.push_back({"✓ " + std::string(name), colour::good});
    words.push_back({(s.running() ? "… " : "> ") + std::string(step.next), colour::warm});
    return words;
}

float width_of(const std::vector<Word>& words, float gap) {
    float width = 0;
    for (const Word& word : words) width += ImGui::CalcTextSize(word.text.c_str()).x + gap;
    return width - gap;
}

/// Removes the earliest stages until the words fit.
void fit(std::vector<Word>& words, float room, float gap) {
    while (words.size() > 3 && width_of(words, gap) > room) {
        words[1] = {"…", colour::faint};
        words.erase(words.begin() + 2);
    }
}

}  // namespace

float stage_strip(Session& s, const Rect& place, float y) {
    const auto& step = s.status->under_way;
    if (!step) return y;
    auto& out = *ImGui::GetWindowDrawList();
    const float em = ImGui::GetFontSize(), gap = em * 0.9f, inset = em * 0.8f;
    const float between = (place.hi.x - place.lo.x) * (s.desk.presenting ? 0.5f : 1);  // lists occupy the corners
    const float room = std::min(between - em * 2, em * 46) - 2 * inset;
    auto words = words_of(s, *step);
    fit(words, room, gap);
    const std::string meaning = lessons::meaning_of_stage(step->next);
    const ImVec2 sentence = ImGui::CalcTextSize(meaning.c_str(), nullptr, false, room);
    const float width = std::max(width_of(words, gap), sentence.x), middle = (place.lo.x + place.hi.x) / 2;
    const ImVec2 lo{std::round(middle - width / 2 - inset), y};
    const ImVec2 hi{std::round(middle + width / 2 + inset),
                    y + em * 1.9f + (meaning.empty() ? 0 : sentence.y + em * 0.3f)};
    out.AddRectFilled(lo, hi, see_through(colour::panel, 0.9f), em * 0.6f);
    out.AddRect(lo, hi, colour::line, em * 0.6f);
    float x = lo.x + inset;
    for (const Word& word : words) {
        out.AddText({std::round(x), std::round(y + em * 0.4f)}, word.tint, word.text.c_str());
        x += ImGui::CalcTextSize(word.text.c_str()).x + gap;
    }
    out.AddText(ImGui::GetFont(), em, {lo.x + inset, std::round(y + em * 1.7f)}, colour::text, meaning.c_str(), nullptr,
                room);
    see("stages/" + std::string(step->next), lo, hi);
    return hi.y + em * 0.4f;
}

}  // namespace nearfield::ui
