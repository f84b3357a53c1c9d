#pragma once
// The grid that navigation works on: nodes at the centres of square cells, and links between neighbours that see each
// other past the walls.
#include "scenes/plans/plan.hpp"

#include <array>
#include <cstdint>
#include <map>

namespace nearfield::plans {

/// Nodes are numbered row by row from lo.
struct NavigationGrid {
    glm::vec2 lo{0};
    float cell = 1;
    int columns = 0, rows = 0;

    NF_HD int nodes() const { return columns * rows; }
    NF_HD glm::vec2 node(int column, int row) const { return lo + cell * glm::vec2(column + 0.5f, row + 0.5f); }
    NF_HD glm::vec2 node(int index) const { return node(index % columns, index / columns); }
    /// Index of the cell that holds p, or of the nearest one if p is outside.
    NF_HD int index(glm::vec2 p) const {
        const glm::vec2 c = (p - lo) / cell;
        return limited(floor_int(c.y), 0, rows - 1) * columns + limited(floor_int(c.x), 0, columns - 1);
    }
};

/// Neighbours of a node that no wall separates from it.
enum Link : std::uint8_t { link_right = 1, link_up = 2, link_left = 4, link_down = 8 };

/// From a node to a neighbour: the link there, and what to add to the index.
struct Way {
    Link link;
    int by;
};
inline std::array<Way, 4> ways(const NavigationGrid& grid) {
    return {{{link_right, 1}, {link_up, grid.columns}, {link_left, -1}, {link_down, -grid.columns}}};
}

/// Cells are from 0.1 m (a room) to 0.5 m (a stadium) wide, wider only where there would be more than 4 million. `cell`
/// > 0, or else Plan::navigation_cell > 0, takes precedence within those 4 million.
NavigationGrid navigation_grid(const Plan&, float cell = 0);

/// Link bits per node: a link is gone if a wall crosses or touches it. What walls enclose stays enclosed.
std::vector<std::uint8_t> find_links(const NavigationGrid&, const std::vector<Wall>&);

/// Links that lead through portals to nodes elsewhere. A node's bits 4 to 7 say in which of the four ways it has one.
class PortalLinks {
  public:
    PortalLinks() = default;
    /// Finds them where a portal lies across a link, and takes that link away. Offsets of portals are multiples of the
    /// grid's cell.
    PortalLinks(const NavigationGrid&, const std::vector<Portal>&, std::vector<std::uint8_t>& links);

    static std::uint8_t bit(Link way) { return std::uint8_t(way << 4); }
    /// The node beyond, where there is one.
    int beyond(int node, Link way) const {
        const int to = beyond_.at({node, way});
        return to < 0 ? ~to : to;
    }
    /// Whether people may go through it that way.
    bool walkable(int node, Link way) const { return beyond_.at({node, way}) >= 0; }

  private:
    std::map<std::pair<int, int>, int> beyond_;  ///< ~node where people may not go through
};

/// The neighbour of a node in one of the four ways, through a portal if there is one; -1: none.
inline int neighbour(int node, const Way& way, const std::vector<std::uint8_t>& links, const PortalLinks& portals) {
    const std::uint8_t bits = links[std::size_t(node)];
    if (bits & way.link) return node + way.by;
    return bits & PortalLinks::bit(way.link) ? portals.beyond(node, way.link) : -1;
}

/// For each node, the number of its part of the floor; links connect all nodes of a part.
std::vector<int> connected_parts(const NavigationGrid&, const std::vector<std::uint8_t>& links,
                                 const PortalLinks& portals = {});

/// Distance from each node to the nearest wall, at most `most`.
std::vector<float> wall_distance(const NavigationGrid&, const std::vector<Wall>&, float most);

/// Points where walls end or turn by more than 25 degrees; ways lead around them.
std::vector<glm::vec2> corners_of(const std::vector<Wall>&);

/// True if no wall crosses or touches the segment from p to q.
bool sees(glm::vec2 p, glm::vec2 q, const std::vector<Wall>&);

}  // namespace nearfield::plans
