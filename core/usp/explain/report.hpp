#pragma once
// Results of audit, inspection and verification, in plain numbers for panels and files.
#include "base/platform.hpp"

#include <glm/glm.hpp>

#include <optional>
#include <vector>

namespace nearfield {

/// Work per query, averaged over a sample, with the expected surplus beside it. Where boxes meet, a query is that of
/// one box among all: candidates are the boxes tested, neighbours those that meet, each pair counted once by bins, lbvh
/// and brute. Where actors have a field of view, neighbours are those in sight.
struct Audit {
    u32 queries = 0;            ///< size of the sample
    double bins = 0;            ///< bins read per query; of boxes: bins that each lies in
    double bins_theory = 0;     ///< of boxes in bins: expected for boxes at random; else 0
    double strips = 0;          ///< stretches of storage read per query
    double candidates = 0;      ///< actors compared per query (self not counted)
    double neighbours = 0;      ///< candidates within the radius
    double surplus = 0;         ///< candidates / neighbours; 0 without neighbours
    double surplus_theory = 0;  ///< expected for uniform actors far from walls
    /// Warp execution efficiency: the useful share of the lanes' time when 32 consecutive queries walk their stretches
    /// in lock step and each waits for the longest. Where a block walks an R-tree for each query: of its threads' time.
    double wee = 0;
    u32 overflow_rounds = 0;  ///< how often nodes of an R-tree did not fit in a queue
};

/// One actor that an inspected query compared.
struct Candidate {
    u32 actor;
    glm::vec3 position;
    float distance;  ///< across the nearest image
    bool neighbour;
};

/// One query in detail.
struct Inspection {
    u32 actor = 0;
    glm::vec3 position{0};
    struct Strip {
        glm::vec3 lo, hi;  ///< the bins read in one go, as a box
        u32 bins, actors;
    };
    std::vector<Strip> strips;
    std::vector<Candidate> candidates;
    bool truncated = false;  ///< there was more than the report has room for
};

/// Neighbour sets compared with brute force in double precision. Pairs within 1e-6 R of the radius do not count,
/// because rounding decides them.
struct Verification {
    u32 queries = 0;                 ///< actors checked, each against all others
    u32 mismatches = 0;              ///< those with another set
    std::optional<u32> first_actor;  ///< lowest id among these
    double neighbours = 0;           ///< mean neighbours of the actors checked; those in sight, as in Audit
};

/// Checked elements, added up.
struct Tally {
    double neighbours = 0;             ///< by brute force
    u32 mismatches = 0, lowest = ~0u;  ///< the lowest id among the mismatches
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
