#pragma once
// Queries on the CPU: one loop for all visits.
#include "exec/simd.hpp"
#include "usp/search/query.hpp"

#include <algorithm>

namespace nearfield::detail {

/// Number of threads that share an actor while neighbours are recorded.
inline int noting_lanes(Cpu&, u32, Visit) { return 1; }

template <class Rule, int D> void run_query(Cpu&, const Rule& rule, const Query<D>& query, bool notes = false) {
    constexpr u32 tile = 256;
    const u32 n = query.storage.queries(), tiles = (n + tile - 1) / tile;
    constexpr bool looks = looks_ahead<Rule>();
    static_assert(!(looks && lists<Rule>()), "a list holds the neighbours out of sight too");
    const CpuNeighbours<D, lists<Rule>(), costly<Rule>(), looks> near{
        query.storage, cpu_walk<D>(query.settings.visit, query.walk().wrap, looks && query.looking().looks), query.list,
        notes};
    const auto ask = [rule, near](u32 i) { apply(rule, i, near); };
    const auto loop = loop_of(ask);
#pragma omp parallel for schedule(dynamic) if (tiles > 1)
    for (u32 t = 0; t < tiles; ++t) loop(ask, t * tile, std::min(n, (t + 1) * tile));
}

/// Like run_query, and records the neighbours.
template <class Rule, int D> void note_query(Cpu& exec, const Rule& rule, const Query<D>& query) {
    run_query(exec, rule, query, bool(query.list));
}

}  // namespace nearfield::detail
