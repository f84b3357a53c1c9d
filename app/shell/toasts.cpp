#include "app/shell/parts.hpp"
#include "app/ui/widgets.hpp"

#include <imgui_internal.h>

#include <algorithm>

namespace nearfield::ui {
namespace {

void begin_toast(const Toast& toast, std::size_t index, ImVec2 at, float width) {
    ImGui::SetNextWindowPos(at, ImGuiCond_Always, {0.5f, 0});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ImGui::GetFontSize() * 0.4f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, see_through(colour::front, 0.97f));
    ImGui::PushStyleColor(ImGuiCol_Border, toast.error ? colour::bad : colour::accent_deep);
    const std::string id = "##toast" + std::to_string(index);
    ImGui::Begin(id.c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    ImGui::PopStyleColor(2);
    ImGui::PopStyleVar(2);
}

bool close_cross(float width) {
    const float em = ImGui::GetFontSize();
    ImGui::SetCursorPos({width - em * 2, em * 0.5f});
    const bool close = ImGui::InvisibleButton("close", {em * 1.5f, em * 1.5f});
    const ImVec2 lo = ImGui::GetItemRectMin(), hi = ImGui::GetItemRectMax();
    draw_icon(*ImGui::GetWindowDrawList(), Icon::close, {(lo.x + hi.x) / 2, (lo.y + hi.y) / 2}, em * 0.8f,
              ImGui::IsItemHovered() ? colour::text : colour::dim);
    return close;
}

void words(const Toast& toast) {
    const float em = ImGui::GetFontSize();
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - em * 2);
    text(toast.error ? colour::bad : colour::text, (toast.error ? "⚠ " : "") + toast.text);
    ImGui::PopTextWrapPos();
    if (!toast.error) return;
    text(colour::faint, "Esc closes this", Font::small);
}

}  // namespace

void toasts(Session& s, const Rect& view) {
    const float em = ImGui::GetFontSize(), width = std::min(em * 34, view.size().x - em * 2),
                middle = (view.lo.x + view.hi.x) / 2;
    const double now = ImGui::GetTime();
    std::erase_if(s.messages.toasts, [&](const Toast& t) { return !t.error && t.until < now; });
    float y = view.lo.y + em * 3;
    for (std::size_t i = 0; i < s.messages.toasts.size(); ++i) {
        begin_toast(s.messages.toasts[i], i, {middle, y}, width);
        words(s.messages.toasts[i]);
        see_window(s.messages.toasts[i].error ? "toast_error" : "toast");
        const bool close = close_cross(width);
        see("toast_close");
        const float height = ImGui::GetWindowSize().y;
        ImGui::End();
        y += height + em * 0.5f;
        if (close) return void(s.messages.toasts.erase(s.messages.toasts.begin() + std::ptrdiff_t(i)));
    }
}

}  // namespace nearfield::ui
