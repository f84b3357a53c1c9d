#pragma once
#include "app/ui/panel.hpp"

namespace nearfield::ui {

/// Makes every panel of the window except those that the program adds.
Panels all_panels();

/// Makes the panel that chooses or composes experiments, runs them beside the simulation and plots their growing table.
/// The command line, which contains their runner, adds the panel through WindowOptions::panels.
Panels experiments_panels();

}  // namespace nearfield::ui
