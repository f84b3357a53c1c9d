#pragma once
// Two runs from one state, side by side.
#include "app/ui/session.hpp"

namespace nearfield::ui {

/// Says of the first picture which run it shows.
void first_view_title(Session& session, const Rect& place);

}  // namespace nearfield::ui
