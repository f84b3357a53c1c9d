#pragma once
// Division of surfaces into shells: edge-connected components.
#include "scenes/geometry/mesh.hpp"

namespace nearfield::building {

struct Shell {
    geometry::Mesh mesh;  ///< every corner belongs to a triangle
    bool closed = false;  ///< every edge is traversed equally often in both directions
};

/// The shells of a part's surfaces. Each surface is divided by itself; then all its open components are divided again
/// together. Corners at the same position (2^-20 m) are merged, degenerate triangles removed, and triangles of a shell
/// oriented consistently across edges with two triangles.
std::vector<Shell> shells_of(const std::vector<geometry::Mesh>& surfaces);

}  // namespace nearfield::building
