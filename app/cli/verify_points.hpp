#pragma once
#include "exec/backend.hpp"
#include "usp/settings.hpp"

#include <functional>
#include <string>
#include <vector>

namespace nearfield {

/// One way of searching that is to be checked.
struct SearchWay {
    std::vector<float> ratios;
    std::vector<Sort> sorts;
    std::vector<Visit> visits;
};

/// A set of points that searches are known to fail on, searched at every bin ratio.
struct PointSetResult {
    std::string name;
    std::vector<int> failures;  ///< per ratio: how many sort x visit found another set than brute force
    std::string first_failure;  ///< what was wrong first, or empty
    int searches = 0;
    std::size_t pairs = 0;  ///< that brute force found
};

/// Checks every nasty point set in 2D and 3D, clamped and wrapped, against brute force in double precision.
/// `report` is called after each set.
void verify_point_sets(const SearchWay& ways, Backend backend, const std::function<void(const PointSetResult&)>& report);

}  // namespace nearfield
