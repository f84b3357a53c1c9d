// Floor plans: what the reader accepts, what it refuses and at which place; walls with doors cut out; where people
// start.
#include "document_refusals.hpp"
#include "refusal.hpp"
#include "scenes/crowd/measure_lines.hpp"
#include "scenes/plans/placement.hpp"
#include "scenes/plans/plan_check.hpp"
#include "scenes/plans/plan_reader.hpp"
#include "scenes/plans/wall_lookup.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace nearfield::plans {
namespace plan_test {

using namespace crowd;

std::string refusal(const std::string& text) {
    return nearfield::refusal<UsageError>([&] { read_plan(text, "p.json"); });
}

/// A room of 10 m by 8 m with a door of 1 m, in which `instead` replaces `what`.
std::string room_with(const std::string& what = "", const std::string& instead = "") {
    std::string text = R"({
  "title": "room",
  "walls": [
    {"polygon": [[0, 0], [10, 8]]}
  ],
  "exits": [
    {"name": "door", "door": [[10, 3], [10, 4]]}
  ],
  "spawns": [
    {"name": "all", "area": [[0, 0], [10, 8]], "count": 20, "speed": 1.3, "radius": 0.3}
  ]
})";
    if (!what.empty()) text.replace(text.find(what), what.size(), instead);
    return text;
}

double length_of(const std::vector<Wall>& walls) {
    double sum = 0;
    for (const auto& w : walls) sum += glm::length(w.b - w.a);
    return sum;
}

TEST(Plan, EveryKeyIsRead) {
    const Plan p = read_plan(R"({
  "title": "all keys", "note": "n", "duration": 90, "navigation_cell": 0.2, "yield_at": 900,
  "bounds": [[-2, -1], [22, 13]],
  "walls": [[[0, 0], [20, 0], [20, 12]], {"polygon": [[5, 5], [6, 5], [6, 6]]}],
  "doors": [{"name": "inner", "line": [[8, 3], [8, 5]], "open": false}],
  "exits": [{"name": "gate", "door": [[20, 4], [20, 6]], "weight": 0.5, "open": false, "capacity": 1.5,
      "timetable": {"first": 30, "open": 20, "every": 60}},
            {"name": "field", "area": [[17, 8], [19, 10]]}],
  "areas": [{"name": "steps", "area": [[10, 0], [12, 3]], "kind": "stairs up", "speed": 0.5, "measured": true}],
  "people": {"radius": [0.2, 0.3], "premovement": 5},
  "spawns": [{"name": "a", "area": [[1, 1], [4, 4]], "density": 1.5,
      "speed": {"mean": 1.4, "sigma": 0.2, "min": 1, "max": 2}, "exits": ["field", "gate"]},
             {"name": "b", "area": [[1, 5], [4, 5], [4, 9], [1, 9]], "count": 3, "speed": {"min": 0.5, "max": 1.5},
                 "radius": 0.25, "premovement": [10, 100]}],
  "sources": [{"area": [[1, 10], [4, 12]], "rate": 2.5, "from": 10, "until": 50, "total": 40}],
  "lines": [{"name": "l", "line": [[14, 0], [14, 12]]}]
})",
                             "all.json");
    EXPECT_EQ(p.title, "all keys");
    EXPECT_EQ(p.duration, 90);
    EXPECT_FLOAT_EQ(p.navigation_cell, 0.2f);
    EXPECT_EQ(p.yield_at, 900);
    EXPECT_EQ(p.lo, glm::vec2(-2, -1));
    EXPECT_EQ(p.hi, glm::vec2(22, 13));
    EXPECT_EQ(p.walls.size(), 5u);
    EXPECT_EQ(p.walls[4].b, glm::vec2(5, 5));  // the polygon is closed
    EXPECT_FALSE(p.doors[0].open);
    const Exit& gate = p.exits[0];
    EXPECT_TRUE(gate.is_door() && !gate.open);
    EXPECT_EQ(gate.width(), 2);
    EXPECT_EQ(gate.weight, 0.5f);
    EXPECT_EQ(gate.capacity, 1.5f);
    EXPECT_FALSE(gate.timetable.open_at(29));
    EXPECT_TRUE(gate.timetable.open_at(31) && gate.timetable.open_at(91));
    EXPECT_FALSE(gate.timetable.open_at(51) || gate.timetable.open_at(111));
    EXPECT_EQ(p.exits[1].outline.size(), 4u);
    EXPECT_EQ(p.areas[0].kind, Area::Kind::stairs_up);
    EXPECT_EQ(p.areas[0].speed, 0.5f);
    EXPECT_TRUE(p.areas[0].measured);
    EXPECT_EQ(p.spawns[0].count, 14);  // 1.5 per m² on 9 m²: 13.5
    EXPECT_EQ(p.spawns[0].people.exits, (std::vector<int>{1, 0}));
    EXPECT_EQ(p.spawns[0].people.radius.hi, 0.3f);
    EXPECT_EQ(p.spawns[0].people.premovement.lo, 5);
    EXPECT_TRUE(p.spawns[1].people.speed.even);
    EXPECT_EQ(p.spawns[1].people.radius.lo, 0.25f);
    EXPECT_EQ(p.spawns[1].people.premovement.hi, 100);
    EXPECT_EQ(p.sources[0].name, "source 1");
    EXPECT_EQ(p.sources[0].rate, 2.5f);
    EXPECT_EQ(p.sources[0].total, 40);
    EXPECT_EQ(p.lines[0].b, glm::vec2(14, 12));
    EXPECT_EQ(p.population(), 17);
}

using document::place_of, document::Refused;

class Refusal : public testing::TestWithParam<Refused> {};

TEST_P(Refusal, NamesThePlaceTheValueAndTheWayOut) {
    const Refused& r = GetParam();
    const std::string text = room_with(r.what, r.instead);
    document::expect_refusal(r, "p.json", text, refusal(text));
}

INSTANTIATE_TEST_SUITE_P(
    Reader, Refusal,
    testing::Values(
        Refused{"\"room\",", "\"room\"", "room", "\"walls\"", {"syntax error"}},
        Refused{"[10, 8]]}", "[10, 8]}", "polygon", "}", {"syntax error"}},
        Refused{"\"title\": \"room\"",
                "\"titel\": \"room\"",
                "{",
                "\"titel\"",
                {"no key 'titel'", "Did you mean 'title'?"}},
        Refused{"\"count\": 20", "\"count\": 20, \"count\": 2", "20, ", "\"count\"", {"'count' occurs twice"}},
        Refused{"\"count\": 20", "\"cuont\": 20", "spawns", "{", {"'count' or 'density'"}},
        Refused{
            "\"name\": \"door\"", "\"wieght\": 2", "exits", "\"wieght\"", {"exit 1", "no key 'wieght'", "'weight'"}},
        Refused{"\"count\": 20", "\"count\": 2.5", "count", "2.5", {"count", "2.5", "whole"}},
        Refused{"\"count\": 20", "\"count\": -1", "count", "-1", {"count", "-1", "from 0"}},
        Refused{"\"count\": 20", "\"count\": \"20\"", "count", "\"20\"", {"count", "is a text; give a number"}},
        Refused{"\"radius\": 0.3", "\"radius\": 0", "radius", "0}", {"radius", "is 0", "above 0"}},
        Refused{"\"radius\": 0.3", "\"radius\": [0.3, -0.2]", "radius", "-0.2", {"radius", "-0.2"}},
        Refused{"\"radius\": 0.3", "\"radius\": [0.3, 0.2]", "radius", "[", {"0.3", "above", "0.2", "swap"}},
        Refused{"\"speed\": 1.3", "\"speed\": -1.3", "speed", "-1.3", {"speed", "-1.3"}},
        Refused{"\"speed\": 1.3", "\"speed\": {\"mean\": 1, \"min\": 1.5}", "speed", "{", {"mean", "1.5"}},
        Refused{"[10, 3], [10, 4]", "[10, 3], [10, 3]", "\"door\":", "[[", {"both ends", "(10, 3)"}},
        Refused{"[10, 3], [10, 4]", "[10, 3], [10, 1e9]", "door", "1e9", {"1000000000", "10000"}},
        Refused{"[10, 3], [10, 4]", "[10, 3], [10, 1e999]", "door", "1e999", {"overflow"}},
        Refused{"[10, 3], [10, 4]", "[10, 3], [10, NaN]", "door", "NaN", {"syntax error"}},
        Refused{"[10, 3], [10, 4]", "[10, 3], [10, 4, 5]", "10, 3], ", "[10, 4, 5", {"3 numbers", "[x, y]"}},
        Refused{"\"door\": [[", "\"dor\": [[", "exits", "{", {"'door'", "'area'"}},
        Refused{"\"speed\": 1.3", "\"exits\": [\"dor\"]", "exits\": [\"dor", "\"dor\"]", {"no exit 'dor'", "'door'"}},
        Refused{"\"count\": 20", "\"count\": 5, \"density\": 1", "spawns", "{", {"'count' or 'density'; give one"}},
        Refused{"\"speed\": 1.3", "\"heading\": [1, 0]", "spawns", "{", {"heading", "periodic"}}));

INSTANTIATE_TEST_SUITE_P(
    Check, Refusal,
    testing::Values(
        Refused{"{\"polygon\": [[0, 0], [10, 8]]}",
                "{\"polygon\": [[0, 0], [10, 8], [10, 0], [0, 8]]}",
                "walls",
                "{",
                {"walls", "crosses itself"}},
        Refused{"[[0, 0], [10, 8]], \"count\"",
                "[[1, 1], [9, 7], [9, 1], [1, 7]], \"count\"",
                "spawns",
                "{",
                {"all", "crosses itself", "(1, 1)-(9, 7) meets (9, 1)-(1, 7)"}},
        Refused{
            "[[0, 0], [10, 8]], \"count\"", "[[1, 1], [4, 1], [9, 1]], \"count\"", "spawns", "{", {"all", "one line"}},
        Refused{"{\"polygon\": [[0, 0], [10, 8]]}",
                "{\"polygon\": [[0, 0], [10, 8]]},\n[[2, 2], [3, 3], [3, 3]]",
                "walls",
                "[[2, 2]",
                {"walls", "(3, 3)", "no length"}},
        Refused{"{\"polygon\": [[0, 0], [10, 8]]}",
                "{\"polygon\": [[0, 0], [10, 8]]},\n[[9, 0], [9, 8]]",
                "spawns",
                "{",
                {"all", "the wall (9, 0)-(9, 8) runs through it"}},
        Refused{"[[0, 0], [10, 8]], \"count\"",
                "[[9, 1], [12, 2]], \"count\"",
                "spawns",
                "{",
                {"all", "the wall (10, ", "runs through it at (10, "}},
        Refused{"\"count\": 20", "\"count\": 400", "spawns", "{", {"all", "at most", "radius 0.3", "400"}},
        Refused{"[10, 3], [10, 4]", "[10, 3], [10, 3.5]", "exits", "{", {"door", "0.5 m wide", "'all'", "0.6 m"}},
        Refused{"\"exits\": [",
                "\"exits\": [{\"name\": \"door\", \"door\": [[0, 3], [0, 4]]},",
                "[0, 4]]}",
                "{",
                {"another", "'door'", "line 6"}},
        Refused{"\"exits\": [",
                "\"exits\": [{\"name\": \"far\", \"area\": [[12, 3], [13, 4]]},",
                "exits",
                "{",
                {"far", "nobody can reach it"}},
        Refused{"{\"polygon\": [[0, 0], [10, 8]]}",
                "{\"polygon\": [[0, 0], [10, 8]]}, {\"polygon\": [[9, 2], [10, 5]]}",
                "spawns",
                "{",
                {"all", "the wall"}},
        Refused{"\"title\": \"room\"",
                "\"bounds\": [[0, 0], [9, 9]]",
                "walls",
                "{",
                {"walls", "(10, 0)", "outside the bounds (0, 0) to (9, 9)"}},
        Refused{"\"title\": \"room\"", "\"bounds\": [[0, 0], [9, 0]]", "bounds", "[", {"bounds", "no area"}},
        Refused{"\"spawns\": [",
                "\"spawns\": [{\"area\": [[5, 5], [12, 6]], \"count\": 1},",
                "spawns",
                "{",
                {"spawn 1", "runs through it"}},
        Refused{"\"spawns\": [",
                "\"spawns\": [{\"area\": [[5, 5], [8, 6]], \"count\": 1, \"radius\": 0.2},",
                "spawn",
                "{\"name\": \"all",
                {"all", "overlaps 'spawn 1'"}}));

TEST(PlanCheck, WhatLacksEntirely) {
    EXPECT_NE(refusal(room_with(R"({"name": "door", "door": [[10, 3], [10, 4]]})", ""))
                  .find("p.json: there is no exit; add one"),
              std::string::npos);
    EXPECT_NE(refusal(R"({"walls": [[[0, 0], [1, 0]]]})").find("p.json: there are no people"), std::string::npos);
    EXPECT_NE(refusal("{}").find("is empty"), std::string::npos);
    EXPECT_NE(refusal("[]").find("p.json:1:1: plan: is a list; give an object"), std::string::npos);
    EXPECT_NE(refusal("").find("p.json:1:1: "), std::string::npos);
    EXPECT_EQ(refusal("").find("column"), std::string::npos) << "the place is said once";
    EXPECT_NE(refusal("{]").find("p.json:1:2: syntax error"), std::string::npos);
    EXPECT_NE(refusal(std::string(100, '[')).find("64 brackets"), std::string::npos);
    EXPECT_NE(refusal(room_with("\"title\": \"room\"", "\"periodic\": true")).find("needs 'bounds'"),
              std::string::npos);
    EXPECT_NE(refusal(room_with("\"title\": \"room\"", "\"periodic\": true, \"bounds\": [[0, 0], [10, 8]]"))
                  .find("a periodic plan has no exits"),
              std::string::npos);
}

TEST(PlanCheck, PeopleWhoAreShutInAreNamed) {
    const std::string cage = room_with("{\"polygon\": [[0, 0], [10, 8]]}",
                                       "{\"polygon\": [[0, 0], [10, 8]]}, {\"polygon\": [[12, 0], [16, 4]]}");
    std::string text = cage;
    text.replace(text.find("\"spawns\": ["), 11,
                 "\"spawns\": [{\"name\": \"caged\", \"area\": [[13, 1], [15, 3]], \"count\": 2},");
    EXPECT_NE(refusal(text).find("caged: no way wide enough leads from here to any exit"), std::string::npos)
        << refusal(text);
}

TEST(PlanCheck, SourcesShareGroundOnlyOneAfterTheOther) {
    const auto with_sources = [](const char* times) {
        return refusal(room_with("\"exits\"", "\"sources\": [{\"area\": [[1, 1], [3, 3]], \"rate\": 1, \"until\": 50}, "
                                              "{\"area\": [[1, 1], [3, 3]], \"rate\": 1, " +
                                                  std::string(times) + "}],\n\"exits\""));
    };
    EXPECT_EQ(with_sources("\"from\": 50"), "");
    EXPECT_NE(with_sources("\"from\": 49").find("source 2: it overlaps 'source 1'"), std::string::npos);
}

TEST(PlanCheck, AGapNarrowerThanABodyIsNoWay) {
    const auto with_gap = [](double half) {
        const std::string lo = std::to_string(4 - half), hi = std::to_string(4 + half);
        std::string text =
            room_with("{\"polygon\": [[0, 0], [10, 8]]}",
                      "{\"polygon\": [[0, 0], [10, 8]]}, [[5, 0], [5, " + lo + "]], [[5, " + hi + "], [5, 8]]");
        return refusal(text.replace(text.find("[[0, 0], [10, 8]], \"count\""), 17, "[[0, 0], [5, 8]]"));
    };
    EXPECT_EQ(with_gap(0.31), "");
    EXPECT_NE(with_gap(0.24).find("all: no way wide enough leads from here"), std::string::npos) << with_gap(0.24);
}

TEST(PlanCheck, ADoorThatIsShutStillCountsAsAWay) {
    EXPECT_EQ(refusal(room_with("\"door\": [[10, 3], [10, 4]]", "\"door\": [[10, 3], [10, 4]], \"open\": false")), "");
}

TEST(PlanReader, PlacesAreRightBehindEscapesNumbersAndCarriageReturns) {
    const std::string
        head = "\n \"title\": \"two\\nlines \\u00e4\\\"\", \"note\":\t\"x\", \"duration\": 12\r\n\t,\"periodc\": true,",
        text = room_with("\n  \"title\": \"room\",", head);
    EXPECT_EQ(refusal(text).find("p.json:" + place_of(text, "", "\"periodc") + ":"), 0u) << refusal(text);
}

TEST(Plan, EveryCarriedPlanLoads) {
    std::set<std::string> keys;
    for (const auto& plan : carried_plans()) {
        SCOPED_TRACE(plan.key);
        keys.insert(plan.key);
        Plan p;
        ASSERT_NO_THROW(p = load_plan(plan.key));
        EXPECT_FALSE(p.title.empty());
        EXPECT_FALSE(p.note.empty());
        int started = 0;
        for (const auto& group : start_places(p, 7)) started += int(group.size());
        EXPECT_EQ(started, p.population());
    }
    for (const char* key :
         {"corridor", "crossing", "bottleneck", "room", "hall", "large-hall", "corner", "hub", "stadium", "station",
          "station-large", "rimea/01-corridor", "rimea/04-fundamental", "rimea/15-corner"})
        EXPECT_TRUE(keys.count(key)) << key;
    EXPECT_THROW(load_plan("staduim"), UsageError);
    EXPECT_EQ(load_plan("stadium").population(), 62000);
    int coming = 0;
    for (const auto& source : load_plan("stadium").sources) coming += source.total;
    EXPECT_EQ(coming, 38000);
    EXPECT_EQ(load_plan("rimea/10-rooms").population(), 23);
    for (const auto& exit : load_plan("hall").exits) EXPECT_FLOAT_EQ(exit.width(), 1);
}

TEST(Plan, OpenDoorsAreCutOutOfWallsAndShutOnesStand) {
    Plan p = read_plan(room_with(), "p.json");
    EXPECT_NEAR(length_of(standing_walls(p)), 35, 1e-5);
    p.exits[0].open = false;
    EXPECT_NEAR(length_of(standing_walls(p)), 36, 1e-5);
    p.exits[0].open = true;
    p.doors.push_back(
        {.name = "slanted", .a = {4, 4}, .b = {5, 5}, .open = false});  // in no wall: stands alone while shut
    EXPECT_NEAR(length_of(standing_walls(p)), 35 + std::sqrt(2.0), 1e-5);
    p.doors[0].open = true;
    EXPECT_NEAR(length_of(standing_walls(p)), 35, 1e-5);
    p.walls.push_back({{3, 3}, {6, 6}});
    EXPECT_NEAR(length_of(standing_walls(p)), 35 + 2 * std::sqrt(2.0), 1e-5);
    for (const auto& w : standing_walls(p)) EXPECT_GT(distance_to(w, {4.5f, 4.5f}), 0.7f);
}

TEST(Plan, ADoorMayBeMadeWiderButNotOfNothing) {
    Plan p = read_plan(room_with(), "p.json");
    set_door_width(p, 2);
    EXPECT_NEAR(p.exits[0].width(), 2, 1e-6);
    EXPECT_NEAR(length_of(standing_walls(p)), 34, 1e-5);
    EXPECT_EQ(0.5f * (p.exits[0].a + p.exits[0].b), glm::vec2(10, 3.5));
    EXPECT_THROW(set_door_width(p, 0), UsageError);
    set_door_width(p, 0.5f);
    EXPECT_THROW(check_plan(p), UsageError);
}

/// Checks the least distances between the points, and those of each from the outline and from the walls.
void expect_apart(const std::vector<glm::vec2>& points, const Polygon& outline, const std::vector<Wall>& walls,
                  float radius) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_TRUE(contains(outline, points[i]));
        for (std::size_t k = 0; k < outline.size(); ++k)
            EXPECT_GE(distance_to({outline[k], outline[(k + 1) % outline.size()]}, points[i]), radius - 2e-4f);
        for (const auto& w : walls) EXPECT_GE(distance_to(w, points[i]), radius - 2e-4f);
        for (std::size_t j = 0; j < i; ++j) EXPECT_GE(glm::length(points[i] - points[j]), 2 * radius);
    }
}

TEST(Placement, NoBodiesOverlapAtAnyDensity) {
    const Polygon outline{{0, 0}, {9, 1}, {10, 8}, {4, 6}, {0, 8}};  // with a dent
    const std::vector<Wall> walls{{{2, 2}, {2, 4}}, {{6, 3}, {7, 5}}};
    const int most = most_places(outline, walls, 0.3f);
    for (int count : {1, 2, 30, 100, most}) {
        SCOPED_TRACE(count);
        const auto points = places(outline, walls, 0.3f, count, 5);
        ASSERT_EQ(points.size(), std::size_t(count));
        expect_apart(points, outline, walls, 0.3f);
    }
    EXPECT_THROW(places(outline, walls, 0.3f, most + 1, 5), UsageError);
    EXPECT_TRUE(places(outline, walls, 0.3f, 0, 5).empty());
}

TEST(Placement, TheDensestPackingIsHexagonal) {
    // 30 m by 30 m of bodies of 0.25 m: an area of 2 sqrt(3) (0.2525 m)² each, less about half a body along the border
    const Polygon box{{0, 0}, {30, 0}, {30, 30}, {0, 30}};
    const double each = 2 * std::sqrt(3.0) * 0.2525 * 0.2525;
    EXPECT_GT(most_places(box, {}, 0.25f), 0.97 * 29.5 * 29.5 / each);
    EXPECT_LT(most_places(box, {}, 0.25f), 30 * 30 / each);
    EXPECT_EQ(most_places({{0, 0}, {0.5, 0}, {0.5, 0.5}, {0, 0.5}}, {}, 0.25f), 1);  // just as wide as a body
    EXPECT_EQ(most_places({{0, 0}, {0.4, 0}, {0.4, 0.4}, {0, 0.4}}, {}, 0.25f), 0);
}

TEST(Placement, TinyPeopleInAVastAreaTakeNoTime) {
    EXPECT_EQ(most_places({{0, 0}, {3, 0}, {3, 3}, {0, 3}}, {}, 1e-4f, 400), 400);
    EXPECT_EQ(most_places({{0, 0}, {9999, 0}, {9999, 9999}, {0, 9999}}, {}, 0.25f, 400), 400);
    EXPECT_THROW(most_places({{0, 0}, {9999, 0}, {9999, 9999}, {0, 9999}}, {}, 1e-4f, 400), UsageError) << "for floats";
    EXPECT_THROW(places({{0, 0}, {3, 3}, {3, 2.9998f}}, {}, 3e-4f, 1, 5), UsageError) << "a sliver";
}

TEST(Placement, SpreadsEvenlyAndFollowsTheSeed) {
    const Polygon box{{0, 0}, {20, 0}, {20, 10}, {0, 10}};
    for (int count : {40, 400}) {
        double east = 0, north = 0;
        for (u32 seed = 0; seed < 20; ++seed)
            for (auto p : places(box, {}, 0.25f, count, seed)) east += p.x > 10, north += p.y > 5;
        EXPECT_NEAR(east / (20.0 * count), 0.5, 0.03);
        EXPECT_NEAR(north / (20.0 * count), 0.5, 0.03);
    }
    EXPECT_EQ(places(box, {}, 0.25f, 40, 3), places(box, {}, 0.25f, 40, 3));
    EXPECT_NE(places(box, {}, 0.25f, 40, 3), places(box, {}, 0.25f, 40, 4));
}

TEST(Placement, SpawnsOfOneOutlineAreMixedAndApart) {
    const Plan p = load_plan("corridor");
    const auto groups = start_places(p, 1);
    ASSERT_EQ(groups.size(), 2u);
    std::vector<glm::vec2> all = groups[0];
    all.insert(all.end(), groups[1].begin(), groups[1].end());
    expect_apart(all, p.spawns[0].outline, standing_walls(p), 0.3f);
    for (const auto& group : groups) {
        const auto west = std::count_if(group.begin(), group.end(), [](glm::vec2 q) { return q.x < 25; });
        const auto south = std::count_if(group.begin(), group.end(), [](glm::vec2 q) { return q.y < 3; });
        EXPECT_NEAR(double(west) / double(group.size()), 0.5, 0.15);
        EXPECT_NEAR(double(south) / double(group.size()), 0.5, 0.15);
    }
}

TEST(Speeds, AreTheQuantilesOfTheCutOffNormalDistribution) {
    const Speeds s{1.34f, 0.26f, 1.0f, 2.0f, false};
    const auto density = [&](double v) { return std::exp(-0.5 * std::pow((v - s.mean) / s.sigma, 2)); };
    const auto mass = [&](double to) {
        double sum = 0;
        const int n = 20000;
        for (int k = 0; k < n; ++k) sum += density(s.lo + (k + 0.5) * (to - s.lo) / n) * (to - s.lo) / n;
        return sum;
    };
    for (float u : {0.001f, 0.1f, 0.5f, 0.77f, 0.999f}) EXPECT_NEAR(mass(s.at(u)) / mass(s.hi), u, 2e-5) << u;
    EXPECT_NEAR(s.at(0), 1, 1e-4);
    EXPECT_NEAR(s.at(1), 2, 1e-4);
    EXPECT_EQ((Speeds{1.3f, 0, 1.3f, 1.3f, false}.at(0.9f)), 1.3f);
    EXPECT_EQ((Speeds{1, 0, 0.5f, 1.5f, true}.at(0.25f)), 0.75f);
}

TEST(NormalQuantile, MatchesTheDistribution) {
    for (float p : {1e-6f, 1e-3f, 0.02f, 0.2f, 0.5f, 0.6f, 0.95f, 0.9999f})
        EXPECT_NEAR(0.5 * std::erfc(-double(normal_quantile(p)) / std::sqrt(2.0)), p, 2e-6 * p + 1e-7) << p;
}

TEST(WallLookup, FindsEveryWallWithinReach) {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> x(-5, 45), y(-5, 25), near(-4, 4);
    std::vector<Wall> walls;
    for (int k = 0; k < 200; ++k) {
        const glm::vec2 a(x(random), y(random));
        walls.push_back({a, a + glm::vec2(near(random), near(random))});
    }
    walls.push_back({{-5, 10}, {45, 11}});
    const float reach = 1.5f;
    const WallLookup lookup = wall_lookup(walls, {0, 0}, {40, 20}, reach, 1.3f);
    std::size_t looked_at = 0, asked = 0;
    std::uniform_real_distribution<float> px(0, 40), py(0, 20);
    for (int k = 0; k < 2000; ++k, ++asked) {
        const glm::vec2 p(px(random), py(random));
        std::multiset<std::pair<float, float>> expected, found;
        for (const auto& w : walls)
            if (distance_to(w, p) <= reach) expected.insert({w.a.x, w.a.y});
        lookup.cells().each(p, [&](u32 n) {
            const auto& w = lookup.walls[n];
            ++looked_at;
            if (distance_to(w, p) <= reach) found.insert({w.a.x, w.a.y});
        });
        EXPECT_EQ(found, expected);
    }
    EXPECT_LT(looked_at / asked, walls.size() / 4);
}

TEST(Crossing, CountsEachPassageOnceWithItsSide) {
    const glm::vec2 a(0, 0), b(0, 4);  // its left is west
    EXPECT_EQ(crossing(a, b, {0.1f, 2}, {-0.1f, 2}), 1);
    EXPECT_EQ(crossing(a, b, {-0.1f, 2}, {0.1f, 2}), -1);
    EXPECT_EQ(crossing(a, b, {-0.1f, 5}, {0.1f, 5}), 0);
    EXPECT_EQ(crossing(a, b, {0.1f, -1}, {-0.1f, -1}), 0);
    EXPECT_EQ(crossing(a, b, {0.1f, 2}, {0.05f, 3}), 0);
    // stopping on the line and going on or back
    EXPECT_EQ(crossing(a, b, {0.1f, 2}, {0, 2}) + crossing(a, b, {0, 2}, {-0.1f, 2}), 1);
    EXPECT_EQ(crossing(a, b, {0.1f, 2}, {0, 2}) + crossing(a, b, {0, 2}, {0.1f, 2}), 0);
    EXPECT_EQ(crossing(a, b, {-0.1f, 2}, {0, 2}) + crossing(a, b, {0, 2}, {-0.1f, 2}), 0);
}

/// Six persons in ten seconds over a line of 4 m, half of them at 1 m/s and half at 2.
TEST(LineSample, IsFlowSpeedAndDensityOfMethodA) {
    const LineSample sample{6, 9}, empty;
    EXPECT_DOUBLE_EQ(sample.specific_flow(4, 10), 0.15);
    EXPECT_DOUBLE_EQ(sample.speed(), 1.5);
    EXPECT_DOUBLE_EQ(sample.density(4, 10), 0.1);
    EXPECT_EQ(empty.density(4, 10), 0);
    EXPECT_EQ(empty.speed(), 0);
}

TEST(AreaSample, IsDensitySpeedAndFlowOfEdie) {
    AreaSample s;
    for (int step = 0; step < 100; ++step)
        s = s + AreaSample{8 * 0.1, 8 * 0.1 * 1.2};  // 8 persons at 1.2 m/s, steps of 0.1 s
    EXPECT_NEAR(s.density(4, 10), 2, 1e-9);
    EXPECT_NEAR(s.speed(), 1.2, 1e-9);
    EXPECT_NEAR(s.specific_flow(4, 10), 2.4, 1e-9);
    EXPECT_EQ(AreaSample{}.speed(), 0);
}

}  // namespace plan_test
}  // namespace nearfield::plans
