#pragma once
#include "scenes/geometry/mesh.hpp"

namespace nearfield::geometry {

/// Displacement of each corner that moves all planes of its triangles outwards by 1: the vector d with n.d = 1 for all
/// of their distinct normals n (least squares, least norm), at most 4 long. Corners without a triangle of positive area
/// stay.
std::vector<glm::dvec3> mitres(const Mesh&);

}  // namespace nearfield::geometry
