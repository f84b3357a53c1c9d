#pragma once
// Density of people per cell: persons in a square window of about 2.5 m around the cell, over the walkable floor in
// that window.
#include "exec/exec.hpp"
#include "scenes/crowd/level_of_service.hpp"
#include "scenes/plans/navigation.hpp"

#include <algorithm>

namespace nearfield::crowd {

using namespace plans;

/// Square cells, each made of one or more navigation cells.
struct DensityGrid {
    glm::vec2 lo{0};
    float cell = 0.5f;
    int columns = 1, rows = 1;
    int reach = 2;  ///< window size in cells on each side

    NF_HD u32 cells() const { return u32(columns) * u32(rows); }
    NF_HD u32 index(const vec<2>& p) const {
        return u32(limited(floor_int((p[1] - lo[1]) / cell), 0, rows - 1)) * u32(columns) +
               u32(limited(floor_int((p[0] - lo[0]) / cell), 0, columns - 1));
    }
};

inline DensityGrid density_grid(const NavigationGrid& nodes) {
    constexpr float wanted = 0.5f, window = 2.5f;
    const int together = std::max(1, int(std::lround(wanted / nodes.cell)));
    DensityGrid grid{.lo = nodes.lo, .cell = nodes.cell * float(together)};
    grid.columns = (nodes.columns + together - 1) / together;
    grid.rows = (nodes.rows + together - 1) / together;
    grid.reach = std::max(1, int(std::lround((window / grid.cell - 1) / 2)));
    return grid;
}

inline std::vector<float> floor_areas(const DensityGrid& grid, const NavigationGrid& nodes,
                                      const std::vector<std::uint8_t>& walkable) {
    std::vector<float> area(grid.cells());
    for (int k = 0; k < nodes.nodes(); ++k)
        if (walkable[std::size_t(k)]) area[grid.index(nodes.node(k))] += nodes.cell * nodes.cell;
    return area;
}

struct CountPeople {
    DensityGrid grid;
    const Packed<2>* position;
    u32* count;
    NF_HD void operator()(u32 i) const {
        const vec<2> p = load<2>(position + i);
        if (!is_absent<2>(p)) atomic_add(count + grid.index(p), 1u);
    }
};

/// Density and level of service per cell. The density is 0 if the window has no floor; a cell without floor has no
/// level (255).
struct GradeCells {
    DensityGrid grid;
    LevelLimits limits;
    const u32* count;
    const float* area;
    float* density;
    std::uint8_t* level;
    NF_HD void operator()(u32 k) const {
        const int x = int(k) % grid.columns, y = int(k) / grid.columns;
        u32 people = 0;
        float floor = 0;
        for (int v = y - grid.reach < 0 ? 0 : y - grid.reach; v <= y + grid.reach && v < grid.rows; ++v)
            for (int u = x - grid.reach < 0 ? 0 : x - grid.reach; u <= x + grid.reach && u < grid.columns; ++u) {
                people += count[v * grid.columns + u];
                floor += area[v * grid.columns + u];
            }
        density[k] = floor > 0 ? float(people) / floor : 0.f;
        level[k] = area[k] > 0 ? std::uint8_t(limits.level(density[k])) : std::uint8_t(255);
    }
};

/// Floor area per level, m².
struct LevelAreas {
    double area[6] = {};
    friend NF_HD LevelAreas operator+(LevelAreas a, const LevelAreas& b) {
        for (int l = 0; l < 6; ++l) a.area[l] += b.area[l];
        return a;
    }
};

struct AreaOfLevel {
    const float* area;
    const std::uint8_t* level;
    NF_HD LevelAreas operator()(u32 k) const {
        LevelAreas areas;
        if (level[k] < 6) areas.area[level[k]] = area[k];
        return areas;
    }
};

}  // namespace nearfield::crowd
