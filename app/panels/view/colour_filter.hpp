#pragma once
#include "app/ui/session.hpp"

// The legend as a filter: what is hidden there is neither drawn nor picked. All of it sets the parameter `show`.
namespace nearfield::ui {

/// A field for each class of the attribute that colours: a click hides it or shows it again.
void class_fields(Session& session, ImVec2 at, ImVec2 size);

/// The two ends of what is shown, on a colour bar at that place, to be dragged or typed.
void shown_ends(Session& session, ImVec2 at, ImVec2 size);

/// Whether the picture hides anything, as far as the legend can tell.
bool hides_something(const Session& session);
void show_all(Session& session);

/// A button over the picture that says how much is shown, and shows all. Nothing while nothing is hidden.
void shown_note(Session& session, const Rect& viewport);

}  // namespace nearfield::ui
