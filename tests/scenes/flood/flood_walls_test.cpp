// Cells beside walls: their kernel agrees with the sweep.
#include "libs/plans/plan_reader.hpp"
#include "refusal.hpp"
#include "scenes/flood/site/described.hpp"
#include "scenes/flood/site/plan_site.hpp"
#include "scenes/flood/water/cross_sections.hpp"
#include "scenes/flood/water/doors.hpp"
#include "scenes/flood/water/water.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace nearfield {
namespace flood_walls_test {

using namespace flood;

/// Lists the cells of a rectangle, all of them whole.
template <CellShape shape> Cuts listed(const Site& site, u32 from, u32 to) {
    using Faces = CellFaces<shape>;
    Cuts cuts;
    const int columns = int(site.lattice.columns);
    for (u32 row = from; row < to; ++row)
        for (u32 column = from; column < to; ++column) {
            const u32 cell = row * site.lattice.columns + column;
            cuts.cells.push_back({.cell = cell,
                                  .first = u32(cuts.faces.size()),
                                  .count = Faces::count,
                                  .area = 1,
                                  .around = 1,
                                  .wall = {},
                                  .inside = {}});
            for (int face = 0; face < Faces::count; ++face) {
                const float sign = face < Faces::axes ? 1.f : -1.f;
                const int axis = face % Faces::axes;
                cuts.faces.push_back({.other = cell + u32(Faces::step_to(face, int(row & 1), columns)),
                                      .face = face,
                                      .gate = CellWall::always,
                                      .length = 1,
                                      .out = sign * glm::vec2(Faces::normal_x(axis), Faces::normal_y(axis))});
            }
        }
    return cuts;
}

std::vector<float> depths_after(const Site& site, const Params& params, int steps) {
    Cpu exec;
    StageTimer<Cpu> timer;
    Water<Cpu> water(exec, site);
    water.reset(exec, params);
    for (int s = 0; s < steps; ++s) {
        StepContext<Cpu> step{exec, timer, u64(s)};
        water.step(step, params);
    }
    return {water.now().depth, water.now().depth + water.count()};
}

template <CellShape shape> void compare_with_sweep(Order order) {
    auto sites = builtin_sites(12);
    const auto bowl = std::find_if(sites.begin(), sites.end(), [](const auto& d) { return d.key == "thacker-planar"; });
    ASSERT_NE(bowl, sites.end());
    bowl->manning = 0.02;
    Site site = lay_out(*bowl, shape, 50);
    Params params;
    params.cells = shape;
    params.order = order;
    params.maxima = false;
    const auto swept = depths_after(site, params, 60);
    site.cuts = listed<shape>(site, 8, 46);
    const auto one_by_one = depths_after(site, params, 60);
    for (std::size_t i = 0; i < swept.size(); ++i) ASSERT_EQ(swept[i], one_by_one[i]) << i;
    EXPECT_NE(swept, site.depth) << "the water moves";
}

/// Otherwise the flux through a face between a swept cell and one beside walls would differ between both sides.
TEST(FloodBesideWalls, WholeCellsGoAsInASweepToTheLastBit) {
    for (const Order order : {Order::first, Order::second}) {
        compare_with_sweep<CellShape::hexagon>(order);
        compare_with_sweep<CellShape::square>(order);
    }
}

TEST(FloodDoorList, NamesDoors) {
    Site site;
    site.gates = {{.name = "north", .a = {0, 0}, .b = {1, 0}},
                  {.name = "south", .a = {0, 9}, .b = {1, 9}, .open = false}};
    EXPECT_EQ(doors_open(site, ""), (std::vector<bool>{true, false}));
    EXPECT_EQ(doors_open(site, " north , +south"), (std::vector<bool>{false, true}));
    const auto said = refusal<UsageError>([&] { doors_open(site, "nort"); });
    EXPECT_NE(said.find("'north'"), std::string::npos) << said;
    EXPECT_EQ(door_at(site, {0.5f, 8}, 2), 1u);
    EXPECT_THROW(door_at(site, {0.5f, 5}, 2), UsageError);
    EXPECT_THROW(door_at(Site{}, {0, 0}, 2), UsageError);
}

const char* const house = R"({
  "storeys": [
    {"name": "ground", "level": 0, "bounds": [[0, 0], [12, 8]],
     "walls": [{"polygon": [[1, 1], [11, 7]]}, [[4, 1], [4, 7]]],
     "doors": [{"name": "kitchen", "line": [[4, 2], [4, 3]], "open": false, "breaks_at": 9}],
     "exits": [{"name": "out", "door": [[11, 5], [11, 6]], "open": true}],
     "spawns": [{"name": "all", "area": [[9, 2], [10, 3]], "count": 1}]},
    {"name": "first", "level": 3, "bounds": [[0, 0], [12, 8]], "walls": [{"polygon": [[1, 1], [11, 7]]}]}
  ],
  "stairs": [{"name": "flight", "from": "ground", "to": "first", "foot": [5, 5.5], "head": [8, 5.5], "width": 1.2}],
  "water": {"manning": 0.03, "areas": [{"name": "burst", "storey": "first", "area": [[1, 1], [11, 7]], "depth": 0.4}],
            "inflows": [{"name": "main", "storey": "first", "area": [[2, 2], [3, 3]], "flow": 0.2}]}
})";

SiteDescription house_with(const std::string& from, const std::string& to) {
    std::string text = house;
    if (!from.empty()) text.replace(text.find(from), from.size(), to);
    plans::Plan plan = plans::read_plan(text, "house.json");
    shift(plan, -plan.lo);
    return description_of(plan);
}

/// Water of the first floor runs down the stairs of a plan; a shut door keeps it from a room.
// not in tsan: nothing new for threads
TEST(FloodPlan, WaterRunsDownTheStairs) {
    const SiteDescription d = house_with("", "");
    EXPECT_EQ(d.gates.size(), 2u) << "the door, and that of the exit";
    EXPECT_EQ(d.seams.size(), 2u);
    Cpu exec;
    StageTimer<Cpu> timer;
    const Site site = lay_out(d, CellShape::hexagon, 0);
    Params params;
    params.maxima = false;
    Water<Cpu> water(exec, site);
    water.reset(exec, params, doors_open(site, "out"));
    const double before = water.sum(exec).volume * site.cell_area();
    EXPECT_NEAR(before, 0.4 * (60 - 3 * 1.2), 0.02 * before) << "the first floor without the hole of the stairs";
    u64 steps = 0;
    while (water.clock(exec).time < 8) {
        StepContext<Cpu> step{exec, timer, steps++};
        water.step(step, params);
    }
    EXPECT_NEAR(water.sum(exec).volume * site.cell_area(), before + water.flowed_in(exec), 1e-4);
    const auto area = site.areas();
    double kitchen = 0, hall = 0;
    for (u32 i = 0; i < site.lattice.cells(); ++i) {
        const glm::dvec2 p = site.middle(i);
        if (!is_inside(i, site.lattice.columns, site.lattice.rows) || p.x > 11.5 || p.y > 7.5) continue;
        (p.x < 4 ? kitchen : hall) += water.now().depth[i] * area(i);
    }
    EXPECT_GT(hall, 2) << "came down";
    EXPECT_EQ(kitchen, 0) << "the door is shut";
}

TEST(FloodPlan, WaterOutsideOfAllFloorsIsRefused) {
    const auto said = [](const std::string& from, const std::string& to) {
        return refusal<UsageError>([&] { lay_out(house_with(from, to), CellShape::hexagon, 0); });
    };
    const auto inflow = said("[[2, 2], [3, 3]]", "[[5.5, 5.2], [6, 5.8]]");  // in the hole of the stairs
    EXPECT_NE(inflow.find("house.json:"), std::string::npos) << inflow;
    EXPECT_NE(inflow.find("'main', from (5.5, 5.2) to (6, 5.8), lies on no ground"), std::string::npos) << inflow;
    const auto pool = said("\"area\": [[1, 1], [11, 7]]", "\"area\": [[6, 5.2], [7, 5.8]]");
    EXPECT_NE(pool.find("'burst', from (6, 5.2) to (7, 5.8), lies on no ground"), std::string::npos) << pool;
}

TEST(FloodPlan, ALineInTheHoleOfTheStairsIsRefused) {
    const auto said = [](const char* line) {
        std::string text = house;
        const auto first = text.find(R"("walls")", text.find(R"("name": "first")"));
        text.insert(first, fmt::format(R"("lines": [{{"name": "flow", "line": {}}}], )", line));
        plans::Plan plan = plans::read_plan(text, "house.json");
        shift(plan, -plan.lo);
        const Site site = lay_out(description_of(plan), CellShape::hexagon, 0);
        return refusal<UsageError>([&] { CrossSections(site, &plan, "").require_ground(site, {}); });
    };
    const std::string hole = said("[[6, 5.2], [7, 5.7]]");
    EXPECT_TRUE(hole.starts_with("house.json:8:74: 'flow' lies on no ground")) << hole;
    EXPECT_EQ(said("[[2, 2], [3, 3]]"), "");
    EXPECT_EQ(said("[[2, 5.2], [7, 5.7]]"), "") << "a part has ground";
}

}  // namespace flood_walls_test
}  // namespace nearfield
