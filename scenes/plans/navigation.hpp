#pragma once
// The way to each exit: travel time from every point at unit speed on free floor (there, the distance) and the
// direction of its steepest descent. Defines the eikonal equation |grad T| = slowness on a regular grid (eikonal.hpp),
// and the view of its solution for rules; ways.hpp solves it.
#include "scenes/plans/navigation_grid.hpp"

namespace nearfield::plans {

/// View of the ways for rules on either backend. Fields of the exits are concatenated: node k of exit e is at e *
/// grid.nodes() + k.
struct NavigationView {
    NavigationGrid grid;
    const std::uint8_t* links;   ///< Link bits per node
    const float* distance;       ///< per exit and node; infinite where there is no way
    const Packed<2>* direction;  ///< per exit and node; unit vector, or (0, 0) where there is no way

    /// The four nodes around p, as a ring from the nearest one, with their bilinear weights, and the ring's edges
    /// without a wall (bit n: from node n to the next).
    struct Corners {
        int node[4];
        float weight[4];
        u32 edges;
        /// Of the nodes with a value (bits of `valued`), those visible from the nearest of them past the walls.
        NF_HD u32 seen(u32 valued) const;
    };
    NF_HD Corners corners(glm::vec2 p) const;
    /// Unit direction towards exit e, or (0, 0).
    NF_HD glm::vec2 direction_at(int e, glm::vec2 p) const;
    /// Distance to exit e; infinite where there is no way.
    NF_HD float distance_at(int e, glm::vec2 p) const;
    /// The open exit with the least distance * weight[e] among the bit set `allowed` (bit e; ~0 for all); -1 if none is
    /// reachable. Exits with a weight of 0 or less are ignored.
    NF_HD int nearest(glm::vec2 p, int exits, const float* weight, u32 allowed) const;
};

struct NavigationSettings {
    float cell = 0;  ///< m; 0: from the plan (Plan::navigation_cell) or its size, see navigation_grid
    float clearance =
        0.35f;              ///< distance of ways from corners and ends of walls where there is room, m: a body's radius
    float corner_cost = 3;  ///< slowness at a corner is 1 + this, and falls to 1 at the clearance
};

/// A start node of the way to an exit, and its distance and direction to the exit.
struct WayStart {
    int node;
    float distance;  ///< m
    glm::vec2 direction;
};

/// A node outside an exit door, which leads people on, so that a body halfway through does not turn back.
struct WayOutside {
    int node;
    glm::vec2 direction;
};

/// The floor of a plan as input of the eikonal equation.
class Navigation {
  public:
    explicit Navigation(const Plan&, const NavigationSettings& = {});

    const NavigationGrid& grid() const { return grid_; }
    int exits() const { return int(plan_.exits.size()); }
    const std::vector<std::uint8_t>& links() const { return links_; }
    const std::vector<PortalLink>& portals() const { return portals_; }
    LinkView link_view() const { return view_of(links_, portals_); }
    /// Time per metre without crowding, per node; 1 on free floor.
    const std::vector<float>& slowness() const { return slowness_; }
    /// Empty if the exit is shut.
    const std::vector<WayStart>& starts(int e) const { return starts_[std::size_t(e)]; }
    const std::vector<WayOutside>& outside(int e) const { return outside_[std::size_t(e)]; }

    /// Opening or shutting an exit changes only its own ways; a door changes all ways.
    void set_exit_open(int e, bool open);
    void set_door_open(int door, bool open);
    /// Replaces the plan's walls.
    void set_walls(const std::vector<Wall>& walls);
    /// The plan in its present state.
    const Plan& plan() const { return plan_; }

  private:
    void lay_walls();
    void lay_slowness(const std::vector<float>& clear, float clearance);
    void find_inside();
    void find_ends(int e);
    std::vector<WayStart> door_starts(const Exit&) const;
    std::vector<WayStart> area_starts(const Exit&) const;
    std::vector<WayOutside> outside_of(const Exit&) const;

    Plan plan_;
    NavigationSettings settings_;
    NavigationGrid grid_;
    std::vector<std::uint8_t> links_;
    std::vector<PortalLink> portals_;
    std::vector<Wall> walls_;           ///< the standing walls, and every exit door
    std::vector<std::uint8_t> inside_;  ///< per node: reachable without leaving
    std::vector<float> slowness_;
    std::vector<std::vector<WayStart>> starts_;
    std::vector<std::vector<WayOutside>> outside_;
};

inline NF_HD NavigationView::Corners NavigationView::corners(glm::vec2 p) const {
    const float x = smaller(larger((p.x - grid.lo.x) / grid.cell - 0.5f, 0.f), float(grid.columns - 1));
    const float y = smaller(larger((p.y - grid.lo.y) / grid.cell - 0.5f, 0.f), float(grid.rows - 1));
    const int i = limited(int(x), 0, grid.columns - 2), j = limited(int(y), 0, grid.rows - 2);
    const float fx = x - float(i), fy = y - float(j);
    const bool right = fx >= 0.5f, top = fy >= 0.5f;
    const int base = (j + top) * grid.columns + i + right, side = base + (right ? -1 : 1),
              up = top ? -grid.columns : grid.columns;
    const float wx = right ? 1 - fx : fx, wy = top ? 1 - fy : fy;
    const u32 sideways = right ? link_left : link_right, upwards = top ? link_down : link_up;
    const u32 edges = u32((links[base] & sideways) != 0) | u32((links[side] & upwards) != 0) << 1 |
                      u32((links[base + up] & sideways) != 0) << 2 | u32((links[base] & upwards) != 0) << 3;
    return {{base, side, side + up, base + up}, {(1 - wx) * (1 - wy), wx * (1 - wy), wx * wy, (1 - wx) * wy}, edges};
}

inline NF_HD u32 NavigationView::Corners::seen(u32 valued) const {
    const u32 second = weight[1] > weight[3] ? 1 : 3;
    const u32 from = valued & 1 ? 0 : (valued >> second & 1 ? second : (valued >> (4 - second) & 1 ? 4 - second : 2));
    const u32 next = (from + 1) & 3, opposite = (from + 2) & 3, last = (from + 3) & 3;
    const u32 to_next = edges >> from & 1, to_last = edges >> last & 1,
              to_opposite = (to_next & edges >> next) | (to_last & edges >> opposite);
    return valued & (1u << from | to_next << next | to_last << last | (to_opposite & 1) << opposite);
}

inline NF_HD glm::vec2 NavigationView::direction_at(int e, glm::vec2 p) const {
    const Corners c = corners(p);
    const Packed<2>* field = direction + std::size_t(e) * std::size_t(grid.nodes());
    glm::vec2 at[4];
    u32 valued = 0;
    for (u32 n = 0; n < 4; ++n) {
        at[n] = load<2>(field + c.node[n]);
        valued |= u32(at[n].x != 0 || at[n].y != 0) << n;
    }
    const u32 seen = c.seen(valued);
    glm::vec2 sum{0};
    for (u32 n = 0; n < 4; ++n)
        if (seen >> n & 1) sum += (c.weight[n] + 1e-6f) * at[n];
    const float length = sqrtf(glm::dot(sum, sum));
    return length > 1e-9f ? sum / length : at[0];
}

inline NF_HD float NavigationView::distance_at(int e, glm::vec2 p) const {
    const Corners c = corners(p);
    const float* field = distance + std::size_t(e) * std::size_t(grid.nodes());
    float at[4];
    u32 valued = 0;
    for (u32 n = 0; n < 4; ++n) {
        at[n] = field[c.node[n]];
        valued |= u32(at[n] < INFINITY) << n;
    }
    const u32 seen = c.seen(valued);
    float sum = 0, weight = 0;
    for (u32 n = 0; n < 4; ++n)
        if (seen >> n & 1) {
            sum += (c.weight[n] + 1e-6f) * at[n];
            weight += c.weight[n] + 1e-6f;
        }
    return weight > 0 ? sum / weight : INFINITY;
}

inline NF_HD int NavigationView::nearest(glm::vec2 p, int exits, const float* weight, u32 allowed) const {
    int best = -1;
    float least = INFINITY;
    for (int e = 0; e < exits; ++e) {
        if (!(allowed >> e & 1) || !(weight[e] > 0)) continue;
        const float cost = distance_at(e, p) * weight[e];
        if (cost < least) {
            least = cost;
            best = e;
        }
    }
    return best;
}

}  // namespace nearfield::plans
