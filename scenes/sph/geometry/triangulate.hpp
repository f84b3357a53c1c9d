#pragma once
#include "base/vec.hpp"

#include <array>
#include <vector>

namespace nearfield::sph {

/// Cuts a polygon that is nearly plane and does not cross itself into corners - 2 triangles that go round as it does, by cutting off
/// ears (Meisters 1975), of those the best shaped first. Empty if it has no area or no ear is left.
std::vector<std::array<std::size_t, 3>> triangulate(const std::vector<glm::dvec3>& corners);

}  // namespace nearfield::sph
