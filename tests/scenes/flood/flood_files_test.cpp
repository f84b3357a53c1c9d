// Files of a flood: hydrographs, grids at given times, ledgers, and comparisons of them.
#include "csv_table.hpp"
#include "refusal.hpp"

#include "cells/raster.hpp"
#include "libs/document/time_table.hpp"
#include "scenes/flood/site/hydrographs.hpp"

#include <cmath>
#include <cstdlib>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace flood_files_test {

using namespace flood;
using namespace document;

TEST(Hydrographs, AreReadWithHeadsCommentsAndLineEndsOfAnyKind) {
    const Hydrograph flow =
        read_hydrograph("\xef\xbb\xbf# a burst main\r\nTime, Flow\r\n\r\n0,0\r\n 60 , +2.5\r\n", "q");
    EXPECT_FALSE(flow.is_level);
    ASSERT_EQ(flow.points.size(), 2u);
    EXPECT_EQ(flow.points[1], glm::dvec2(60, 2.5));
    const Hydrograph level = read_hydrograph("time,level\n-5,-0.3\n0,1e1", "l");
    EXPECT_TRUE(level.is_level);
    EXPECT_EQ(level.points[0], glm::dvec2(-5, -0.3));
}

TEST(Hydrographs, SayWhatIsWrongAndWhere) {
    const auto said = [](const std::string& text) {
        return refusal<UsageError>([&] { read_hydrograph(text, "q.csv"); });
    };
    for (const auto& [text, place, words] :
         std::vector<std::array<std::string, 3>>{{"time,flow\n0,1\n\n5, x1\n", "q.csv:4:4: ", "'x1', not a number"},
                                                 {"time,flow\n0,1\n5,1\n4,1\n", "q.csv:4:1: ", "time 4 comes after 5"},
                                                 {"time,flow\n0,1\n0,2\n", "q.csv:3:1: ", "must rise"},
                                                 {"time,flow\n0,-3\n", "q.csv:2:3: ", "the flow is -3"},
                                                 {"time,flow\n0,nan\n", "q.csv:2:3: ", "nan"},
                                                 {"time,flow\nnoon,3\n", "q.csv:2:1: ", "the time is 'noon'"},
                                                 {"time,flow\n0\n", "q.csv:2:1: ", "1 cell, not two"},
                                                 {"time,flow\n0,1,2\n", "q.csv:2:1: ", "3 cells"},
                                                 {"time,volume\n0,1\n", "q.csv:1:6: ", "'volume'"},
                                                 {"0,1\n", "q.csv:1:1: ", "'time,flow' or 'time,level'"},
                                                 {"time,flow\n", "q.csv:1:1: ", "no row"},
                                                 {"", "q.csv:1:1: ", "empty"}}) {
        EXPECT_EQ(said(text).rfind(place, 0), 0u) << said(text);
        EXPECT_NE(said(text).find(words), std::string::npos) << said(text);
    }
}

class FloodFiles : public ProgramTest {
  protected:
    static constexpr const char* basin =
        "run --headless --backend cpu --scene flood --set site=plain --set columns=20 ";
    Raster raster(const std::string& name) const { return load_raster((folder / name).string()); }
    static std::string rows(int many, const std::string& row) {
        std::string all;
        for (int r = 0; r < many; ++r) all += row;
        return all;
    }
    static std::vector<double> column(const std::string& text, const std::string& head) {
        const auto columns = table(text);
        std::vector<double> numbers;  // of the steps at which they were measured
        for (const auto& cell : columns.at(head))
            if (!cell.empty()) numbers.push_back(std::stod(cell));
        return numbers;
    }
};

/// 600 s of 3 m³/s and a ramp to 5 m³/s, into an area: the ledger matches the file.
TEST_F(FloodFiles, WhatHydrographsBringIsInTheLedger) {
    write("q.csv", "time,flow\n0,3\n600,3\n1200,5\n");
    ASSERT_EQ(run(std::string(basin) +
                  "--set cells=squares --set shown_from=0 --set 'hydrographs=200 200 500 500=q.csv; breach=q.csv' "
                  "--grid depth@600=a.asc --grid depth@1100=b.asc --record r")
                  .code,
              0);
    const std::string steps = read("r/steps.csv");
    const double last = column(steps, "flowed_in").back(), volume = column(steps, "volume").back();
    const double wanted = 2 * (3 * 600 + 3 * 500 + 0.5 * 500 * (2 * 500 / 600.));
    EXPECT_NEAR(last, wanted, 0.003 * wanted) << "until just after 1100 s";
    EXPECT_NEAR(volume, last, 1e-5 * last);
    EXPECT_NEAR(column(steps, "balance").back(), 0, 1e-5 * last);
    EXPECT_EQ(column(steps, "flowed_out").back(), 0);
    const Raster first = raster("a.asc"), second = raster("b.asc");
    const auto sum = [](const Raster& raster) {
        double all = 0;
        for (const float depth : raster.values) all += std::isnan(depth) ? 0 : depth;
        return all * raster.cell * raster.cell;
    };
    EXPECT_NEAR(sum(first), 2 * 3 * 600, 0.003 * 3600);
    EXPECT_NEAR(sum(second), wanted, 0.003 * wanted);
}

/// A tide at an edge: the water follows it, and the ledger includes the outflow.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_F(FloodFiles, LevelsOverTimeHoldAnEdge) {
    write("tide.csv", "time,level\n0,2\n200,3\n400,1.5\n");
    const std::string pool = "run --headless --backend cpu --scene flood --set site=bump-below --set columns=50 "
                             "--set 'hydrographs=east=tide.csv; west=still.csv' --record r --force ";
    write("still.csv", "time,flow\n0,0\n");
    ASSERT_EQ(run(pool + "--grid level@200=high.asc --grid level@400=low.asc --grid level@500=after.asc").code, 0);
    const Raster high = raster("high.asc"), low = raster("low.asc");
    EXPECT_NEAR(high.at(10, 0), 3, 0.05);
    EXPECT_NEAR(low.at(10, 0), 1.5, 0.05);
    EXPECT_NEAR(raster("after.asc").at(10, 0), 1.5, 0.1) << "the last level goes on";
    const auto volume = column(read("r/steps.csv"), "volume"), out = column(read("r/steps.csv"), "flowed_out");
    EXPECT_NEAR(out.back(), volume.front() - volume.back(), 0.02 * volume.front());
    EXPECT_GT(out.back(), 1);
}

TEST_F(FloodFiles, HydrographsThatDoNotFitAreRefused) {
    write("q.csv", "time,flow\n0,1\n");
    write("l.csv", "time,level\n0,1\n");
    const auto refused = [&](const std::string& text, const std::vector<std::string>& words) {
        expect_complaint(std::string(basin) + "--steps 0 --set 'hydrographs=" + text + "'", 2, words);
    };
    refused("breech=q.csv", {"breech", "'breach'"});
    refused("breach=l.csv", {"breach=l.csv", "edge"});
    refused("1 2 3 9000=q.csv", {"1000 x 2000 m"});
    refused("q.csv", {"PLACE=FILE"});
    refused("west=none.csv", {"none.csv"});
    expect_complaint("run --headless --scene flood --set site=vortex --set hydrographs=west=q.csv --steps 0", 2,
                     {"west", "joined"});
    expect_complaint(std::string(basin) + "--steps 3 --grid depth@9999=n.asc", 1, {"n.asc", "9999 s", "--steps"});
    expect_complaint(std::string(basin) + "--grid depth@soon=n.asc", 2, {"'soon'", "seconds"});
    EXPECT_FALSE(std::filesystem::exists(folder / "n.asc"));
}

/// 100 mm/h on the west half for 36 s, then 200 mm/h on the east half: 1 and 2 mm.
TEST_F(FloodFiles, RainFollowsItsMaps) {
    const std::string head = "ncols 2\nnrows 1\nxllcorner 500\nyllcorner 70\ncellsize 10\n";
    write("maps/a.asc", head + "100 -9999\n");
    write("maps/b.asc", head + "0 200\n");
    write("maps/rain.csv", "time,file\n0,a.asc\n36,b.asc\n72,none.asc\n");
    write("maps/none.asc", head + "0 0\n");
    write("flat.asc", "ncols 20\nnrows 10\nxllcorner 500\nyllcorner 70\ncellsize 1\n" +
                          rows(10, "0 0 0 0 0 0 0 0 0 -9999 -9999 0 0 0 0 0 0 0 0 0\n"));  // a wall between the halves
    const std::string town = "run --headless --backend cpu --scene flood --set site=flat.asc --set cells=squares "
                             "--set columns=20 --set longest_step=0.5 --set shown_from=0 --force ";
    ASSERT_EQ(run(town + "--set rain_maps=maps/rain.csv --grid depth@36=a.asc --grid depth@80=b.asc --record r").code,
              0);
    const Raster first = raster("a.asc"), second = raster("b.asc");
    const auto most = [](const Raster& raster, int from) {
        float greatest = 0;
        for (int c = from; c < from + 9; ++c)
            for (int r = 0; r < 10; ++r)
                greatest = std::max(greatest, std::isnan(raster.at(c, r)) ? 0 : raster.at(c, r));
        return greatest;
    };
    EXPECT_NEAR(most(first, 0), 1e-3, 3e-5) << "in the middle, before it has run off";
    EXPECT_EQ(most(first, 11), 0);
    EXPECT_NEAR(most(second, 11), 2e-3, 1e-4);
    const double rained = column(read("r/steps.csv"), "rained").back();
    EXPECT_NEAR(rained, 90 * 1e-3 + 90 * 2e-3, 0.005 * 0.27);
    const auto refused = [&](const std::string& maps, const std::vector<std::string>& words) {
        expect_complaint(town + "--steps 0 --set rain_maps=" + maps, 2, words);
    };
    write("small.asc", "ncols 1\nnrows 1\nxllcorner 500\nyllcorner 70\ncellsize 8\n5\n");
    refused("small.asc", {"small.asc covers 0 to 8 m", "0 to 20"});
    write("drain.asc", head + "5 -1\n");
    refused("drain.asc", {"drain.asc: value 2 of row 1 is -1"});
    write("late.csv", "time,file\n5,maps/a.asc\n5,maps/b.asc\n");
    refused("late.csv", {"late.csv:3:1:", "must rise"});
    write("two.csv", "time,file\n5,maps/a.asc\n6,small.asc\n");
    refused("two.csv", {"small.asc has 1 x 1 squares", "2 x 1"});
}

/// A film runs down a ramp with the depth n^(3/5): the same with a map of constant n, and 2^(3/5) times deeper with
/// twice n.
TEST_F(FloodFiles, ManningsNFollowsItsMap) {
    const std::string ramp = "run --headless --backend cpu --scene flood --set site=film --set columns=50 "
                             "--set cells=squares --force --grid depth@60=";
    const std::string head = "ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 12.5\n";
    write("same.asc", head + "0.03 -9999\n");
    write("rough.asc", head + "0.03 0.06\n");
    for (const char* order : {"first", "second"}) {
        const std::string with = " --set order=" + std::string(order);
        ASSERT_EQ(run(ramp + "plain.asc" + with).code, 0);
        ASSERT_EQ(run(ramp + "same.asc.out" + with + " --set manning_map=same.asc").code, 0);
        ASSERT_EQ(run(ramp + "rough.asc.out" + with + " --set manning_map=rough.asc").code, 0);
        const Raster plain = raster("plain.asc");
        const Raster same = raster("same.asc.out");
        const Raster rough = raster("rough.asc.out");
        EXPECT_NEAR(same.at(40, 1), plain.at(40, 1), 1e-6) << order;
        EXPECT_NEAR(rough.at(15, 1), plain.at(15, 1), 1e-5) << "above, where n is the same";
        const float deeper = rough.at(40, 1) / plain.at(40, 1);
        if (order == std::string("second")) EXPECT_NEAR(deeper, std::pow(2, 0.6), 0.02);
        else EXPECT_GT(deeper, 1.05) << "steps of the bed hold films up too, so n counts for less";
    }
    write("smooth.asc", head + "0.03 -0.01\n");
    expect_complaint(ramp + "n.asc --set manning_map=smooth.asc", 2, {"smooth.asc: value 2 of row 1 is -0.01"});
    write("small.asc", "ncols 1\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 9\n0.03\n");
    expect_complaint(ramp + "n.asc --set manning_map=small.asc", 2, {"small.asc covers 0 to 9 m"});
}

TEST_F(FloodFiles, GridsAreComparedSquareBySquare) {
    const std::string head = "ncols 3\nnrows 2\nxllcorner 10\nyllcorner 0\ncellsize 5\n";
    write("a.asc", head + "1 2 3\n4 5 -9999\n");
    write("b.asc", head + "1 2.5 3\n4.005 5 -9999\n");
    const auto compared = run("compare a.asc b.asc");
    EXPECT_EQ(compared.code, 0) << compared.err;
    for (const char* words :
         {"5 have values in both, 0 in one alone", "largest difference   0.5 at 17.5, 7.5: 2 and 2.5",
          "mean difference      0.101", "0.01 apart: 1 squares (20 %)"})
        EXPECT_NE(compared.out.find(words), std::string::npos) << compared.out;
    EXPECT_EQ(run("compare a.asc a.asc --most 1e-9").code, 0);
    EXPECT_EQ(run("compare a.asc b.asc --most 0.6").code, 0);
    expect_complaint("compare a.asc b.asc --most 0.4", 1, {"0.5 apart", "--most 0.4"});
    write("c.asc", head + "1 2 3\n4 -9999 6\n");
    expect_complaint("compare a.asc c.asc --most 9", 1, {"in one alone"});
    write("d.asc", "ncols 2\nnrows 2\nxllcorner 10\nyllcorner 0\ncellsize 5\n1 2\n3 4\n");
    expect_complaint("compare a.asc d.asc", 2, {"3 x 2", "2 x 2"});
    expect_complaint("compare a.asc", 2, {"two grids"});
    expect_complaint("compare a.asc folder", 2, {"two of a kind"});
}

TEST_F(FloodFiles, RecordingsAreComparedRowByRow) {
    const auto record = [&](const std::string& more) {
        ASSERT_EQ(run(std::string(basin) + "--steps 9 " + more).code, 0);
    };
    record("--record one");
    record("--record two");
    record("--record other --set order=first");
    EXPECT_EQ(run("compare one two --most 1e-12").code, 0) << "the same run again";
    const auto compared = run("compare one other");
    EXPECT_EQ(compared.code, 0);
    EXPECT_NE(compared.out.find("volume"), std::string::npos) << compared.out;
    EXPECT_EQ(compared.out.find("_ms"), std::string::npos) << "times are not compared";
    EXPECT_EQ(run("compare one other --most 1e-12").code, 1);
    expect_complaint("compare one nowhere", 2, {"nowhere/steps.csv"});
}

/// Rows, metrics and steps that only one recording has.
TEST_F(FloodFiles, RecordingsThatHoldLessAreNoMatch) {
    for (const char* folder : {"a", "b"}) ASSERT_EQ(shell(std::string("mkdir ") + folder), 0);
    write("a/steps.csv", "step,total_ms,wet,fast\n1,5,2,7\n2,5,3,inf\n3,5,4,9\n");
    const auto expect_unlike = [&](const std::string& text, const std::vector<std::string>& reasons) {
        write("b/steps.csv", text);
        expect_complaint("compare a b --most 9", 1, reasons);
        const auto compared = run("compare a b");
        EXPECT_EQ(compared.code, 0) << compared.err;
        EXPECT_NE(compared.out.find("not compared: " + reasons.front()), std::string::npos) << compared.out;
    };
    expect_unlike("step,total_ms,wet,fast\n1,5,2,7\n2,5,3,inf\n", {"a has 3 and b 2 rows", "--most"});
    expect_unlike("step,total_ms,wet\n1,5,2\n2,5,3\n3,5,4\n", {"fast is in a alone"});
    expect_unlike("step,total_ms,wet,fast,dry\n1,5,2,7,1\n2,5,3,inf,1\n3,5,4,9,1\n", {"dry is in b alone"});
    expect_unlike("step,total_ms,wet,fast\n1,5,2,7\n2,5,3,inf\n4,5,4,9\n", {"row 3 is step 3 in a and step 4 in b"});
    expect_unlike("step,total_ms,wet,fast\n1,5,2,7\n2,5,3,inf\n3,5,,9\n", {"wet has a value in one alone in 1 rows"});
    write("b/steps.csv", "step,total_ms,wet,fast\n1,6,2.5,7\n2,6,3,inf\n3,6,4,9\n");
    EXPECT_EQ(run("compare a b --most 0.6").code, 0);
    expect_complaint("compare a b --most 0.4", 1, {"0.5 apart"});
    write("b/steps.csv", "step,total_ms,wet,fast\n1,6,2,7\n2,6,3,8\n3,6,4,9\n");
    expect_complaint("compare a b --most 9", 1, {"inf apart"});
}

/// Heights, grids and pictures share one map.
TEST_F(FloodFiles, GridsLieWhereTheirHeightsDo) {
    write("hill.asc",
          "ncols 4\nnrows 4\nxllcorner 350100\nyllcorner 5420200\ncellsize 25\n1 2 3 4\n1 1 2 3\n0 1 1 2\n0 0 1 1\n");
    const std::string hill = "run --headless --backend cpu --scene flood --set site=hill.asc --set cells=squares "
                             "--set columns=4 --set rain=900 --steps 40 --set shown_from=0 --force --grid depth=";
    ASSERT_EQ(run(hill + "a.asc").code, 0);
    ASSERT_EQ(run(hill + "b.asc --set view=3D").code, 0);
    for (const char* file : {"a.asc", "b.asc"}) {
        const Raster grid = raster(file);
        EXPECT_EQ(grid.corner, glm::dvec2(350100, 5420200)) << file;
        EXPECT_EQ(grid.columns, 4);
        EXPECT_EQ(grid.rows, 4);
        EXPECT_GT(grid.at(0, 0), grid.at(3, 3)) << "deep below, shallow above";
    }
    EXPECT_EQ(run("compare a.asc b.asc --most 1e-9").code, 0) << "whatever the view";
}

/// Cells of a plan with two storeys go to two files, in the plan's coordinates; rain falls on the first storey, and
/// soil and a drain take some.
TEST_F(FloodFiles, StoreysHaveGridsOfTheirOwn) {
    write("house.json", R"({"storeys": [
        {"name": "ground floor", "level": 0, "walls": [{"polygon": [[100, 50], [110, 56]]}],
         "exits": [{"door": [[100, 52], [100, 53]]}], "spawns": [{"area": [[101, 51], [104, 55]], "count": 1}]},
        {"name": "upper", "level": 3, "walls": [{"polygon": [[100, 50], [110, 56]]}]}],
        "water": {"rain": 3600, "infiltration": 360,
                  "areas": [{"storey": "upper", "area": [[101, 51], [103, 53]], "depth": 0.5}],
                  "drains": [{"storey": "ground floor", "area": [[106, 51], [109, 55]], "capacity": 0.003}]}})");
    const auto ran = run("run --headless --backend cpu --scene flood --set site=house.json --set shown_from=0 --grid "
                         "depth@5=d.asc --record r");
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_FALSE(std::filesystem::exists(folder / "d.asc"));
    const Raster below = raster("d-ground-floor.asc"), above = raster("d-upper.asc");
    const auto at = [](const Raster& r, double x, double y) {
        return double(r.at(int((x - r.corner.x) / r.cell), int((y - r.corner.y) / r.cell)));
    };
    EXPECT_NEAR(at(below, 102, 52), 0.0045, 0.001) << "5 mm of rain less what soaks away";
    EXPECT_GT(at(above, 102, 52), 0.02) << "water at the start";
    EXPECT_FALSE(at(above, 109.5, 55.5) > 0.1);
    expect_complaint("run --headless --scene flood --set site=house.json --steps 1 --grid depth=e.asc --grid "
                     "level=e.asc",
                     2, {"e.asc", "two names"});
    const std::string steps = read("r/steps.csv");
    const double rained = column(steps, "rained").back(), in = column(steps, "flowed_in").back(),
                 soaked = column(steps, "soaked").back();
    EXPECT_NEAR(rained, 0.005 * 12 * 8, 0.02) << "on the ground floor and a metre around it alone";
    EXPECT_LT(in, -0.001);
    EXPECT_GT(in, -0.016) << "no more than its capacity";
    EXPECT_GT(soaked, 0.01);
}

TEST_F(FloodFiles, StoreysWithNamesThatMakeOneFileNameAreNumbered) {
    write("wings.json", R"({"storeys": [
        {"name": "east wing", "level": 0, "walls": [{"polygon": [[0, 0], [10, 6]]}],
         "exits": [{"door": [[0, 2], [0, 3]]}], "spawns": [{"area": [[1, 1], [4, 5]], "count": 1}]},
        {"name": "east/wing", "level": 3, "walls": [{"polygon": [[0, 0], [10, 6]]}]}],
        "water": {"areas": [{"storey": "east/wing", "area": [[1, 1], [3, 3]], "depth": 0.5}]}})");
    ASSERT_EQ(run("run --headless --backend cpu --scene flood --set site=wings.json --set shown_from=0 --steps 0 "
                  "--grid depth=d.asc")
                  .code,
              0);
    const auto depth = [](const Raster& r) { return r.between(glm::dvec2(2, 2) - r.corner); };
    EXPECT_FALSE(depth(raster("d-east-wing-1.asc")) > 0.1f);
    EXPECT_GT(depth(raster("d-east-wing-2.asc")), 0.1f);
}

/// A line of a plan also gauges the water.
TEST_F(FloodFiles, LinesOfAPlanAreGauged) {
    write("room.json", R"({"walls": [{"polygon": [[0, 0], [6, 4]]}], "exits": [{"door": [[6, 1], [6, 3]]}],
        "lines": [{"name": "weir", "line": [[3, 0], [3, 4]]}],
        "spawns": [{"area": [[1, 1], [2, 2]], "count": 1}],
        "water": {"areas": [{"area": [[4, 1], [5, 3]], "depth": 1}]}})");
    ASSERT_EQ(run("run --headless --backend cpu --scene flood --set site=room.json --steps 400 --record r").code, 0);
    const auto gauges = table(read("r/gauges.csv"));
    ASSERT_GT(gauges.at("gauge").size(), 1u);
    for (const auto& name : gauges.at("gauge")) EXPECT_EQ(name, "weir") << "people and water in one row";
    EXPECT_GT(std::stod(gauges.at("depth").back()), 0.01);
    EXPECT_NE(std::stod(gauges.at("discharge").back()), 0);
}

TEST_F(FloodFiles, EdgesAreClosedAndSitesFilledToALevel) {
    const std::string head = "ncols 8\nnrows 4\nxllcorner 0\nyllcorner 0\ncellsize 10\n";
    write("slope.asc", head + rows(4, "0 1 2 3 4 5 6 7\n"));
    write("levels.asc", head + rows(4, "2.5 2.5 2.5 2.5 2.5 2.5 -9999 -9999\n"));
    const std::string start =
        "run --headless --backend cpu --scene flood --set site=slope.asc --set cells=squares --set "
        "columns=8 --set shown_from=0 --force --record r --set manning_map=0.03 ";
    const auto volume = [&](const std::string& rest) {
        const auto ran = run(start + rest);
        EXPECT_EQ(ran.code, 0) << ran.err;
        return column(read("r/steps.csv"), "volume").back();
    };
    const double closed = volume("--set edges=closed --steps 60 --set start=2.5");
    EXPECT_NEAR(closed, (2.5 + 1.5 + 0.5) * 400, 1e-3) << "a pool at rest";
    EXPECT_NEAR(volume("--set edges=closed --steps 60 --set start=levels.asc"), closed, 1e-3);
    const double kept = volume("--set edges=closed --set rain=1000 --steps 400"),
                 left = volume("--set rain=1000 --steps 400");
    EXPECT_GT(kept, 20);
    EXPECT_LT(left, 0.97 * kept) << "a file of heights lets water out";
    EXPECT_NE(run(start + "--set start=2.5m").err.find("neither a level in m nor a file"), std::string::npos);
    EXPECT_NE(run(start + "--set manning_map=2").err.find("0 to 1"), std::string::npos);
    write("low.asc", head + rows(4, "-1 0 1 2 -9999 -9999 5 6\n"));
    expect_complaint(start + "--steps 0 --set start=low.asc", 2, {"low.asc has no level above the ground", "number"});
    EXPECT_EQ(volume("--steps 1 --set start=-5"), 0) << "a dry site";
}

/// GDAL, which QGIS uses, reads size, position and values of our grids.
TEST_F(FloodFiles, GridsAreOpenedByGdal) {
    if (std::system("command -v gdalinfo >/dev/null") != 0) GTEST_SKIP() << "gdal-bin is not installed";
    ASSERT_EQ(run("run --headless --backend cpu --scene flood --set site=lake --set cells=squares --steps 3 --grid "
                  "level=l.asc")
                  .code,
              0);
    const std::string there = "cd '" + folder.string() + "' && ";
    ASSERT_EQ(std::system((there + "gdalinfo -stats l.asc >info 2>&1").c_str()), 0) << read("info");
    const std::string info = read("info");
    for (const char* words : {"AAIGrid", "Size is 100, 60", "Pixel Size = (1.0", "NoData Value=-9999"})
        EXPECT_NE(info.find(words), std::string::npos) << words << "\n" << info;
    const auto at = info.find("STATISTICS_MAXIMUM=");
    ASSERT_NE(at, std::string::npos) << info;
    EXPECT_NEAR(std::stod(info.substr(at + 19)), 1.75, 1e-3);
}

}  // namespace flood_files_test
}  // namespace nearfield
