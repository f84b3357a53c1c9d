#include "app/ui/revealed.hpp"

#include "app/ui/theme.hpp"

namespace nearfield::ui {
namespace {
constexpr double highlight_seconds = 1.6, scroll_seconds = 0.2;
}

void Revealed::show(const std::string& key_or_title) { what = key_or_title, at = ImGui::GetTime(); }

bool Revealed::is_fresh() const { return ImGui::GetTime() - at < scroll_seconds; }

void Revealed::mark(const std::string& key, ImVec2 lo) {
    if (what != key) return;
    const double age = ImGui::GetTime() - at;
    if (age > highlight_seconds) return what.clear();
    if (is_fresh()) ImGui::SetScrollHereY(0.4f);
    const ImVec2 hi = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRect({lo.x - 5, lo.y - 3}, {hi.x + 5, hi.y + 3},
                                        see_through(colour::accent, float(1 - age / highlight_seconds)), 5, 0, 2);
}

}  // namespace nearfield::ui
