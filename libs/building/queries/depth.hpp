#pragma once
#include "libs/building/readers/building.hpp"

namespace nearfield::building {

/// m; how deep a and b are in each other: twice the tolerance from which on they at most touch, to 1 %. For boxes along
/// the axes that is the least side of what they have in common. Shells thinner than the depth and open ones do not
/// count; 0 if the parts at most touch at `tolerance`. Throws UsageError as surfaces_of does.
double depth_of(const Part& a, const Part& b, double tolerance);

}  // namespace nearfield::building
