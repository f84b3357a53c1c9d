#pragma once
// The pairs of parts between which the relations hold that are asked for.
#include "libs/building/relate/relations.hpp"
#include "libs/building/relate/selection.hpp"
#include "libs/building/surfaces/surfaces.hpp"

#include <optional>

namespace nearfield {

struct Question {
    std::vector<Relation> relations;
    double tolerance = 0.001;           ///< m
    std::vector<Sides> between;         ///< pairs of any of these; of all parts if empty
    std::vector<Sides> ignore;          ///< pairs of none of these
    std::optional<std::size_t> search;  ///< pairs of parts before this index with those from it on
    bool greatest = false;              ///< measures the greatest distance too
};

/// "a RELATION b", the shortest way between them, and how deep they are in each other.
struct RelatedPair {
    u32 a, b;
    std::string relation;
    double distance;   ///< m; 0 where they meet or one is within the other
    double depth;      ///< m; 0 where they at most touch, or where one is open
    glm::dvec3 place;  ///< m, in the middle of that way
    double greatest;   ///< m, between two points of them; NaN if it is not asked for
};

struct Answer {
    std::size_t candidates = 0;  ///< pairs that were looked at closely
    std::vector<RelatedPair> pairs;
    building::Surfaces surfaces;
};

/// Which part of a pair is open: "a", "b", "both" or "".
std::string open_of(const Answer&, const RelatedPair&);

/// For each relation between surfaces and each distance, a pair at most once, a before b if the relation and the sides
/// allow it; for directions, both orders that hold. Throws UsageError for a tolerance that does not fit the building,
/// for sides that no part is on, and for more pairs than can be listed.
Answer answer(const building::Building&, const Question&);

}  // namespace nearfield
