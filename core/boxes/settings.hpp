#pragma once
#include "base/error.hpp"
#include "params/param.hpp"

namespace nearfield {

enum class Broad { bins, rtree, lbvh, brute };
enum class TreeBuild { packed, linear, rstar };
/// Threads that walk an R-tree for one query on CUDA: one, or a block with a thread per entry.
enum class TreeWalker { thread, block };

/// None of these settings changes the set of pairs.
struct BoxSettings {
    Broad broad = Broad::bins;
    float bin_width = 1;
    TreeBuild build = TreeBuild::packed;
    int fan = 8;
    int least = 3;
    int queue = 64;
    TreeWalker walker = TreeWalker::thread;
    bool keep = false;
};

/// Throws UsageError if the least fill exceeds half of the fan-out, since a split could not fill both nodes.
inline void require_valid(const BoxSettings& s) {
    if (s.broad == Broad::rtree && s.build != TreeBuild::packed && 2 * s.least > s.fan)
        throw UsageError("least: " + std::to_string(s.least) +
                         " entries are more than half of fan=" + std::to_string(s.fan) +
                         "; a split could not fill both nodes. Use at most " + std::to_string(s.fan / 2));
}

std::vector<ParamSpec> describe(BoxSettings*);

}  // namespace nearfield
