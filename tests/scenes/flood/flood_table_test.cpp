// The stages of an older program compared with ours: the same water by another method.
#include "backends.hpp"
#include "elements.hpp"

#include "scenes/flood/water/levelling.hpp"

namespace nearfield {
namespace flood_table_test {

using Values = std::vector<std::pair<std::string, std::string>>;

class FloodTable : public OnBackend {
  protected:
    struct Water {
        std::vector<float> depth, speed;
        double volume = 0;
        std::vector<std::string> stages;
    };
    Water after(int steps, const std::string& site, const Values& values) {
        const SceneInfo& scene = find_scene("flood");
        Settings settings = settings_of(scene, values);
        settings.set("site", site);
        settings.set("shown_from", 0.);
        settings.set("maxima", false);
        const auto world = make_world(scene, settings, GetParam());
        for (int s = 0; s < steps; ++s) world->step();
        Water water;
        const auto times = world->finish();
        if (steps)
            for (const auto& stage : times.back().stages) water.stages.emplace_back(stage.name);
        water.depth = world->elements()->values(0);
        water.speed = world->elements()->values(2);
        water.volume = world->metrics()[0];
        return water;
    }
};

/// Atomic additions in any order differ by rounding only.
TEST_P(FloodTable, TheTableGivesTheSameWaterAsTiles) {
    for (const char* cells : {"hexagons", "squares"}) {
        const Values tiles{{"cells", cells}, {"columns", "120"}, {"order", "first"}};
        Values table = tiles;
        table.push_back({"layout", "table"});
        const Water a = after(80, "coast", tiles), b = after(80, "coast", table);
        EXPECT_LT(apart(a.depth, b.depth), 2e-4) << cells;
        EXPECT_GT(apart(a.depth, after(0, "coast", tiles).depth), 1) << "a wave has moved";
        EXPECT_NEAR(a.volume, b.volume, 1e-6 * a.volume);
        const std::vector<std::string> stages{"snapshot", "lists",     "faces",     "walls",
                                              "update",   "time step", "cut cells", "edges"};
        EXPECT_EQ(b.stages, stages);
    }
}

// not in tsan: nothing new for threads
TEST_P(FloodTable, RainAndInfiltrationActInEveryLayout) {
    const Values rain{{"columns", "60"}, {"order", "first"}, {"rain", "1000"}};
    Values both = rain;
    both.push_back({"infiltration", "400"});
    Values table = both;
    table.push_back({"layout", "table"});
    const Water wet = after(300, "plain", rain), a = after(300, "plain", both), b = after(300, "plain", table);
    EXPECT_LT(a.volume, 0.9 * wet.volume) << "some has soaked away";
    EXPECT_NEAR(a.volume, b.volume, 1e-4 * a.volume);
}

TEST_P(FloodTable, LevellingIsTheSameByBothWaysAndKeepsTheWater) {
    for (const char* cells : {"hexagons", "squares"}) {
        const Values tiles{{"cells", cells}, {"columns", "100"}, {"flux", "levelling"}};
        Values table = tiles;
        table.push_back({"layout", "table"});
        const Water start = after(0, "thacker-planar", tiles), a = after(200, "thacker-planar", tiles),
                    b = after(200, "thacker-planar", table);
        EXPECT_LT(apart(a.depth, b.depth), 1e-5) << cells;
        EXPECT_NEAR(a.volume, start.volume, 1e-5 * start.volume);
        EXPECT_NEAR(b.volume, start.volume, 1e-5 * start.volume);
        EXPECT_GT(apart(a.depth, start.depth), 0.02) << "it has run together";
        for (const float speed : a.speed) EXPECT_FALSE(speed > 0) << "without momentum";
        const Water lake = after(0, "lake", {{"cells", cells}, {"flux", "levelling"}}),
                    later = after(50, "lake", {{"cells", cells}, {"flux", "levelling"}});
        EXPECT_EQ(apart(lake.depth, later.depth), 0) << "level water stays";
    }
}

/// With the printed factor of one half a wave of one cell's length would grow 3.5-fold per step.
TEST(FloodLevelling, AFacePassesASixthOfTheDifference) {
    EXPECT_FLOAT_EQ(flood::levelled(1, 0, 0.4f, 0), 0.1f);
    EXPECT_FLOAT_EQ(flood::levelled(0.4f, 0, 1, 0), -0.1f) << "the other side sees the opposite";
    EXPECT_FLOAT_EQ(flood::levelled(0.3f, 5, 0, 0), 0.05f) << "at most a sixth of the water";
    EXPECT_EQ(flood::levelled(0, 5, 0.3f, 0), 0) << "not uphill";
}

TEST_P(FloodTable, LevellingIsRefusedWhereWallsCutCells) {
    EXPECT_THROW(after(0, "coast", {{"flux", "levelling"}}), UsageError);
    EXPECT_NO_THROW(after(1, "coast", {{"flux", "levelling"}, {"walls", "whole"}, {"columns", "60"}}));
}

NF_ON_BACKENDS(FloodTable);

}  // namespace flood_table_test
}  // namespace nearfield
