#pragma once
// Hydrographs from files, put to edges, inflows and areas of a site.
#include "scenes/flood/site/described.hpp"

namespace nearfield::flood {

/// Applies "PLACE=FILE.csv; ..." to a site that is not yet divided into cells. PLACE is an edge (west, east, south,
/// north), an inflow of the site by its name, or an area "x1 y1 x2 y2" in m. Levels belong to edges. Throws UsageError
/// for a place that the site lacks, or as load_hydrograph does.
void apply_hydrographs(Described& site, const std::string& text);

}  // namespace nearfield::flood
