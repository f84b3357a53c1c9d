#pragma once
// Answers a question about a building: the pairs of parts with given relations.
#include "app/relate/relations.hpp"
#include "app/relate/selection.hpp"
#include "scenes/building/surfaces.hpp"

#include <optional>

namespace nearfield {

struct Question {
    std::vector<Relation> relations;
    double tolerance = 0.001;           ///< m
    std::vector<Sides> between;         ///< pairs of any of these; empty: of all parts
    std::vector<Sides> ignore;          ///< pairs of none of these
    std::optional<std::size_t> search;  ///< only pairs of a part before this index and one from it on
    bool greatest = false;              ///< also measure the greatest distance
};

/// A pair "a RELATION b", with its shortest distance and penetration depth.
struct RelatedPair {
    u32 a, b;
    std::string relation;
    double distance;   ///< m; 0 if they meet or one is within the other
    double depth;      ///< m; 0 if they at most touch, or if one is open
    glm::dvec3 place;  ///< middle of the shortest distance, m
    double greatest;   ///< greatest distance between two points of them, m; NaN if not asked for
};

struct Answer {
    std::size_t candidates = 0;  ///< number of pairs tested exactly
    std::vector<RelatedPair> pairs;
    building::Surfaces surfaces;
};

/// The open parts of a pair: "a", "b", "both" or "".
std::string open_of(const Answer&, const RelatedPair&);

/// Answers a question. For each relation between surfaces and each distance, a pair appears at most once, with a before
/// b if relation and sides allow it; for directions, in both orders that hold. Throws UsageError for a tolerance that
/// does not fit the building, for sides without parts, and for too many pairs to list.
Answer answer(const building::Building&, const Question&);

}  // namespace nearfield
