// Published curves, and comparisons with synthetic curves of known errors and shifts.
#include "refusal.hpp"
#include "scenes/sph/reference.hpp"

#include <gtest/gtest.h>

#include <limits>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::sph {
namespace reference_test {

/// The measured curve refined, delayed by `delay` and scaled by `factor`; at rest before its first point.
Curve like(const Curve& measured, double delay, double factor) {
    Curve made;
    for (std::size_t i = 0; i + 1 < measured.size(); ++i)
        for (int k = 0; k < 10; ++k) made.push_back(glm::mix(measured[i], measured[i + 1], k / 10.));
    made.push_back(measured.back());
    for (auto& p : made) p = {p.x + delay, p.y * factor};
    return made;
}

TEST(Reference, CurvesRiseInTimeAndBeginAtTheColumn) {
    EXPECT_EQ(references().size(), 5u);
    for (const auto& r : references()) {
        EXPECT_FALSE(r.source.empty() || r.title.empty());
        const bool falls = r.points.back().y < r.points.front().y;
        for (std::size_t i = 1; i < r.points.size(); ++i) {
            EXPECT_GT(r.points[i].x, r.points[i - 1].x) << r.key;
            EXPECT_EQ(r.points[i].y < r.points[i - 1].y, falls) << r.key;
            const double slope = (r.points[i].y - r.points[i - 1].y) / (r.points[i].x - r.points[i - 1].x);
            EXPECT_LE(slope, 3.7) << r.key;  // single pairs of readings scatter; the slope cannot exceed 2 for long
        }
        const double mean = (r.points.back().y - r.points.front().y) / (r.points.back().x - r.points.front().x);
        EXPECT_LE(mean, 2) << r.key;  // the limit without friction
    }
}

TEST(Reference, TimeUnitsAreThoseOfTheExperiments) {
    EXPECT_NEAR(reference("martin-moyce-2").time_unit(0.05715, 9.81), 0.05397, 5e-6);
    EXPECT_NEAR(reference("martin-moyce-1").time_unit(0.05715, 9.81), 0.07633, 5e-6);
    EXPECT_NEAR(reference("martin-moyce-2-small").time_unit(0.028575, 9.81), 0.03816, 5e-6);
    const ImpactReference impact;
    EXPECT_NEAR(impact.p1_rise * std::sqrt(impact.depth / 9.81), 0.395, 1e-3);
    EXPECT_NEAR(impact.p1_peak * 1000 * 9.81 * impact.depth, 10900, 10);
    EXPECT_GT(impact.p3_peak_at, impact.p1_rise);
}

TEST(Reference, UnknownKeysAreNamed) {
    const auto said = nearfield::refusal<UsageError>([] { reference("martin-moyce-3"); });
    EXPECT_NE(said.find("'martin-moyce-3'. Did you mean 'martin-moyce-"), std::string::npos) << said;
}

TEST(Compare, FindsTheShiftOfADelayedCurve) {
    const Curve& measured = reference("martin-moyce-2").points;
    for (const double delay : {-0.25, -0.1, 0., 0.07, 0.29}) {
        const auto a = compare(like(measured, delay, 1), measured, 0.3, 9);
        EXPECT_NEAR(a.shift, -delay, 2e-3) << delay;
        EXPECT_LT(a.worst, 2e-3);
        EXPECT_EQ(a.points, 14);
    }
}

TEST(Compare, GivesRelativeErrors) {
    const Curve measured{{1, 1}, {2, 2}, {3, 4}, {4, 8}, {5, 100}};
    const Curve simulated{{0, 1}, {1, 1.1}, {2, 2.2}, {3, 4.4}, {4, 8.8}, {5, 8}};
    const auto a = compare(simulated, measured, 0, 4);
    EXPECT_EQ(a.points, 4);  // points after T = 4 are ignored
    EXPECT_EQ(a.shift, 0);
    EXPECT_NEAR(a.worst, 0.1, 1e-12);
    EXPECT_NEAR(a.mean, 0.1, 1e-12);
    const Curve one_off{{0, 1}, {1, 1}, {2, 2}, {3, 5}, {4, 8}};
    EXPECT_NEAR(compare(one_off, measured, 0, 4).worst, 0.25, 1e-12);
    EXPECT_NEAR(compare(one_off, measured, 0, 4).mean, 0.0625, 1e-12);
}

TEST(Compare, BeforeItsFirstPointTheSimulationIsAtRest) {
    EXPECT_NEAR(compare({{0.5, 1}, {2, 2.5}}, {{0.2, 1}, {1, 1.5}}, 0, 2).worst, 0, 1e-12);
}

TEST(Compare, ShiftsNoFurtherThanItMay) {
    const Curve& measured = reference("martin-moyce-1").points;
    const auto late = compare(like(measured, 1, 1), measured, 0.3, 3);
    EXPECT_NEAR(late.shift, -0.3, 1e-6);
    EXPECT_GT(late.worst, 0.2);
    EXPECT_NEAR(compare(like(measured, -1, 1), measured, 0.3, 2).shift, 0.3, 1e-6);
}

TEST(Compare, IsNeverWorseThanWithoutShift) {
    const Curve& measured = reference("martin-moyce-2").points;
    for (const double factor : {0.9, 1., 1.12}) {
        const Curve simulated = like(measured, 0.2, factor);
        EXPECT_LE(compare(simulated, measured, 0.3, 4).worst, compare(simulated, measured, 0, 4).worst + 1e-12);
    }
}

/// Three exact points and one early by 0.2, on a straight line: the mean square is least near shift 0, the maximum
/// error in between.
TEST(Compare, TakesTheShiftOfTheLeastGreatestError) {
    const Curve measured{{1, 10}, {2, 11}, {3, 12}, {3.8, 13}}, simulated{{0, 9}, {5, 14}};
    const auto a = compare(simulated, measured, 0.3, 4);
    // with shift s, the maximum errors are -s / 10 at the first point and (0.2 + s) / 13 at the last
    EXPECT_NEAR(a.shift, -2 / 23., 1e-6);
    EXPECT_NEAR(a.worst, 0.2 / 23, 1e-6);
}

std::string refusal(const Curve& simulated, double until) {
    return nearfield::refusal<UsageError>([&] { compare(simulated, {{1, 1}, {4, 2}}, 0.3, until); });
}

TEST(Compare, RefusesWhatCannotBeCompared) {
    EXPECT_NE(refusal({}, 4).find("no point"), std::string::npos);
    EXPECT_NE(refusal({{0, 1}, {3, 2}}, 4).find("ends at T = 3, 1 before"), std::string::npos)
        << refusal({{0, 1}, {3, 2}}, 4);
    EXPECT_EQ(refusal({{0, 1}, {3.8, 2}}, 4), "");  // late enough when shifted
    EXPECT_EQ(refusal({{0, 1}, {3, 2}}, 3), "");
    EXPECT_NE(refusal({{0, 1}, {5, 2}}, 0.5).find("up to T = 0.5"), std::string::npos);
    EXPECT_NE(refusal({{0, 1}, {2, std::numeric_limits<double>::quiet_NaN()}, {5, 2}}, 4).find("at point 1"),
              std::string::npos);
    EXPECT_NE(refusal({{0, 1}, {std::numeric_limits<double>::quiet_NaN(), 2}, {5, 2}}, 4).find("at point 1"),
              std::string::npos);
    EXPECT_NE(refusal({{0, 1}, {2, 1}, {1, 1}, {5, 2}}, 4).find("goes back"), std::string::npos);
}

}  // namespace reference_test
}  // namespace nearfield::sph
