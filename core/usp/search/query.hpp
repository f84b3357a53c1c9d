#pragma once
// A rule applied to one actor, and a query over a storage.
#include "exec/exec.hpp"
#include "usp/grid/settings.hpp"
#include "usp/walk/neighbours.hpp"

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

}  // namespace nearfield::detail
