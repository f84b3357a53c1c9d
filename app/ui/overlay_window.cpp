#include "app/ui/overlay_window.hpp"

#include "app/ui/widgets.hpp"

#include <algorithm>

namespace nearfield::ui {

void begin_overlay(Session& s, const char* id, float width, float top, float height, OverlayKeys keys) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float em = ImGui::GetFontSize();
    if (s.desk.just_opened()) ImGui::SetNextWindowFocus();
    ImGui::SetNextWindowBgAlpha(0.55f);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, colour::veil);
    ImGui::SetNextWindowPos({0, 0}), ImGui::SetNextWindowSize(screen);
    ImGui::Begin("##behind", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoNav);
    if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0) && !s.desk.just_opened()) s.desk.close();
    ImGui::End();
    ImGui::PopStyleColor();
    if (s.desk.just_opened()) ImGui::SetNextWindowFocus();
    ImGui::SetNextWindowPos({screen.x / 2, top}, ImGuiCond_Always, {0.5f, 0});
    ImGui::SetNextWindowSize({std::min(width, screen.x - 2 * em), height});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {screen.x, screen.y - top - em});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, colour::front);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, em * 0.5f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {em, std::round(em * 0.9f)});
    ImGui::Begin(id, nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     (keys == OverlayKeys::own ? ImGuiWindowFlags_NoNav : 0));
    ImGui::PopStyleVar(3);
    ImGui::PopStyleColor();
    if (s.desk.front()) see_window(s.desk.front()->id());
    if (s.desk.just_opened() && keys == OverlayKeys::controls) s.keyboard.focus.enter();
}

bool overlay_text_field(Session& s, std::string& text, const char* hint) {
    if (s.desk.just_opened() || !ImGui::IsAnyItemActive()) focus_next_field();
    ImGui::SetNextItemWidth(-1);
    return text_field("overlay_text", hint, text, true);
}

}  // namespace nearfield::ui
