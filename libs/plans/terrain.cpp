#include "libs/plans/terrain.hpp"

#include <cmath>

namespace nearfield::plans {

bool Terrain::covers(glm::vec2 p) const {
    const glm::dvec2 place = glm::dvec2(p) + origin - raster->corner;
    const glm::dvec2 size = glm::dvec2(raster->columns, raster->rows) * raster->cell;
    return place.x >= 0 && place.y >= 0 && place.x <= size.x && place.y <= size.y;
}

double Terrain::at(glm::vec2 p) const {
    if (!raster) return double(level) + double(slope.x) * double(p.x) + double(slope.y) * double(p.y);
    return covers(p) ? double(raster->between(glm::dvec2(p) + origin - raster->corner)) : NAN;
}

}  // namespace nearfield::plans
