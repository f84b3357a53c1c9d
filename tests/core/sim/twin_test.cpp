// Twin runs from one state: equal at the start, different by the chosen change, with reported differences.
#include "on_simulation.hpp"

#include "base/error.hpp"
#include "full_disk.hpp"
#include "sim/twin.hpp"
#include "temporary.hpp"
#include "worlds.hpp"

namespace nearfield {
namespace twin_test {

using Changes = std::map<std::string, std::string>;

class Twins : public OnSimulation<OnBackend> {
  protected:
    Settings settings_of(const SceneInfo& scene, const Changes& changes) {
        Settings settings = nearfield::settings_of(scene, changes);
        if (settings.has("search.deterministic")) settings.set("search.deterministic", "on");
        return settings;
    }
    std::unique_ptr<nearfield::Run> run(const char* scene, const Changes& changes = {}) {
        return std::make_unique<nearfield::Run>(find_scene(scene), settings_of(find_scene(scene), changes), GetParam());
    }
    static command::Split by(const Assignments& changes) { return {changes, {}}; }
    const Changes few{{"actors", "2000"}};
};

/// An irrelevant difference, so that both runs stay equal only if all state of a step was copied. In some scenes a
/// GPU's order of additions varies, and only the start is equal.
TEST_P(Twins, BothBeginInThePresentState) {
    for (const auto& scene : scenes()) {
        if (scene.key == "misled") continue;
        Changes smaller;
        if (scene.key == "circles" || scene.key == "boids" || scene.key == "network") smaller = few;
        const auto first = run(scene.key.c_str(), smaller);
        if (!first->world().keep()) continue;
        first->advance();
        first->advance();
        Twin twin(*first, by({{"stage_timing", first->settings().on("stage_timing") ? "off" : "on"}}));
        EXPECT_EQ(twin.run().world().steps(), 2u) << scene.key;
        EXPECT_EQ(state_checksum(twin.run().world()), state_checksum(first->world())) << scene.key;
        if (GetParam() == Backend::cuda) continue;
        twin.advance(*first);
        twin.advance(*first);
        EXPECT_EQ(state_checksum(twin.run().world()), state_checksum(first->world())) << scene.key;
    }
}

TEST_P(Twins, WaysOfSearchingShowTheSame) {
    const auto first = run("circles", few), alone = run("circles", few);
    for (int s = 0; s < 4; ++s) {
        first->advance();
        alone->advance();
    }
    Twin twin(*first, by({{"search.visit", "bins"}, {"search.bin_ratio", "1"}, {"search.sort", "radix"}}));
    for (int s = 0; s < 10; ++s) {
        twin.advance(*first);
        alone->advance();
    }
    twin.compare_states(*first);
    const auto& report = twin.report();
    EXPECT_TRUE(report.search_only);
    EXPECT_EQ(report.parted_at, 4u);
    EXPECT_EQ(report.steps, 8u) << "the first two bring the actors into the order of this search";
    EXPECT_GT(report.time_ratio.lo, 0);
    EXPECT_LE(report.time_ratio.lo, report.time_ratio.median);
    EXPECT_GE(report.time_ratio.hi, report.time_ratio.median);
    ASSERT_TRUE(report.equality);
    EXPECT_TRUE(report.equality->states && report.equality->neighbours);
    EXPECT_EQ(report.equality->checksum, state_checksum(first->world()));
    EXPECT_EQ(state_checksum(first->world()), state_checksum(alone->world())) << "the first does not notice the second";
}

TEST_P(Twins, TheSecondDoesNotDriftAway) {
    const auto first = run("circles", few);
    first->advance();
    Twin twin(*first, by({{"search.visit", "bins"}}));
    twin.advance(*first);
    auto& actors = *twin.run().world().actors();
    auto places = actors.read().position;
    places[7] = places[8];
    actors.place(places);
    twin.compare_states(*first);
    ASSERT_TRUE(twin.report().equality);
    EXPECT_GT(twin.report().equality->apart, 0.01f) << "it had been led astray";
    EXPECT_TRUE(twin.report().equality->states && twin.report().equality->neighbours);
    EXPECT_EQ(twin.report().steps, 0u);
    for (int s = 0; s < 3; ++s) twin.advance(*first);
    EXPECT_EQ(twin.report().steps, 1u) << "two steps settle";
    twin.compare_states(*first);
    EXPECT_LT(twin.report().equality->apart, 1e-4f) << "rounding";
    EXPECT_EQ(twin.report().equality->steps, 3);
}

TEST_P(Twins, ParametersMakeADifference) {
    const auto first = run("circles", few);
    for (int s = 0; s < 3; ++s) first->advance();
    Twin twin(*first, by({{"force", "0.01"}}));
    for (int s = 0; s < 5; ++s) twin.advance(*first);
    twin.measure(*first);
    twin.compare_states(*first);
    const auto& report = twin.report();
    EXPECT_FALSE(report.search_only);
    EXPECT_FALSE(report.equality) << "they are not to be equal";
    EXPECT_NE(state_checksum(twin.run().world()), state_checksum(first->world()));
    ASSERT_EQ(report.metric_ratios.size(), first->scene().metrics.size());
    const auto& [a, b] = std::pair(*first->measure().metrics, report.metrics);
    for (std::size_t m = 0; m < a.size(); ++m) {
        if (report.metric_ratios[m]) EXPECT_NEAR(report.metric_ratios[m]->median, b[m] / a[m], 1e-9);
    }
    EXPECT_TRUE(report.metric_ratios[0]);
}

/// The second run receives all commands of the first, except for the difference.
TEST_P(Twins, CommandsActOnBoth) {
    const auto first = run("circles", few);
    for (int s = 0; s < 3; ++s) first->advance();
    Twin twin(*first, by({{"search.visit", "bins"}}));
    const auto both = [&](const Command& command) {
        first->apply(command);
        twin.follow(*first, command);
    };
    both(command::Set{"force", "0.02"});
    EXPECT_EQ(twin.run().settings().text("force"), first->settings().text("force"));
    both(command::Set{"search.visit", "strips"});
    EXPECT_EQ(twin.run().settings().text("search.visit"), "bins");
    both(command::Reset{});
    EXPECT_EQ(twin.run().world().steps(), 0u);
    EXPECT_EQ(state_checksum(twin.run().world()), state_checksum(first->world()));
    both(command::Set{"actors", "500"});
    EXPECT_EQ(twin.run().world().elements()->count(), 500u);
    EXPECT_EQ(state_checksum(twin.run().world()), state_checksum(first->world()));
    for (int s = 0; s < 3; ++s) twin.advance(*first);
    twin.compare_states(*first);
    EXPECT_TRUE(twin.report().equality && twin.report().equality->states);
}

TEST_P(Twins, WhatMakesANewStateBeginsAtTheStart) {
    const auto first = run("circles", few);
    for (int s = 0; s < 3; ++s) first->advance();
    Twin twin(*first, by({{"actors", "1000"}}));
    EXPECT_EQ(first->world().steps(), 0u);
    EXPECT_EQ(twin.run().world().steps(), 0u);
    EXPECT_EQ(twin.report().parted_at, 0u);
    EXPECT_EQ(twin.run().world().elements()->count(), 1000u);
    EXPECT_EQ(first->world().elements()->count(), 2000u);
    EXPECT_THROW(Twin(*first, by({})), UsageError);
    EXPECT_THROW(Twin(*first, by({{"actors", "2000"}})), UsageError) << "the present value is no difference";
    EXPECT_THROW(Twin(*first, by({{"actor", "2000"}})), UsageError);
}

TEST_P(Twins, OnTheThreadOfASimulation) {
    simulation = std::make_unique<Simulation>(run("circles", few));
    step_to(5);
    simulation->send(by({{"search.visit", "bins"}}));
    until([&] { return status()->twin != nullptr; }, "a second run");
    EXPECT_EQ(status()->twin->parted_at, 5u);
    simulation->send(command::Run{});
    until([&] { return status()->twin->steps > 5 && status()->twin->equality; }, "steps of both");
    EXPECT_TRUE(status()->twin->equality->states && status()->twin->equality->neighbours);
    until([&] { return simulation->latest_of_twin() != nullptr; }, "a second picture");
    simulation->send(command::Pause{});
    until([&] { return !status()->running; }, "a pause");
    simulation->send(by({{"search.visit", status()->settings->text("search.visit")}}));
    until([&] { return status()->message_is_error; }, "a refusal");
    EXPECT_TRUE(status()->twin) << "what is refused changes nothing";
    simulation->send(command::Unite{});
    until([&] { return !status()->twin; }, "one run again");
}

/// The first run has stepped when the disk is full; the second has not.
TEST_P(Twins, AStepThatFailsLeavesOneRun) {
    const TemporaryFolder temporary;
    simulation = std::make_unique<Simulation>(run("circles", few));
    simulation->send(command::Record{(temporary / "r").string()});
    simulation->send(by({{"search.visit", "bins"}}));
    step_to(5);
    EXPECT_TRUE(status()->twin);
    {
        const FullDisk full(1000);
        simulation->send(command::Run{});
        until([&] { return status()->message_is_error; }, "a failure");
    }
    EXPECT_NE(status()->message.find("paused: "), std::string::npos) << status()->message;
    EXPECT_FALSE(status()->running);
    EXPECT_FALSE(status()->twin) << "they are a step apart";
}

NF_ON_BACKENDS(Twins);

}  // namespace twin_test
}  // namespace nearfield
