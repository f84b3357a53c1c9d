#pragma once
#include "sim/check.hpp"

namespace nearfield {

/// RiMEA guideline 4.1.1, annex 1.
std::vector<Check> rimea_checks();
/// The force model against closed forms and reference runs.
std::vector<Check> pedestrian_checks();

}  // namespace nearfield
