#pragma once
// Changes of the water, the ground and the walls by hand.
#include "scenes/flood/clock.hpp"
#include "scenes/flood/site.hpp"
#include "scenes/plans/plan.hpp"

namespace nearfield::flood {

/// Effect of a brush on the water or the ground around a point.
enum class Touch { none, pour, take, raise, lower, rain };
struct Hand {
    Touch touch = Touch::none;
    glm::vec2 at{0};
};

/// A rectangle of cells.
struct CellWindow {
    u32 first_column = 0, first_row = 0, columns = 0, rows = 0;
};
/// The cells of a site whose middles may lie within a disc.
inline CellWindow window_around(const CellLattice& lattice, glm::vec2 at, float radius) {
    const glm::vec2 pitch(lattice.spacing, lattice.pitch()), from = (at - radius - glm::vec2(lattice.origin)) / pitch,
                                                             to = (at + radius - glm::vec2(lattice.origin)) / pitch;
    const auto within = [](float x, u32 n) { return u32(limited(floor_int(x), int(margin), int(n - margin))); };
    const u32 c0 = within(from.x - 1, lattice.columns), c1 = within(to.x + 1, lattice.columns);
    const u32 r0 = within(from.y - 1, lattice.rows), r1 = within(to.y + 1, lattice.rows);
    return {c0, r0, c1 - c0, r1 - r0};
}

/// Adds a depth to the water or a height to the ground of the cells within a disc.
struct TouchCells {
    CellLattice lattice;
    CellWindow window;
    glm::vec2 at;
    float radius;
    const Gathered* amount;
    float water, ground;  ///< factors of the amount
    float *depth, *momentum_x, *momentum_y, *bed;
    float* swept_bed;  ///< null if it is `bed`

    NF_HD void operator()(u32 i) const {
        const u32 column = window.first_column + i % window.columns, row = window.first_row + i / window.columns;
        const u32 cell = row * lattice.columns + column;
        const glm::vec3 middle = lattice.middle(cell);
        const float dx = middle.x - at.x, dy = middle.y - at.y;
        if (dx * dx + dy * dy > radius * radius || is_wall(bed[cell])) return;
        const float before = depth[cell], after = larger(0.f, before + water * amount->due);
        depth[cell] = after;
        bed[cell] += ground * amount->due;
        if (swept_bed) swept_bed[cell] += ground * amount->due;  // a wall stays infinite
        if (after < before) {
            momentum_x[cell] *= after / before;
            momentum_y[cell] *= after / before;
        }
    }
};

/// A cell that becomes a wall or stops being one.
struct Altered {
    u32 cell;
    float bed;  ///< m; `wall` if walls leave nothing of the cell
};
/// Gives altered cells their new bed, dry.
struct AlterCells {
    const Altered* cells;
    float *depth, *momentum_x, *momentum_y, *bed;
    NF_HD void operator()(u32 i) const {
        const u32 cell = cells[i].cell;
        bed[cell] = cells[i].bed;
        depth[cell] = momentum_x[cell] = momentum_y[cell] = 0;
    }
};

/// The cells that are walls in only one of two editions of a site.
std::vector<Altered> altered_cells(const Site& before, const Site& after);

/// The part of a convex polygon left of a line through `at` (Sutherland & Hodgman 1974).
std::vector<glm::dvec2> left_of(const std::vector<glm::dvec2>& polygon, glm::dvec2 at, glm::dvec2 way);

/// The walls of a site plus one from `a` to `b`. Throws UsageError if that is shorter than a cell or lies outside.
std::vector<CellWall> with_wall(const Site& site, glm::dvec2 a, glm::dvec2 b);
/// The walls of a site minus their parts within a disc; gaps in solid walls have straight sides. Throws UsageError if
/// no wall lies there.
std::vector<CellWall> breached(const Site& site, glm::dvec2 at, double radius);

/// The walls of a site with a plan as obstacles for people. Solid walls appear only where stairs interrupt the floor.
std::vector<plans::Wall> walls_for_people(const Site& site);

/// The site with a permanent inflow of `flow` m³/s in a disc. If the disc covers the middle of an inflow, that inflow
/// is shut off instead. Throws UsageError if no cell can take water there.
Site with_spring(const Site& site, glm::vec2 at, float radius, double flow);

}  // namespace nearfield::flood
