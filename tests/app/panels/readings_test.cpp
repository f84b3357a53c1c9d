// How values are displayed: numbers, names, or unknown.
#include "app/ui/format.hpp"
#include "app/ui/session.hpp"
#include "worlds.hpp"

#include <gtest/gtest.h>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::ui {
namespace readings_test {

TEST(Readings, AreNumbersNamesOrUnknown) {
    const Quantity speed{"speed", "speed", "m/s", ""}, pressure{"p", "pressure", "Pa", "", Known::after_a_step};
    EXPECT_EQ(reading(speed, {}, 1.5, 0), "1.5 m/s");
    EXPECT_EQ(reading(pressure, {}, 0, 0), "–") << "no step has told it";
    EXPECT_EQ(reading(pressure, {}, 0, 1), "0 Pa");
    const std::vector<std::string> names{"A", "B", "C"};
    EXPECT_EQ(reading({"level", "level", "", ""}, names, 2, 5), "C");
    EXPECT_EQ(reading({"level", "level", "", ""}, names, -1, 5), "–") << "none of them";
    EXPECT_EQ(reading({"level", "level", "", ""}, names, 3, 5), "3");
}

TEST(Readings, LevelsAreLettersAndExitsHaveTheirNames) {
    const SceneInfo& scene = find_scene("pedestrians");
    const auto at = [&](const char* key) { return int(index_by_key(scene.attributes, key).value()); };
    Settings settings = scene.defaults();
    settings.set("plan", "hall");
    settings.set("actors", 30);
    const auto world = make_world(scene, settings, Backend::cpu);
    const std::vector<std::string> levels{"A", "B", "C", "D", "E", "F"};
    EXPECT_EQ(world->elements()->value_names(at("level")), levels);
    EXPECT_GE(world->elements()->value_names(at("goal")).size(), 2u);
    for (const auto& name : world->elements()->value_names(at("goal"))) EXPECT_NE(name, "");
    EXPECT_TRUE(world->elements()->value_names(at("speed")).empty());
    EXPECT_TRUE(world->elements()->value_names(int(scene.attributes.size()) - 1).empty()) << "storage order";
}

TEST(Readings, MessagesNameParametersByTheirLabels) {
    const auto& specs = *find_scene("circles").params;
    EXPECT_EQ(with_labels("search.block: 100 is not a multiple of 32", specs),
              "Block size: 100 is not a multiple of 32");
    EXPECT_EQ(with_labels("radius: 5000 is out of range", specs), "Radius R: 5000 is out of range");
    EXPECT_EQ(with_labels("raise 'actors', or turn search.auto off", specs), "raise 'Actors', or turn Automatic off");
    EXPECT_EQ(with_labels("all actors agree within the radius", specs), "all actors agree within the radius");
    EXPECT_EQ(with_labels("/home/a/lecture.json: search.block: 5", specs), "/home/a/lecture.json: search.block: 5")
        << "in a file the keys stand";
}

}  // namespace readings_test
}  // namespace nearfield::ui
