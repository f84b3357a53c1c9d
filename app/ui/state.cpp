#include "app/ui/state.hpp"

#include "base/one_line.hpp"

namespace nearfield::ui {

namespace {
constexpr double message_seconds = 8, toast_seconds = 5;
constexpr std::size_t most_toasts = 5;
}  // namespace

void tell(State& state, const std::string& message, bool error) {
    if (message.empty()) return;
    const std::string text = one_line(message);
    const double now = ImGui::GetTime();
    state.message = text, state.message_until = now + message_seconds;
    for (auto& toast : state.toasts)
        if (toast.text == text && toast.error == error) return void(toast.until = now + toast_seconds);
    if (state.toasts.size() >= most_toasts) state.toasts.erase(state.toasts.begin());
    state.toasts.push_back({text, error, now + toast_seconds});
}

void attempt(State& state, const std::function<void()>& action) {
    try {
        action();
    } catch (const std::exception& problem) { tell(state, problem.what(), true); }
}

void open_overlay(State& state, Overlay overlay) {
    state.overlay = overlay, state.overlay_opened = true;
    state.overlay_text[0] = 0, state.overlay_choice = 0;
}

}  // namespace nearfield::ui
