#pragma once
// Queries on CUDA. Each rule has kernels for fused visits and for other visits of a full grid, clamped and wrapped; one
// for all visits of any grid; and more for threads that share an actor and for recorded neighbours.
#include "usp/search/query.hpp"

namespace nearfield::detail {

/// Number of actors that fill a device. With fewer, several threads share the rows of an actor if the rule allows it.
constexpr u32 filling_actors = 160000;

inline int lanes_per_actor(u32 n) {
    int lanes = 1;
    while (lanes < 16 && u64(n) * lanes * 2 <= filling_actors) lanes *= 2;
    return lanes;
}
inline int noting_lanes(Cuda&, u32 n, Visit visit) { return info(visit).fused ? lanes_per_actor(n) : 1; }

/// With several lanes per actor, lanes beyond the last actor repeat it, so that all lanes of a warp take part in the
/// warp sums.
template <class Rule, class Near> __global__ void __launch_bounds__(512, 2) query_kernel(Rule rule, Near near) {
    wait_for_previous();
    const u32 n = near.storage.queries();
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if constexpr (decltype(near.way)::split) {
        i /= u32(near.way.lanes);
        if (__shfl_sync(~0u, i, 0) >= n) return;
        i = min(i, n - 1);
    } else {
        if (i >= n) return;
    }
    apply(rule, i, near);
}

/// Runs for all actors, or only for those in `some`: their number, followed by their indices.
template <class Rule, class Near> __global__ void __launch_bounds__(512, 2)
    query_some_kernel(const u32* some, Rule rule, Near near) {
    wait_for_previous();
    const u32 n = some ? *some : near.storage.queries();
    for (u32 k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x)
        apply(rule, some ? some[1 + k] : k, near);
}

/// Upper bound on the rows of bins that a query reaches, as for one on a bin's border.
template <int D> int rows_reached(const Grid<D>& g) {
    const int across = 2 * g.beyond[1] + 3;
    return D == 3 ? across * (2 * g.beyond[D - 1] + 3) : across;
}

template <class Rule, class Way, int D>
void launch_query(Cuda& exec, const Rule& rule, const Query<D>& query, Way way, int lanes) {
    if (query.storage.actors == 0) return;
    std::size_t strips = 0;  // shared memory for a block's strips, which limits the rows per loop
    const u32 block = u32(query.settings.block);
    if constexpr (Way::fused) {
        const std::size_t slot = sizeof(Slot<D, Way::wrap>) * block;
        way.together = std::min({way.together, rows_reached(query.storage.grid), int(48 * 1024 / slot) - 1});
        strips = std::size_t(way.together + 1) * slot;
    }
    const u64 threads = u64(query.storage.actors) * u32(lanes);
    launch(exec, query_kernel<Rule, CudaNeighbours<Way, D>>, u32((threads + block - 1) / block), block, strips,
           "launching a query", rule, CudaNeighbours<Way, D>{way, query.storage});
}

/// Runs a query by any visit (fused ones as plain trimmed strips); `some` as in query_some_kernel.
template <class Rule, int D>
void launch_walking(Cuda& exec, const Rule& rule, const Query<D>& query, const u32* some = nullptr) {
    using Near = CudaNeighbours<std::conditional_t<looks_ahead<Rule>(), LookingWay, AnyWay>, D>;
    if (query.storage.actors == 0) return;
    const u32 block = u32(query.settings.block), blocks = some ? 256 : (query.storage.actors + block - 1) / block;
    launch(exec, query_some_kernel<Rule, Near>, blocks, block, 0, "launching a query", some, rule,
           Near{{[&] {
                    if constexpr (looks_ahead<Rule>()) return query.looking();
                    else return query.walk();
                }()},
                query.storage});
}

/// Runs a fused visit; `change` converts the way, to record neighbours for example.
template <bool Wrap, bool MaySplit, class Rule, int D, class Change>
void launch_fused(Cuda& exec, const Rule& rule, const Query<D>& query, int lanes, const Change& change) {
    const int together = query.settings.together;
    if constexpr (MaySplit)
        if (lanes > 1) return launch_query(exec, rule, query, change(FusedWay<Wrap, true>{together, lanes}), lanes);
    launch_query(exec, rule, query, change(FusedWay<Wrap, false>{together, 1}), 1);
}
template <bool MaySplit, class Rule, int D, class Change>
void launch_fused(Cuda& exec, const Rule& rule, const Query<D>& query, int lanes, const Change& change) {
    if (query.walk().wrap) launch_fused<true, MaySplit>(exec, rule, query, lanes, change);
    else launch_fused<false, MaySplit>(exec, rule, query, lanes, change);
}

/// A fused visit with strips cut to the field of view; one thread per actor.
template <class Rule, int D> void launch_looking(Cuda& exec, const Rule& rule, const Query<D>& query) {
    const int together = query.settings.together;
    if (query.walk().wrap) launch_query(exec, rule, query, LookingFusedWay<true>{{together, 1}}, 1);
    else launch_query(exec, rule, query, LookingFusedWay<false>{{together, 1}}, 1);
}

/// Reads recorded neighbours, then searches again for actors whose list overflowed.
template <class Rule, int D> void launch_listed(Cuda& exec, const Rule& rule, const Query<D>& query) {
    if (query.walk().wrap) launch_query(exec, rule, query, Listed<true, true>{query.list, query.lanes}, query.lanes);
    else if (query.lanes > 1)
        launch_query(exec, rule, query, Listed<false, true>{query.list, query.lanes}, query.lanes);
    else launch_query(exec, rule, query, Listed<false, false>{query.list}, 1);
    launch_walking(exec, rule, query, query.list.spilled);
}

/// True if strips are cut to the field of view.
template <class Rule, int D> bool looks(const Query<D>& query) {
    if constexpr (looks_ahead<Rule>()) return query.looking().looks;
    return false;
}

/// Visits that are not fused. Full grids have own kernels for walks by rows, unless the rule reads lists and seldom
/// walks.
template <class Rule, int D> void launch_other(Cuda& exec, const Rule& rule, const Query<D>& query) {
    const auto& grid = query.storage.grid;
    const auto [visit, wrap] = query.walk();
    if constexpr (!lists<Rule>())
        if (!grid.sparse && !grid.curve && reads_bins(visit) && !looks<Rule>(query)) {
            if (wrap) return launch_query(exec, rule, query, RowsWay<true>{visit}, 1);
            return launch_query(exec, rule, query, RowsWay<false>{visit}, 1);
        }
    launch_walking(exec, rule, query);
}

template <class Rule, int D> void run_query(Cuda& exec, const Rule& rule, const Query<D>& query) {
    if constexpr (lists<Rule>())
        if (query.list) return launch_listed(exec, rule, query);
    if (!info(query.settings.visit).fused) return launch_other(exec, rule, query);
    if constexpr (looks_ahead<Rule>())
        if (looks<Rule>(query)) return launch_looking(exec, rule, query);
    constexpr bool splits = sums_only<Rule>() && !lists<Rule>();  // a rule that reads lists seldom walks, which would
                                                                  // not justify the kernels
    launch_fused<splits>(exec, rule, query, lanes_per_actor(query.storage.actors), [](auto way) { return way; });
}

template <class Rule, int D> void note_query(Cuda& exec, const Rule& rule, const Query<D>& query) {
    const auto noting = [&](auto way) { return Noting<decltype(way)>{way, query.list}; };
    if (info(query.settings.visit).fused) return launch_fused<true>(exec, rule, query, query.lanes, noting);
    launch_query(exec, rule, query, noting(AnyWay{query.walk()}), 1);
}

}  // namespace nearfield::detail
