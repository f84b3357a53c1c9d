#pragma once
// Serialisation of a building, for the pipe from a reader's process.
#include "scenes/building/building.hpp"

namespace nearfield::building {

std::string to_bytes(const Building&);

/// Throws Error unless the text is complete output of to_bytes.
Building from_bytes(const std::string&);

}  // namespace nearfield::building
