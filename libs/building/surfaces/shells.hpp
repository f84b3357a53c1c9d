#pragma once
// Surfaces cut into shells: pieces that hang together along edges.
#include "libs/geometry/mesh.hpp"

namespace nearfield::building {

struct Shell {
    geometry::Mesh mesh;  ///< every corner belongs to a triangle
    bool closed = false;  ///< every edge is run along as often one way as the other
};

/// The shells of a part's surfaces: of each surface by itself, and of all those pieces together that are open by
/// themselves. Corners at the same place (2^-20 m) are one, triangles that are reduced to an edge are left out, and
/// the triangles of a shell go round alike where each edge has two of them.
std::vector<Shell> shells_of(const std::vector<geometry::Mesh>& surfaces);

}  // namespace nearfield::building
