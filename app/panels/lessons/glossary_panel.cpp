#include "app/lessons/texts.hpp"
#include "app/ui/match.hpp"
#include "app/ui/overlay_window.hpp"
#include "app/ui/widgets.hpp"

#include <cmath>

namespace nearfield::ui {

namespace {

/// The panel of terms and their meanings.
class GlossaryPanel : public Panel {
  public:
    GlossaryPanel() : Panel("glossary", Place::front) {}
    void opened(Session&, const std::string& text) override { text_ = text; }
    void draw(Session& s, const Rect&) override;
    void add_entries(const Session& s, std::vector<Entry>& entries) const override;
    std::vector<Action> actions() override {
        return in_menu("Help", {{.name = "Glossary",
                                 .chords = {key(GLFW_KEY_F4)},
                                 .help = "The words on the screen and what they mean.",
                                 .act = [this](Session& s) { s.desk.toggle(s, *this); },
                                 .while_typing = WhileTyping::acts_on_overlay}});
    }

  private:
    std::string text_;
};

void GlossaryPanel::add_entries(const Session&, std::vector<Entry>& entries) const {
    for (const auto& term : lessons::glossary())
        entries.push_back({.kind = "Glossary", .name = term.word, .detail = term.meaning, .act = [&term](Session& s) {
                               s.desk.open(s, "glossary", term.word);
                           }});
}

void GlossaryPanel::draw(Session& s, const Rect&) {
    const float em = ImGui::GetFontSize(), height = ImGui::GetIO().DisplaySize.y;
    begin_overlay(s, "##glossary", em * 46, std::round(height * 0.08f));
    text(colour::text, "Glossary", Font::title);
    overlay_text_field(s, text_, "Find a word");
    ImGui::BeginChild("terms", {0, std::round(height * 0.66f)}, false, ImGuiWindowFlags_NoNav);
    bool any = false;
    for (const auto& term : lessons::glossary()) {
        if (match(text_, term.word, term.meaning).fit == Fit::none) continue;
        any = true;
        text(colour::accent_bright, term.word, Font::bold);
        see("term/" + term.word);
        wrapped(colour::text, term.meaning);
        ImGui::Dummy({0, em * 0.3f});
    }
    if (!any) text(colour::dim, "No match.");
    if (s.keyboard.moves) ImGui::SetScrollY(ImGui::GetScrollY() + float(s.keyboard.moves) * em * 4);
    ImGui::EndChild();
    ImGui::End();
}

}  // namespace

Panels glossary_panels() { return panels_of<GlossaryPanel>(); }

}  // namespace nearfield::ui
