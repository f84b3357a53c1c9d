// Plans of several storeys: how they are laid out, ways over stairs, and what is refused.
#include "document_refusals.hpp"
#include "fields.hpp"
#include "refusal.hpp"
#include "scenes/plans/plan_reader.hpp"
#include "scenes/plans/terrain.hpp"
#include "temporary.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace nearfield::plans {
namespace storeys_test {

std::string refusal(const std::string& text) {
    return nearfield::refusal<UsageError>([&] { read_plan(text, "p.json"); });
}

/// Two corridors of 2 m, one above the other, joined by stairs of 4 m by 1.6 m; the exit is below, the people above.
const std::string two_floors = R"({
  "navigation_cell": 0.1,
  "storeys": [
    {"name": "low", "level": 0, "height": 3,
      "walls": [[[0, 2], [0, 0], [14, 0], [14, 2], [0, 2]]],
      "exits": [{"name": "out", "door": [[0, 0.4], [0, 1.6]]}]},
    {"name": "high", "level": 3, "height": 3, "bounds": [[3, -1], [21, 3]],
      "walls": [{"polygon": [[4, 0], [20, 2]]}],
      "spawns": [{"area": [[15, 0.2], [19, 1.8]], "count": 4}]}
  ],
  "stairs": [
    {"name": "steps", "from": "low", "to": "high", "foot": [6, 1], "head": [10, 1], "width": 1.6}
  ]
})";

std::string floors_with(const std::string& what, const std::string& instead) {
    std::string text = two_floors;
    return text.replace(text.find(what), what.size(), instead);
}

bool apart(const Storey& a, const Storey& b, float least) {
    return a.hi.x + least <= b.lo.x || b.hi.x + least <= a.lo.x || a.hi.y + least <= b.lo.y || b.hi.y + least <= a.lo.y;
}

TEST(Storeys, LieSideBySide) {
    const Plan plan = load_plan("house");
    ASSERT_EQ(plan.storeys.size(), 3u);
    for (std::size_t b = 0; b < 3; ++b) {
        for (std::size_t a = 0; a < b; ++a) EXPECT_TRUE(apart(plan.storeys[a], plan.storeys[b], 5));
        const glm::vec2 cells = plan.storeys[b].offset / plan.navigation_cell;
        EXPECT_LT(glm::length(cells - glm::round(cells)), 1e-3f) << b;
        EXPECT_EQ(storey_at(plan, plan.spawns[b].outline[0]), int(b));
        EXPECT_NEAR(plan.spawns[b].outline[0].x - plan.storeys[b].offset.x, 1, 1e-4);
    }
    for (const auto& stair : plan.stairs) {
        EXPECT_FLOAT_EQ(stair.rise, 3);
        EXPECT_EQ(storey_at(plan, stair.foot), -1);
        EXPECT_EQ(storey_at(plan, stair.foot + stair.to_low), stair.low);
        EXPECT_EQ(storey_at(plan, stair.head + stair.to_high), stair.high);
        EXPECT_NEAR((stair.foot + stair.to_low - plan.storeys[std::size_t(stair.low)].offset).x, 7, 1e-4);
    }
    EXPECT_FLOAT_EQ(plan.stairs[1].level, 3);
    EXPECT_FLOAT_EQ(plan.stairs[1].level_at(plan.stairs[1].head), 6);
}

/// Whoever goes through a portal and straight back is where they were.
TEST(Storeys, PortalsLeadBothWays) {
    const Plan plan = load_plan("house");
    const auto portals = portals_of(plan);
    ASSERT_EQ(portals.size(), 8u);
    for (std::size_t k = 0; k < portals.size(); k += 2) {
        const auto &in = portals[k], &out = portals[k + 1];
        EXPECT_LT(glm::length(in.a + in.shift - out.b), 1e-4f);
        EXPECT_LT(glm::length(in.b + in.shift - out.a), 1e-4f);
        EXPECT_LT(glm::length(in.shift + out.shift), 1e-4f);
    }
}

TEST(Storeys, WaysLeadOverStairs) {
    const Plan plan = read_plan(two_floors, "p.json");
    const Fields ways(plan, {.corner_cost = 0});
    const Stair& stair = plan.stairs[0];
    const auto from = [&](float x) {
        return glm::vec2(x, 1) + (x < 6 ? glm::vec2(0) : x < 10 ? -stair.to_low : plan.storeys[1].offset);
    };
    const float slow = 0.5f * (stair.up + stair.down);
    for (const float x : {2.f, 5.9f, 6.1f, 8.f, 9.9f, 10.1f, 13.f, 18.f}) {
        const float wanted = std::min(x, 6.f) + std::clamp(x - 6, 0.f, 4.f) / slow + std::max(x - 10, 0.f);
        EXPECT_NEAR(ways.view().distance_at(0, from(x)), wanted, 0.15) << x;
        EXPECT_NEAR(ways.view().direction_at(0, from(x)).x, -1, 0.01) << x;
    }
}

/// The exit is below. Where nobody goes up, ways from above are those over stairs of that pace.
TEST(Storeys, WaysLeadOverStairsOfOneWayInThatWay) {
    Plan plan = read_plan(floors_with("1.6}\n  ]", "1.6, \"up\": 0, \"down\": 0.8}\n  ]"), "p.json");
    const Stair& stair = plan.stairs[0];
    const auto distance = [&](glm::vec2 p) {
        const Fields ways(plan, {.corner_cost = 0});
        return ways.view().distance_at(0, p);
    };
    const glm::vec2 below(5, 1), above = glm::vec2(18, 1) + plan.storeys[1].offset,
                                 middle = glm::vec2(8, 1) - stair.to_low;
    EXPECT_NEAR(distance(below), 5, 0.15);
    EXPECT_NEAR(distance(middle), 6 + 2 / 0.8, 0.15);
    EXPECT_NEAR(distance(above), 6 + 4 / 0.8 + 8, 0.15);
    plan.stairs[0].up = 0.8f, plan.stairs[0].down = 0;
    EXPECT_NEAR(distance(below), 5, 0.15);
    EXPECT_TRUE(std::isinf(distance(middle)));
    EXPECT_TRUE(std::isinf(distance(above)));
}

TEST(Storeys, StairsThatLeadTheWrongWayAreRefused) {
    const auto down_shut = refusal(floors_with("1.6}\n  ]", "1.6, \"down\": 0}\n  ]"));
    EXPECT_NE(down_shut.find("no way wide enough leads from here to any exit"), std::string::npos) << down_shut;
    const auto both_shut = refusal(floors_with("1.6}\n  ]", "1.6, \"up\": 0, \"down\": 0}\n  ]"));
    EXPECT_NE(both_shut.find("steps: nobody goes up or down"), std::string::npos) << both_shut;
}

TEST(Storeys, AShutDoorAtTheStairsClosesTheWay) {
    Plan plan = read_plan(floors_with("\"exits\"", R"("doors": [{"name": "d", "line": [[6, 0.2], [6, 1.8]]}],
      "exits")"),
                          "p.json");
    Fields ways(plan);
    const int above = ways.navigation().grid().index(glm::vec2(18, 1) + plan.storeys[1].offset);
    EXPECT_LT(ways.distance(0, above), 40);
    plan.doors[0].open = false;
    ways.ways.change(ways.exec, plan);
    EXPECT_TRUE(std::isinf(ways.distance(0, above)));
}

TEST(Storeys, ARampJoinsPlatforms) {
    const Plan plan = read_plan(R"({
  "walls": [{"polygon": [[0, 0], [12, 2]]}],
  "exits": [{"door": [[0, 0.4], [0, 1.6]]}],
  "areas": [{"name": "platform", "area": [[8, 0], [12, 2]], "level": 0.8}],
  "ramps": [{"foot": [4, 1], "head": [8, 1], "width": 1.8, "up": 0.9}],
  "spawns": [{"area": [[9, 0.2], [11.5, 1.8]], "count": 3}]
})",
                                "p.json");
    ASSERT_EQ(plan.stairs.size(), 1u);
    EXPECT_NEAR(plan.stairs[0].rise, 0.8, 1e-6);
    EXPECT_EQ(plan.stairs[0].up, 0.9f);
    EXPECT_EQ(plan.stairs[0].down, 1);
    EXPECT_NEAR(floor_level(plan, 0, {10, 1}), 0.8, 1e-6);
}

TEST(Storeys, WhatDoesNotFitIsRefused) {
    using document::Refused;
    const std::vector<Refused> cases{
        {"\"level\": 3,", "\"level\": 2.5,", "\"name\": \"high\"", "nowhere", {"'high' from 2.5 to 5.5", "'low'"}},
        {"\"width\": 1.6",
         "\"width\": 1.6, \"rise\": 2",
         "\"stairs\"",
         "{",
         {"rises 2 m", "meets no floor", "'rise' of 3"}},
        {"[10, 1]", "[21.5, 1]", "\"stairs\"", "{", {"head at (21.5", "meets no floor", "'high'"}},
        {"\"to\": \"high\"", "\"to\": \"hihg\"", "\"to\"", "\"hihg\"", {"no storey 'hihg'", "high"}},
        {"\"from\": \"low\", \"to\": \"high\"",
         "\"from\": \"high\", \"to\": \"low\"",
         "\"stairs\"",
         "{",
         {"has to be higher"}},
        {"\"width\": 1.6", "\"width\": 0.5", "\"stairs\"", "{", {"0.5 m wide"}},
        {"\"name\": \"high\"", "\"name\": \"low\"", "nowhere", "nowhere", {"another storey is called 'low'"}},
        {"\"navigation_cell\": 0.1,", "\"walls\": [],", "\"walls\"", "\"walls\"", {"no key 'walls'"}},
    };
    for (const auto& r : cases) {
        const std::string text = floors_with(r.what, r.instead), said = refusal(text);
        EXPECT_EQ(said.rfind("p.json:", 0), 0u) << r.instead << said;
        if (text.find(r.at) != std::string::npos) document::expect_refusal(r, "p.json", text, said);
        for (const char* word : r.words) EXPECT_NE(said.find(word), std::string::npos) << said;
    }
    EXPECT_EQ(refusal(two_floors), "");
}

class PlanFiles : public testing::Test {
  protected:
    std::string write(const std::string& name, const std::string& text) { return folder_.write(name, text).string(); }
    std::string said(const std::string& text) {
        return nearfield::refusal<UsageError>([&] { load_plan(write("p.json", text)); });
    }

  private:
    const TemporaryFolder folder_;
};

std::string wet_room(const std::string& wet) {
    return R"({"walls": [{"polygon": [[0, 0], [10, 8]]}], "exits": [{"door": [[10, 3], [10, 4]]}],
  "openings": [{"name": "gate", "line": [[0, 3], [0, 4]], "open": false, "breaks_at": 0.8}],
  "refuges": [{"name": "table", "area": [[1, 1], [2, 2]]}],
  "spawns": [{"area": [[3, 1], [9, 7]], "count": 9, "speed": 1, "stress": 1.5}],
)" + wet + "}";
}

TEST_F(PlanFiles, GroundAndWaterAreRead) {
    write("hill.asc", "ncols 3\nnrows 3\nxllcorner 500000\nyllcorner 100\ncellsize 10\n3 3 3\n2 2 2\n1 1 1\n");
    write("q.csv", "time,flow\n0,0\n60,2.5\n120,0\n");
    const Plan plan = load_plan(write("p.json", wet_room(R"(
  "terrain": {"file": "hill.asc", "origin": [500005, 105]},
  "water": {"manning": 0.05, "rain": 20,
    "areas": [{"name": "pool", "area": [[0, 0], [2, 2]], "depth": 0.5}, {"area": [[5, 5], [6, 6]], "level": 2}],
    "inflows": [{"name": "main", "line": [[0, 1], [0, 3]], "file": "q.csv"},
                {"area": [[3, 3], [4, 4]], "hydrograph": [[0, 1], [10, 3]]}]})")));
    ASSERT_TRUE(plan.terrain && plan.water);
    EXPECT_NEAR(plan.terrain->at({0, 0}), 1, 1e-6);
    EXPECT_NEAR(plan.terrain->at({5, 5}), 1.5, 1e-6);
    EXPECT_NEAR(floor_level(plan, 0, {5, 5}), 1.5, 1e-6);
    EXPECT_EQ(plan.water->manning, 0.05f);
    EXPECT_EQ(plan.water->rain, 20);
    ASSERT_EQ(plan.water->pools.size(), 2u);
    EXPECT_EQ(plan.water->pools[0].depth, 0.5f);
    EXPECT_TRUE(std::isnan(plan.water->pools[0].level));
    EXPECT_EQ(plan.water->pools[1].level, 2);
    ASSERT_EQ(plan.water->inflows.size(), 2u);
    ASSERT_EQ(plan.water->inflows[0].curve.size(), 3u);
    EXPECT_EQ(plan.water->inflows[0].curve[1], glm::vec2(60, 2.5f));
    EXPECT_EQ(plan.water->inflows[0].outline.size(), 2u);
    EXPECT_EQ(plan.water->inflows[1].curve[1], glm::vec2(10, 3));
    EXPECT_EQ(plan.doors.at(0).breaks_at, 0.8f);
    EXPECT_TRUE(plan.exits.at(1).refuge);
    EXPECT_EQ(plan.spawns[0].people.speed.mean, 1.5f);
}

TEST_F(PlanFiles, BadGroundAndWaterAreRefused) {
    write("hill.asc", "ncols 3\nnrows 3\nxllcorner 500000\nyllcorner 100\ncellsize 10\n3 3 3\n2 2 2\n1 1 1\n");
    write("back.csv", "time,flow\n0,0\n60,2.5\n30,0\n");
    const std::vector<std::pair<const char*, std::vector<const char*>>> cases{
        {R"("terrain": "hill.asc")", {"p.json:5:12: ", "hill.asc", "(500000, 100)", "origin"}},
        {R"("terrain": {"slope": [0.1, 0], "file": "hill.asc"})", {"p.json:5:12: ", "'file'", "'slope'"}},
        {R"("terrain": "none.asc")", {"none.asc"}},
        {R"("water": {"manning": -0.03})", {"p.json:5:22: ", "-0.03", "from 0"}},
        {R"("water": {"areas": [{"area": [[0, 0], [30, 2]], "depth": 1}]})", {"p.json:5:21: ", "(30, 0)", "outside"}},
        {R"("water": {"areas": [{"area": [[0, 0], [3, 2]]}]})", {"p.json:5:21: ", "'depth'", "'level'"}},
        {R"("water": {"inflows": [{"line": [[0, 0], [3, 2]], "hydrograph": [[5, 1], [5, 2]]}]})",
         {"p.json:5:73: ", "the time 5 s comes after 5 s"}},
        {R"("water": {"inflows": [{"line": [[0, 0], [3, 2]], "file": "back.csv"}]})",
         {"back.csv:4:1: ", "time 30 comes after 60"}},
    };
    for (const auto& [wet, words] : cases)
        for (const char* word : words)
            EXPECT_NE(said(wet_room(wet)).find(word), std::string::npos) << said(wet_room(wet));
    EXPECT_EQ(said(wet_room(R"("terrain": {"slope": [0.1, 0], "level": 2})")), "");
}

}  // namespace storeys_test
}  // namespace nearfield::plans
