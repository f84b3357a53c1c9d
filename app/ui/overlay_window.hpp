#pragma once
#include "app/ui/state.hpp"

namespace nearfield::ui {

/// Dims everything behind and opens a window in front; a click outside closes it. Ends with ImGui::End().
void begin_overlay(State& state, const char* id, float width, float top);

}  // namespace nearfield::ui
