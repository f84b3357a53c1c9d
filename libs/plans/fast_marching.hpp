#pragma once
// Fast marching: the solution of eikonal.hpp outwards from given values, node by node in order of time.
#include "libs/plans/navigation.hpp"

#include <vector>

namespace nearfield::plans {

struct ArrivalField {
    std::vector<float> time;           ///< infinite where no link leads
    std::vector<Packed<2>> direction;  ///< -grad T / |grad T|; (0, 0) where there is none
};

/// The way to exit e, where crossing node n takes slowness[n] per metre. The cost is n log n.
ArrivalField march(const Navigation&, int e, const std::vector<float>& slowness);

}  // namespace nearfield::plans
