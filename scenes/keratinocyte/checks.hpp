#pragma once
#include "sim/check.hpp"

namespace nearfield {

/// The growth of a colony of skin cells.
std::vector<Check> keratinocyte_checks();

}  // namespace nearfield
