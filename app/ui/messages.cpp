#include "app/ui/messages.hpp"

#include <imgui.h>

#include <algorithm>

namespace nearfield::ui {
namespace {
constexpr double message_seconds = 8, toast_seconds = 5;
constexpr std::size_t most_toasts = 5;
}  // namespace

void Messages::add(const std::string& text, bool error) {
    const double now = ImGui::GetTime();
    last = text, until = now + message_seconds;
    for (auto& toast : toasts)
        if (toast.text == text && toast.error == error) return void(toast.until = now + toast_seconds);
    if (toasts.size() >= most_toasts) toasts.erase(toasts.begin());
    toasts.push_back({text, error, now + toast_seconds});
}

bool Messages::dismiss_error() {
    const auto error = std::find_if(toasts.begin(), toasts.end(), [](const Toast& toast) { return toast.error; });
    if (error == toasts.end()) return false;
    toasts.erase(error);
    return true;
}

}  // namespace nearfield::ui
