#pragma once
#include "app/ui/session.hpp"

namespace nearfield::ui {

/// Legend of the ground's colours, in the corner of the viewport where it hides least of the ground; or of the colours
/// of surfaces.
void class_legend(Session& session, const Rect& viewport);

}  // namespace nearfield::ui
