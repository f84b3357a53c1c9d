#pragma once
// Relations of all parts of a building in one call, on the CPU.
#include "boxes/walk.hpp"
#include "scenes/building/narrow_settings.hpp"
#include "scenes/building/relation.hpp"
#include "scenes/building/surfaces.hpp"

#include <optional>

namespace nearfield::building {

/// Sorted pairs of boxes whose distance is at most `distance` steps on every axis. `search`: only pairs of a box before
/// that index and one from it on. Throws Error if there are too many to list.
std::vector<BoxPair> pairs_that_meet(const std::vector<Box>&, u32 distance = 0, std::optional<u32> search = {});

/// The same for the boxes of parts, with the distance in m. At distance 0, all other pairs of parts are disjoint.
std::vector<BoxPair> candidates_of(const Surfaces&, double distance = 0, std::optional<u32> search = {});

/// Predicate of each candidate.
std::vector<Predicate> relate(const Surfaces&, const std::vector<BoxPair>& candidates, const NarrowSettings& = {},
                              NarrowCounts* counts = nullptr);

/// Checks about `sample` candidates, spread evenly, against relate() with all triangles and exact signs. Returns the
/// first parts of those with a different predicate.
std::vector<u32> misjudged(const Surfaces&, const std::vector<BoxPair>& candidates, const std::vector<Predicate>&,
                           Copies, u32 sample);

}  // namespace nearfield::building
