#pragma once
// Fast marching: solves eikonal.hpp from given values outwards, node by node in order of time.
#include "scenes/plans/navigation.hpp"

#include <vector>

namespace nearfield::plans {

struct ArrivalField {
    std::vector<float> time;           ///< infinite where unreachable
    std::vector<Packed<2>> direction;  ///< -grad T / |grad T|; (0, 0) where undefined
};

/// Way to exit e with a crossing time of slowness[n] per metre at node n. Runs in O(n log n).
ArrivalField march(const Navigation&, int e, const std::vector<float>& slowness);

}  // namespace nearfield::plans
