#pragma once
#include "app/points/points.hpp"

namespace nearfield {

/// The environment of points, in double precision like them.
struct PointBox {
    glm::dvec3 lo{0}, hi{0};
};

/// The box that --box states. Throws UsageError for a text that is no box of so many dimensions.
PointBox read_box(const std::string& text, int dimensions);
PointBox box_around(const PointTable& table);

/// Throws UsageError for a point outside of the box.
void require_inside(const PointTable& table, const PointBox& box);

/// Moves the points outside of a wrapped box back by whole sides; returns their number. Throws UsageError for a point
/// so far away that rounding leaves no place in the box.
std::size_t bring_inside(PointTable& table, const PointBox& box);

}  // namespace nearfield
