#pragma once
#include "points/points.hpp"

namespace nearfield {

/// The environment of points, in double precision like the points.
struct PointBox {
    glm::dvec3 lo{0}, hi{0};
};

/// Parses --box. Throws UsageError for a text that is no box of this dimension.
PointBox read_box(const std::string& text, int dimensions);
PointBox box_around(const PointTable& table);

/// Throws UsageError for a point outside the box.
void require_inside(const PointTable& table, const PointBox& box);

/// Moves points outside a wrapped box back by whole sides and returns their number. Throws UsageError for a point so
/// far away that rounding leaves no place in the box.
std::size_t bring_inside(PointTable& table, const PointBox& box);

}  // namespace nearfield
