#pragma once
#include "app/ui/session.hpp"

namespace nearfield::ui {

/// Where everything is in a window of the given size.
struct Layout {
    Rect left, right, lesson, drawer, viewport, legend, status;
    Rect second;  ///< of a second run's picture
};
Layout arrange(const Session& session, ImVec2 window, float em);

/// Factor on text sizes and strokes for a window of that height, in window units; 1 outside presenter mode.
float presenting_scale(const Session& session, float height);

void draw_panels(Session& session, const Layout& layout);

}  // namespace nearfield::ui
