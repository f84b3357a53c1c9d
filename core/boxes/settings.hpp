#pragma once
#include "base/error.hpp"
#include "params/param.hpp"

namespace nearfield {

/// How pairs of boxes that meet are found.
enum class Broad { bins, rtree, lbvh, brute };
/// How an R-tree is built.
enum class TreeBuild { packed, linear, rstar };
/// Who walks an R-tree for a query on CUDA: one thread, or a block with a thread for each entry.
enum class TreeWalker { thread, block };

/// Nothing here changes which pairs are found.
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

/// Throws UsageError for a least fill above half of the fan-out, where splits need both.
inline void require_valid(const BoxSettings& s) {
    if (s.broad == Broad::rtree && s.build != TreeBuild::packed && 2 * s.least > s.fan)
        throw UsageError("least: " + std::to_string(s.least) +
                         " entries are more than half of fan=" + std::to_string(s.fan) +
                         "; a split could not fill both nodes. Use at most " + std::to_string(s.fan / 2));
}

std::vector<ParamSpec> describe(BoxSettings*);

}  // namespace nearfield
