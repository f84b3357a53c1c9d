#pragma once
#include "sim/check.hpp"

namespace nearfield {

/// Relations of a building's parts against closed forms, each other and a known house.
std::vector<Check> building_checks();

}  // namespace nearfield
