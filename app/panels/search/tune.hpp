#pragma once
#include "app/ui/session.hpp"

namespace nearfield::ui {

/// True if the search tunes itself.
bool is_automatic(const Session& session);
/// Starts or stops tuning.
void toggle_tuning(Session& session);
/// Draws the Tune button and the measured costs.
void tune_rows(Session& session);

}  // namespace nearfield::ui
