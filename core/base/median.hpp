#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

namespace nearfield {

/// Linear interpolation between order statistics, as numpy does. `sorted` is not empty.
inline double quantile(const std::vector<double>& sorted, double q) {
    const double at = q * double(sorted.size() - 1);
    const auto below = std::size_t(at), above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - double(below)) * (sorted[above] - sorted[below]);
}

/// Median of times in ms and half the distance between their 5th and 95th percentiles. Both are 0 without times.
struct Median {
    double ms = 0, spread = 0;
};

inline Median median(std::vector<double> ms) {
    if (ms.empty()) return {};
    std::sort(ms.begin(), ms.end());
    return {quantile(ms, 0.5), (quantile(ms, 0.95) - quantile(ms, 0.05)) / 2};
}

}  // namespace nearfield
