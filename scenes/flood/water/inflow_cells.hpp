#pragma once
// Which cells of a site the water of a source comes into.
#include "scenes/flood/site/site.hpp"

namespace nearfield::flood {

/// The cells with a ground whose middle an area covers, or the middle of what walls have left of them; rising.
std::vector<u32> covered_cells(const Site& site, const std::vector<glm::dvec2>& outline);

/// The cells of an area, an outline of three corners or more: those whose middle is in it, or the middle of what walls
/// have left of them. Of a line, with two ends: those that it comes to, on its side of walls; so too for areas that
/// have no middle of a cell. In m from the lower left corner of the site; rising. Empty where there is no ground.
std::vector<u32> inflow_cells(const Site& site, const std::vector<glm::dvec2>& outline);

}  // namespace nearfield::flood
