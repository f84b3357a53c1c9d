#pragma once
// Relation of two parts at a tolerance, derived from the relations of their outer and inner copies.
#include "base/platform.hpp"

namespace nearfield::building {

/// Relation of a surface P to a surface Q: they cross, or one point of each shell decides.
enum class Lie : u32 { apart, in, around, crossing };

/// Exactly one of these holds for two parts (Egenhofer 1991).
enum class Predicate : u32 { disjoint, touch, contains, inside, equals, covers, covered_by, overlap };
constexpr u32 predicates = 8;

constexpr const char* name(Predicate p) {
    constexpr const char* names[]{"disjoint", "touch",  "contains",   "inside",
                                  "equals",   "covers", "covered-by", "overlap"};
    return names[u32(p)];
}

/// The predicate of (B, A) if p holds for (A, B).
NF_INLINE Predicate inverse(Predicate p) {
    switch (p) {
    case Predicate::contains: return Predicate::inside;
    case Predicate::inside: return Predicate::contains;
    case Predicate::covers: return Predicate::covered_by;
    case Predicate::covered_by: return Predicate::covers;
    default: return p;
    }
}

/// Relation of P to Q if their surfaces do not meet, from the number of shells of each and how many of them lie in the
/// other. A part counts as crossing if only some of its shells lie in the other.
NF_INLINE Lie lie_of(u32 shells_p, u32 p_in_q, u32 shells_q, u32 q_in_p) {
    if (p_in_q == 0 && q_in_p == 0) return Lie::apart;
    if (p_in_q == shells_p && q_in_p == 0) return Lie::in;
    if (q_in_p == shells_q && p_in_q == 0) return Lie::around;
    return Lie::crossing;
}

/// Relations of the copies of A to the copies of B.
struct Lies {
    Lie outer_outer, inner_inner, inner_outer, outer_inner;
};

NF_INLINE bool is_disjoint(Lie outer_outer) { return outer_outer == Lie::apart; }
NF_INLINE bool is_touch(Lie inner_inner) { return inner_inner == Lie::apart; }

/// The first matching line decides. Swapping A and B gives the inverse predicate.
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
