#pragma once
// Walls of a site as prisms, for pictures in 3D.
#include "base/vec.hpp"
#include "scenes/flood/site/levels.hpp"

#include <memory>
#include <vector>

namespace nearfield::flood {

/// Triangles and the cell that each belongs to. Three corners each; x east, y up, z south, in m, heights times the
/// exaggeration that they were made with.
struct Surface {
    std::shared_ptr<const std::vector<glm::vec3>> corners;
    std::shared_ptr<const std::vector<u32>> cells;
};
struct Buildings {
    Surface roofs, walls;
    std::vector<float> foot;  ///< per cell, m above the datum: the lowest ground beside a building; NaN elsewhere
};

/// Of a site without a plan: cells that are walls, joined where they share faces; what lies deep inside of a large one
/// is left out. Of a plan: its walls, on the levels that are shown.
Buildings build_up(const Site& site, const plans::Plan* plan, const std::vector<Level>& levels, float exaggeration);

/// The panels of doors that are shut.
Surface shut_doors(const Site& site, const plans::Plan* plan, const std::vector<Level>& levels, float exaggeration,
                   const std::vector<bool>& open);

/// Heights that a picture in 3D spans, in m above the datum: ground, water at the start and buildings.
struct Heights {
    float low = 0, high = 0;
};
Heights heights_of(const Site& site);

}  // namespace nearfield::flood
