#pragma once
#include "app/points/points.hpp"

#include <string_view>

namespace nearfield {

/// True for the first line of a PLY file.
bool is_ply(std::string_view text);

/// The vertices of a PLY file, in text or binary: the properties x, y (and z), or those that `choice` names, of any
/// type. Other properties, lists and other elements are skipped. Throws UsageError for a file that is not sound.
PointTable read_ply(const std::string& name, std::string_view text, const PointChoice& choice);

}  // namespace nearfield
