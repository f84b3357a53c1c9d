#pragma once
#include "app/ui/session.hpp"

namespace nearfield::ui {

/// True if the search tunes itself.
bool is_automatic(const Session& session);
/// Starts tuning, or stops it.
void toggle_tuning(Session& session);
/// The button that tunes, and the costs that it measured.
void tune_rows(Session& session);

}  // namespace nearfield::ui
