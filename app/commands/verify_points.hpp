#pragma once
#include "exec/backend.hpp"

#include <functional>
#include <string>
#include <vector>

namespace nearfield {

/// A set of points that searches are known to fail on, searched at every bin ratio.
struct PointSetResult {
    std::string name;
    std::vector<int> failures;  ///< per ratio: how many combinations of sort and visit differ from brute force
    std::string first_failure;  ///< the first mismatch, or empty
    int searches = 0;
    std::size_t pairs = 0;  ///< found by brute force
};

/// Checks every nasty point set in 2D and 3D, clamped and wrapped, with every sort and visit against brute force in
/// double precision. Calls `report` after each set.
void verify_point_sets(const std::vector<float>& ratios, Backend backend,
                       const std::function<void(const PointSetResult&)>& report);

}  // namespace nearfield
