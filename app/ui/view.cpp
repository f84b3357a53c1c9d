#include "app/ui/view.hpp"

#include <imgui.h>

#include <cmath>

namespace nearfield::ui {
namespace {

constexpr float wheel_step = 1.15f;

void drag(View& view) {
    const auto& io = ImGui::GetIO();
    const float density = io.DisplayFramebufferScale.x;
    const glm::vec2 moved{io.MouseDelta.x * density, io.MouseDelta.y * density};
    if (moved == glm::vec2(0)) return;
    const bool pans = view.camera.dimensions() == 2 || io.KeyShift || !ImGui::IsMouseDown(ImGuiMouseButton_Left);
    const bool drags = ImGui::IsMouseDragging(ImGuiMouseButton_Left, 3) ||
                       ImGui::IsMouseDragging(ImGuiMouseButton_Right, 0) ||
                       ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 0);
    if (!drags) return;
    if (pans) view.camera.pan(moved), view.all_in_view = false;
    else view.camera.orbit(moved);
}

}  // namespace

void View::zoom(glm::vec2 pixel) {
    const float wheel = ImGui::GetIO().MouseWheel;
    if (wheel != 0) all_in_view = false, camera.zoom(std::pow(wheel_step, wheel), pixel);
}

void View::move(glm::vec2 pixel) {
    if (ImGui::IsItemActive()) drag(*this);
    if (ImGui::IsItemHovered()) zoom(pixel);
}

}  // namespace nearfield::ui
