#pragma once
#include "app/ui/session.hpp"

namespace nearfield::ui {

/// Function of the arrow keys in an overlay: defined by the overlay, or moving between controls.
enum class OverlayKeys { own, controls };
/// Dims the background and opens a window in front; a click outside closes it. Ends with ImGui::End(). `height`: 0 fits
/// the content.
void begin_overlay(Session& session, const char* id, float width, float top, float height = 0,
                   OverlayKeys keys = OverlayKeys::own);
/// Draws the overlay's text field, which has the keyboard. Returns true if Enter was pressed in it.
bool overlay_text_field(Session& session, std::string& text, const char* hint);

}  // namespace nearfield::ui
