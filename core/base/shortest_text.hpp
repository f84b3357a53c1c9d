#pragma once
#include <string>

namespace nearfield {

/// The shortest text that reads back as the same number, or as the same float if the value is a float. Integers are
/// written in full.
std::string shortest_text(double value);

}  // namespace nearfield
