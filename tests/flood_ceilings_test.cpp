// Full rooms: water that rises above a ceiling in a slot passes on pressure, and stays.
#include "scenes/flood/described.hpp"
#include "scenes/flood/plan_site.hpp"
#include "scenes/flood/water.hpp"
#include "scenes/plans/plan_choice.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace nearfield {
namespace {

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

/// Pressure over a face is g times the sum over all heads of what they store.
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
            side.water.along *= -1, side.water.across *= -1;
            return side;
        };
        const FaceFlux there = flux_between<Flux::under_ceilings>(a, b, 0.0625f),
                       back = flux_between<Flux::under_ceilings>(turned(b), turned(a), 0.0625f);
        ASSERT_EQ(there.mass, -back.mass) << n;
        ASSERT_TRUE(std::isfinite(there.along) && std::isfinite(there.push)) << n;
        if (std::min(a.ceiling, b.ceiling) <= std::max(a.bed, b.bed)) { ASSERT_EQ(there.mass, 0) << "no gap is left"; }
    }
}

class UnderCeilings : public testing::TestWithParam<std::pair<CellShape, Order>> {
  protected:
    void start(const Described& described, u32 columns, double slot) {
        site = lay_out(described, GetParam().first, columns, Walls::cut, slot);
        params.cells = GetParam().first, params.order = GetParam().second, params.maxima = false;
        water = std::make_unique<Water<Cpu>>(exec, site);
        water->reset(exec, params);
        before = volume();
    }
    void step() {
        StepContext<Cpu> step{exec, timer, steps++};
        water->step(step, params);
    }
    double volume() { return water->sum(exec).volume; }
    void expect_still(int count) {
        for (int k = 0; k < count; ++k) step();
        for (u32 k = 0; k < site.lattice.cells(); ++k) {
            ASSERT_EQ(water->now().momentum_x[k], 0) << k;
            ASSERT_EQ(water->now().momentum_y[k], 0) << k;
            ASSERT_EQ(water->now().depth[k], is_wall(site.bed[k]) ? 0 : site.depth[k]) << k;
        }
    }

    Cpu exec;
    StageTimer<Cpu> timer;
    Site site;
    Params params;
    std::unique_ptr<Water<Cpu>> water;
    u64 steps = 0;
    double before = 0;
};

/// A rough floor, a ceiling over half of it, a wall across both, and water up to above the ceiling.
TEST_P(UnderCeilings, ALakeIsStill) {
    Described d{.key = "cellar", .size = {12, 8}, .columns = 40};
    d.bed = [](glm::dvec2 p) { return 0.4 * std::sin(3 * p.x) * std::cos(2 * p.y); };
    d.ceiling = [](glm::dvec2 p) { return p.x < 6 ? 2 + 0.2 * std::sin(p.y) : double(INFINITY); };
    d.depth = [bed = d.bed](glm::dvec2 p) { return 3.7 - bed(p); };
    d.walls = {{.points = {{2, 3.1}, {9, 5.3}}}};
    start(d, 0, 0.0625);
    EXPECT_EQ(site.slot, 0.0625f);
    expect_still(60);
}

/// The passage of a plan that is full up into its stairs.
TEST_P(UnderCeilings, AnUnderpassFullOfWaterIsStill) {
    plans::Plan plan = plans::chosen_plan("flood/underpass", 0, 0, 1);
    shift(plan, -plan.lo);
    Described d = described_plan(plan);
    d.sources.clear();
    d.depth = [bed = d.bed](glm::dvec2 p) { return std::max(0., -0.1 - bed(p)); };
    start(d, 200, 0.06);
    EXPECT_EQ(site.slot, 0.0625f) << "the nearest power of a half";
    const auto ceiling_over = [&](glm::vec2 p) {
        const u32 cell = site.lattice.cell_at(p - glm::vec2(site.lattice.origin));
        return site.ceiling[cell] - site.bed[cell];
    };
    const auto& storeys = plan.storeys;
    EXPECT_TRUE(std::isinf(ceiling_over(storeys[0].offset + glm::vec2(30, 5)))) << "the street";
    EXPECT_NEAR(ceiling_over(storeys[1].offset + glm::vec2(30, 15)), 2.7, 1e-4);
    EXPECT_TRUE(std::isinf(ceiling_over(0.5f * (plan.stairs[0].foot + plan.stairs[0].head))));
    expect_still(40);
}

/// Two open shafts of width W, with water of depth h, joined by a full duct of length L and height H, swing like a
/// column of that length and, for the water that spreads in the shafts, 2/3 W H / h. The slot's share of the shafts:
/// the pressure along the duct is a straight line, whose square has a third of the mean of that at its ends.
TEST_P(UnderCeilings, AUTubeSwings) {
    constexpr double W = 10, L = 40, H = 2, h = 4, slot = 0.0625;
    Described d{.key = "u-tube", .size = {2 * W + L, 8}, .columns = 60, .strip = true};
    d.ceiling = [](glm::dvec2 p) { return p.x > W && p.x < W + L ? H : double(INFINITY); };
    d.depth = [](glm::dvec2 p) {
        return h + (p.x < W ? 0.25 : p.x > W + L ? -0.25 : 0.25 * (0.5 * L + W - p.x) / (0.5 * L));
    };
    start(d, 0, slot);
    const auto head_of_left = [&] {
        double sum = 0;
        u32 cells = 0;
        for (u32 k = 0; k < site.lattice.cells(); ++k)
            if (site.middle(k).x > 0 && site.middle(k).x < W) sum += water->now().depth[k], ++cells;
        return sum / cells - h;
    };
    const double wave = std::sqrt(9.81 * H / slot);
    std::vector<double> crossings;
    double last = head_of_left(), then = 0;
    while (crossings.size() < 3 && water->clock(exec).time < 100) {
        EXPECT_LE(water->clock(exec).step, 1.001 * params.courant * site.lattice.spacing / wave);
        step();
        const double now = head_of_left(), time = water->clock(exec).time;
        if (last * now < 0) crossings.push_back(then + (time - then) * last / (last - now));
        last = now, then = time;
    }
    ASSERT_EQ(crossings.size(), 3u);
    const double length = L + 2 * W * H / (3 * h), wide = W + slot * L / 6;
    const double period = 2 * std::numbers::pi / std::sqrt(2 * 9.81 * H / (wide * length));
    RecordProperty("period over the closed form's", std::to_string((crossings[2] - crossings[0]) / period));
    EXPECT_NEAR((crossings[2] - crossings[0]) / period, 1, 0.03);
    EXPECT_NEAR(volume() / before, 1, 1e-6 * std::max(1., double(steps) / 1000));
}

INSTANTIATE_TEST_SUITE_P(Lattices, UnderCeilings,
                         testing::Values(std::pair(CellShape::hexagon, Order::first),
                                         std::pair(CellShape::hexagon, Order::second),
                                         std::pair(CellShape::square, Order::second)),
                         [](const auto& info) {
                             return std::string(info.param.first == CellShape::hexagon ? "hexagons" : "squares") +
                                    (info.param.second == Order::first ? "First" : "Second");
                         });

}  // namespace
}  // namespace nearfield
