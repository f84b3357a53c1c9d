#pragma once
#include "base/vec.hpp"

#include <array>
#include <vector>

namespace nearfield::geometry {

/// Cuts a nearly plane polygon that does not cross itself into corners - 2 triangles of the same orientation, by
/// cutting off ears (Meisters 1975), the best-shaped first. Empty if the polygon has no area or no ear is left.
std::vector<std::array<std::size_t, 3>> triangulate(const std::vector<glm::dvec3>& corners);

}  // namespace nearfield::geometry
