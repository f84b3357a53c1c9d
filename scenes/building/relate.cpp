#include "scenes/building/relate.hpp"

#include "scenes/building/narrow_phase.hpp"

#include <algorithm>
#include <numeric>

namespace nearfield::building {

/// Sweeps along x, from box to box.
std::vector<BoxPair> candidates_of(const Surfaces& surfaces) {
    const auto box = [&](u32 part) -> const Box& { return surfaces.parts[part].box; };
    std::vector<u32> order(surfaces.parts.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](u32 a, u32 b) { return box(a).lo[0] < box(b).lo[0]; });
    std::vector<BoxPair> pairs;
    for (std::size_t i = 0; i < order.size(); ++i)
        for (std::size_t j = i + 1; j < order.size() && box(order[j]).lo[0] <= box(order[i]).hi[0]; ++j)
            if (meet(box(order[i]), box(order[j])))
                pairs.push_back({std::min(order[i], order[j]), std::max(order[i], order[j])});
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

std::vector<Predicate> relate(const Surfaces& surfaces, const std::vector<BoxPair>& candidates,
                              const NarrowSettings& settings, NarrowCounts* counts) {
    Cpu exec;
    StageTimer<Cpu> timer;
    NarrowPhase<Cpu> narrow;
    narrow.configure(settings);
    narrow.relate(exec, timer, view_of(surfaces), candidates.data(), u32(candidates.size()));
    if (counts) *counts = narrow.counts(exec);
    return narrow.predicates().download(exec);
}

}  // namespace nearfield::building
