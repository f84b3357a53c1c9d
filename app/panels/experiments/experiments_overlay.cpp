#include "app/ui/experiments.hpp"
#include "app/ui/overlay_window.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"

#include <cmath>

namespace nearfield::ui {

void experiments_overlay(State& s) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float em = ImGui::GetFontSize(), top = std::round(screen.y * 0.05f);
    begin_overlay(s, "Experiments##experiments", em * 72, top, screen.y - top - em, OverlayKeys::controls);
    text(colour::text, "Experiments", Font::title);
    ImGui::SameLine(), ImGui::AlignTextToFramePadding();
    text(colour::faint, "  Esc closes; what runs goes on");
    s.experiments->show(s);
    s.probe.area(
        "experiments", ImGui::GetWindowPos(),
        {ImGui::GetWindowPos().x + ImGui::GetWindowSize().x, ImGui::GetWindowPos().y + ImGui::GetWindowSize().y});
    ImGui::End();
}

}  // namespace nearfield::ui
