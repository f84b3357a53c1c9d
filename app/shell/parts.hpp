#pragma once
#include "app/ui/session.hpp"

// Parts of the window that are not panels.
namespace nearfield::ui {

void menu_bar(Session& session);
void toasts(Session& session, const Rect& viewport);

}  // namespace nearfield::ui
