#pragma once
// The cells that take the water of a source.
#include "scenes/flood/site.hpp"

namespace nearfield::flood {

/// Sorted ground cells whose middle lies in an area; for a cut cell, the middle of its open part.
std::vector<u32> covered_cells(const Site& site, const std::vector<glm::dvec2>& outline);

/// Cells of an inflow, sorted. An area (three corners or more) takes the covered_cells(). A line (two ends), or an area
/// that covers no middle of a cell, takes the cells along it on its side of walls. Coordinates in m from the lower left
/// corner of the site. Empty if there is no ground.
std::vector<u32> inflow_cells(const Site& site, const std::vector<glm::dvec2>& outline);

}  // namespace nearfield::flood
