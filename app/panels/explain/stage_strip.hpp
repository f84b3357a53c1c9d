#pragma once
#include "app/ui/session.hpp"

namespace nearfield::ui {

/// Draws the strip at height `y` while a step waits before a stage. Returns the height below it.
float stage_strip(Session& session, const Rect& place, float y);

}  // namespace nearfield::ui
