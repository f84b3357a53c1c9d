#pragma once
// Closed surfaces of triangles.
#include "base/vec.hpp"

#include <array>
#include <string>
#include <vector>

namespace nearfield::sph {

/// Triangles go round counter-clockwise seen from outside of the solid.
struct Mesh {
    std::string name;                          ///< what errors call it
    std::vector<glm::dvec3> vertices;          ///< m
    std::vector<std::array<u32, 3>> triangles;
    std::vector<int> lines;                    ///< line of the file that each triangle comes from

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

/// p becomes p * scale + translate.
void transform(Mesh&, double scale, glm::dvec3 translate);

/// Throws UsageError, naming a line or an edge and the way out, for a mesh that is empty, has a corner that is not finite, a triangle
/// without area, an edge that is not shared by exactly two triangles (open), neighbours that go round differently, or triangles that
/// face inwards. Surfaces that pass through each other are not noticed.
void check(const Mesh&);

/// The surface moved by `depth` to the inside of the solid: every corner to where its triangles' planes, moved, meet best. Throws
/// UsageError if nothing is left, as of a solid thinner than twice that.
Mesh inset(const Mesh&, double depth);

}  // namespace nearfield::sph
