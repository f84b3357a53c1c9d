#pragma once
// Runs queries: on the CPU in one loop for all visits, on CUDA in a kernel per kind of walk.
#include "exec/exec.hpp"
#include "exec/simd.hpp"
#include "usp/neighbours.hpp"
#include "usp/settings.hpp"

#include <type_traits>

namespace nearfield::detail {

template <class Rule> NF_HD constexpr bool sums_only() {
    if constexpr (requires { Rule::sums_only; }) return Rule::sums_only;
    else return false;
}
template <class Rule> NF_HD constexpr bool lists() {
    if constexpr (requires { Rule::lists; }) return Rule::lists;
    else return false;
}
template <class Rule> NF_HD constexpr bool costly() {
    if constexpr (requires { Rule::costly; }) return Rule::costly;
    else return false;
}

template <class Rule> NF_HD constexpr bool looks_ahead() {
    if constexpr (requires { Rule::looks_ahead; }) return Rule::looks_ahead;
    else return false;
}

/// Applies the rule to actor i and writes the result.
template <class Rule, class Near> NF_HD void apply(const Rule& rule, u32 i, const Near& near) {
    if constexpr (std::is_void_v<decltype(rule(i, near))>) {
        static_assert(!sums_only<Rule>(), "a rule that sums returns what write(i, result) then writes");
        rule(i, near);
    } else {
        const auto result = rule(i, near);
        if (near.leads(i)) rule.write(i, result);
    }
}

/// A query over a storage: its settings and the recorded neighbours, if any.
template <int D> struct Query {
    const Storage<D>& storage;
    const SearchSettings& settings;
    NeighbourList list{};  ///< empty if there is no list
    int lanes = 1;         ///< CUDA: threads that share an actor's list

    Walk walk() const { return {settings.visit, storage.grid.box.wrapped}; }
    /// The walk for rules that look ahead.
    LookingWalk looking() const {
        return {walk(), cuts_to_sight(settings) && storage.ahead.narrow() && !storage.grid.sparse};
    }
};

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

#ifdef __CUDACC__
#include "usp/cuda_launch.cuh"
#endif
