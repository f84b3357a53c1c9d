#pragma once
#include "app/ui/session.hpp"

namespace nearfield::ui {

/// What the arrow keys and their like do in an overlay: what it says itself, or go from control to control.
enum class OverlayKeys { own, controls };
/// Dims everything behind and opens a window in front; a click outside closes it. Ends with ImGui::End(). `height`: 0
/// for as high as its content.
void begin_overlay(Session& session, const char* id, float width, float top, float height = 0,
                   OverlayKeys keys = OverlayKeys::own);
/// The overlay's field, which has the keyboard. Returns whether Enter was pressed in it.
bool overlay_text_field(Session& session, std::string& text, const char* hint);

}  // namespace nearfield::ui
