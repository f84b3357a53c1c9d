#pragma once
// A building as bytes, for the way from a reader's process to ours.
#include "libs/building/readers/building.hpp"

namespace nearfield::building {

std::string to_bytes(const Building&);

/// Throws Error if these are no bytes of to_bytes, or not all of them.
Building from_bytes(const std::string&);

}  // namespace nearfield::building
