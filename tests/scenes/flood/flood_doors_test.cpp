// Doors, drains and soil that hold back or remove water, on every backend.
#include "backends.hpp"
#include "worlds.hpp"

#include "base/error.hpp"
#include "scenes/flood/site/sites.hpp"
#include "sim/run.hpp"

#include <cmath>

namespace nearfield::flood {
namespace flood_doors_test {

/// Two rooms of 25 m² with a doorway between; 0.3 m³/s flow into the left one, and a drain takes up to 0.1 m³/s from
/// the right one.
// not in tsan (Squares): nothing new for threads
class FloodDoors : public testing::TestWithParam<std::tuple<Backend, CellShape>> {
  protected:
    void SetUp() override { skip_without(std::get<0>(GetParam())); }
    void start(const std::vector<std::pair<std::string, std::string>>& values) {
        const CellShape shape = std::get<1>(GetParam());
        Settings settings = settings_of(find_scene("flood"), values);
        settings.set("site", "drained");
        settings.set("shown_from", "0");
        settings.set("cells", shape == CellShape::square ? "squares" : "hexagons");
        run = std::make_unique<nearfield::Run>(find_scene("flood"), settings, std::get<0>(GetParam()));
        Params params;
        params.site = "drained";
        params.cells = shape;
        site = prepare(params, u32(settings.integer("seed"))).site;
    }
    void run_to(double time) {
        while (run->world().time() < time) run->advance();
    }
    /// Volume on the right of the door, m³.
    double beyond() {
        const auto area = site.areas();
        const auto depth = run->world().elements()->values(0);
        double sum = 0;
        for (u32 i = 0; i < site.lattice.cells(); ++i)
            if (site.middle(i).x > 5.05 && is_inside(i, site.lattice.columns, site.lattice.rows) &&
                !std::isnan(depth[i]))
                sum += double(depth[i]) * area(i);
        return sum;
    }
    double metric(const char* key) { return run->metric(key); }
    void shut(const char* doors) { run->apply(command::Set{"shut", doors}); }

    std::unique_ptr<nearfield::Run> run;
    Site site;
};

TEST_P(FloodDoors, AShutDoorHoldsAndAnOpenOneDoesNot) {
    start({{"shut", "doorway"}});
    run_to(10);
    EXPECT_EQ(beyond(), 0);
    EXPECT_NEAR(metric("volume"), 3, 0.02);
    EXPECT_NEAR(metric("volume"), metric("flowed_in"), 1e-5);
    shut("");
    run_to(14);
    EXPECT_GT(beyond(), 0.3) << "opened";
    shut("doorway");
    const double then = beyond(), in = metric("flowed_in");
    run_to(18);
    EXPECT_LE(beyond(), then + 1e-5) << "shut again";
    EXPECT_GT(beyond(), then - 0.41) << "less what the drain has taken";
    EXPECT_NEAR(metric("flowed_in") - in, 4 * 0.3 - (then - beyond()), 0.01);
    EXPECT_NEAR(metric("balance"), 0, 1e-5);
    EXPECT_EQ(metric("broken"), 0);
    run->apply(command::Reset{});
    run_to(1);
    EXPECT_EQ(beyond(), 0) << "a reset shuts it too";
}

/// The left room has 0.4 m of water after 33 s; waves and the uneven floor break the door sooner.
TEST_P(FloodDoors, WaterBreaksADoor) {
    start({{"shut", "doorway"}});
    run_to(20);
    EXPECT_EQ(metric("broken"), 0);
    EXPECT_EQ(beyond(), 0);
    run_to(38);
    EXPECT_EQ(metric("broken"), 1);
    EXPECT_GT(beyond(), 0.3);
    EXPECT_THROW(run->world().tools()->use({"door", {{5.05f, 2.6f, 0}}}), UsageError) << "for good";
    start({});
    run_to(5);
    EXPECT_EQ(metric("broken"), 0) << "an open door does not break";
}

/// The ledger includes infiltration and drainage; neither removes more than there is.
TEST_P(FloodDoors, SoilAndDrainsTakeWater) {
    start({{"infiltration", "100"}, {"rain", "20"}});
    run_to(30);
    EXPECT_LT(metric("flowed_in"), 30 * 0.3 - 0.5) << "the drain has taken some";
    EXPECT_GT(metric("flowed_in"), 30 * 0.2 - 0.01);
    EXPECT_NEAR(metric("soaked"), 50 * 30 * 100 / 3.6e6, 0.3 * 50 * 30 * 100 / 3.6e6) << "where it was wet";
    EXPECT_NEAR(metric("rained"), 50 * 30 * 20 / 3.6e6, 0.02);
    EXPECT_NEAR(metric("balance"), 0, 2e-5);
    run->apply(command::Set{"rain", "0"});
    run->apply(command::Set{"infiltration", "1000"});
    run->apply(command::Set{"inflow", "0"});
    const double before = metric("volume"), soaked = metric("soaked");
    run_to(40);
    EXPECT_GE(metric("volume"), 0) << "metrics throw for a depth below 0";
    EXPECT_NEAR(before - metric("volume"), metric("soaked") - soaked, 1e-4);
    EXPECT_NEAR(metric("balance"), 0, 2e-5);
}

INSTANTIATE_TEST_SUITE_P(Shapes, FloodDoors,
                         testing::Combine(testing::Values(Backend::cpu, Backend::cuda),
                                          testing::Values(CellShape::hexagon, CellShape::square)),
                         [](const auto& info) {
                             return std::string(name(std::get<0>(info.param))) +
                                    (std::get<1>(info.param) == CellShape::hexagon ? "Hexagons" : "Squares");
                         });

}  // namespace flood_doors_test
}  // namespace nearfield::flood
