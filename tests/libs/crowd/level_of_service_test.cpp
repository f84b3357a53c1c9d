// Levels of service at their limits, and the published fundamental diagrams at published points.
#include "libs/crowd/level_of_service.hpp"
#include "libs/plans/storey.hpp"
#include "scenes/pedestrians/fundamental.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::crowd {
namespace level_of_service_test {

using namespace pedestrians;

const LevelLimits& table(const std::string& key) {
    for (const auto& t : level_tables())
        if (t.key == key) return t.limits;
    throw std::out_of_range(key);
}

struct Limits {
    const char* key;
    double density[5];  ///< persons/m²
    bool better;        ///< the limit itself belongs to the better level
};

// published models: minimum areas in square feet (0.09290304 m²) and in m²
constexpr double foot2 = 0.09290304;
const Limits published[] = {
    {"fruin-walkway", {1 / (35 * foot2), 1 / (25 * foot2), 1 / (15 * foot2), 1 / (10 * foot2), 1 / (5 * foot2)}, true},
    {"fruin-stairs", {1 / (20 * foot2), 1 / (15 * foot2), 1 / (10 * foot2), 1 / (7 * foot2), 1 / (4 * foot2)}, true},
    {"fruin-queuing", {1 / (13 * foot2), 1 / (10 * foot2), 1 / (7 * foot2), 1 / (3 * foot2), 1 / (2 * foot2)}, true},
    {"hcm-walkway", {1 / 5.6, 1 / 3.7, 1 / 2.2, 1 / 1.4, 1 / 0.75}, false},
    {"hcm-queuing", {1 / 1.2, 1 / 0.9, 1 / 0.6, 1 / 0.3, 1 / 0.2}, false},
};

TEST(LevelOfService, IsExactAtEveryLimit) {
    for (const auto& t : published)
        for (int l = 0; l < 5; ++l) {
            SCOPED_TRACE(std::string(t.key) + " " + level_letter(l));
            const double limit = t.density[l];
            EXPECT_EQ(table(t.key).level(float(limit - 1e-6)), l);
            EXPECT_EQ(table(t.key).level(float(limit)), t.better ? l : l + 1);
            EXPECT_EQ(table(t.key).level(float(limit + 1e-6)), l + 1);
        }
}

TEST(LevelOfService, MetricValuesArePrintedOnes) {
    const double walkway[] = {0.308, 0.431, 0.718, 1.076, 2.153}, stairs[] = {0.538, 0.718, 1.076, 1.538, 2.691},
                 queuing[] = {0.828, 1.076, 1.538, 3.588, 5.382};
    for (int l = 0; l < 5; ++l) {
        EXPECT_NEAR(table("fruin-walkway").upto[l], walkway[l], 5e-4);
        EXPECT_NEAR(table("fruin-stairs").upto[l], stairs[l], 5e-4);
        EXPECT_NEAR(table("fruin-queuing").upto[l], queuing[l], 5e-4);
    }
}

TEST(LevelOfService, TheThesisHasItsOwnLimits) {
    const auto& thesis = table("thesis");
    EXPECT_EQ(thesis.level(0.08f), 0);
    EXPECT_EQ(thesis.level(0.080001f), 1);
    EXPECT_EQ(thesis.level(1.659999f), 4);
    EXPECT_EQ(thesis.level(1.66f), 5);
    EXPECT_NE(thesis.level(0.2f), table("fruin-walkway").level(0.2f));
}

TEST(LevelOfService, ExtremesAndOrder) {
    for (const auto& t : level_tables()) {
        EXPECT_EQ(t.limits.level(0), 0);
        EXPECT_EQ(t.limits.level(100), 5);
        EXPECT_EQ(t.limits.level(NAN), 5);
        EXPECT_TRUE(std::is_sorted(t.limits.upto, t.limits.upto + 5)) << t.key;
        EXPECT_FALSE(t.title.empty() || t.source.empty());
    }
}

TEST(FundamentalDiagram, Weidmann) {
    const double rows[][3] = {{0.5, 1.298, 0.649}, {1, 1.058, 1.058},   {1.5, 0.807, 1.210}, {1.75, 0.700, 1.225},
                              {2, 0.606, 1.212},   {2.5, 0.452, 1.129}, {3, 0.331, 0.992},   {3.5, 0.234, 0.821},
                              {4, 0.156, 0.625},   {4.5, 0.092, 0.412}, {5, 0.037, 0.187},   {5.4, 0, 0}};
    for (const auto& [density, speed, flow] : rows) {
        EXPECT_NEAR(weidmann_speed(float(density)), speed, 6e-4) << density;
        EXPECT_NEAR(specific_flow(float(density), weidmann_speed(float(density))), flow, 1e-3) << density;
    }
    EXPECT_EQ(weidmann_speed(0), 1.34f);
    EXPECT_EQ(weidmann_speed(7), 0);
    EXPECT_NEAR(weidmann_speed(0.01f), 1.34f, 1e-5);
}

TEST(FundamentalDiagram, WeidmannsFlowIsGreatestAtItsCapacityDensity) {
    float best = 0, at = 0;
    for (float density = 0.1f; density < 5.4f; density += 0.01f)
        if (const float flow = specific_flow(density, weidmann_speed(density)); flow > best) {
            best = flow;
            at = density;
        }
    EXPECT_NEAR(at, weidmann_capacity_density, 0.02);
    EXPECT_NEAR(best, 1.225, 1e-3);
}

TEST(FundamentalDiagram, Sfpe) {
    EXPECT_NEAR(sfpe_speed(1), 1.028, 1e-3);
    EXPECT_NEAR(sfpe_speed(1.88f), 0.700, 1e-3);
    EXPECT_NEAR(specific_flow(1.88f, sfpe_speed(1.88f)), 1.316, 1e-3);
    EXPECT_NEAR(sfpe_speed(2), 0.655, 1e-3);
    EXPECT_NEAR(sfpe_speed(3), 0.283, 1e-3);
    EXPECT_EQ(sfpe_speed(0), sfpe_speed(0.54f));
    EXPECT_EQ(sfpe_speed(4), 0);
}

TEST(FundamentalDiagram, WeidmannsSpeedsOnStairs) {
    EXPECT_FLOAT_EQ(plans::weidmann_stairs_up, 0.61f);
    EXPECT_FLOAT_EQ(plans::weidmann_stairs_down, 0.694f);
}

}  // namespace level_of_service_test
}  // namespace nearfield::crowd
