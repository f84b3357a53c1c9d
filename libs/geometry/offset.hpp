#pragma once
#include "libs/geometry/mesh.hpp"

namespace nearfield::geometry {

/// How far each corner moves, and where to, so that all planes of its triangles move outwards by 1: the displacement d
/// with n.d = 1 for every one of their distinct normals n (least squares, least norm), at most 4 long. A corner that
/// belongs to no triangle with an area stays.
std::vector<glm::dvec3> mitres(const Mesh&);

}  // namespace nearfield::geometry
