#pragma once
// Walls of a site as prisms, for the 3D view.
#include "base/vec.hpp"
#include "scenes/flood/levels.hpp"

#include <memory>
#include <vector>

namespace nearfield::flood {

/// Triangles, three corners each, and the cell of each triangle. In m: x east, y up, z south; heights are exaggerated.
struct Surface {
    std::shared_ptr<const std::vector<glm::vec3>> corners;
    std::shared_ptr<const std::vector<u32>> cells;
};
struct Buildings {
    Surface roofs, walls;
    std::vector<float> foot;  ///< per cell: lowest ground beside a building, m above the datum; NaN elsewhere
};

/// Without a plan: joins wall cells that share faces, and leaves out the deep interior of large blocks. With a plan:
/// its walls on the visible levels.
Buildings build_up(const Site& site, const plans::Plan* plan, const std::vector<Level>& levels, float exaggeration);

/// The panels of shut doors.
Surface shut_doors(const Site& site, const plans::Plan* plan, const std::vector<Level>& levels, float exaggeration,
                   const std::vector<bool>& open);

/// Range of heights in the 3D view, m above the datum: ground, water at the start and buildings.
struct Heights {
    float low = 0, high = 0;
};
Heights heights_of(const Site& site);

}  // namespace nearfield::flood
