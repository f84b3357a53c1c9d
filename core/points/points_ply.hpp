#pragma once
#include "points/points.hpp"

#include <string_view>

namespace nearfield {

/// True if the first line is that of a PLY file.
bool is_ply(std::string_view text);

/// Reads the vertices of a PLY file, text or binary: the properties x, y (and z), or the properties named by `choice`,
/// of any type. Skips lists, other properties and other elements. Throws UsageError for an invalid file.
PointTable read_ply(const std::string& name, std::string_view text, const PointChoice& choice);

}  // namespace nearfield
