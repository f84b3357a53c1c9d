#pragma once
// Results of audit, inspection and verification as plain numbers, for panels and files.
#include "base/platform.hpp"

#include <glm/glm.hpp>

#include <optional>
#include <vector>

namespace nearfield {

/// Mean work per query over a sample, and the expected surplus. Boxes: a query is one box against all others;
/// candidates are tested boxes, and neighbours are boxes that meet it. Bins, lbvh and brute count each pair once. With
/// a field of view only neighbours in sight count.
struct Audit {
    u32 queries = 0;            ///< size of the sample
    double bins = 0;            ///< bins read per query; boxes: bins per box
    double bins_theory = 0;     ///< boxes in bins: expected value for randomly placed boxes; else 0
    double strips = 0;          ///< stretches of storage read per query
    double candidates = 0;      ///< actors tested per query, without itself
    double neighbours = 0;      ///< candidates within the radius
    double surplus = 0;         ///< candidates / neighbours; 0 without neighbours
    double surplus_theory = 0;  ///< expected for uniform actors far from walls
    /// Warp execution efficiency: useful fraction of the lanes' time if 32 consecutive queries walk their stretches in
    /// lock step and wait for the longest. If a block walks an R-tree per query: of the block's threads.
    double wee = 0;
    u32 overflow_rounds = 0;  ///< number of rounds for nodes that did not fit in a queue of an R-tree
};

/// An actor that an inspected query tested.
struct Candidate {
    u32 actor;
    glm::vec3 position;
    float distance;  ///< to the nearest image
    bool neighbour;
};

/// One query in detail.
struct Inspection {
    u32 actor = 0;
    glm::vec3 position{0};
    struct Strip {
        glm::vec3 lo, hi;  ///< bounding box of bins that are contiguous in storage
        u32 bins, actors;
    };
    std::vector<Strip> strips;
    std::vector<Candidate> candidates;
    bool truncated = false;  ///< more was found than the report can hold
};

/// Comparison of neighbour sets with brute force in double precision. Pairs within 1e-6 R of the radius are ignored,
/// since rounding decides them.
struct Verification {
    u32 queries = 0;                 ///< number of verified actors
    u32 mismatches = 0;              ///< actors whose set differs
    std::optional<u32> first_actor;  ///< lowest id with a mismatch
    double neighbours = 0;           ///< mean over the verified actors; in sight only, as in Audit
};

/// Sum over verified elements.
struct Tally {
    double neighbours = 0;             ///< by brute force
    u32 mismatches = 0, lowest = ~0u;  ///< lowest: least id with a mismatch
    friend NF_HD Tally operator+(const Tally& a, const Tally& b) {
        return {a.neighbours + b.neighbours, a.mismatches + b.mismatches, a.lowest < b.lowest ? a.lowest : b.lowest};
    }
    Verification of(u32 queries) const {
        return {queries, mismatches, mismatches ? std::optional(lowest) : std::nullopt, neighbours / queries};
    }
};

struct Pair {
    u32 i, j;  ///< ids, i < j
    float distance;
    friend bool operator<(const Pair& a, const Pair& b) { return a.i != b.i ? a.i < b.i : a.j < b.j; }
};

}  // namespace nearfield
