#pragma once
#include "app/ui/panels.hpp"

namespace nearfield::ui {

/// What the colours of the ground mean, in the corner of the viewport where it hides least of it.
void field_legend(State& state, const Rect& viewport);

}  // namespace nearfield::ui
