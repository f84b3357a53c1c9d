#include "scenes/building/relate.hpp"

#include "boxes/box_search.hpp"
#include "scenes/building/narrow_phase.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::building {

std::vector<BoxPair> pairs_that_meet(const std::vector<Box>& boxes, u32 distance, std::optional<u32> search) {
    const u32 all = u32(boxes.size()), first = search.value_or(all);
    Cpu exec;
    StageTimer<Cpu> untimed;
    BoxSearch<Cpu> way;
    way.configure({.broad = Broad::lbvh});
    way.construct(exec, untimed, boxes.data(), first, distance);
    const auto& found = search ? way.search(exec, boxes.data() + first, all - first) : way.all_pairs(exec, untimed);
    auto pairs = found.download(exec);
    if (search)
        for (auto& pair : pairs) pair = {pair.b, pair.a + first};
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

std::vector<BoxPair> candidates_of(const Surfaces& surfaces, double distance, std::optional<u32> search) {
    std::vector<Box> boxes;
    for (const auto& part : surfaces.parts) boxes.push_back(part.box);
    const double steps = std::ceil(distance / lattice_step);
    return pairs_that_meet(boxes, steps < UINT32_MAX ? u32(steps) : UINT32_MAX, search);
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

std::vector<u32> misjudged(const Surfaces& surfaces, const std::vector<BoxPair>& candidates,
                           const std::vector<Predicate>& predicates, Copies copies, u32 sample) {
    const u64 n = candidates.size(), checks = std::min(u64(sample), n);
    std::vector<BoxPair> asked;
    std::vector<Predicate> answers;
    for (u64 c = 0; c < checks; ++c) {
        asked.push_back(candidates[c * n / checks]);
        answers.push_back(predicates[c * n / checks]);
    }
    const auto expected = relate(surfaces, asked, {.narrow = Narrow::fragments, .copies = copies, .counted = false});
    std::vector<u32> wrong;
    for (std::size_t c = 0; c < asked.size(); ++c)
        if (answers[c] != expected[c]) wrong.push_back(asked[c].a);
    return wrong;
}

}  // namespace nearfield::building
