#pragma once
#include "app/ui/session.hpp"

namespace nearfield::ui {

/// Width in text heights below which the legend takes two rows. The layout reserves height for both.
constexpr float legend_row_em = 46;

/// Draws the button in the picture's corner, with the menu of drawing options.
void view_menu(Session& session, const Rect& viewport);

}  // namespace nearfield::ui
