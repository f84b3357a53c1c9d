#pragma once
// Hydrographs from files as boundary conditions and inflows of a site.
#include "scenes/flood/site/described.hpp"

namespace nearfield::flood {

/// Applies "PLACE=FILE.csv; ..." to a site before its division into cells. PLACE is an edge (west, east, south, north),
/// the name of an inflow, or an area "x1 y1 x2 y2" in m. Only edges take levels. Throws UsageError for an unknown
/// place, or as load_hydrograph does.
void apply_hydrographs(SiteDescription& site, const std::string& text);

}  // namespace nearfield::flood
