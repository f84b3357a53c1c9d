#pragma once
#include "app/ui/session.hpp"

namespace nearfield::ui {

/// Narrower than this, in text heights, the legend takes two rows. Its place has the height for them.
constexpr float legend_row_em = 46;

/// The button in the picture's corner, and how the picture is drawn.
void view_menu(Session& session, const Rect& viewport);

}  // namespace nearfield::ui
