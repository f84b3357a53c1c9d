#pragma once
#include "base/vec.hpp"

#include <array>
#include <vector>

namespace nearfield::geometry {

/// Triangulates a nearly planar simple polygon into corners - 2 triangles of the same orientation by ear clipping
/// (Meisters 1975), best-shaped ears first. Empty if the polygon has no area or no ear is left.
std::vector<std::array<std::size_t, 3>> triangulate(const std::vector<glm::dvec3>& corners);

}  // namespace nearfield::geometry
