#pragma once
// Solves eikonal.hpp for all exits at once on a backend: a fast iterative method over tiles (Jeong & Whitaker 2008, "A
// fast iterative method for eikonal equations", SIAM J. Sci. Comput. 30(5)). Every pass updates the nodes of awake
// tiles, in any order. A tile whose nodes change stays awake and wakes the tiles that read them. The fixed point equals
// the result of fast marching: times depend on earlier times only, so by induction from the earliest each node is final
// once all earlier ones are.
#include "base/stoppable.hpp"
#include "exec/exec.hpp"
#include "scenes/plans/eikonal.hpp"
#include "scenes/plans/navigation.hpp"

#include <atomic>
#include <vector>

namespace nearfield::plans {

/// Square tiles of the grid, separately for each exit.
struct WayTiles {
    static constexpr u32 side = 16, nodes = side * side;
    NavigationGrid grid;

    NF_HD u32 across() const { return (u32(grid.columns) + side - 1) / side; }
    NF_HD u32 per_exit() const { return across() * ((u32(grid.rows) + side - 1) / side); }
    NF_HD u32 tile_of(u32 exit, int node) const {
        const u32 column = u32(node) % u32(grid.columns), row = u32(node) / u32(grid.columns);
        return exit * per_exit() + row / side * across() + column / side;
    }
    /// -1 beyond the grid.
    NF_HD int node_of(u32 tile, u32 at) const {
        const u32 place = tile % per_exit();
        const u32 column = place % across() * side + at % side, row = place / across() * side + at / side;
        const bool there = column < u32(grid.columns) && row < u32(grid.rows);
        return there ? int(row) * grid.columns + int(column) : -1;
    }
};

/// Times that many threads read and write concurrently.
struct SharedTimes {
    LinkView links;
    float* of;

    NF_HD int ahead(int node, Way way) const { return links.ahead(node, way); }
    NF_HD float time(int node) const {
#if NF_ON_DEVICE
        return *static_cast<const volatile float*>(of + node);
#else
        return std::atomic_ref<float>(of[node]).load(std::memory_order_relaxed);
#endif
    }
    NF_HD void set(int node, float time) const {
#if NF_ON_DEVICE
        *static_cast<volatile float*>(of + node) = time;
#else
        std::atomic_ref<float>(of[node]).store(time, std::memory_order_relaxed);
#endif
    }
};

/// Links of the nodes, and times and directions, exit after exit.
struct WayFields {
    std::size_t nodes;
    const std::uint8_t* links;
    float* time;
    Packed<2>* direction;
    NF_HD float* time_of(u32 exit) const { return time + exit * nodes; }
    NF_HD Packed<2>* direction_of(u32 exit) const { return direction + exit * nodes; }
};

/// The exits to solve for.
struct ExitRange {
    u32 first, end;
    NF_HD bool has(u32 exit) const { return exit >= first && exit < end; }
};

struct StartOfExit {
    u32 exit;
    WayStart start;
};
struct OutsideOfExit {
    u32 exit;
    WayOutside outside;
};

struct ForgetTimes {
    const float *plain, *factor;  ///< slowness and its factor; null: 1
    float* slowness;
    ExitRange exits;
    WayFields fields;
    NF_HD void operator()(u32 node) const {
        slowness[node] = factor ? product(plain[node], factor[node]) : plain[node];
        for (u32 e = exits.first; e < exits.end; ++e) fields.time_of(e)[node] = INFINITY;
    }
};

/// Sets the start values of ways, before nodes are updated.
struct SetStarts {
    const StartOfExit* all;
    const float* slowness;
    ExitRange exits;
    WayFields fields;
    NF_HD void operator()(u32 i) const {
        const auto [exit, start] = all[i];
        const float slow = slowness[start.node];
        if (exits.has(exit) && slow < INFINITY) fields.time_of(exit)[start.node] = product(start.distance, slow);
    }
};

/// A pass over the nodes of awake tiles.
struct TakeNodes {
    u32 lanes;   ///< threads per tile
    int rounds;  ///< updates of a tile's nodes per pass
    WayTiles tiles;
    LinkView links;
    const float* slowness;
    const u32* given;  ///< per node, bit e: a start of the way to exit e, with a prescribed value
    WayFields fields;
    u32 first_exit;
    u32 *awake, *waking, *slept;  ///< per tile: awake in this pass, in the next, asleep in the previous one
    u32* changed;
    u32 order;  ///< bits to flip in a node's index within its tile; varies the sweep direction

    NF_HD void operator()(u32 i) const {
        const u32 tile = first_exit * tiles.per_exit() + i / lanes, lane = i % lanes;
        if (lane == 0) slept[tile] = 0;
        if (!awake[tile]) return;
        for (u32 at = lane; at < WayTiles::nodes; at += lanes)
            if (const int node = tiles.node_of(tile, at ^ order); node >= 0) take(node, tile);
    }

  private:
    NF_HD void take(int node, u32 tile) const {
        const u32 exit = tile / tiles.per_exit();
        if (given[node] >> exit & 1) return;
        const SharedTimes all{links, fields.time_of(exit)};
        const Eikonal<SharedTimes> eikonal(all, tiles.grid.columns);
        const float cost = product(slowness[node], tiles.grid.cell), before = all.time(node);
        float now = before;
        for (int k = 0; k < rounds; ++k)
            if (const float then = eikonal.arrival(node, cost); then != now) all.set(node, now = then);
        if (now == before) return;
        raise(waking + tile);
        raise(changed);
        wake(node, exit, {link_right, 1});
        wake(node, exit, {link_up, tiles.grid.columns});
        wake(node, exit, {link_left, -1});
        wake(node, exit, {link_down, -tiles.grid.columns});
    }

    /// Wakes the tiles of the two nodes in a row that read this one.
    NF_HD void wake(int node, u32 exit, Way way) const {
        for (int k = 0; k < 2; ++k) {
            node = links.next(node, way);
            if (node < 0) return;
            raise(waking + tiles.tile_of(exit, node));
        }
    }
};

struct LeadDown {
    LinkView links;
    int columns;
    WayFields fields;
    u32 first_exit;
    NF_HD void operator()(u32 i) const {
        const u32 exit = first_exit + i / u32(fields.nodes), node = i % u32(fields.nodes);
        const SharedTimes all{links, fields.time_of(exit)};
        fields.direction_of(exit)[node] = all.time(int(node)) < INFINITY
                                              ? Eikonal<SharedTimes>(all, columns).direction(int(node))
                                              : Packed<2>{{0, 0}};
    }
};

struct LeadToExits {
    const StartOfExit* all;
    const float* slowness;
    ExitRange exits;
    WayFields fields;
    NF_HD void operator()(u32 i) const {
        const auto [exit, start] = all[i];
        if (exits.has(exit) && slowness[start.node] < INFINITY)
            fields.direction_of(exit)[start.node] = pack<2>(start.direction);
    }
};

struct LeadOutwards {
    const OutsideOfExit* all;
    ExitRange exits;
    WayFields fields;
    NF_HD void operator()(u32 i) const {
        const auto [exit, outside] = all[i];
        if (!exits.has(exit)) return;
        fields.time_of(exit)[outside.node] = 0;
        fields.direction_of(exit)[outside.node] = pack<2>(outside.direction);
    }
};

template <class Exec> class FastIteration {
  public:
    /// Call after a change of the floor, its walls, doors or exits.
    void lay(Exec& exec, const Navigation& on) {
        tiles_ = {on.grid()};
        portals_.upload(exec, on.portals());
        plain_.upload(exec, on.slowness());
        slowness_.resize(plain_.size(), "slowness of ways");
        std::vector<StartOfExit> starts;
        std::vector<OutsideOfExit> outside;
        std::vector<u32> given(plain_.size());
        for (int e = 0; e < on.exits(); ++e) {
            for (const auto& start : on.starts(e)) {
                starts.push_back({u32(e), start});
                given[std::size_t(start.node)] |= 1u << e;
            }
            for (const auto& node : on.outside(e)) outside.push_back({u32(e), node});
        }
        starts_.upload(exec, starts);
        outside_.upload(exec, outside);
        given_.upload(exec, given);
        tile_count_ = std::size_t(on.exits()) * tiles_.per_exit();
        for (auto& flags : awake_) flags.resize(tile_count_, "tiles of ways");
        changed_.resize(batch, "passes");
    }

    /// Solves the ways to some exits. `factor` multiplies the slowness of every node; null: 1.
    void solve(Exec& exec, const Navigation& on, ExitRange exits, const float* factor, WayFields fields) {
        const u32 nodes = u32(fields.nodes), count = exits.end - exits.first;
        const LinkView links{fields.links, portals_.data(), int(portals_.size())};
        for_each(exec, nodes, ForgetTimes{plain_.data(), factor, slowness_.data(), exits, fields});
        for_each(exec, u32(starts_.size()), SetStarts{starts_.data(), slowness_.data(), exits, fields});
        settle(exec, exits,
               TakeNodes{.lanes = lanes,
                         .rounds = Exec::backend == Backend::cpu ? 1 : int(WayTiles::side),
                         .tiles = tiles_,
                         .links = links,
                         .slowness = slowness_.data(),
                         .given = given_.data(),
                         .fields = fields,
                         .first_exit = exits.first});
        for_each(exec, nodes * count, LeadDown{links, on.grid().columns, fields, exits.first});
        for_each(exec, u32(starts_.size()), LeadToExits{starts_.data(), slowness_.data(), exits, fields});
        for_each(exec, u32(outside_.size()), LeadOutwards{outside_.data(), exits, fields});
    }

    /// Of the last solution.
    int passes() const { return passes_; }
    std::size_t bytes() const {
        return portals_.bytes() + plain_.bytes() + slowness_.bytes() + starts_.bytes() + outside_.bytes() +
               given_.bytes() + 3 * awake_[0].bytes();
    }

  private:
    static constexpr u32 batch = 16;  ///< passes between convergence checks
    static constexpr u32 lanes = Exec::backend == Backend::cpu ? 1 : WayTiles::nodes;

    void settle(Exec& exec, ExitRange exits, TakeNodes take) {
        constexpr u32 row = WayTiles::side - 1, orders[] = {0, WayTiles::nodes - 1, row, WayTiles::nodes - 1 - row};
        const u32 threads = (exits.end - exits.first) * tiles_.per_exit() * lanes;
        awake_[0].upload(exec, std::vector<u32>(tile_count_, 1));
        for (int k = 1; k < 3; ++k) fill_zero(exec, awake_[k].data(), tile_count_);
        for (passes_ = 0;; stop_if_unwanted()) {
            fill_zero(exec, changed_.data(), batch);
            for (u32 k = 0; k < batch; ++k, ++passes_) {
                take.awake = awake_[passes_ % 3].data();
                take.waking = awake_[(passes_ + 1) % 3].data();
                take.slept = awake_[(passes_ + 2) % 3].data();
                take.changed = changed_.data() + k;
                take.order = orders[passes_ % 4];
                for_each(exec, threads, take, int(WayTiles::nodes));
            }
            if (changed_.download(exec).back() == 0) return;
        }
    }

    WayTiles tiles_;
    std::size_t tile_count_ = 0;
    int passes_ = 0;
    Array<Exec, PortalLink> portals_;
    Array<Exec, float> plain_, slowness_;
    Array<Exec, StartOfExit> starts_;
    Array<Exec, OutsideOfExit> outside_;
    Array<Exec, u32> given_, changed_;
    Array<Exec, u32> awake_[3];
};

}  // namespace nearfield::plans
