#pragma once
// How two parts lie to each other at a tolerance, from how their outer and inner copies do.
#include "base/platform.hpp"

namespace nearfield::building {

/// How a surface P lies to a surface Q: they meet, or else one point of each of their shells decides.
enum class Lie : u32 { apart, in, around, crossing };

/// Exactly one holds for two parts (Egenhofer 1991).
enum class Predicate : u32 { disjoint, touch, contains, inside, equals, covers, covered_by, overlap };
constexpr u32 predicates = 8;

constexpr const char* name(Predicate p) {
    constexpr const char* names[]{"disjoint", "touch",  "contains",   "inside",
                                  "equals",   "covers", "covered-by", "overlap"};
    return names[u32(p)];
}

/// The predicate that holds for B and A if p holds for A and B.
NF_INLINE Predicate inverse(Predicate p) {
    switch (p) {
    case Predicate::contains: return Predicate::inside;
    case Predicate::inside: return Predicate::contains;
    case Predicate::covers: return Predicate::covered_by;
    case Predicate::covered_by: return Predicate::covers;
    default: return p;
    }
}

/// Of so many shells of P, how many lie in Q, and the other way round, where the surfaces do not meet. A part whose
/// shells lie partly in the other's solid counts as crossing it.
NF_INLINE Lie lie_of(u32 shells_p, u32 p_in_q, u32 shells_q, u32 q_in_p) {
    if (p_in_q == 0 && q_in_p == 0) return Lie::apart;
    if (p_in_q == shells_p && q_in_p == 0) return Lie::in;
    if (q_in_p == shells_q && p_in_q == 0) return Lie::around;
    return Lie::crossing;
}

/// How the copies of A lie to the copies of B.
struct Lies {
    Lie outer_outer, inner_inner, inner_outer, outer_inner;
};

NF_INLINE bool is_disjoint(Lie outer_outer) { return outer_outer == Lie::apart; }
NF_INLINE bool is_touch(Lie inner_inner) { return inner_inner == Lie::apart; }

/// The first line that fits; whoever asks twice with A and B swapped gets inverse answers.
NF_INLINE Predicate predicate_of(const Lies& a) {
    if (is_disjoint(a.outer_outer)) return Predicate::disjoint;
    if (is_touch(a.inner_inner)) return Predicate::touch;
    if (a.inner_outer == Lie::around) return Predicate::contains;
    if (a.outer_inner == Lie::in) return Predicate::inside;
    if (a.inner_outer == Lie::in && a.outer_inner == Lie::around) return Predicate::equals;
    if (a.inner_outer == Lie::in) return Predicate::covered_by;
    if (a.outer_inner == Lie::around) return Predicate::covers;
    return Predicate::overlap;
}

}  // namespace nearfield::building
