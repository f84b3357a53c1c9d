#pragma once
// The grid that navigation works on: nodes at the middles of square cells, and which neighbours see each other past the walls.
#include "scenes/pedestrians/plan.hpp"

#include <array>
#include <cstdint>

namespace nearfield::pedestrians {

/// Row by row from lo.
struct NavigationGrid {
    glm::vec2 lo{0};
    float cell = 1;
    int columns = 0, rows = 0;

    NF_HD int nodes() const { return columns * rows; }
    NF_HD glm::vec2 node(int column, int row) const { return lo + cell * glm::vec2(column + 0.5f, row + 0.5f); }
    NF_HD glm::vec2 node(int index) const { return node(index % columns, index / columns); }
    /// Index of the cell that holds p, of the nearest one if p is outside.
    NF_HD int index(glm::vec2 p) const {
        const glm::vec2 c = (p - lo) / cell;
        return limited(floor_int(c.y), 0, rows - 1) * columns + limited(floor_int(c.x), 0, columns - 1);
    }
};

/// Neighbours of a node that no wall stands before.
enum Link : std::uint8_t { link_right = 1, link_up = 2, link_left = 4, link_down = 8 };

/// From a node to a neighbour: the link there, and what to add to the index.
struct Way {
    Link link;
    int by;
};
inline std::array<Way, 4> ways(const NavigationGrid& grid) { return {{{link_right, 1}, {link_up, grid.columns}, {link_left, -1}, {link_down, -grid.columns}}}; }

/// Cell from 0.1 m for a room to 0.5 m for a stadium, larger only where that would make more than 4 million cells.
/// `cell` > 0 or else Plan::navigation_cell > 0 has precedence, within those 4 million.
NavigationGrid navigation_grid(const Plan&, float cell = 0);

/// Link bits per node: a link is gone if a wall crosses or touches it. What walls enclose stays enclosed.
std::vector<std::uint8_t> find_links(const NavigationGrid&, const std::vector<Wall>&);

/// Number of the part of the floor that each node is in; links lead from everywhere in a part to everywhere in it.
std::vector<int> connected_parts(const NavigationGrid&, const std::vector<std::uint8_t>& links);

/// Distance of each node to the nearest wall, or `most` where that is less.
std::vector<float> wall_distance(const NavigationGrid&, const std::vector<Wall>&, float most);

/// Where walls end or turn by more than 25 degrees: what ways lead around.
std::vector<glm::vec2> corners_of(const std::vector<Wall>&);

/// No wall crosses or touches the way from p to q.
bool sees(glm::vec2 p, glm::vec2 q, const std::vector<Wall>&);

}  // namespace nearfield::pedestrians
