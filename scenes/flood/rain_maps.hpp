#pragma once
// Rain that varies in space and time, from ESRI ASCII grids in mm/h.
#include "cells/raster.hpp"

#include <string>
#include <vector>

namespace nearfield::flood {

/// Each map is valid from its time until the next one's; before the first there is no rain. All maps have the same
/// squares.
struct RainMaps {
    std::vector<float> times;   ///< s
    std::vector<float> rates;   ///< mm/h, map after map, rows from south to north; 0 where a file has no value
    int columns = 0, rows = 0;  ///< of squares
    double cell = 1;            ///< m
    glm::dvec2 corner{0};       ///< south-west corner, in m from the site's
    bool empty() const { return times.empty(); }
};

/// Reads `file`: one grid (.asc), valid from the start, or a table "time,file" (.csv) of several, with paths relative
/// to its folder. Grids and `site_corner` use the same map coordinates. Throws UsageError as the readers do, for
/// negative rain, for grids with different squares, and for grids that do not cover the site.
RainMaps load_rain_maps(const std::string& file, glm::dvec2 site_corner, glm::dvec2 site_size);

/// Throws UsageError unless a map from `lo` to `hi` covers the site, within `slack` m.
void require_covered(glm::dvec2 lo, glm::dvec2 hi, double slack, const std::string& what, glm::dvec2 site_size);

}  // namespace nearfield::flood
