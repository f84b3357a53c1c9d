#include "scenes/plans/navigation_grid.hpp"

#include "base/stoppable.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace nearfield::plans {
namespace {

using dvec2 = glm::dvec2;

/// Removes the links along one axis (0: right and left, 1: up and down) that a wall meets.
class LinkCutter {
  public:
    LinkCutter(const NavigationGrid& grid, int axis, std::vector<std::uint8_t>& links)
        : grid_(grid),
          axis_(axis),
          links_(links) {}

    void cut(const Wall& wall) {
        const dvec2 a = in_nodes(wall.a), b = in_nodes(wall.b);
        const double lo = std::min(a[across()], b[across()]), hi = std::max(a[across()], b[across()]);
        for (int line = int(std::max(0.0, std::ceil(lo - touch))); line <= std::min(size(across()) - 1.0, hi + touch);
             ++line) {
            const double run = b[across()] - a[across()];
            if (std::abs(run) < 1e-9) {
                cut(line, std::min(a[axis_], b[axis_]), std::max(a[axis_], b[axis_]));
            } else {
                const double t = std::clamp((line - a[across()]) / run, 0.0, 1.0),
                             at = a[axis_] + t * (b[axis_] - a[axis_]);
                cut(line, at, at);
            }
        }
    }

  private:
    static constexpr double touch = 1e-6;  // cells

    int across() const { return 1 - axis_; }
    int size(int axis) const { return axis ? grid_.rows : grid_.columns; }
    dvec2 in_nodes(glm::vec2 p) const { return (dvec2(p) - dvec2(grid_.lo)) / double(grid_.cell) - 0.5; }

    /// Removes the links of a row of nodes that meet the interval from..to.
    void cut(int line, double from, double to) {
        const int first = int(std::max(0.0, std::ceil(from - touch) - 1)),
                  last = int(std::min(size(axis_) - 2.0, std::floor(to + touch)));
        for (int k = first; k <= last; ++k) {
            const int node = axis_ ? k * grid_.columns + line : line * grid_.columns + k;
            links_[std::size_t(node)] &= std::uint8_t(~(axis_ ? link_up : link_right));
            links_[std::size_t(node + (axis_ ? grid_.columns : 1))] &= std::uint8_t(~(axis_ ? link_down : link_left));
        }
    }

    const NavigationGrid& grid_;
    const int axis_;
    std::vector<std::uint8_t>& links_;
};

/// A portal's line, shifted slightly onto the stairs: nodes on the line itself belong to the storey.
Wall edge_of(const NavigationGrid& grid, const Portal& portal) {
    const dvec2 along = dvec2(portal.b) - dvec2(portal.a), left = dvec2(-along.y, along.x) / glm::length(along);
    const glm::vec2 by(1e-3 * double(grid.cell) * (portal.onto ? left : -left));
    return {portal.a + by, portal.b + by};
}

/// Calls f(node, way) for the links that cross a line to its left.
template <class F> void each_link_across(const NavigationGrid& grid, const Wall& line, const F& f) {
    const auto side = [&](glm::vec2 p) {
        const dvec2 along = dvec2(line.b) - dvec2(line.a), to = dvec2(p) - dvec2(line.a);
        return along.x * to.y - along.y * to.x;
    };
    const auto within = [&](glm::vec2 p) {
        const dvec2 along = dvec2(line.b) - dvec2(line.a);
        const double t = glm::dot(dvec2(p) - dvec2(line.a), along);
        return t > 0 && t < glm::dot(along, along);
    };
    const glm::ivec2 steps[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    each_node_near(grid, {line.a, line.b}, grid.cell, [&](int node, glm::vec2 p) {
        for (std::size_t w = 0; w < 4; ++w) {
            const glm::vec2 q = grid.node(node % grid.columns + steps[w].x, node / grid.columns + steps[w].y);
            const double before = side(p), after = side(q);
            if (before < 0 && after >= 0 && within(p + float(before / (before - after)) * (q - p))) f(node, w);
        }
    });
}

/// The reverse way.
int opposite(int way) { return way < link_left ? way << 2 : way >> 2; }

}  // namespace

NavigationGrid navigation_grid(const Plan& plan, float cell) {
    constexpr double usual = 250e3, most = 4e6;
    const dvec2 size = dvec2(plan.hi) - dvec2(plan.lo);
    double width = cell > 0 ? cell : plan.navigation_cell;
    if (!(width > 0)) width = std::clamp(std::ceil(std::sqrt(size.x * size.y / usual) / 0.05 - 1e-6) * 0.05, 0.1, 0.5);
    width = std::max(width, std::sqrt(size.x * size.y / most));
    return {plan.lo, float(width), std::max(2, int(std::ceil(size.x / width - 1e-4))),
            std::max(2, int(std::ceil(size.y / width - 1e-4)))};
}

std::vector<std::uint8_t> find_links(const NavigationGrid& grid, const std::vector<Wall>& walls) {
    std::vector<std::uint8_t> links(std::size_t(grid.nodes()), link_right | link_up | link_left | link_down);
    const auto cut = [&](int node, Link link) { links[std::size_t(node)] &= std::uint8_t(~link); };
    for (int i = 0; i < grid.columns; ++i) {
        cut(i, link_down);
        cut(grid.nodes() - 1 - i, link_up);
    }
    for (int j = 0; j < grid.rows; ++j) {
        cut(j * grid.columns, link_left);
        cut((j + 1) * grid.columns - 1, link_right);
    }
    LinkCutter across(grid, 0, links), along(grid, 1, links);
    for (const auto& wall : walls) {
        across.cut(wall);
        along.cut(wall);
    }
    return links;
}

std::vector<PortalLink> link_through(const NavigationGrid& grid, const std::vector<Portal>& portals,
                                     std::vector<std::uint8_t>& links) {
    std::map<std::pair<int, int>, PortalLink> beyond;  // by node and way
    const auto four = ways(grid);
    for (const auto& portal : portals) {
        const glm::ivec2 shift(glm::round(portal.shift / grid.cell));
        each_link_across(grid, edge_of(grid, portal), [&](int node, std::size_t w) {
            const int to = node + four[w].by + shift.y * grid.columns + shift.x, way = four[w].link;
            if (to < 0 || to >= grid.nodes()) return;
            if (links[std::size_t(node)] & way && links[std::size_t(to)] & opposite(way))
                beyond[{node, way}] = {node, way, to, portal.walkable};
        });
    }
    LinkCutter across(grid, 0, links), along(grid, 1, links);
    for (const auto& portal : portals) {
        across.cut(edge_of(grid, portal));
        along.cut(edge_of(grid, portal));
    }
    std::vector<PortalLink> found;
    for (const auto& [from, link] : beyond) {
        const auto back = beyond.find({link.to, opposite(link.way)});
        if (back == beyond.end() || back->second.to != link.node) continue;  // the node lies at the end of an edge
        found.push_back(link);
        links[std::size_t(link.node)] |= PortalLink::bit(link.way);
    }
    return found;
}

std::vector<int> connected_parts(const NavigationGrid& grid, const std::vector<std::uint8_t>& links,
                                 const std::vector<PortalLink>& portals) {
    const LinkView view = view_of(links, portals);
    std::vector<int> part(links.size(), -1), front;
    int count = 0;
    StopBetween nodes;
    for (int start = 0; start < grid.nodes(); ++start) {
        if (part[std::size_t(start)] >= 0) continue;
        part[std::size_t(start)] = count;
        front.push_back(start);
        for (; !front.empty(); nodes()) {
            const int node = front.back();
            front.pop_back();
            for (const auto& way : ways(grid)) {
                const int next = view.next(node, way);
                if (next < 0 || part[std::size_t(next)] >= 0) continue;
                part[std::size_t(next)] = count;
                front.push_back(next);
            }
        }
        ++count;
    }
    return part;
}

std::vector<std::uint8_t> peopled(const Plan& plan, const NavigationGrid& grid, const std::vector<std::uint8_t>& links,
                                  const std::vector<PortalLink>& portals) {
    const auto part = connected_parts(grid, links, portals);
    std::vector<std::uint8_t> parts(part.size()), nodes(part.size());
    const auto add = [&](const auto& list) {
        for (const auto& item : list)
            each_node_in(grid, item.outline, [&](std::size_t k) { parts[std::size_t(part[k])] = 1; });
    };
    add(plan.spawns);
    add(plan.sources);
    for (std::size_t k = 0; k < part.size(); ++k) nodes[k] = parts[std::size_t(part[k])];
    return nodes;
}

std::vector<float> wall_distance(const NavigationGrid& grid, const std::vector<Wall>& walls, float most) {
    std::vector<float> distance(std::size_t(grid.nodes()), most);
    StopBetween nodes;
    for (const auto& wall : walls)
        each_node_near(grid, {wall.a, wall.b}, most, [&](int node, glm::vec2 p) {
            float& d = distance[std::size_t(node)];
            d = std::min(d, distance_to(wall, p));
            nodes();
        });
    return distance;
}

std::vector<glm::vec2> corners_of(const std::vector<Wall>& walls) {
    constexpr float straight = 0.906f;  // cosine of 25 degrees
    const auto order = [](glm::vec2 p, glm::vec2 q) { return p.x != q.x ? p.x < q.x : p.y < q.y; };
    std::map<glm::vec2, std::vector<glm::vec2>, decltype(order)> away(
        order);  // directions of the walls from each of their ends
    for (const auto& w : walls) {
        const glm::vec2 along = glm::normalize(w.b - w.a);
        away[w.a].push_back(along);
        away[w.b].push_back(-along);
    }
    std::vector<glm::vec2> corners;
    for (const auto& [p, directions] : away)
        if (directions.size() != 2 || glm::dot(directions[0], directions[1]) > -straight) corners.push_back(p);
    return corners;
}

bool sees(glm::vec2 p, glm::vec2 q, const std::vector<Wall>& walls) {
    const auto side = [](dvec2 a, dvec2 b, dvec2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); };
    for (const auto& w : walls) {
        const double a = side(p, q, w.a), b = side(p, q, w.b), c = side(w.a, w.b, p), d = side(w.a, w.b, q);
        const bool overlaps =
            std::min(w.a.x, w.b.x) <= std::max(p.x, q.x) && std::min(p.x, q.x) <= std::max(w.a.x, w.b.x) &&
            std::min(w.a.y, w.b.y) <= std::max(p.y, q.y) && std::min(p.y, q.y) <= std::max(w.a.y, w.b.y);
        if (overlaps && a * b <= 0 && c * d <= 0) return false;
    }
    return true;
}

}  // namespace nearfield::plans
