#pragma once
// Results of audit, inspection and verification of a broad phase, in plain numbers for panels and files.
#include "boxes/box.hpp"

#include <optional>
#include <vector>

namespace nearfield {

/// Work of a query for all pairs, with theory beside it where there is one; 0 where a number has no meaning.
struct BoxAudit {
    u32 boxes = 0;
    double tests = 0;  ///< box tests per box; each pair counts once with bins, lbvh and brute
    double pairs = 0;  ///< pairs that meet, per box
    double tests_per_pair = 0;
    /// Expected with bins for boxes at random with the mean sides e: the product over the axes of (e + W)^2 / (2 e W).
    double tests_per_pair_theory = 0;
    double entries = 0, entries_theory = 0;  ///< bins per box; expected: the product of 1 + e / W
    u32 bins[3] = {};
    double bin_width = 0;  ///< steps
    u32 nodes = 0;         ///< of the tree
    int height = 0;        ///< levels of nodes of an R-tree
    u32 overflow_rounds = 0;
    double handed_over = 0;  ///< nodes per box that did not fit in the queue
    /// Warp execution efficiency: the useful share of the lanes' time when 32 consecutive items test in lock step.
    double wee = 0;
};

/// What the query of one box tested.
struct BoxInspection {
    std::vector<Box> tested;
    bool truncated = false;  ///< there was more than the report has room for
};

/// Pairs found compared with brute force.
struct BoxVerification {
    u32 queries = 0;               ///< boxes checked, each against all others
    u32 mismatches = 0;            ///< those with other partners
    std::optional<u32> first_box;  ///< lowest id among these
};

}  // namespace nearfield
