#pragma once
// Finds the walls near a point: a coarse grid of cells, each with the walls within reach of any point of the cell.
#include "scenes/plans/plan.hpp"

namespace nearfield::plans {

/// Cell k's walls are index[start[k]] .. index[start[k + 1] - 1].
struct WallLookupView {
    glm::vec2 lo;
    float cell;
    int columns, rows;
    const u32* start;
    const u32* index;
    const Wall* walls;

    NF_HD int cell_of(glm::vec2 p) const {
        const glm::vec2 c = (p - lo) / cell;
        return limited(floor_int(c.y), 0, rows - 1) * columns + limited(floor_int(c.x), 0, columns - 1);
    }
    /// Calls visit(wall) once for every wall within reach of p, and possibly for walls a little farther away.
    template <class Visit> NF_HD void each(glm::vec2 p, const Visit& visit) const {
        const int k = cell_of(p);
        for (u32 n = start[k]; n < start[k + 1]; ++n) visit(walls[index[n]]);
    }
};

struct WallLookup {
    glm::vec2 lo{0};
    float cell = 1;
    int columns = 1, rows = 1;
    std::vector<u32> start;  ///< columns * rows + 1
    std::vector<u32> index;  ///< into `walls`, ascending within a cell
    std::vector<Wall> walls;

    WallLookupView view() const { return {lo, cell, columns, rows, start.data(), index.data(), walls.data()}; }
};

/// For points in [lo, hi]. Points outside get the walls of the nearest cell.
WallLookup wall_lookup(std::vector<Wall> walls, glm::vec2 lo, glm::vec2 hi, float reach, float cell = 1);

}  // namespace nearfield::plans
