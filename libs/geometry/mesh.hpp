#pragma once
// Closed surfaces of triangles.
#include "base/vec.hpp"

#include <array>
#include <string>
#include <vector>

namespace nearfield::geometry {

/// Triangles are counter-clockwise seen from outside the solid.
struct Mesh {
    std::string name;                  ///< what errors call it
    std::vector<glm::dvec3> vertices;  ///< m
    std::vector<std::array<u32, 3>> triangles;
    std::vector<int> lines;  ///< line of the file that each triangle comes from

    glm::dvec3 corner(std::size_t triangle, int k) const { return vertices[triangles[triangle][std::size_t(k)]]; }
};

struct Bounds {
    glm::dvec3 lo{INFINITY}, hi{-INFINITY};
    void hold(glm::dvec3 p) { lo = glm::min(lo, p), hi = glm::max(hi, p); }
};

Bounds bounds_of(const Mesh&);
/// m²
double area_of(const Mesh&);
/// m³; negative if the triangles face inwards.
double volume_of(const Mesh&);

/// Corners at the same position become one; they are finite.
void weld(Mesh&);

/// p becomes p * scale + translate.
void transform(Mesh&, double scale, glm::dvec3 translate);

/// Throws UsageError with a line or an edge and a remedy for a mesh that is empty or has a corner that is not finite, a
/// triangle without area, an edge that is not shared by exactly two triangles (open), neighbours of different
/// orientation, or triangles that face inwards. Surfaces that pass through each other are not detected.
void check(const Mesh&);

/// The surface moved inwards by `depth`: every corner goes to the best meeting point of its triangles' moved planes.
/// Throws UsageError if nothing is left, as with a solid thinner than twice `depth`.
Mesh inset(const Mesh&, double depth);

}  // namespace nearfield::geometry
