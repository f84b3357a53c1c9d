#pragma once
#include <string>

namespace nearfield {

/// The shortest text that reads back as the same number; as the same float if it is one. Whole numbers are in full.
std::string shortest_text(double value);

}  // namespace nearfield
