#include "app/ui/state.hpp"

#include "base/one_line.hpp"

namespace nearfield::ui {

namespace {
constexpr double message_seconds = 8, toast_seconds = 5;
constexpr std::size_t most_toasts = 5;

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}
}  // namespace

std::string with_labels(const std::string& message, const std::vector<ParamSpec>& specs) {
    if (message.find('/') != std::string::npos) return message;  // about a file, in which the keys stand
    std::string words = message;
    for (const auto& spec : specs)
        if (words.starts_with(spec.key + ": ")) words = spec.label + words.substr(spec.key.size());
    for (const auto& spec : specs) {
        replace_all(words, "'" + spec.key + "'", "'" + spec.label + "'");
        if (spec.key.find('.') != std::string::npos) replace_all(words, spec.key, spec.label);  // no word of a language
    }
    return words;
}

void tell(State& state, const std::string& message, bool error) {
    if (message.empty()) return;
    const std::string text = one_line(with_labels(message, state.status->settings->specs()));
    const double now = ImGui::GetTime();
    state.message = text, state.message_until = now + message_seconds;
    for (auto& toast : state.toasts)
        if (toast.text == text && toast.error == error) return void(toast.until = now + toast_seconds);
    if (state.toasts.size() >= most_toasts) state.toasts.erase(state.toasts.begin());
    state.toasts.push_back({text, error, now + toast_seconds});
}

const std::vector<std::string>& names_of_colours(const State& state) {
    static const std::vector<std::string> none;
    const auto& all = *state.status->value_names;
    const auto attribute = std::size_t(state.picture ? state.picture->attribute : 0);
    const bool present = state.picture && state.picture->world == state.status->world && attribute < all.size();
    return present ? all[attribute] : none;
}

bool attempt(State& state, const std::function<void()>& action) {
    try {
        action();
        return true;
    } catch (const std::exception& problem) {
        tell(state, problem.what(), true);
        return false;
    }
}

void open_overlay(State& state, Overlay overlay) {
    state.overlay = overlay, state.overlay_opened = true;
    state.overlay_text.clear(), state.overlay_choice = 0;
}

void toggle_overlay(State& state, Overlay overlay) {
    state.overlay == overlay ? void(state.overlay = Overlay::none) : open_overlay(state, overlay);
}

}  // namespace nearfield::ui
