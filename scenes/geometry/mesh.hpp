#pragma once
// Triangle meshes of closed surfaces.
#include "base/vec.hpp"

#include <array>
#include <string>
#include <vector>

namespace nearfield::geometry {

/// Triangles are counter-clockwise as seen from outside the solid.
struct Mesh {
    std::string name;                  ///< name for error messages
    std::vector<glm::dvec3> vertices;  ///< m
    std::vector<std::array<u32, 3>> triangles;
    std::vector<int> lines;  ///< line of each triangle in the file

    glm::dvec3 corner(std::size_t triangle, int k) const { return vertices[triangles[triangle][std::size_t(k)]]; }
};

struct Bounds {
    glm::dvec3 lo{INFINITY}, hi{-INFINITY};
    void hold(glm::dvec3 p) {
        lo = glm::min(lo, p);
        hi = glm::max(hi, p);
    }
};

Bounds bounds_of(const Mesh&);
/// Surface area, m².
double area_of(const Mesh&);
/// Volume, m³; negative if the triangles face inwards.
double volume_of(const Mesh&);

/// Merges corners at the same position; positions must be finite.
void weld(Mesh&);

/// Replaces p by p * scale + translate.
void transform(Mesh&, double scale, glm::dvec3 translate);

/// Checks that a mesh is a closed surface. Throws UsageError, with a line or an edge and a remedy, for a mesh that is
/// empty or has a corner that is not finite, a triangle without area, an edge that is not shared by exactly two
/// triangles (open), neighbours with opposite orientations, or triangles that face inwards. Self-intersections are not
/// detected.
void check(const Mesh&);

/// The surface offset inwards by `depth`: every corner moves to the best intersection of its triangles' offset planes.
/// Throws UsageError if nothing is left, as for a solid thinner than twice `depth`.
Mesh inset(const Mesh&, double depth);

}  // namespace nearfield::geometry
