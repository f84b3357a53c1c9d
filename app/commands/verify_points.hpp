#pragma once
#include "exec/backend.hpp"

#include <functional>
#include <string>
#include <vector>

namespace nearfield {

/// Results of a difficult point set, searched at every bin ratio.
struct PointSetResult {
    std::string name;
    std::vector<int> failures;  ///< number of combinations of sort and visit that differ from brute force, per ratio
    std::string first_failure;  ///< description of the first mismatch; empty if none
    int searches = 0;
    std::size_t pairs = 0;  ///< number found by brute force
};

/// Checks every difficult point set in 2D and 3D, clamped and wrapped, with every sort and visit, against brute force
/// in double precision. Calls `report` after each set.
void verify_point_sets(const std::vector<float>& ratios, Backend backend,
                       const std::function<void(const PointSetResult&)>& report);

}  // namespace nearfield
