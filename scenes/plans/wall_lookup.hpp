#pragma once
// Lookup of the walls near a point: a coarse grid of cells, each with the walls within reach of any of its points.
#include "scenes/plans/plan.hpp"

namespace nearfield::plans {

/// The walls of cell k are index[start[k]] .. index[start[k + 1] - 1].
struct WallCells {
    glm::vec2 lo;
    float per_cell;  ///< cells per metre
    int columns, rows;
    const u32 *start, *index;

    /// Calls visit(n) once for every wall n within reach of p, and possibly for some farther walls.
    template <class Visit> NF_INLINE void each(const vec<2>& p, const Visit& visit) const {
        const int x = limited(floor_int((p[0] - lo[0]) * per_cell), 0, columns - 1),
                  y = limited(floor_int((p[1] - lo[1]) * per_cell), 0, rows - 1);
        const int k = y * columns + x;
        for (u32 n = start[k]; n < start[k + 1]; ++n) visit(index[n]);
    }
};

struct WallLookup {
    glm::vec2 lo{0};
    float cell = 1;
    int columns = 1, rows = 1;
    std::vector<u32> start;  ///< columns * rows + 1
    std::vector<u32> index;  ///< into `walls`, ascending within a cell
    std::vector<Wall> walls;

    WallCells cells() const { return {lo, 1 / cell, columns, rows, start.data(), index.data()}; }
};

/// For points in [lo, hi]; points outside get the walls of the nearest cell.
WallLookup wall_lookup(std::vector<Wall> walls, glm::vec2 lo, glm::vec2 hi, float reach, float cell = 1);

}  // namespace nearfield::plans
