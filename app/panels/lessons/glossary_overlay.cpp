#include "app/lessons/texts.hpp"
#include "app/ui/match.hpp"
#include "app/ui/overlay_window.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"

#include <cmath>

namespace nearfield::ui {

void glossary_overlay(State& s) {
    const float em = ImGui::GetFontSize(), height = ImGui::GetIO().DisplaySize.y;
    begin_overlay(s, "##glossary", em * 46, std::round(height * 0.08f));
    text(colour::text, "Glossary", Font::title);
    overlay_text_field(s, "Find a word");
    ImGui::BeginChild("terms", {0, std::round(height * 0.66f)}, false, ImGuiWindowFlags_NoNav);
    bool any = false;
    for (const auto& term : lessons::glossary()) {
        if (match(s.overlay_text, term.word, term.meaning).fit == Fit::none) continue;
        any = true;
        text(colour::accent_bright, term.word, Font::bold);
        s.probe.item("term/" + term.word);
        wrapped(colour::text, term.meaning);
        ImGui::Dummy({0, em * 0.3f});
    }
    if (!any) text(colour::dim, "No match.");
    if (s.overlay_move) ImGui::SetScrollY(ImGui::GetScrollY() + float(s.overlay_move) * em * 4);
    ImGui::EndChild();
    ImGui::End();
}

}  // namespace nearfield::ui
