#pragma once
#include <string>

namespace nearfield {

/// A measured number in a table: a whole one in full, one of single precision as the shortest text that reads back as
/// the same float, any other to nine digits.
std::string measured_text(double value);

}  // namespace nearfield
