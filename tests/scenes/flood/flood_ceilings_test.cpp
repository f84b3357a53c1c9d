// Rooms filled to the ceiling: water that would rise above it transmits pressure.
#include "backends.hpp"
#include "elements.hpp"

#include "scenes/flood/checks.hpp"
#include "scenes/flood/site/sites.hpp"
#include "scenes/flood/water/shallow_water.hpp"
#include "sim/run.hpp"

#include <cmath>
#include <random>

namespace nearfield {
namespace flood_ceilings_test {

using namespace flood;
using UnderCeiling = Room<Flux::under_ceilings>;

TEST(FloodCeiling, WhatIsStoredLeadsBackToItsHead) {
    const UnderCeiling room{2.5f, 0.0625f};
    EXPECT_EQ(room.stored(1.75f), 1.75f);
    EXPECT_EQ(room.stored(4.5f), 2.5f + 0.125f);
    std::mt19937 random(4);
    for (int n = 0; n < 1000; ++n) {
        const float head = float(random() % (6u << 15)) * 0x1p-15f;
        ASSERT_EQ(room.head(room.stored(head)), head);
    }
    EXPECT_FLOAT_EQ(room.wave(room.stored(4)), std::sqrt(gravity * room.stored(4) / 0.0625f));
    EXPECT_FLOAT_EQ(room.wave(2), std::sqrt(gravity * 2));
}

/// The pressure on a face is g times the integral of the storage over the head.
TEST(FloodCeiling, PressureGrowsByWhatIsStored) {
    const UnderCeiling room{2, 0.125f};
    for (const auto& [a, b] : {std::pair(0.5f, 1.5f), std::pair(1.f, 3.f), std::pair(4.f, 2.5f)}) {
        double sum = 0;
        constexpr int parts = 10000;
        for (int k = 0; k < parts; ++k)
            sum += double(room.stored(a + (b - a) * (float(k) + 0.5f) / parts)) * double(b - a) / parts;
        EXPECT_NEAR(room.push(a, b), 9.81 * sum, 1e-4 * std::abs(9.81 * sum)) << a;
    }
}

TEST(FloodCeiling, FacesAreTheSameFromBothSides) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> head(0, 5), speed(-3, 3), bed(0, 1), ceiling(0.5f, 4);
    for (int n = 0; n < 5000; ++n) {
        const AtFace a{{head(random), speed(random), speed(random)}, bed(random), ceiling(random)};
        AtFace b{{head(random), speed(random), speed(random)}, bed(random), ceiling(random)};
        if (n % 3 == 0) b.ceiling = INFINITY;
        const auto turned = [](AtFace side) {
            side.water.along *= -1;
            side.water.across *= -1;
            return side;
        };
        const FaceFlux there = flux_between<Flux::under_ceilings>(a, b, 0.0625f),
                       back = flux_between<Flux::under_ceilings>(turned(b), turned(a), 0.0625f);
        ASSERT_EQ(there.mass, -back.mass) << n;
        ASSERT_TRUE(std::isfinite(there.along) && std::isfinite(there.push)) << n;
        if (std::min(a.ceiling, b.ceiling) <= std::max(a.bed, b.bed)) { ASSERT_EQ(there.mass, 0) << "no gap is left"; }
    }
}

class UnderCeilings : public testing::TestWithParam<std::tuple<Backend, std::pair<const char*, const char*>>> {
  protected:
    void SetUp() override {
        skip_without(std::get<0>(GetParam()));
        settings.set("cells", std::get<1>(GetParam()).first);
        settings.set("order", std::get<1>(GetParam()).second);
        settings.set("shown_from", "0");
    }
    void expect_still(int steps) {
        nearfield::Run run(find_scene("flood"), settings, std::get<0>(GetParam()));
        const auto before = run.world().elements()->values(0);
        EXPECT_GT(run.metric("volume"), 1);
        run.advance(u64(steps));
        EXPECT_EQ(run.metric("fastest"), 0);
        EXPECT_EQ(differing(before, run.world().elements()->values(0)), 0u);
    }
    Settings settings = find_scene("flood").defaults();
};

/// A rough floor with a ceiling over half of it, a wall across both, and water above the ceiling's height.
TEST_P(UnderCeilings, ALakeIsStill) {
    settings.set("site", "cellar");
    expect_still(60);
}

/// A plan's passage, filled up into its stairs.
TEST_P(UnderCeilings, AnUnderpassFullOfWaterIsStill) {
    settings.set("site", "flood/underpass");
    settings.set("start", "-0.1");
    settings.set("inflow", "0");
    settings.set("columns", "200");
    expect_still(40);
}

INSTANTIATE_TEST_SUITE_P(Lattices, UnderCeilings,
                         testing::Combine(testing::Values(Backend::cpu, Backend::cuda),
                                          testing::Values(std::pair("hexagons", "first"),
                                                          std::pair("hexagons", "second"),
                                                          std::pair("squares", "second"))),
                         [](const auto& info) {
                             const auto& way = std::get<1>(info.param);
                             return std::string(name(std::get<0>(info.param))) + "_" + way.first + "_" + way.second;
                         });

TEST(FloodCeiling, PlansHaveThemUnderOtherStoreys) {
    Params params;
    params.site = "flood/underpass";
    params.columns = 200;
    params.slot = 6;
    const flood::Setup setup = prepare(params, 1);
    EXPECT_EQ(setup.site.slot, 0.0625f) << "the nearest power of a half";
    const auto ceiling_over = [&](glm::vec2 p) {
        const u32 cell = setup.site.lattice.cell_at(p - glm::vec2(setup.site.lattice.origin));
        return setup.site.ceiling[cell] - setup.site.bed[cell];
    };
    const auto& storeys = setup.plan->storeys;
    EXPECT_TRUE(std::isinf(ceiling_over(storeys[0].offset + glm::vec2(30, 5)))) << "the street";
    EXPECT_NEAR(ceiling_over(storeys[1].offset + glm::vec2(30, 15)), 2.7, 1e-4);
    EXPECT_TRUE(std::isinf(ceiling_over(0.5f * (setup.plan->stairs[0].foot + setup.plan->stairs[0].head))));
}

class CeilingChecks : public OnBackend {};

// not in tsan: nothing new for threads
TEST_P(CeilingChecks, AUTubeSwings) {
    const auto checks = flood_checks();
    const auto tube = std::find_if(checks.begin(), checks.end(), [](const auto& c) { return c.id == "u-tube"; });
    ASSERT_NE(tube, checks.end());
    const auto findings = tube->run({.backend = GetParam(), .quick = true});
    EXPECT_FALSE(findings.empty());
    for (const auto& finding : findings) EXPECT_TRUE(finding.met) << finding.what << " = " << finding.value;
}

NF_ON_BACKENDS(CeilingChecks);

}  // namespace flood_ceilings_test
}  // namespace nearfield
