// Medians and their confidence intervals.
#include "base/median.hpp"
#include "base/random.hpp"

#include <gtest/gtest.h>

#include <numeric>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace median_test {

TEST(Median, ItsIntervalLiesBetweenTwoOrderStatistics) {
    std::vector<double> values(15);
    std::iota(values.begin(), values.end(), 1);
    const auto of_15 = median_interval(values);
    EXPECT_EQ(of_15.median, 8);
    EXPECT_EQ(of_15.lo, 4) << "P(at most 3 of 15 below the median) = 0.0176, of 4: 0.059";
    EXPECT_EQ(of_15.hi, 12);
    const auto of_5 = median_interval({3, 1, 2, 5, 4});
    EXPECT_EQ(of_5.lo, 1);
    EXPECT_EQ(of_5.hi, 5);
    EXPECT_EQ(median_interval({7}).lo, 7);
    values.resize(2001);
    std::iota(values.begin(), values.end(), 1);
    const auto of_2001 = median_interval(values);
    EXPECT_NEAR(of_2001.lo, 1001 - 1.96 * std::sqrt(2001) / 2, 1.5);
    EXPECT_EQ(of_2001.hi - 1001, 1001 - of_2001.lo);
}

/// A skewed distribution, like that of times: the interval must not assume a normal one.
TEST(Median, ItsIntervalHoldsTheTrueOneInAtLeast95Of100Cases) {
    constexpr u32 cases = 4000;
    for (const u32 n : {6u, 15u, 40u}) {
        u32 held = 0;
        for (u32 c = 0; c < cases; ++c) {
            std::vector<double> times;
            for (u32 i = 0; i < n; ++i) {
                const double u = Random{c, n}.uniform<2>(i).x;
                times.push_back(1 / (1.0001 - u));  // the distribution's median is 1 / (1.0001 - 0.5)
            }
            const auto interval = median_interval(times);
            held += interval.lo <= 1 / 0.5001 && 1 / 0.5001 <= interval.hi;
        }
        EXPECT_GE(held, 0.95 * cases - 3 * std::sqrt(0.95 * 0.05 * cases)) << n;
        EXPECT_LE(held, 0.99 * cases) << n << ": wider than it need be";
    }
}

}  // namespace median_test
}  // namespace nearfield
