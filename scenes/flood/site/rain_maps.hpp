#pragma once
// Rain that differs from place to place and changes with time, from ESRI ASCII grids in mm/h.
#include "cells/raster.hpp"

#include <string>
#include <vector>

namespace nearfield::flood {

/// Each map holds from its time on, until the next; before the first there is no rain. All have the same squares.
struct RainMaps {
    std::vector<float> times;   ///< s
    std::vector<float> rates;   ///< mm/h, map after map, rows from south to north; 0 where a file has no value
    int columns = 0, rows = 0;  ///< of squares
    double cell = 1;            ///< m
    glm::dvec2 corner{0};       ///< south-west, in m from that of the site
    bool empty() const { return times.empty(); }
};

/// Reads `file`: one grid (.asc), which holds from the start, or a table "time,file" (.csv) of several, whose names
/// count from its own folder. Places of grids and of the site's `corner` are on one map. Throws UsageError as the
/// readers do, for negative rain, for grids of different squares, and if they do not cover the site.
RainMaps load_rain_maps(const std::string& file, glm::dvec2 site_corner, glm::dvec2 site_size);

/// Throws UsageError unless a map from `lo` to `hi` covers the site, but for `slack` m.
void require_covered(glm::dvec2 lo, glm::dvec2 hi, double slack, const std::string& what, glm::dvec2 site_size);

}  // namespace nearfield::flood
