#pragma once
// The parts of a tank that are drawn.
#include "scenes/sph/tank.hpp"

#include "picture/column.hpp"

namespace nearfield::sph {

struct TankDrawing {
    struct Triangle {
        glm::vec3 corner[3];  ///< counter-clockwise seen from outside
        u32 solid;            ///< as in FilledTank::solid; 0 for faucets too
    };
    struct Line {
        glm::vec3 from, to;
        u32 solid;
    };
    std::vector<Triangle> triangles;  ///< of the solids and of faucets' pipes
    std::vector<Line> lines;  ///< 2D: outlines of the container's walls and of the solids. 3D: the container's edges
};

/// Obstacles and the walls of vessels at one time. In 2D everything lies in the plane z = 0.
struct Solids {
    std::vector<glm::vec3> opaque;  ///< corners, three to a triangle
    std::vector<glm::vec3> glass;   ///< the same for vessels, which are transparent
    std::vector<Segment> edges;     ///< edges of both
};

/// The drawing with solids at their places at rest.
TankDrawing drawing_of(const Tank&);

/// The same at time t, s: solids are where they have moved to, and those that are gone are left out. Meshes are vessels
/// of glass.
Solids solids_of(const Tank&, const TankDrawing&, double t);

}  // namespace nearfield::sph
