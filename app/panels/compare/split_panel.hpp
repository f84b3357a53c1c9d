#pragma once
// Two runs that start from one state, side by side.
#include "app/ui/session.hpp"

namespace nearfield::ui {

/// Draws the title of the first run over its picture.
void first_view_title(Session& session, const Rect& place);

}  // namespace nearfield::ui
