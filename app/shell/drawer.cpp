#include "app/ui/session.hpp"
#include "app/ui/widgets.hpp"

#include <utility>

namespace nearfield::ui {
namespace {

bool page_name(Session& s, const Panel& page) {
    const char* title = page.title(s);
    const bool shown = &s.desk.page(s) == &page;
    ImGui::PushFont(font(Font::bold));
    const ImVec2 size = ImGui::CalcTextSize(title), at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFrameHeight();
    const bool pressed = ImGui::InvisibleButton(title, {size.x, height});
    focus_ring();
    const ImU32 tint = shown ? colour::accent : ImGui::IsItemHovered() ? colour::text : colour::faint;
    auto& out = *ImGui::GetWindowDrawList();
    out.AddText({at.x, at.y + (height - size.y) / 2}, tint, title);
    if (shown) out.AddRectFilled({at.x, at.y + height - 2}, {at.x + size.x, at.y + height}, colour::accent);
    ImGui::PopFont();
    tooltip(page.help());
    see(std::string("page/") + title);
    return pressed;
}

/// The drawer: a page, and tabs with the names of all pages.
class Drawer : public Panel {
  public:
    Drawer() : Panel("drawer", Place::drawer) {}
    void draw(Session& s, const Rect& place) override;

  private:
    /// Requests the actors' memory layout from the simulation while a page shows it.
    void follow_memory(Session& s, bool wanted);

    bool reads_memory_ = false;
};

void Drawer::follow_memory(Session& s, bool wanted) {
    if (std::exchange(reads_memory_, wanted) == wanted) return;
    s.simulation.show_memory(wanted);
    if (wanted) return;
    for (const auto& panel : s.desk.panels()) panel->forget_memory();
}

void Drawer::draw(Session& s, const Rect& place) {
    Panel& shown = s.desk.page(s);
    follow_memory(s, !place.empty() && shown.reads_memory());
    if (place.empty()) return;
    begin_panel("Drawer##drawer", place.lo, place.size(),
                ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBackground);
    ImGui::GetWindowDrawList()->AddLine(place.lo, {place.hi.x, place.lo.y}, colour::line);
    for (Panel* page : s.desk.at(Place::page, s)) {
        if (page_name(s, *page)) s.desk.choose_page(*page);
        ImGui::SameLine(0, ImGui::GetFontSize());
    }
    shown.draw(s, place);
    see(shown.id(), place.lo, place.hi);
    ImGui::End();
}

}  // namespace

Panels drawer_panels() { return panels_of<Drawer>(); }

}  // namespace nearfield::ui
