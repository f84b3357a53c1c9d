#pragma once
// Shapes of a tank's fluids and solids. Lengths in m; in 2D z is 0 and ignored.
#include "scenes/geometry/mesh.hpp"

#include <memory>
#include <variant>

namespace nearfield::sph {

using geometry::Bounds, geometry::Mesh;

/// A box or, in 2D, a rectangle.
struct Box {
    glm::dvec3 lo{0}, hi{0};
};

/// A ball or, in 2D, a disc.
struct Ball {
    glm::dvec3 centre{0};
    double radius = 0;
};

/// 2D: corners in order, counter-clockwise, without repeating the first.
struct Polygon {
    std::vector<glm::dvec2> corners;
};

/// 2D: a wall without thickness through these points.
struct Polyline {
    std::vector<glm::dvec2> points;
};

using Shape = std::variant<Box, Ball, Polygon, Polyline, std::shared_ptr<const Mesh>>;

Bounds bounds_of(const Shape&);
/// Area or volume, m^D; 0 for a polyline.
template <int D> double measure_of(const Shape&);
/// True if p lies inside. Not for meshes: see inside() in fill.hpp.
template <int D> bool contains(const Shape&, dvec<D> p);

double area_of(const std::vector<glm::dvec2>& corners);  ///< m², positive if the corners are counter-clockwise

template <int D> dvec<D> cut(glm::dvec3 p) {
    if constexpr (D == 2) return {p.x, p.y};
    else return p;
}
inline glm::dvec3 lifted(glm::dvec2 p) { return {p.x, p.y, 0}; }

}  // namespace nearfield::sph
