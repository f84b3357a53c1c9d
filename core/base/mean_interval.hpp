#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace nearfield {

/// Two-sided 95 % quantile of Student's t, for at least one degree of freedom. Above 30 degrees by the expansion about
/// the normal distribution (Abramowitz and Stegun 1964, 26.7.5), accurate to 5 digits.
inline double student_95(std::size_t freedom) {
    constexpr std::array<double, 30> table{12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.30600,
                                           2.26216, 2.22814, 2.20099, 2.17881, 2.16037, 2.14479, 2.13145, 2.11991,
                                           2.10982, 2.10092, 2.09302, 2.08596, 2.07961, 2.07387, 2.06866, 2.06390,
                                           2.05954, 2.05553, 2.05183, 2.04841, 2.04523, 2.04227};
    if (freedom <= table.size()) return table[freedom - 1];
    constexpr double z = 1.959964;
    const double n = double(freedom), z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

/// A sample mean and the half-width of its 95 % confidence interval, for normally distributed values. NaN with too few
/// values: the mean needs one, the interval two.
struct MeanInterval {
    double mean = NAN, half_width = NAN;
    std::size_t count = 0;
};

inline MeanInterval mean_interval(const std::vector<double>& values) {
    MeanInterval result{.count = values.size()};
    if (values.empty()) return result;
    const double n = double(values.size());
    double sum = 0, squares = 0;
    for (const double value : values) sum += value;
    result.mean = sum / n;
    for (const double value : values) squares += (value - result.mean) * (value - result.mean);
    if (values.size() > 1) result.half_width = student_95(values.size() - 1) * std::sqrt(squares / (n - 1) / n);
    return result;
}

}  // namespace nearfield
