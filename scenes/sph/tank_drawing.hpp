#pragma once
// What of a tank is drawn.
#include "scenes/sph/tank.hpp"

#include "sim/solids.hpp"

namespace nearfield::sph {

struct TankDrawing {
    struct Triangle {
        glm::vec3 corner[3];  ///< counter-clockwise seen from outside
        u32 solid;            ///< as FilledTank::solid; 0 also of faucets
    };
    struct Line {
        glm::vec3 from, to;
        u32 solid;
    };
    std::vector<Triangle> triangles;  ///< of the solids and of faucets' pipes
    std::vector<Line> lines;          ///< 2D: outlines of the container's walls and of the solids. 3D: the container's edges
};

/// Solids at their places at rest.
TankDrawing drawing_of(const Tank&);

/// The same at time t, s: solids where they have moved to, without those that are gone. Meshes are vessels, of glass.
Solids solids_of(const Tank&, const TankDrawing&, double t);

}  // namespace nearfield::sph
