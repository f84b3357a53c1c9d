// Undo in a flood: the run continues as if the stroke had not happened.
#include "backends.hpp"
#include "elements.hpp"
#include "sim/run.hpp"
#include "temporary.hpp"

#include <map>

namespace nearfield {
namespace flood_undo_test {

using Values = std::map<std::string, std::string>;

const char* const two_rooms = R"({"bounds": [[0, 0], [10, 5]],
    "walls": [{"polygon": [[0, 0], [10, 5]]}, [[5, 0], [5, 5]]],
    "doors": [{"name": "gate", "line": [[5, 2], [5, 3.2]]}],
    "exits": [{"name": "east", "door": [[10, 2], [10, 3.2]]}],
    "spawns": [{"area": [[1, 1], [4, 4]], "count": 12, "radius": 0.2}, {"area": [[6, 1], [9, 4]], "count": 6}],
    "water": {"areas": [{"area": [[0.5, 0.5], [4, 3]], "depth": 0.45}], "infiltration": 50,
              "drains": [{"area": [[8, 4], [9, 4.6]], "capacity": 0.01}],
              "inflows": [{"area": [[3, 4], [4, 4.6]], "hydrograph": [[0, 0.3], [100, 0.3]]}]}})";
const char* const two_rains = "ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 5\n900 3000\n";

/// Two flooded rooms with a door between them, people, a main, a drain and rain from a map: all state that a step
/// changes.
// not in tsan: nothing new for threads
class FloodUndo : public OnBackend {
  protected:
    void start(const Values& values) {
        Settings settings = settings_of(find_scene("flood"), values);
        settings.set("shown_from", "0.001");
        run = std::make_unique<nearfield::Run>(find_scene("flood"), settings, GetParam());
    }
    void go(int steps) { run->advance(u64(steps)); }
    void act(const std::string& command) { run->apply(parse_command(command)); }

    /// Every attribute of every cell, people by state, and every metric.
    std::map<std::string, std::vector<double>> state() {
        std::map<std::string, std::vector<double>> all;
        const auto& scene = find_scene("flood");
        for (std::size_t a = 0; a < scene.attributes.size(); ++a) {
            const auto values = run->world().elements()->values(int(a));
            all[scene.attributes[a].key].assign(values.begin(), values.end());
        }
        Picture picture;
        run->world().draw(picture, 0, true);
        for (const auto& people : picture.points)
            for (u32 i = 0; i < people.count; ++i)
                for (int axis = 0; axis < 2; ++axis)
                    all["where people are"].push_back(double((&people.position.at<float>(i))[axis]));
        for (const auto& metric : scene.metrics) all[metric.key] = {run->metric(metric.key)};
        return all;
    }
    void expect_same(const std::map<std::string, std::vector<double>>& wanted, const std::string& after) {
        for (const auto& [key, values] : state())
            EXPECT_EQ(differing(values, wanted.at(key)), 0u) << key << " after " << after;
    }

    const TemporaryFolder folder;
    const Values rooms{{"site", folder.write("rooms.json", two_rooms).string()},
                       {"rain_maps", folder.write("rain.asc", two_rains).string()},
                       {"drag", "on"},
                       {"brush", "1.5"},
                       {"rate", "10"},
                       {"debris", "town"}};
    std::unique_ptr<nearfield::Run> run;
};

TEST_P(FloodUndo, EverythingGoesOnAsIfTheStrokeHadNeverBeen) {
    constexpr int before = 93, after = 78;  // across the second in which ways are found anew, and doors told
    start(rooms);
    go(before + after);
    const auto wanted = state();
    for (const char* stroke :
         {"tool pour 7 2.5 0", "tool take 2 2 0", "tool rain 2 2 0", "tool lower 2 2 0", "tool source 7 1 0",
          "tool wall 7 0.5 0 7 4.5 0", "tool breach 5 1 0", "tool door 5 2.6 0", "tool break 5 2.6 0"}) {
        start(rooms);
        go(before);
        act(stroke);
        go(30);
        act("undo");
        go(after);
        expect_same(wanted, stroke);
    }
}

TEST_P(FloodUndo, AStrokeUndoneLeavesNothingToTheNext) {
    start(rooms);
    go(20);
    act("tool pour 7 2.5 0");
    go(20);
    const auto wanted = state();
    start(rooms);
    go(20);
    act("tool pour 7 2.5 0");
    go(7);
    act("undo");
    act("tool pour 7 2.5 0");
    go(20);
    expect_same(wanted, "a second stroke");
}

TEST_P(FloodUndo, ARedoBringsEverythingBack) {
    for (const char* stroke : {"tool pour 7 2.5 0", "tool source 7 1 0", "tool wall 7 0.5 0 7 4.5 0",
                               "tool breach 5 1 0", "tool break 5 2.6 0"}) {
        start(rooms);
        go(93);
        act(stroke);
        go(30);
        act("tool pour");
        go(50);
        const auto wanted = state();
        start(rooms);
        go(93);
        act(stroke);
        go(30);
        act("tool pour");
        act("undo");
        go(10);
        act("redo");
        go(50);
        expect_same(wanted, stroke);
    }
}

TEST_P(FloodUndo, SettingsSinceTheStrokeStay) {
    start(rooms);
    go(23);
    act("set shut=gate");
    go(40);
    const auto wanted = state();
    start(rooms);
    go(23);
    act("tool pour 2 2 0");
    go(9);
    act("set shut=gate");
    go(9);
    act("undo");
    go(40);
    expect_same(wanted, "a door was shut");
}

TEST_P(FloodUndo, WaterThatWasAllTakenIsAwakeAgain) {
    const Values bowl{{"site", "thacker-planar"}, {"columns", "60"}, {"brush", "10"}, {"rate", "10"}};
    start(bowl);
    go(80);
    const auto wanted = state();
    start(bowl);
    go(40);
    act("tool take 2 2 0");
    go(30);
    EXPECT_EQ(run->metric("volume"), 0);
    act("undo");
    go(40);
    expect_same(wanted, "all was taken");
}

TEST_P(FloodUndo, WhereWaterWasPouredFarAwayItIsDryAgain) {
    const Values bowl{{"site", "thacker-planar"}, {"columns", "300"}, {"brush", "0.1"}};
    start(bowl);
    go(30);
    const auto wanted = state();
    start(bowl);
    go(10);
    act("tool pour 3.9 3.9 0");
    go(8);
    act("undo");
    go(20);
    expect_same(wanted, "water in a tile that slept");
}

NF_ON_BACKENDS(FloodUndo);

}  // namespace flood_undo_test
}  // namespace nearfield
