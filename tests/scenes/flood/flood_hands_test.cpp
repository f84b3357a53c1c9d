// Hand tools in a flood: pour, rain, build, breach; undo and replay of every stroke.
#include "backends.hpp"
#include "elements.hpp"
#include "libs/plans/plan_reader.hpp"
#include "refusal.hpp"
#include "scenes/flood/site/described.hpp"
#include "scenes/flood/site/plan_site.hpp"
#include "scenes/flood/water/hands.hpp"
#include "scenes/flood/water/slow_water.hpp"
#include "sim/run.hpp"
#include "temporary.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace nearfield {
namespace flood_hands_test {

using Values = std::map<std::string, std::string>;

class FloodHands : public OnBackend {
  protected:
    void start(const Values& values) {
        Settings settings = settings_of(find_scene("flood"), values);
        settings.set("shown_from", "0");
        run = std::make_unique<nearfield::Run>(find_scene("flood"), settings, GetParam());
    }
    void go(int steps) { run->advance(u64(steps)); }
    void act(const std::string& command) { run->apply(parse_command(command)); }
    double metric(const std::string& key) { return run->metric(key); }
    std::vector<float> field(const std::string& key) { return values_of(run->world(), find_scene("flood"), key); }
    /// Sum of the depths of the lake's cells beyond x m.
    double depths_beyond(int x) {
        const auto depth = field("depth");
        double sum = 0;
        for (std::size_t i = 0; i < depth.size(); ++i)
            if (int(i % 104) > x + 2 && !std::isnan(depth[i])) sum += double(depth[i]);
        return sum;
    }
    std::string refusal(const std::string& command) {
        return nearfield::refusal<UsageError>([&] { act(command); });
    }
    const TemporaryFolder folder;
    std::unique_ptr<nearfield::Run> run;
};

/// A wall along half of an edge, and its breach, do not change the hydrograph's inflow.
TEST_P(FloodHands, AsMuchComesInBesideAWallAtTheEdge) {
    const auto hydrograph = folder.write("q.csv", "time,flow\n0,0.3\n100,0.3\n");
    const auto slope = folder.write("slope.json", R"({"bounds": [[0, 0], [12, 3]],
        "exits": [{"area": [[10, 1], [11, 2]]}], "spawns": [{"area": [[8, 1], [9, 2]], "count": 1}],
        "terrain": {"slope": [-0.05, 0], "level": 1}, "water": {"manning": 0.01}})");
    for (const char* cells : {"hexagons", "squares"}) {
        start({{"site", slope.string()},
               {"cells", cells},
               {"columns", "60"},
               {"walls", "whole"},
               {"hydrographs", "west=" + hydrograph.string()}});
        const auto brought = [&](double until) {
            const double before = metric("volume"), begun = run->world().time();
            while (run->world().time() < until) go(10);
            return (metric("volume") - before) / (run->world().time() - begun);
        };
        act("tool wall 0.1 0.1 0 0.1 1.5 0");
        EXPECT_NEAR(brought(3), 0.3, 0.002) << cells;
        act("tool breach 0.1 0.8 0");
        EXPECT_NEAR(brought(6), 0.3, 0.002) << cells;
    }
}

TEST_P(FloodHands, AWallInALakeAtRestLeavesItAtRest) {
    for (const char* cells : {"hexagons", "squares"}) {
        start({{"site", "lake"}, {"cells", cells}});
        go(5);
        const double before = metric("volume");
        act("tool wall 20.3 11 0 71.8 44.4 0");
        go(30);
        EXPECT_EQ(metric("fastest"), 0) << cells;
        act("set brush=4");
        act("tool breach 50 30 0");
        go(30);
        EXPECT_EQ(metric("fastest"), 0) << cells;
        EXPECT_NEAR(metric("volume"), before, 1e-3 * before) << cells;
        EXPECT_NEAR(metric("balance"), 0, 1e-6 * before) << cells;
    }
}

TEST_P(FloodHands, AWallHoldsUntilItIsBreached) {
    start({{"site", "lake"}, {"brush", "6"}, {"rate", "2"}});
    act("tool wall 50.2 -5 0 50.2 70 0");
    go(1);
    const double beyond = depths_beyond(52);
    act("tool pour 30 30 0");
    go(40);
    act("tool pour");
    go(150);
    EXPECT_GT(metric("by_hand"), 50);
    EXPECT_NEAR(depths_beyond(52), beyond, 1e-6 * beyond) << "the wall holds";
    EXPECT_NEAR(metric("balance"), 0, 1e-6 * metric("volume"));
    act("tool breach 50 30 0");
    go(100);
    EXPECT_GT(depths_beyond(52), beyond + 5) << "water runs through the gap";
    EXPECT_NEAR(metric("balance"), 0, 1e-6 * metric("volume"));
    EXPECT_NE(refusal("tool breach 20 30 0").find("no wall within 6 m"), std::string::npos);
    EXPECT_NE(refusal("tool wall 20 30 0 20.2 30 0").find("too short"), std::string::npos);
    EXPECT_NE(refusal("tool wall 200 30 0 220 30 0").find("outside"), std::string::npos);
    act("reset");
    EXPECT_NEAR(depths_beyond(52), beyond, 1e-3 * beyond);
    go(20);
    EXPECT_EQ(metric("fastest"), 0) << "a reset brings back the walls of the site";
}

TEST_P(FloodHands, AHouseIsBreachedToItsGround) {
    start({{"site", "walled-lake"}, {"brush", "4"}});
    act("tool breach 51 20 0");
    go(200);
    EXPECT_GT(metric("fastest"), 0.1) << "water runs into the gap";
    EXPECT_NEAR(metric("balance"), 0, 1e-5 * metric("volume"));
    act("undo");
    go(20);
    EXPECT_EQ(metric("fastest"), 0);
}

TEST_P(FloodHands, RainAndSourcesBringWhatTheySay) {
    start({{"site", "lake"}, {"brush", "5"}, {"cloudburst", "1000"}, {"rate", "0.01"}});
    const double area = M_PI * 25;  // of the brush
    act("tool rain 50 30 0");
    go(60);
    act("tool rain");
    go(1);
    const double time = run->world().time();
    const double rained = metric("by_hand");
    EXPECT_NEAR(rained, 1 / 3600. * time * area, 0.05 * rained);
    const double volume = metric("volume");
    act("tool source 50 30 0");
    const double from = run->world().time();
    go(100);
    const double in = 0.01 * area * (run->world().time() - from);
    EXPECT_NEAR(metric("flowed_in"), in, 1e-3 * in);
    EXPECT_NEAR(metric("volume") - volume, in, 1e-3 * in + 1e-6 * volume);
    act("tool source 51 31 0");  // on the source: turns it off
    const double then = metric("flowed_in");
    go(50);
    EXPECT_EQ(metric("flowed_in"), then);
    EXPECT_NE(refusal("tool source 500 31 0").find("outside the site"), std::string::npos);
}

/// Heights with missing values in the middle: tools do nothing there, and lines wholly inside are refused.
TEST_P(FloodHands, LeaveWallsAlone) {
    std::string block = "ncols 20\nnrows 20\nxllcorner 0\nyllcorner 0\ncellsize 1\n";
    for (int i = 0; i < 400; ++i)
        block += (i % 20 >= 6 && i % 20 < 14 && i / 20 >= 6 && i / 20 < 14 ? "-9999" : "0") +
                 std::string(i % 20 < 19 ? " " : "\n");
    const std::string site = folder.write("block.asc", block).string();
    start({{"site", site}, {"columns", "40"}, {"edges", "closed"}, {"start", "0.5"}, {"brush", "2"}});
    const double before = metric("volume");
    for (const char* tool : {"pour", "rain", "take", "raise", "lower"}) {
        act("tool " + std::string(tool) + " 10 10 0");
        go(20);
        act("tool " + std::string(tool));
    }
    EXPECT_EQ(metric("volume"), before);
    EXPECT_EQ(metric("by_hand"), 0);
    EXPECT_EQ(metric("fastest"), 0);
    EXPECT_NE(refusal("tool source 10 10 0").find("is a wall"), std::string::npos);
    EXPECT_NE(refusal("set lines=9 9 11 11").find("lines: 9 9 11 11 lies on no ground"), std::string::npos);
    EXPECT_NE(refusal("set lines=10 10 10 10").find("lies on no ground"), std::string::npos) << "a point";
    EXPECT_EQ(refusal("set lines=1 10 19 10"), "") << "partly on ground";
    act("set brush=5");
    act("tool pour 10 10 0");
    go(20);
    act("tool pour");
    EXPECT_GT(metric("by_hand"), 0.1) << "what of the brush is off the block";
    EXPECT_NEAR(metric("volume") - before, metric("by_hand"), 1e-6 * before);
}

TEST_P(FloodHands, PointsAreGaugesToo) {
    start({{"site", "lake"}, {"lines", "50 30 50 30; 40 30 60 30"}});
    go(1);
    run->measure();
    const auto readings = run->world().gauges()->readings();
    ASSERT_EQ(readings.size(), 2u);
    EXPECT_EQ(readings[0].name, "point 1");
    ASSERT_EQ(readings[0].values.size(), 7u);
    EXPECT_TRUE(std::isnan(readings[0].values[6])) << "nobody is here";
    EXPECT_EQ(readings[0].values[0], 0) << "nothing flows across a point";
    EXPECT_NEAR(readings[0].values[2], 1.75, 1e-3) << "its level";
    EXPECT_EQ(readings[0].values[3], 0);
}

TEST_P(FloodHands, GaugesStandOnTheGroundAsItIs) {
    start({{"site", "lake"}, {"lines", "50 30 50 30"}, {"brush", "10"}, {"rate", "1"}});
    go(1);
    act("tool raise 50 30 0");
    go(20);
    act("tool raise");
    go(1);
    run->measure();
    const auto level = field("level"), depth = field("depth");
    const auto point = run->world().gauges()->readings()[0];
    double nearest = INFINITY;
    for (std::size_t i = 0; i < level.size(); ++i)
        if (double(depth[i]) == point.values[1]) nearest = std::min(nearest, std::abs(level[i] - point.values[2]));
    EXPECT_LT(nearest, 1e-6) << "the level there is the attribute's";
}

TEST_P(FloodHands, LevellingKeepsWallsThatItCannotSeeOut) {
    start({{"site", "lake"}, {"flux", "levelling"}});
    EXPECT_NE(refusal("tool wall 20.3 11 0 71.8 44.4 0").find("levelling ignores cut cells"), std::string::npos);
    EXPECT_EQ(refusal("set brush=4"), "") << "what was refused is forgotten";
}

/// Fractions of drops do not survive a reset.
TEST_P(FloodHands, AStrokeAfterAResetIsTheSame) {
    start({{"site", "lake"}, {"brush", "5"}, {"cloudburst", "370"}});
    double volume[2];
    for (double& v : volume) {
        act("tool rain 50 30 0");
        go(37);
        act("tool rain");
        go(1);
        v = metric("by_hand");
        act("reset");
    }
    EXPECT_GT(volume[0], 0);
    EXPECT_EQ(volume[0], volume[1]);
}

TEST_P(FloodHands, ABrokenDoorStaysOpen) {
    start({{"site", "walled-lake"}});
    go(10);
    EXPECT_EQ(metric("fastest"), 0);
    act("tool break 71 23.4 0");
    go(50);
    EXPECT_EQ(metric("broken"), 1);
    EXPECT_GT(metric("fastest"), 0.2);
    EXPECT_NE(refusal("tool door 71 23.4 0").find("broken"), std::string::npos);
    EXPECT_NE(refusal("tool break 71 23.4 0").find("broken"), std::string::npos);
    act("undo");
    EXPECT_EQ(metric("broken"), 0);
    go(10);
    EXPECT_EQ(metric("fastest"), 0);
}

TEST_P(FloodHands, SettingsThatAreRefusedMoveNoDoor) {
    start({{"site", "walled-lake"}});
    auto both = run->settings();
    both.set("shut", "+gap,+basin");
    both.set("lines", "500 500 500 600");
    EXPECT_THROW(run->world().configure(both), UsageError);
    go(20);
    EXPECT_EQ(metric("fastest"), 0);
    both.set("lines", "");
    run->world().configure(both);
    go(20);
    EXPECT_GT(metric("fastest"), 0.1) << "the door opens";
}

const std::vector<std::string> strokes{"tool pour 600 400 0",  "tool take 600 300 0",          "tool raise 640 300 0",
                                       "tool rain 500 200 0",  "tool source 700 250 0",        "tool breach 800 300 0",
                                       "tool lower 600 300 0", "tool wall 560 100 0 640 500 0"};

/// See also flood_undo_test.cpp.
// not in tsan: nothing new for threads
TEST_P(FloodHands, TwoStrokesInARowAreUndone) {
    const Values values{{"site", "coast"}, {"columns", "120"}, {"brush", "60"}, {"rain", "30"}, {"infiltration", "5"}};
    start(values);
    go(60);
    const auto level = field("level"), deepest = field("deepest");
    for (const auto& stroke : {strokes[0], strokes[4]}) {
        start(values);
        go(40);
        act(stroke);
        go(12);
        act(strokes.back());
        go(3);
        act("undo");
        act("undo");
        EXPECT_EQ(run->world().steps(), 40u);
        go(20);
        EXPECT_EQ(differing(level, field("level")), 0u) << stroke;
        EXPECT_EQ(differing(deepest, field("deepest")), 0u) << stroke;
        EXPECT_EQ(metric("by_hand"), 0) << stroke;
    }
}

TEST_P(FloodHands, StrokesAreReplayedToTheLastBit) {
    start({{"site", "coast"}, {"columns", "120"}, {"brush", "60"}});
    act("record " + (folder / "r").string());
    for (const auto& stroke : strokes) {
        act(stroke);
        go(5);
    }
    act("undo");
    go(4);
    act("undo");
    act("undo");
    go(3);
    act("tool wall 560 100 0 640 500 0");
    go(5);
    const double volume = metric("volume");
    act("stop recording");
    nearfield::Run again(read_replay(folder / "r"));
    while (again.replaying()) again.advance(7);
    const auto changes = again.take_changes();
    EXPECT_NE(changes.message.find("to the last bit"), std::string::npos) << changes.message;
    EXPECT_EQ(again.metric("volume"), volume);
}

NF_ON_BACKENDS(FloodHands);

/// Between bodies, water slows down as u / (1 + k u t) with k = c w n / (2 A), for any step.
TEST(FloodDrag, SlowsWaterAsItsFormulaSays) {
    for (const float step : {0.5f, 0.01f}) {
        const std::vector<u32> bodies{2, 0};
        const std::vector<float> depth{0.8f, 0.8f};
        std::vector<float> x{0.8f * 1.2f, 0.8f}, y{0.8f * -1.6f, 0};
        flood::Clock clock;
        clock.step = step;
        constexpr float drag = 0.5f * 1 * 0.5f, area = 4;
        const flood::SlowWater slow{bodies.data(), &clock, drag / area, depth.data(), x.data(), y.data()};
        for (int s = 0; s < int(std::lround(10 / step)); ++s) {
            slow(0);
            slow(1);
        }
        const double right = 2 / (1 + 2 * double(drag / area) * 2 * 10);
        EXPECT_NEAR(std::hypot(x[0], y[0]) / 0.8, right, 1e-4) << step;
        EXPECT_NEAR(y[0] / x[0], -1.6 / 1.2, 1e-5);
        EXPECT_EQ(x[1], 0.8f) << "nobody there";
    }
}

/// A wave through a crowd standing in a corridor reaches less far.
TEST_P(FloodHands, PeopleHoldTheWaterBack) {
    const auto corridor = folder.write("corridor.json", R"({"walls": [{"polygon": [[0, 0], [14, 3]]}],
        "exits": [{"door": [[14, 1], [14, 2]]}],
        "spawns": [{"area": [[5, 0.2], [8, 2.8]], "count": 16, "radius": 0.2, "premovement": 60}],
        "water": {"areas": [{"area": [[0, 0], [4, 3]], "depth": 0.6}]}})");
    std::array<double, 2> reached{};
    for (const bool drag : {false, true}) {
        start({{"site", corridor.string()}, {"drag", drag ? "on" : "off"}});
        while (run->world().time() < 3) go(1);
        EXPECT_GT(metric("wading") + metric("trapped") + metric("toppled"), 5);
        const auto speed = field("speed");
        for (const float s : speed) reached[drag] += std::isnan(s) ? 0 : double(s);
    }
    EXPECT_LT(reached[1], 0.95 * reached[0]);
}

/// Per step a person takes c w / 2 h u² dt of the water's momentum, c w = 0.5 m, for any cells.
TEST_P(FloodHands, APersonBrakesTheWaterLikeAPost) {
    const auto corridor =
        folder.write("corridor.json", R"({"bounds": [[0, 0], [14, 3]], "walls": [{"polygon": [[0, 0], [14, 3]]}],
        "exits": [{"door": [[14, 1], [14, 2]]}],
        "spawns": [{"area": [[6.1, 1.4], [6.3, 1.6]], "count": 1, "radius": 0.02, "premovement": 60}],
        "water": {"areas": [{"area": [[0, 0], [4, 3]], "depth": 0.8}, {"area": [[4, 0], [14, 3]], "depth": 0.2}]}})");
    double taken = 0;  // momentum that a person takes per step, m⁴/s
    const auto momentum = [&](bool drag) {
        start({{"site", corridor.string()}});
        while (run->world().time() < 1.6) go(1);
        const double dt = metric("time_step");
        if (drag) act("set drag=on");
        const auto h = field("depth"), u = field("velocity_x");
        const u32 there = run->world().elements()->pick({6.2f, 1.5f, 10}, {0, 0, -1}, 0.1f).value();
        taken = 0.25 * double(h[there]) * double(u[there]) * double(u[there]) * dt;
        go(1);
        const auto depth = field("depth"), speed = field("velocity_x");
        double sum = 0;
        for (std::size_t i = 0; i < depth.size(); ++i)
            if (depth[i] > 0) sum += double(depth[i]) * double(speed[i]);
        return sum * 0.25 * 0.25 * std::sqrt(0.75);
    };
    const double free = momentum(false), braked = momentum(true);
    EXPECT_GT(taken, 1e-4) << "the wave has come";
    EXPECT_NEAR(free - braked, taken, 0.1 * taken);
}

TEST(FloodBreaches, LeaveWhatIsOutsideOfTheDisc) {
    flood::Site site;
    site.walls = {{.points = {{0, 0}, {10, 0}, {10, 10}}},
                  {.points = {{20, 0}, {30, 0}, {30, 4}, {20, 4}}, .solid = true},
                  {.points = {{0, 20}, {10, 20}}}};
    auto walls = flood::breached(site, {5, 0}, 2);
    ASSERT_EQ(walls.size(), 4u);
    EXPECT_EQ(walls[0].points, (std::vector<glm::dvec2>{{0, 0}, {3, 0}}));
    EXPECT_EQ(walls[1].points, (std::vector<glm::dvec2>{{7, 0}, {10, 0}, {10, 10}}));
    walls = flood::breached(site, {10, 0}, 2);
    ASSERT_EQ(walls.size(), 4u) << "around a corner";
    EXPECT_EQ(walls[0].points, (std::vector<glm::dvec2>{{0, 0}, {8, 0}}));
    EXPECT_EQ(walls[1].points, (std::vector<glm::dvec2>{{10, 2}, {10, 10}}));
    walls = flood::breached(site, {0, 20}, 100);
    EXPECT_TRUE(walls.empty());
    walls = flood::breached(site, {25, 2}, 1);  // a hole in the body
    double area = 0;
    for (const auto& wall : walls)
        for (std::size_t i = 0; wall.solid && i < wall.points.size(); ++i) {
            const auto a = wall.points[i], b = wall.points[(i + 1) % wall.points.size()];
            area += (a.x * b.y - a.y * b.x) / 2;
        }
    EXPECT_NEAR(area, 40 - 12 * std::tan(M_PI / 12), 1e-9) << "less a regular polygon of twelve sides";
}

/// Stairs remove the floor below and above them: bodies for the water, around which people have thin walls.
TEST(FloodWallsForPeople, AreThoseOfThePlanWithoutTheBodiesOfItsStairs) {
    plans::Plan plan = plans::read_plan(R"({
      "storeys": [{"name": "low", "level": 0, "walls": [{"polygon": [[0, 0], [12, 8]]}, [[4, 0], [4, 5]]],
                   "exits": [{"name": "out", "area": [[10, 1], [11, 2]]}],
                   "spawns": [{"area": [[1, 1], [2, 2]], "count": 1}]},
                  {"name": "high", "level": 3, "walls": [{"polygon": [[0, 0], [12, 8]]}]}],
      "stairs": [{"name": "flight", "from": "low", "to": "high", "foot": [5, 6], "head": [9, 6], "width": 1.2}]})",
                                        "p.json");
    shift(plan, -plan.lo);
    const flood::Site site = flood::lay_out(flood::description_of(plan), CellShape::hexagon, 0);
    const auto bodies = std::count_if(site.walls.begin(), site.walls.end(), [](const CellWall& w) { return w.solid; });
    EXPECT_EQ(bodies, 2);
    EXPECT_EQ(flood::walls_for_people(site), standing_walls(plan));
    const auto walls = flood::with_wall(site, {1, 1}, {3, 1});
    flood::Site changed = site;
    changed.walls = walls;
    EXPECT_EQ(flood::walls_for_people(changed).size(), standing_walls(plan).size() + 1) << "and one drawn by hand";
}

}  // namespace flood_hands_test
}  // namespace nearfield
