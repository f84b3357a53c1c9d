#pragma once
// The way to each exit: the time of travel from every point at unit speed on free floor (so, on free floor, the distance), from
// the eikonal equation |grad T| = slowness on a regular grid (fast_marching.hpp), and the direction that shortens it.
#include "scenes/pedestrians/navigation_grid.hpp"

namespace nearfield::pedestrians {

struct Seed;

/// What a rule needs on either backend. Fields of all exits one after the other: exit e's node k at e * grid.nodes() + k.
struct NavigationView {
    NavigationGrid grid;
    const std::uint8_t* links;     ///< Link bits per node
    const float* distance;         ///< per exit and node; infinite where no way leads
    const Packed<2>* direction;    ///< per exit and node; unit, or (0, 0) where no way leads

    /// The four nodes around p that p can see past the walls, with bilinear weights. `base` is the node of p's cell.
    struct Corners {
        int node[4];
        float weight[4];
    };
    NF_HD Corners corners(glm::vec2 p) const;
    /// Unit direction towards exit e, or (0, 0).
    NF_HD glm::vec2 direction_at(int e, glm::vec2 p) const;
    /// Distance to exit e; infinite where no way leads.
    NF_HD float distance_at(int e, glm::vec2 p) const;
    /// The open exit with the least distance * weight[e] among those in the bit set `allowed` (bit e; ~0 for all); -1 if none
    /// can be reached. Exits whose weight is not positive do not count.
    NF_HD int nearest(glm::vec2 p, int exits, const float* weight, u32 allowed) const;
};

struct NavigationSettings {
    float cell = 0;          ///< m; 0: by the plan (Plan::navigation_cell) or its size: see navigation_grid
    float clearance = 0.35f; ///< m that paths keep from walls where there is room: about a body's radius
    float wall_cost = 3;     ///< slowness at a wall is 1 + this, falling to 1 at the clearance
};

/// The fields of a plan. A change costs what it touches: opening or shutting an exit its own field, a door all of them.
class Navigation {
  public:
    explicit Navigation(const Plan&, const NavigationSettings& = {});

    const NavigationGrid& grid() const { return grid_; }
    int exits() const { return int(distance_.size()); }
    const std::vector<std::uint8_t>& links() const { return links_; }
    /// Per node, see NavigationView; for exit e alone.
    const std::vector<float>& distance(int e) const { return distance_[std::size_t(e)]; }
    const std::vector<Packed<2>>& direction(int e) const { return direction_[std::size_t(e)]; }
    /// Time per metre without crowding, per node: >= 1.
    const std::vector<float>& slowness() const { return slowness_; }

    void set_exit_open(int e, bool open);
    void set_door_open(int door, bool open);
    /// Fields anew with slowness() + `extra` per node (>= 0), as from the density of people; for every exit, or for `only`.
    void set_crowding(const std::vector<float>& extra, int only = -1);
    /// The plan as it is now.
    const Plan& plan() const { return plan_; }

  private:
    void lay_walls();
    void find_inside();
    void solve(int e);
    void solve_all();
    std::vector<Seed> door_seeds(const Exit&, const std::vector<float>& cost) const;
    std::vector<Seed> area_seeds(const Exit&, const std::vector<float>& cost) const;
    void lead_outwards(int e);

    Plan plan_;
    NavigationSettings settings_;
    NavigationGrid grid_;
    std::vector<std::uint8_t> links_;
    std::vector<Wall> walls_;           ///< those that stand, and every exit door
    std::vector<std::uint8_t> inside_;  ///< per node: people can get there without leaving
    std::vector<float> slowness_, crowding_;
    std::vector<std::vector<float>> distance_;
    std::vector<std::vector<Packed<2>>> direction_;
};

inline NF_HD NavigationView::Corners NavigationView::corners(glm::vec2 p) const {
    const float x = fminf(fmaxf((p.x - grid.lo.x) / grid.cell - 0.5f, 0.f), float(grid.columns - 1));
    const float y = fminf(fmaxf((p.y - grid.lo.y) / grid.cell - 0.5f, 0.f), float(grid.rows - 1));
    const int i = limited(int(x), 0, grid.columns - 1), j = limited(int(y), 0, grid.rows - 1);
    const int across = i + 1 < grid.columns ? 1 : 0, up = j + 1 < grid.rows ? grid.columns : 0;
    const float fx = x - float(i), fy = y - float(j);
    const int n00 = j * grid.columns + i;
    // Seen from the corner that is nearest: `side` the other corner of its row, `over` the other of its column.
    const bool right = fx >= 0.5f, top = fy >= 0.5f;
    const int base = n00 + (right ? across : 0) + (top ? up : 0), side = base + (right ? -across : across), over = base + (top ? -up : up);
    const int far = side + over - base;
    const float wx = right ? 1 - fx : fx, wy = top ? 1 - fy : fy;
    const int sideways = right ? link_left : link_right, upwards = top ? link_down : link_up;
    const bool to_side = links[base] & sideways, to_over = links[base] & upwards;
    const bool to_far = (to_side && (links[side] & upwards)) || (to_over && (links[over] & sideways));
    return {{base, side, over, far}, {(1 - wx) * (1 - wy), to_side ? wx * (1 - wy) : 0, to_over ? (1 - wx) * wy : 0, to_far ? wx * wy : 0}};
}

inline NF_HD glm::vec2 NavigationView::direction_at(int e, glm::vec2 p) const {
    const Corners c = corners(p);
    const Packed<2>* field = direction + std::size_t(e) * std::size_t(grid.nodes());
    glm::vec2 sum{0};
    for (int n = 0; n < 4; ++n)
        if (c.weight[n] > 0) sum += c.weight[n] * load<2>(field + c.node[n]);
    const float length = sqrtf(glm::dot(sum, sum));
    return length > 1e-6f ? sum / length : load<2>(field + c.node[0]);
}

inline NF_HD float NavigationView::distance_at(int e, glm::vec2 p) const {
    const Corners c = corners(p);
    const float* field = distance + std::size_t(e) * std::size_t(grid.nodes());
    float sum = 0, weight = 0;
    for (int n = 0; n < 4; ++n) {
        const float d = field[c.node[n]];
        if (c.weight[n] > 0 && d < INFINITY) sum += c.weight[n] * d, weight += c.weight[n];
    }
    return weight > 0 ? sum / weight : INFINITY;
}

inline NF_HD int NavigationView::nearest(glm::vec2 p, int exits, const float* weight, u32 allowed) const {
    int best = -1;
    float least = INFINITY;
    for (int e = 0; e < exits; ++e) {
        if (!(allowed >> e & 1) || !(weight[e] > 0)) continue;
        const float cost = distance_at(e, p) * weight[e];
        if (cost < least) least = cost, best = e;
    }
    return best;
}

}  // namespace nearfield::pedestrians
