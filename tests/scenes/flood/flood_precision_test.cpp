// Double precision of the water: it keeps digits that single precision loses, and otherwise gives the same water.
#include "backends.hpp"
#include "elements.hpp"
#include "little_memory.hpp"
#include "refusal.hpp"

#include "scenes/flood/water/shallow_water.hpp"
#include "sim/run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

namespace nearfield {
namespace flood_precision_test {

using namespace flood;
using Setting = std::map<std::string, std::string>;

TEST(FloodNumbers, AreKeptInTwoParts) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> digits(1, 2);
    for (int i = 0; i < 100000; ++i) {
        const double number = std::ldexp(digits(random), i % 60 - 40) * (i & 1 ? 1 : -1);
        float depth = 0, x = 0, y = 0, rests[3] = {};
        const DoubleColumns to{{&depth, &x, &y}, {rests, rests + 1, rests + 2}};
        keep(to, 0, Values<double>{number, -number, 0});
        const auto back = values_at(FineState{{&depth, &x, &y}, {rests, rests + 1, rests + 2}}, 0);
        ASSERT_NEAR(back.depth, number, 0x1p-48 * std::abs(number)) << i;
        ASSERT_EQ(back.x, -back.depth);
        ASSERT_EQ(back.y, 0);
        ASSERT_EQ(depth, float(number)) << "what all others read";
    }
    EXPECT_EQ(combined(0.f, 1e-9f), 0) << "the rest of a number that a hand has taken away";
    EXPECT_EQ(combined(3.f, 1e-9f), 3 + double(1e-9f));
}

TEST(FloodNumbers, TheCubeRootIsExact) {
    for (const double x : {1e-6, 3e-4, 0.7, 1., 55., 3e4})
        EXPECT_NEAR(inverse_cube_root(x) * std::cbrt(x), 1, 4e-16) << x;
}

/// Projecting on the unit normals of faces and back is the identity.
TEST(FloodNumbers, FacesHaveUnitVectors) {
    using Faces = CellFaces<CellShape::hexagon>;
    const auto there = AlongAxis<Faces, 1>{}.turned(0.3, 0.7);
    const auto back = AlongAxis<Faces, 1>{}.back(there.along, there.across);
    EXPECT_NEAR(back.x, 0.3, 1e-16);
    EXPECT_NEAR(back.y, 0.7, 2e-16);
}

// not in tsan: nothing new for threads
class FloodPrecision : public OnBackend {
  protected:
    void start(const Setting& values, Backend backend) {
        Setting all{{"shown_from", "0"}, {"precision", "double"}};
        for (const auto& [key, value] : values) all[key] = value;
        run = std::make_unique<nearfield::Run>(find_scene("flood"), settings_of(find_scene("flood"), all), backend);
    }
    void start(const Setting& values) { start(values, GetParam()); }
    std::vector<float> field(int which = 0) { return run->world().elements()->values(which); }
    /// Relative change of the volume after some steps.
    double lost(const Setting& values, int steps) {
        start(values);
        const double before = run->metric("volume");
        run->advance(u64(steps));
        return std::abs(run->metric("volume") - before) / before;
    }
    std::unique_ptr<nearfield::Run> run;
};

TEST_P(FloodPrecision, ALakeStaysAtRestToTheLastBit) {
    for (const char* site : {"lake", "walled-lake", "storeys-at-rest"})
        for (const char* cells : {"hexagons", "squares"})
            for (const Setting& way : {Setting{{"order", "first"}}, Setting{{"order", "second"}},
                                       Setting{{"layout", "table"}}, Setting{{"flux", "Rusanov"}}}) {
                Setting values{{"site", site}, {"cells", cells}};
                values.insert(way.begin(), way.end());
                start(values);
                const auto before = field();
                run->advance(50);
                EXPECT_EQ(run->metric("fastest"), 0) << site << ", " << cells << ", " << way.begin()->second;
                EXPECT_EQ(apart(before, field()), 0) << site << ", " << cells << ", " << way.begin()->second;
            }
}

/// A drifting vortex in a periodic box, a bowl, and a dam between walls that cut cells: rounding loses next to no
/// volume.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(FloodPrecision, NoVolumeIsLost) {
    for (const char* site : {"vortex", "thacker-planar", "channel-15"})
        for (const char* cells : {"hexagons", "squares"})
            for (const Setting& way :
                 {Setting{{"order", "first"}}, Setting{{"order", "second"}}, Setting{{"layout", "table"}}}) {
                Setting values{
                    {"site", site}, {"cells", cells}, {"columns", std::string(site) == "channel-15" ? "180" : "60"}};
                values.insert(way.begin(), way.end());
                const double fine = lost(values, enough(300));
                EXPECT_LT(fine, 1e-13) << site << ", " << cells << ", " << way.begin()->second;
                RecordProperty(std::string(site) + cells + way.begin()->second, fmt::format("{:.1e}", fine));
            }
    const Setting single{{"site", "vortex"}, {"columns", "60"}, {"precision", "single"}};
    EXPECT_GT(lost(single, enough(300)), 1e-10) << "single precision does lose some";
}

/// The difference is that of rounding.
TEST_P(FloodPrecision, BothPrecisionsGiveTheSameWater) {
    for (const Setting& flow :
         {Setting{{"site", "coast"}, {"columns", "120"}}, Setting{{"site", "valley"}, {"columns", "120"}},
          Setting{{"site", "vortex"}, {"columns", "80"}, {"cells", "squares"}}, Setting{{"site", "channel-15"}},
          Setting{{"site", "u-tube"}}, Setting{{"site", "film"}, {"flux", "Rusanov"}, {"order", "first"}}}) {
        start(flow);
        run->advance(100);
        const auto fine = field();
        const double deepest = run->metric("deepest");
        Setting single = flow;
        single["precision"] = "single";
        start(single);
        const auto before = field();
        run->advance(100);
        EXPECT_LT(apart(fine, field()), 2e-5 * deepest) << flow.at("site");
        EXPECT_GT(apart(fine, before), 1e-3 * deepest) << flow.at("site") << " moves";
    }
}

/// Two orders of adding the same fluxes: twice the common digits of single precision, but one.
TEST_P(FloodPrecision, TheTableGivesTheSameWaterAsTiles) {
    const Setting tiles{{"site", "coast"}, {"columns", "120"}, {"order", "first"}};
    Setting table = tiles;
    table["layout"] = "table";
    start(tiles);
    run->advance(80);
    const auto a = field();
    start(table);
    run->advance(80);
    EXPECT_LT(apart(a, field()), 2e-6) << "the last bit of what is shown";
}

/// A tool that removes all water leaves none, and the ledger is balanced.
TEST_P(FloodPrecision, HandsAndSourcesActOnIt) {
    start({{"site", "lake"}, {"brush", "6"}, {"rate", "2"}});
    run->advance(20);
    for (const char* tool : {"pour", "take", "raise", "rain"}) {
        run->apply(parse_command("tool " + std::string(tool) + " 50 30 0"));
        run->advance(20);
        run->apply(parse_command("tool " + std::string(tool)));
        run->advance(20);
    }
    run->apply(parse_command("tool source 20 30 0"));
    run->advance(100);
    run->apply(parse_command("tool wall 30.2 -5 0 30.2 70 0"));
    run->advance(50);
    EXPECT_GT(run->metric("flowed_in"), 0.1);
    EXPECT_LT(std::abs(run->metric("balance")), 1e-7 * run->metric("volume"));
    start({{"site", "lake"}, {"brush", "1000"}, {"rate", "10"}});
    run->advance(20);
    run->apply(parse_command("tool take 50 30 0"));
    run->advance(20);
    run->apply(parse_command("tool take"));
    run->advance(3);
    EXPECT_EQ(run->metric("volume"), 0) << "nothing is left of rests";
}

/// Undo restores the low-order digits, too.
TEST_P(FloodPrecision, ASavedStateGoesOnToTheLastBit) {
    const Setting flow{{"site", "coast"}, {"columns", "120"}};
    const auto digits = [&] { return std::array{run->metric("volume"), run->metric("fastest"), run->world().time()}; };
    start(flow);
    run->advance(100);
    const auto in_one_go = digits();
    const auto depths = field();
    start(flow);
    run->advance(40);
    run->apply(parse_command("tool source 100 100 0"));
    run->advance(30);
    run->apply(parse_command("undo"));
    run->advance(60);
    EXPECT_EQ(digits(), in_one_go);
    EXPECT_EQ(apart(depths, field()), 0);
    run->apply(parse_command("reset"));
    run->advance(100);
    EXPECT_EQ(digits(), in_one_go) << "a reset brings the same run";
    const double at_start = (start({{"site", "thacker-planar"}, {"columns", "60"}}), run->metric("volume"));
    for (const char* precision : {"double", "single", "double"}) {
        run->apply(parse_command("set precision=" + std::string(precision)));
        run->advance(20);
    }
    EXPECT_NEAR(run->metric("volume"), at_start, 1e-6 * at_start) << "from one to the other and back";
}

/// An allocation failure at any point gives one line and leaves the water unchanged.
TEST(FloodMemory, AStepWithoutRoomIsRefused) {
    if (sanitized) GTEST_SKIP() << "sanitizers need all memory for themselves";
    const auto& scene = find_scene("flood");
    std::set<std::string> missing;
    for (const auto& change : {command::Set{"precision", "double"}, command::Set{"layout", "table"}}) {
        nearfield::Run run(scene, settings_of(scene, Setting{{"site", "lake"}, {"columns", "1000"}}), Backend::cpu);
        const command::Set back{change.key, run.settings().text(change.key)};
        const double before = run.metric("volume");
        std::string said = "something";
        for (std::size_t megabytes = 1; !said.empty() && megabytes < 100; megabytes += 3) {
            run.apply(change);
            {
                const LittleMemory little(megabytes << 20);
                said = refusal<Error>([&] { run.advance(1); });
            }
            missing.insert(said.substr(0, said.find(" needs ")));
            run.apply(back);
            run.advance(1);
            EXPECT_NEAR(run.metric("volume"), before, 1e-6 * before) << said;
        }
    }
    for (const char* what : {"double precision", "the table of cells", ""}) EXPECT_TRUE(missing.count(what)) << what;
}

TEST_P(FloodPrecision, LevellingIsRefused) {
    const auto said = refusal<UsageError>([&] { start({{"site", "thacker-planar"}, {"flux", "levelling"}}); });
    EXPECT_TRUE(said.starts_with("precision: levelling")) << said;
}

TEST_P(FloodPrecision, BackendsAgree) {
    if (GetParam() == Backend::cpu) GTEST_SKIP() << "compares the other backend with the CPU";
    for (const char* order : {"first", "second"})
        for (const char* site : {"coast", "thacker-planar", "vortex", "channel-15", "u-tube"}) {
            const Setting flow{{"site", site}, {"columns", "120"}, {"order", order}};
            start(flow);
            run->advance(100);
            const auto there = field();
            const double volume = run->metric("volume"), deepest = run->metric("deepest");
            start(flow, Backend::cpu);
            run->advance(100);
            EXPECT_LT(apart(there, field()), 1.3e-7 * deepest) << site << ", " << order << ": the last bit";
            EXPECT_NEAR(volume, run->metric("volume"), 1e-12 * volume) << site << ", " << order;
        }
}

NF_ON_BACKENDS(FloodPrecision);

}  // namespace flood_precision_test
}  // namespace nearfield
