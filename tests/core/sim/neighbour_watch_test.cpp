// The watch compares every frame's neighbours with brute force: correct searches pass, wrong ones stop the run.
#include "on_simulation.hpp"
#include "worlds.hpp"

#include "sim/neighbour_watch.hpp"

namespace nearfield {
namespace neighbour_watch_test {

using Changes = std::vector<std::pair<std::string, std::string>>;

/// A building without a file; other scenes are unchanged.
Changes small(const std::string& scene) { return scene == "building" ? Changes{{"model", "soup"}} : Changes{}; }

class Watch : public OnSimulation<OnBackend> {
  protected:
    std::unique_ptr<World> world(const char* scene, const Changes& changes) {
        return make_world(find_scene(scene), settings_of(find_scene(scene), changes), GetParam());
    }
    void start(const char* scene, const Changes& changes) {
        simulation =
            std::make_unique<Simulation>(find_scene(scene), settings_of(find_scene(scene), changes), GetParam());
    }
};

/// Includes steps that move actors in place (pedestrians), and absent actors.
TEST_P(Watch, WhatSearchesFindIsRight) {
    const std::vector<std::pair<const char*, Changes>> worlds{
        {"circles", {{"actors", "3000"}, {"dimensions", "3"}, {"search.visit", "fused"}}},
        {"circles", {{"actors", "3000"}, {"bounds", "wrapped"}, {"search.visit", "trimmed"}}},
        {"circles", {{"actors", "500"}, {"search.visit", "brute"}}},
        {"boids", {{"actors", "2000"}, {"search.visit", "strips"}, {"search.sort", "radix"}}},
        {"sph", {{"search.visit", "bins"}}},
        {"pedestrians", {}},
        {"network", {{"actors", "2000"}}},
        {"building", {{"model", "soup"}, {"broad", "rtree"}}},
        {"building", {{"model", "soup"}, {"broad", "lbvh"}}},
    };
    for (const auto& [scene, changes] : worlds) {
        auto w = world(scene, changes);
        NeighbourSample sample;
        EXPECT_FALSE(w->search()->sample(100, 0, sample)) << scene << ": nothing was searched yet";
        run(*w, 3);
        u32 neighbours = 0;
        for (u32 turn : {0u, 1234567u}) {
            ASSERT_TRUE(w->search()->sample(100, turn, sample)) << scene;
            ASSERT_EQ(sample.place.size(), std::min(100u, sample.actors())) << scene;
            EXPECT_EQ(sample.actors(), w->elements()->present()) << scene;
            const auto wrong = compare_with_brute_force(sample);
            EXPECT_FALSE(wrong) << scene << ": " << (wrong ? text(*wrong, "actors") : "");
            for (const auto& set : sample.found) neighbours += set.count;
        }
        EXPECT_GT(neighbours, 0u) << scene;
    }
}

/// Queries leave the following states unchanged, bit for bit and in order.
TEST_P(Watch, QuestionsChangeNothing) {
    for (const char* scene : {"circles", "pedestrians", "network"}) {
        Changes changes{{"search.deterministic", "on"}};
        if (std::string(scene) != "pedestrians") changes.push_back({"actors", "2000"});
        auto asked = world(scene, changes), left = world(scene, changes);
        for (int s = 0; s < 4; ++s) {
            run(*asked, 1);
            run(*left, 1);
            NeighbourSample sample;
            ASSERT_TRUE(asked->search()->sample(50, u32(s), sample));
        }
        EXPECT_EQ(state_checksum(*asked), state_checksum(*left)) << scene;
        EXPECT_EQ(asked->elements()->values(int(find_scene(scene).attributes.size()) - 1),
                  left->elements()->values(int(find_scene(scene).attributes.size()) - 1))
            << scene << ": the order in memory";
    }
}

/// A histogram that was counted ahead is not counted again.
TEST_P(Watch, QuestionsCostStepsNothing) {
    auto w = world("circles", {{"actors", "2000"}});
    run(*w, 2);
    for (int s = 0; s < 3; ++s) {
        NeighbourSample sample;
        ASSERT_TRUE(w->search()->sample(50, 0, sample));
        w->step();
        for (const auto& step : w->finish())
            for (const auto& stage : step.stages) EXPECT_NE(stage.name, "histogram");
    }
}

TEST_P(Watch, PlantedErrorsAreNamed) {
    auto w = world("circles", {{"actors", "1000"}});
    run(*w, 2);
    NeighbourSample sample;
    ASSERT_TRUE(w->search()->sample(1000, 0, sample));
    ASSERT_FALSE(compare_with_brute_force(sample));
    const auto who = std::size_t(
        std::find_if(sample.found.begin(), sample.found.end(), [](const SetSum& s) { return s.count > 0; }) -
        sample.found.begin());
    auto planted = sample;
    const u32 far = sample.id[sample.place[(who + 500) % 1000]];
    planted.found[who].add(far);
    auto wrong = compare_with_brute_force(planted);
    ASSERT_TRUE(wrong);
    EXPECT_EQ(wrong->actor, sample.id[sample.place[who]]);
    EXPECT_EQ(wrong->found, wrong->expected + 1);
    EXPECT_EQ(wrong->other, far);
    EXPECT_GT(wrong->distance, wrong->radius);
    EXPECT_NE(text(*wrong, "actors").find("was taken for one"), std::string::npos);
    planted = sample;
    planted.found[who].sum += 1;
    wrong = compare_with_brute_force(planted);
    ASSERT_TRUE(wrong);
    EXPECT_FALSE(wrong->other);
    EXPECT_NE(text(*wrong, "actors").find("as many, but others"), std::string::npos);
}

/// For groups by key and for pairs of boxes.
TEST_P(Watch, PlantedErrorsAreNamedWithoutADistance) {
    for (const char* scene : {"network", "building"}) {
        auto w = world(scene, small(scene));
        run(*w, 2);
        NeighbourSample sample;
        ASSERT_TRUE(w->search()->sample(~0u, 0, sample));
        ASSERT_EQ(sample.place.size(), sample.actors());
        const auto meets_some = [](const SetSum& s) { return s.count > 0; };
        const auto at = std::find_if(sample.found.begin(), sample.found.end(), meets_some);
        ASSERT_NE(at, sample.found.end()) << scene;
        const u32 who = sample.place[std::size_t(at - sample.found.begin())];
        auto planted = sample;
        planted.found[std::size_t(at - sample.found.begin())] = {};
        auto wrong = compare_with_brute_force(planted);
        ASSERT_TRUE(wrong) << scene;
        EXPECT_EQ(wrong->actor, sample.id[who]);
        EXPECT_EQ(wrong->expected, at->count);
        EXPECT_EQ(text(*wrong, "elements").find(" R away"), std::string::npos);
        planted = sample;
        if (planted.key.empty()) planted.box[who] = {0, 0, 0, -1, -1, -1};
        else planted.key[who] = ~0u;
        EXPECT_TRUE(compare_with_brute_force(planted)) << scene;
    }
}

TEST_P(Watch, CountsWhatItChecked) {
    start("misled", {});
    simulation->send(command::Step{8});
    for (u64 step = 1; step <= 8; ++step) until([&] { return status()->step >= step; }, "a step");
    until([&] { return status()->watched.actors > 0; }, "a check");
    const auto watched = status()->watched;
    EXPECT_FALSE(watched.wrong);
    EXPECT_EQ(watched.actors % 400, 0u) << "so few are checked all together";
    EXPECT_GT(watched.share, 0);
    EXPECT_LE(watched.share, 1);
    EXPECT_GE(watched.frames, watched.frames_missed + watched.actors / 400);
    simulation->send(command::Reset{});
    until([&] { return status()->step == 0; }, "a reset");
    EXPECT_EQ(status()->watched.actors + status()->watched.frames, 0u);
}

TEST_P(Watch, AWrongSearchStopsTheRun) {
    start("misled", {{"from", "5"}});
    simulation->send(command::Run{});
    until([&] { return status()->watched.wrong.has_value(); }, "an error");
    const auto now = status();
    EXPECT_FALSE(now->running);
    EXPECT_TRUE(now->message_is_error);
    EXPECT_NE(now->message.find("paused: in step"), std::string::npos) << now->message;
    EXPECT_NE(now->message.find("brute force finds"), std::string::npos) << now->message;
    EXPECT_GE(now->watched.wrong->step, 5u);
    EXPECT_EQ(now->selected, now->watched.wrong->actor);
    simulation->send(command::Reset{});
    until([&] { return status()->step == 0; }, "a reset");
    EXPECT_FALSE(status()->watched.wrong);
}

/// Includes neighbours by key and by box, but no scene without a search.
TEST_P(Watch, LooksWhereverThereIsASearch) {
    for (const char* scene : {"network", "building", "flood"}) {
        start(scene, small(scene));
        step_to(3);
        if (status()->scene->searches()) until([&] { return status()->watched.actors > 0; }, scene);
        else EXPECT_EQ(status()->watched.frames, 0u) << scene;
        EXPECT_FALSE(status()->watched.wrong) << scene;
    }
}

NF_ON_BACKENDS(Watch);

}  // namespace neighbour_watch_test
}  // namespace nearfield
