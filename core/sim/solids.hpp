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

    bool operator==(const Solids&) const = default;
    bool empty() const { return opaque.empty() && glass.empty() && edges.empty(); }
};

/// Two triangles: the parallelogram with a corner and the two sides that start there. Its normal is u x v.
inline void add_parallelogram(std::vector<Solids::Corner>& to, glm::vec3 corner, glm::vec3 u, glm::vec3 v) {
    const glm::vec3 across = glm::cross(u, v), normal = glm::dot(across, across) > 0 ? glm::normalize(across) : glm::vec3(0, 0, 1);
    for (const glm::vec3& at : {corner, corner + u, corner + u + v, corner, corner + u + v, corner + v}) to.push_back({at, normal});
}

/// The six sides of the box [lo, hi], or the rectangle in 2D.
inline void add_box(std::vector<Solids::Corner>& to, glm::vec3 lo, glm::vec3 hi, int dimensions) {
    const glm::vec3 size = hi - lo, x(size.x, 0, 0), y(0, size.y, 0), z(0, 0, size.z);
    if (dimensions == 2) return add_parallelogram(to, lo, x, y);
    add_parallelogram(to, lo, y, x), add_parallelogram(to, lo + z, x, y);
    add_parallelogram(to, lo, z, y), add_parallelogram(to, lo + x, y, z);
    add_parallelogram(to, lo, x, z), add_parallelogram(to, lo + y, z, x);
}

/// The twelve edges of the box [lo, hi], or the four of the rectangle in 2D.
inline void add_box_edges(std::vector<Segment>& to, glm::vec3 lo, glm::vec3 hi, int dimensions) {
    for (int axis = 0; axis < dimensions; ++axis)
        for (int side = 0; side < (dimensions == 2 ? 2 : 4); ++side) {
            const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
            glm::vec3 from = lo;
            if (side & 1) from[u] = hi[u];
            if (side & 2) from[v] = hi[v];
            glm::vec3 end = from;
            end[axis] = hi[axis];
            to.push_back({from, end});
        }
}

}  // namespace nearfield
