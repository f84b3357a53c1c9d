#pragma once
#include "app/ui/session.hpp"

namespace nearfield::ui {

/// Rectangles of the window's parts.
struct Layout {
    Rect left, right, lesson, drawer, viewport, legend, status;
    Rect second;  ///< picture of the second run
};
Layout arrange(const Session& session, ImVec2 window, float em);

/// Returns the factor on text sizes and strokes for a window of this height in window units; 1 outside presenter mode.
float presenting_scale(const Session& session, float height);

void draw_panels(Session& session, const Layout& layout);

}  // namespace nearfield::ui
