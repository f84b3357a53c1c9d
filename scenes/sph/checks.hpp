#pragma once
#include "sim/check.hpp"

namespace nearfield {

/// Water against published dam breaks and closed forms.
std::vector<Check> sph_checks();

}  // namespace nearfield
