// The drawer at the bottom: one of its pages, and their names to choose from.
#include "app/ui/format.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"

#include <utility>

namespace nearfield::ui {
namespace {

struct PageEntry {
    Page page;
    const char *title, *help, *probe;
    void (*draw)(State& state);
};
constexpr PageEntry pages[] = {
    // in the order of Page
    {Page::timing, "TIMING", "What each stage of a step costs.", "timing", timing_page},
    {Page::build, "BUILD THE GRID", "The actors being sorted into bins, one micro-step after another.", "build_page",
     build_page},
    {Page::warp, "A WARP AT WORK", "Which of 32 lanes tests which candidate when, and which wait.", "warp_page",
     warp_page},
    {Page::gains, "DOES IT PAY?", "What each optimisation brings in this state: theory beside measurement.",
     "gains_page", gains_page},
};

bool page_name(State& s, const PageEntry& page) {
    const bool shown = shown_page(s) == page.page;
    ImGui::PushFont(font(Font::bold));
    const ImVec2 size = ImGui::CalcTextSize(page.title), at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFrameHeight();
    const bool pressed = ImGui::InvisibleButton(page.title, {size.x, height});
    focus_ring();
    const ImU32 tint = shown ? colour::accent : ImGui::IsItemHovered() ? colour::text : colour::faint;
    auto& out = *ImGui::GetWindowDrawList();
    out.AddText({at.x, at.y + (height - size.y) / 2}, tint, page.title);
    if (shown) out.AddRectFilled({at.x, at.y + height - 2}, {at.x + size.x, at.y + height}, colour::accent);
    ImGui::PopFont();
    tooltip(page.help);
    s.probe.item(std::string("page/") + page.title);
    return pressed;
}

}  // namespace

bool has_grid(const SceneInfo& scene) { return scene.meeting == Meeting::by_distance; }

Page shown_page(const State& s) {
    if (!has_grid(*s.status->scene)) return Page::timing;
    return s.presenter.on ? s.presenter.page.value_or(Page::timing) : s.page;
}

bool drawer_open(const State& s) {
    return s.presenter.on ? s.presenter.page.has_value() : s.preferences.panels && s.preferences.drawer;
}

void toggle_page(State& s, Page page) {
    const bool open = drawer_open(s) && shown_page(s) == page;
    if (s.presenter.on) {
        s.presenter.page = open ? std::nullopt : std::optional(page), s.presenter.listing = false;
        return;
    }
    s.preferences.drawer = page != Page::timing || !open;
    if (s.preferences.drawer) s.preferences.panels = true;
    s.page = open ? Page::timing : page;
}

static void drawer_pages(State& s) {
    for (const auto& page : pages) {
        if (page.page != Page::timing && !has_grid(*s.status->scene)) continue;
        if (page_name(s, page)) (s.presenter.on ? s.presenter.page.emplace() : s.page) = page.page;
        ImGui::SameLine(0, ImGui::GetFontSize());
    }
}

void no_layout(State& s, const std::string& refused) {
    const auto& status = *s.status;
    if (!refused.empty()) return wrapped(colour::dim, with_labels(refused, status.settings->specs()));
    if (status.present == 0) return wrapped(colour::dim, "There are no actors at present.");
    if (status.actors > most_laid_out)
        return wrapped(colour::dim, "Up to " + grouped(most_laid_out) +
                                        " actors are read back and laid out here, not " + grouped(status.actors) + ".");
    wrapped(colour::dim, "Reading the actors' order in memory …");
}

void drawer(State& s, const Rect& place) {
    const Page page = shown_page(s);
    const bool wanted = !place.empty() && (page == Page::build || page == Page::warp);
    if (std::exchange(s.memory_shown, wanted) != wanted) {
        s.simulation.show_memory(wanted);
        if (!wanted) s.build = {}, s.warp = {};
    }
    if (place.empty()) return;
    begin_panel("Drawer##drawer", place.lo, place.size(),
                ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBackground);
    ImGui::GetWindowDrawList()->AddLine(place.lo, {place.hi.x, place.lo.y}, colour::line);
    drawer_pages(s);
    const PageEntry& shown = pages[std::size_t(page)];
    shown.draw(s);
    s.probe.area(shown.probe, place.lo, place.hi);
    ImGui::End();
}

}  // namespace nearfield::ui
