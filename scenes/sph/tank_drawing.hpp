#pragma once
// Geometry of a tank for its picture.
#include "scenes/sph/tank.hpp"

#include "picture/column.hpp"

namespace nearfield::sph {

struct TankDrawing {
    struct Triangle {
        glm::vec3 corner[3];  ///< counter-clockwise seen from outside
        u32 solid;            ///< as in FilledTank::solid; 0 also for faucets
    };
    struct Line {
        glm::vec3 from, to;
        u32 solid;
    };
    std::vector<Triangle> triangles;  ///< of solids and of faucets' pipes
    std::vector<Line> lines;  ///< 2D: outlines of the container's walls and of the solids. 3D: the container's edges
};

/// Obstacles and vessel walls at a point in time. In 2D everything lies in the plane z = 0.
struct Solids {
    std::vector<glm::vec3> opaque;  ///< corners, three to a triangle
    std::vector<glm::vec3> glass;   ///< the same for vessels, transparent
    std::vector<Segment> edges;     ///< edges of both
};

/// The drawing with solids at their initial positions.
TankDrawing drawing_of(const Tank&);

/// The same at time t, s, with solids moved, and without removed ones. Meshes are drawn as glass vessels.
Solids solids_of(const Tank&, const TankDrawing&, double t);

}  // namespace nearfield::sph
