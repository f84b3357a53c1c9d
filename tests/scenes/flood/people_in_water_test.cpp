// Effects of water on people: numbers of the published models (scenes/flood/README.md).
#include "scenes/flood/people/people_in_water.hpp"

#include <gtest/gtest.h>

namespace nearfield::flood {
namespace people_in_water_test {

TEST(PeopleInWater, SpeedsInStillWater) {
    const std::pair<float, double> published[] = {{0.2f, 1.115}, {0.35f, 0.901}, {0.5f, 0.787},
                                                  {0.6f, 0.734}, {0.7f, 0.692},  {0.9f, 0.629}};
    for (const auto& [depth, speed] : published) {
        EXPECT_NEAR(wading_speed(Wading::postacchini, 2, depth, 0, 30), speed, 1e-3) << depth;
        EXPECT_NEAR(wading_speed(Wading::floodped, 2, depth, 0, 30), speed, 1e-3) << depth;
    }
    EXPECT_EQ(wading_speed(Wading::postacchini, 1.34f, 0, 0, 30), 1.34f);
    EXPECT_EQ(wading_speed(Wading::postacchini, 1.34f, 0.1f, 0, 30), 1.34f);  // 1.45 m/s could be walked
    EXPECT_LT(wading_speed(Wading::postacchini, 1.34f, 0.5f, 1, 30), 0.787f);
}

TEST(PeopleInWater, FloodPedStopsPeopleInDeepAndFastWater) {
    EXPECT_EQ(wading_speed(Wading::floodped, 1.4f, 0.19f, 3, 30), 1.4f);
    EXPECT_EQ(wading_speed(Wading::floodped, 1.4f, 0.7f, 1.5f, 30), 0);
    EXPECT_GT(wading_speed(Wading::floodped, 1.4f, 0.7f, 1.4f, 30), 0.3f);
}

/// M is 1 for 1.2 m of water at 1.512 m/s: the factors of the table.
TEST(PeopleInWater, SpeedsByAge) {
    const float velocity = std::sqrt((1 - 0.72f) * 9.81f / 1.2f);
    const float ages[] = {8, 25, 33, 40, 50, 55, 65}, walk[] = {.54f, .36f, .35f, .43f, .57f, .32f, .16f},
                run[] = {.81f, .48f, .53f, .62f, .61f, .62f, .61f};
    for (int k = 0; k < 7; ++k) {
        EXPECT_NEAR(bernardini_speed(1.2f, velocity, ages[k], false), walk[k], 1e-5) << ages[k];
        EXPECT_NEAR(bernardini_speed(1.2f, velocity, ages[k], true), run[k], 1e-5) << ages[k];
    }
    EXPECT_NEAR(bernardini_speed(1.2f, velocity, 78, false), 0.16 / 1.16, 1e-5);
    EXPECT_NEAR(bernardini_speed(0.5f, 0, 33, false), 0.35 * std::pow(0.125, -0.19), 1e-5);
}

TEST(PeopleInWater, TopplingAtXiasLimits) {
    const float depth[] = {.1f, .2f, .3f, .4f, .5f, .6f, .8f, 1.f, 1.2f};
    const double adult[] = {4.808, 2.995, 2.120, 1.646, 1.343, 1.128, .836, .638, .485},
                 child[] = {3.361, 1.884, 1.326, 1.022, .825, .684, .487, .345, .220};
    for (int k = 0; k < 9; ++k) {
        EXPECT_NEAR(stability(depth[k], 1.7f, 70).limit() / adult[k], 1, 0.002) << depth[k];
        EXPECT_NEAR(stability(depth[k], 1.25f, 25).limit() / child[k], 1, 0.003) << depth[k];
        EXPECT_TRUE(is_toppled(depth[k], float(adult[k]) * 1.02f, {}));
        EXPECT_FALSE(is_toppled(depth[k], float(adult[k]) * 0.98f, {}));
    }
    EXPECT_LT(stability(0.13f, 1.7f, 70).slide, stability(0.13f, 1.7f, 70).topple);  // adults slide below 0.14 m
    EXPECT_GT(stability(0.15f, 1.7f, 70).slide, stability(0.15f, 1.7f, 70).topple);
    EXPECT_FALSE(is_toppled(0, 5, {}));
    EXPECT_TRUE(is_toppled(1.8f, 0.01f, {}));  // afloat
}

TEST(PeopleInWater, WaterOfAClassStopsPeople) {
    const std::pair<float, float> least[] = {
        {0.31f, 0}, {0.51f, 0}, {1.2f, 0.51f}, {0.1f, 2.1f}, {0.1f, 4.1f}};  // H2...
    for (int k = 0; k < 5; ++k) {
        EXPECT_TRUE(is_blocked(least[k].first, least[k].second, k + 1)) << k;
        EXPECT_FALSE(is_blocked(least[k].first, least[k].second, k + 2)) << k;
    }
    EXPECT_TRUE(is_blocked(1.21f, 0, 3));
    EXPECT_FALSE(is_blocked(1.2f, 0.5f, 3));
    EXPECT_FALSE(is_blocked(9, 9, 6));
}

}  // namespace people_in_water_test
}  // namespace nearfield::flood
