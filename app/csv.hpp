#pragma once
#include "app/files.hpp"

#include <string>
#include <vector>

namespace nearfield {

/// Cells as a line of a CSV file, without the line break.
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace nearfield
