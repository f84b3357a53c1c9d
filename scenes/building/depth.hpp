#pragma once
#include "scenes/building/building.hpp"

namespace nearfield::building {

/// Penetration depth of a and b, m: twice the smallest tolerance at which they at most touch, to 1 %. For axis-parallel
/// boxes this is the shortest side of their intersection. Shells thinner than the depth and open shells are ignored. 0
/// if the parts at most touch at `tolerance`. Throws UsageError as surfaces_of does.
double depth_of(const Part& a, const Part& b, double tolerance);

}  // namespace nearfield::building
