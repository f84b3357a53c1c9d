#pragma once
// Two runs from one state, side by side.
#include "app/ui/panels.hpp"

namespace nearfield::ui {

/// Cuts the picture's place in two where there are two runs: side by side, or below each other where that is wider.
void split_layout(const State& state, Layout& layout);

/// The second picture's place: its camera is that of the first, so a drag moves both.
void second_view(State& state, const Rect& place);
/// Says of the first picture which run it shows.
void first_view_title(State& state, const Rect& place);

/// The section of the right column: in what the second run differs, and what came of it.
void split_section(State& state);

/// Begins a second run that differs as the section says, or ends it.
void toggle_split(State& state);

}  // namespace nearfield::ui
