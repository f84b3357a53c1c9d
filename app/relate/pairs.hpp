#pragma once
// The pairs of parts between which the relations hold that are asked for.
#include "app/relate/selection.hpp"
#include "scenes/building/relation.hpp"
#include "scenes/building/surfaces.hpp"

#include <optional>
#include <set>

namespace nearfield {

struct Question {
    std::set<building::Predicate> predicates;
    double tolerance = 0.001;           ///< m
    std::vector<Sides> between;         ///< pairs of any of these; of all parts if empty
    std::vector<Sides> ignore;          ///< pairs of none of these
    std::optional<std::size_t> search;  ///< pairs of parts before this index with those from it on
};

/// "a PREDICATE b".
struct RelatedPair {
    u32 a, b;
    building::Predicate predicate;
};

struct Answer {
    std::size_t candidates = 0;  ///< pairs that were looked at closely
    std::vector<RelatedPair> pairs;
    building::Surfaces surfaces;
};

/// Each pair at most once, a before b if the predicate and the sides allow it. Throws UsageError for a tolerance that
/// does not fit the building and for sides that no part is on.
Answer answer(const building::Building&, const Question&);

/// Where the boxes of two parts have most in common: the middle of what both cover, m.
glm::dvec3 place_of(const building::Building&, const RelatedPair&);

}  // namespace nearfield
