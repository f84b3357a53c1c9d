#pragma once
#include "sim/check.hpp"

namespace nearfield {

/// Shallow water against closed forms and a published test, and people in it.
std::vector<Check> flood_checks();
std::vector<Check> people_in_flood_checks();

}  // namespace nearfield
