#pragma once
// Relations of a building's parts in one call, on the CPU.
#include "boxes/walk.hpp"
#include "scenes/building/narrow_settings.hpp"
#include "scenes/building/relation.hpp"
#include "scenes/building/surfaces.hpp"

namespace nearfield::building {

/// The pairs of parts whose boxes meet, in order. All others are disjoint.
std::vector<BoxPair> candidates_of(const Surfaces&);

/// How each candidate's first part lies to its second.
std::vector<Predicate> relate(const Surfaces&, const std::vector<BoxPair>& candidates, const NarrowSettings& = {},
                              NarrowCounts* counts = nullptr);

}  // namespace nearfield::building
