#pragma once
#include "app/ui/session.hpp"

// The legend as a filter: hidden values are neither drawn nor picked. Sets the parameter `show`.
namespace nearfield::ui {

/// Draws a field for each class of the colouring attribute. A click hides or shows the class.
void class_fields(Session& session, ImVec2 at, ImVec2 size);

/// Draws the ends of the visible span on a colour bar. They can be dragged or typed.
void shown_ends(Session& session, ImVec2 at, ImVec2 size);

/// True if the filter hides any values.
bool hides_something(const Session& session);
void show_all(Session& session);

/// Draws a button over the picture with the visible share; a click shows all. Draws nothing if nothing is hidden.
void shown_note(Session& session, const Rect& viewport);

}  // namespace nearfield::ui
