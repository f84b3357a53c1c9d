#pragma once
#include "app/files.hpp"

#include <string>
#include <vector>

namespace nearfield {

/// Returns cells as a line of a CSV file, without the line break.
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace nearfield
