#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace nearfield {

/// Linear interpolation between order statistics, as numpy does. `sorted` is not empty.
inline double quantile(const std::vector<double>& sorted, double q) {
    const double at = q * double(sorted.size() - 1);
    const auto below = std::size_t(at), above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - double(below)) * (sorted[above] - sorted[below]);
}

/// Median of times and half the distance between their 5th and 95th percentiles, ms. Both are 0 without times.
struct Median {
    double ms = 0, spread = 0;
};

/// A median and a 95 % confidence interval for any distribution, between two order statistics by the sign test (David
/// and Nagaraja 2003, section 7.1). With fewer than 6 values the interval is their range, and its confidence lower.
struct MedianInterval {
    double median = 0, lo = 0, hi = 0;
};

inline MedianInterval median_interval(std::vector<double> values) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    double term = double(n) * std::log(0.5);  // log probability of exactly `below` values under the median
    double tail = std::exp(term);             // probability of at most `below`
    std::size_t below = 0;
    while (below + 1 < (n + 1) / 2) {
        term += std::log(double(n - below) / double(below + 1));
        if (tail + std::exp(term) > 0.025) break;
        tail += std::exp(term);
        ++below;
    }
    return {quantile(values, 0.5), values[below], values[n - 1 - below]};
}

inline Median median(std::vector<double> ms) {
    if (ms.empty()) return {};
    std::sort(ms.begin(), ms.end());
    return {quantile(ms, 0.5), (quantile(ms, 0.95) - quantile(ms, 0.05)) / 2};
}

}  // namespace nearfield
