#pragma once
#include "points/points.hpp"

#include <string_view>

namespace nearfield {

/// Reads points from a table with columns separated by commas, semicolons, tabs or blanks, with or without a header.
/// The coordinates are the requested columns, else the columns named so in the header or in a comment in its place.
/// Without either they are all two or three columns that do not number or name the rows, or the first three of an .xyz
/// file. Numbers may have a decimal comma unless commas separate columns. Also reads XYZ files of atoms: their number,
/// a comment, then a symbol and x, y, z per atom. Throws UsageError as "file:line: reason".
PointTable read_point_table(const std::string& name, std::string_view text, const PointChoice& choice);

}  // namespace nearfield
