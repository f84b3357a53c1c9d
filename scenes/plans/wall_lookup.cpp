#include "scenes/plans/wall_lookup.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::plans {
namespace {

/// Necessary condition for a wall within `reach` of the square cell around `middle`.
bool comes_near(const Wall& wall, glm::vec2 middle, float cell, float reach) {
    return distance_to(wall, middle) <= reach + 0.70711f * cell;
}

}  // namespace

WallLookup wall_lookup(std::vector<Wall> walls, glm::vec2 lo, glm::vec2 hi, float reach, float cell) {
    constexpr double most = 4e6;  // limit of cells; cells grow in vast rooms
    cell = float(std::max(double(cell), std::sqrt(double(hi.x - lo.x) * double(hi.y - lo.y) / most)));
    const glm::ivec2 cells(std::max(1, int(std::ceil((hi.x - lo.x) / cell))),
                           std::max(1, int(std::ceil((hi.y - lo.y) / cell))));
    WallLookup grid{.lo = lo, .cell = cell, .columns = cells.x, .rows = cells.y, .walls = std::move(walls)};
    const auto limits = [&](const Wall& w) {
        const glm::vec2 from = (glm::min(w.a, w.b) - reach - lo) / cell, to = (glm::max(w.a, w.b) + reach - lo) / cell;
        const auto inside = [&](int x, int y) { return glm::clamp(glm::ivec2(x, y), glm::ivec2(0), cells - 1); };
        return std::pair(inside(floor_int(from.x) - 1, floor_int(from.y) - 1),
                         inside(floor_int(to.x) + 1, floor_int(to.y) + 1));
    };
    const auto each = [&](const auto& visit) {
        for (u32 w = 0; w < grid.walls.size(); ++w) {
            const auto [from, to] = limits(grid.walls[w]);
            for (int j = from.y; j <= to.y; ++j)
                for (int i = from.x; i <= to.x; ++i)
                    if (comes_near(grid.walls[w], lo + cell * glm::vec2(i + 0.5f, j + 0.5f), cell, reach))
                        visit(std::size_t(j * grid.columns + i), w);
        }
    };
    grid.start.assign(std::size_t(grid.columns) * std::size_t(grid.rows) + 1, 0);
    each([&](std::size_t k, u32) { ++grid.start[k + 1]; });
    for (std::size_t k = 1; k < grid.start.size(); ++k) grid.start[k] += grid.start[k - 1];
    grid.index.resize(grid.start.back());
    std::vector<u32> next(grid.start.begin(), grid.start.end() - 1);
    each([&](std::size_t k, u32 w) { grid.index[next[k]++] = w; });
    return grid;
}

}  // namespace nearfield::plans
