#pragma once
#include "app/ui/panel.hpp"

namespace nearfield::ui {

/// Every panel of the window but those that the program adds.
Panels all_panels();

/// Experiments from the window: chosen or composed, run beside the simulation, and their table drawn while it grows.
/// The command line has what runs them, and adds the panel as WindowOptions::panels.
Panels experiments_panels();

}  // namespace nearfield::ui
