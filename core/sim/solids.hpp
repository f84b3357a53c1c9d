#pragma once
// What actors move among and never through, as it is drawn.
#include <glm/glm.hpp>

#include <vector>

namespace nearfield {

/// A line of the scene's own, such as a road.
struct Segment {
    glm::vec3 from, to;
};

/// Obstacles, and the walls of what holds the actors. In 2D all lies in the plane z = 0 and normals are not read.
struct Solids {
    struct Corner {
        glm::vec3 at;
        glm::vec3 normal;  ///< outward, of length 1
    };
    std::vector<Corner> opaque;  ///< three to a triangle; lit, or filled in 2D
    std::vector<Corner> glass;   ///< three to a triangle; seen through, so for vessels
    std::vector<Segment> edges;  ///< of either, drawn as thin bright lines
};

}  // namespace nearfield
