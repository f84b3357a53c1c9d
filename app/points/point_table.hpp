#pragma once
#include "app/points/points.hpp"

#include <string_view>

namespace nearfield {

/// Points from a table: columns separated by commas, semicolons, tabs or blanks, with a header or without. Coordinates
/// are the columns asked for, those that the header (or a comment in its place) names, or else all two or three columns
/// that do not number or name the rows; of a file called .xyz the first three. Where no comma separates columns,
/// numbers may have a decimal comma. Also reads the XYZ format of atoms: their number, a comment, then a symbol and x,
/// y, z for each. Throws UsageError as "file:line: reason".
PointTable read_point_table(const std::string& name, std::string_view text, const PointChoice& choice);

}  // namespace nearfield
