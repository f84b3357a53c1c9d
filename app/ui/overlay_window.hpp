#pragma once
#include "app/ui/state.hpp"

namespace nearfield::ui {

/// Dims everything behind and opens a window in front; a click outside closes it. Ends with ImGui::End().
void begin_overlay(State& state, const char* id, float width, float top);
/// The overlay's field, which has the keyboard. Returns whether Enter was pressed in it.
bool overlay_text_field(State& state, const char* hint);

}  // namespace nearfield::ui
