#pragma once
// The navigation grid: nodes at the centres of square cells, with links between neighbours that no wall separates.
#include "base/stoppable.hpp"
#include "scenes/plans/plan.hpp"

#include <array>
#include <cstdint>

namespace nearfield::plans {

/// Nodes are numbered row by row from lo.
struct NavigationGrid {
    glm::vec2 lo{0};
    float cell = 1;
    int columns = 0, rows = 0;

    NF_HD int nodes() const { return columns * rows; }
    NF_HD glm::vec2 node(int column, int row) const { return lo + cell * glm::vec2(column + 0.5f, row + 0.5f); }
    NF_HD glm::vec2 node(int index) const { return node(index % columns, index / columns); }
    /// Index of the cell that contains p, or of the nearest one if p is outside.
    NF_HD int index(glm::vec2 p) const {
        const glm::vec2 c = (p - lo) / cell;
        return limited(floor_int(c.y), 0, rows - 1) * columns + limited(floor_int(c.x), 0, columns - 1);
    }
};

/// Calls f(node, position) for the nodes within `reach` of the bounding box of the points.
template <class F>
void each_node_near(const NavigationGrid& grid, const std::vector<glm::vec2>& points, float reach, const F& f) {
    glm::vec2 lo(INFINITY), hi(-INFINITY);
    for (const auto p : points) {
        lo = glm::min(lo, p);
        hi = glm::max(hi, p);
    }
    const int from = grid.index(lo - reach), to = grid.index(hi + reach);
    StopBetween nodes;
    for (int j = from / grid.columns; j <= to / grid.columns; ++j)
        for (int i = from % grid.columns; i <= to % grid.columns; ++i, nodes())
            f(j * grid.columns + i, grid.node(i, j));
}

/// Calls f(node) for the nodes in an outline.
template <class F> void each_node_in(const NavigationGrid& grid, const Polygon& outline, const F& f) {
    each_node_near(grid, outline, 0, [&](int node, glm::vec2 p) {
        if (contains(outline, p)) f(std::size_t(node));
    });
}

/// Neighbours of a node that no wall separates from it.
enum Link : std::uint8_t { link_right = 1, link_up = 2, link_left = 4, link_down = 8 };

/// A step from a node to a neighbour: the link, and the difference of indices.
struct Way {
    Link link;
    int by;
};
inline std::array<Way, 4> ways(const NavigationGrid& grid) {
    return {{{link_right, 1}, {link_up, grid.columns}, {link_left, -1}, {link_down, -grid.columns}}};
}

/// Cells are 0.1 m (a room) to 0.5 m (a stadium) wide, and wider only to limit the grid to 4 million. Within that
/// limit, `cell` > 0, or else Plan::navigation_cell > 0, takes precedence.
NavigationGrid navigation_grid(const Plan&, float cell = 0);

/// Link bits per node. Walls remove the links that they cross or touch, so enclosed floor stays enclosed.
std::vector<std::uint8_t> find_links(const NavigationGrid&, const std::vector<Wall>&);

/// A link through a portal; only walkable ones are open to people.
struct PortalLink {
    int node, way, to;
    bool walkable = true;
    static NF_HD std::uint8_t bit(int way) { return std::uint8_t(way << 4); }
};

/// The links of all nodes, for rules on either backend. Bits 4 to 7 of a node mark the ways with a portal.
struct LinkView {
    const std::uint8_t* links;
    const PortalLink* portals;  ///< sorted by node, then way
    int portal_count;

    /// The neighbour of a node along a way, through a portal if there is one; -1: none.
    NF_HD int next(int node, Way way) const {
        const std::uint8_t bits = links[node];
        if (bits & way.link) return node + way.by;
        return bits & PortalLink::bit(way.link) ? beyond(node, way.link).to : -1;
    }
    /// The same, if people may go there.
    NF_HD int ahead(int node, Way way) const {
        const std::uint8_t bits = links[node];
        if (bits & way.link) return node + way.by;
        return leads_on(node, way.link) ? beyond(node, way.link).to : -1;
    }
    /// True if people may go from the node through a portal that way.
    NF_HD bool leads_on(int node, int way) const {
        return links[node] & PortalLink::bit(way) && beyond(node, way).walkable;
    }

  private:
    NF_HD const PortalLink& beyond(int node, int way) const {
        int lo = 0;
        for (int hi = portal_count; hi - lo > 1;) {
            const int middle = (lo + hi) / 2;
            const PortalLink& here = portals[middle];
            (here.node < node || (here.node == node && here.way <= way) ? lo : hi) = middle;
        }
        return portals[lo];
    }
};

/// Creates links through portals and removes the links that these replace. Offsets of portals are multiples of the
/// grid's cell.
std::vector<PortalLink> link_through(const NavigationGrid&, const std::vector<Portal>&,
                                     std::vector<std::uint8_t>& links);

inline LinkView view_of(const std::vector<std::uint8_t>& links, const std::vector<PortalLink>& portals) {
    return {links.data(), portals.data(), int(portals.size())};
}

/// For each node, the number of its connected part of the floor.
std::vector<int> connected_parts(const NavigationGrid&, const std::vector<std::uint8_t>& links,
                                 const std::vector<PortalLink>& portals = {});

/// For each node, true if it is reachable on foot from where people start or come in.
std::vector<std::uint8_t> peopled(const Plan&, const NavigationGrid&, const std::vector<std::uint8_t>& links,
                                  const std::vector<PortalLink>&);

/// Distance from each node to the nearest wall, at most `most`.
std::vector<float> wall_distance(const NavigationGrid&, const std::vector<Wall>&, float most);

/// Points where walls end or turn by more than 25 degrees; ways lead around these.
std::vector<glm::vec2> corners_of(const std::vector<Wall>&);

/// True if no wall crosses or touches the segment from p to q.
bool sees(glm::vec2 p, glm::vec2 q, const std::vector<Wall>&);

}  // namespace nearfield::plans
