#pragma once
#include "app/ui/session.hpp"

namespace nearfield::ui {

/// Draws the legend of the ground's colours in the viewport's corner where it hides least ground. In other scenes it
/// shows the colours of surfaces.
void class_legend(Session& session, const Rect& viewport);

}  // namespace nearfield::ui
