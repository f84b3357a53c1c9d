#pragma once
// Relations of a building's parts in one call, on the CPU.
#include "boxes/walk.hpp"
#include "libs/building/meet/narrow_settings.hpp"
#include "libs/building/meet/relation.hpp"
#include "libs/building/surfaces/surfaces.hpp"

#include <optional>

namespace nearfield::building {

/// The pairs of boxes that come as close as `distance` steps on every axis, in order. With `search` only pairs of a box
/// before that index and one from it on. Throws Error if there are more than can be listed.
std::vector<BoxPair> pairs_that_meet(const std::vector<Box>&, u32 distance = 0, std::optional<u32> search = {});

/// The same of parts' boxes, the distance in m: without one, all other pairs of parts are disjoint.
std::vector<BoxPair> candidates_of(const Surfaces&, double distance = 0, std::optional<u32> search = {});

/// How each candidate's first part lies to its second.
std::vector<Predicate> relate(const Surfaces&, const std::vector<BoxPair>& candidates, const NarrowSettings& = {},
                              NarrowCounts* counts = nullptr);

/// The first parts of those candidates, of about `sample` spread over all, for which relate() with all triangles and
/// exact signs gives another predicate.
std::vector<u32> misjudged(const Surfaces&, const std::vector<BoxPair>& candidates, const std::vector<Predicate>&,
                           Copies, u32 sample);

}  // namespace nearfield::building
