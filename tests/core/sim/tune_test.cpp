// Tuning: measurements, the adopted settings, and that nothing else changes.
#include "on_simulation.hpp"

#include "base/stoppable.hpp"
#include "refusal.hpp"
#include "sim/auto_tuner.hpp"
#include "sim/simulation.hpp"
#include "usp/grid/settings.hpp"

#include <set>

namespace nearfield {
namespace tune_test {

using namespace std::chrono_literals;

const TuneWatch unwatched = [](double) {};

class Tuned : public OnBackend {
  protected:
    Settings settings_of(const char* scene, const std::vector<std::string>& assignments) {
        Settings settings = find_scene(scene).defaults();
        for (const auto& assignment : assignments) settings.set_assignment(assignment);
        return settings;
    }
    std::unique_ptr<World> begin(const Settings& settings, const char* scene = "circles", int steps = 4) {
        auto world = make_world(find_scene(scene), settings, GetParam());
        for (int s = 0; s < steps; ++s) world->step();
        world->finish();
        return world;
    }
};

/// State of a world that tuning might disturb.
struct Seen {
    explicit Seen(World& world)
        : actors(world.actors()->read()),
          steps(world.steps()),
          bins(world.search()->grid().bins),
          signature(world.search()->signature()),
          metrics(world.metrics()) {}
    void expect_same(World& world) const {
        const Seen now(world);
        EXPECT_EQ(now.actors.position, actors.position);
        EXPECT_EQ(now.actors.attributes, actors.attributes) << "with the place in storage, the last of them";
        EXPECT_EQ(now.steps, steps);
        EXPECT_EQ(now.bins, bins);
        EXPECT_EQ(now.signature, signature);
        EXPECT_EQ(now.metrics, metrics);
        world.step();
        EXPECT_NO_THROW(world.finish());
    }
    ActorTable actors;
    u64 steps;
    glm::ivec3 bins;
    u64 signature;
    std::vector<double> metrics;
};

TEST_P(Tuned, LeavesTheStateAsItIs) {
    for (const char* dimensions : {"dimensions=2", "dimensions=3"}) {
        const Settings settings = settings_of("circles", {"actors=3000", dimensions, "search.bin_ratio=0.7"});
        const auto world = begin(settings);
        const Seen before(*world);
        const auto tuning = tune(*world, settings, GetParam(), unwatched);
        EXPECT_GT(tuning.ways.size(), 10u);
        before.expect_same(*world);
    }
}

TEST_P(Tuned, LeavesEverythingAsItIsWhenItIsEnded) {
    Settings settings = settings_of("circles", {"actors=3000", "search.bin_ratio=0.7"});
    const auto world = begin(settings);
    const Seen before(*world);
    const Settings as_set = settings;
    AutoTuner tuner;
    for (int after : {0, 1, 7}) {
        EXPECT_THROW(tuner.tune_now(*world, settings, GetParam(),
                                    [left = after](double) mutable {
                                        if (left-- == 0) throw WorkStopped{};
                                    }),
                     WorkStopped);
        EXPECT_EQ(settings, as_set);
    }
    before.expect_same(*world);
}

TEST_P(Tuned, TakesTheLeastOfWhatItMeasured) {
    Settings settings =
        settings_of("circles", {"actors=3000", "search.visit=bins", "search.bin_ratio=3", "search.sort=radix"});
    const auto world = begin(settings);
    const u64 neighbours = world->search()->signature();
    AutoTuner tuner;
    const auto tuning = tuner.tune_now(*world, settings, GetParam(), unwatched);
    EXPECT_EQ(settings, tuning.winner().settings);
    std::set<std::string> visits, sorts, texts;
    for (const auto& way : tuning.ways) {
        EXPECT_GE(way.whole().ms, tuning.winner().whole().ms) << way_text(way.settings);
        EXPECT_GT(way.whole().ms, 0);
        EXPECT_GT(way.construct().ms, 0);
        visits.insert(way.settings.text("search.visit"));
        sorts.insert(way.settings.text("search.sort"));
        EXPECT_TRUE(texts.insert(way_text(way.settings)).second) << "measured as two: " << way_text(way.settings);
        for (const auto& key : way.settings.differing(settings))
            EXPECT_TRUE(std::count(tuned_keys().begin(), tuned_keys().end(), key)) << key;
    }
    std::set<std::string> of_bins;
    for (const auto& visit : nearfield::visits)
        if (visit.reads_bins) of_bins.insert(visit.name);
    EXPECT_EQ(visits, of_bins) << "and no brute force";
    EXPECT_EQ(sorts.size(), 2u);
    EXPECT_GE(tuning.winner().times.turns, 5) << "one lucky turn does not decide";
    EXPECT_EQ(way_text(tuning.ways[tuning.start].settings), "bins, ratio 3, radix");
    EXPECT_EQ(world->search()->signature(), neighbours);
    const auto in_use = world->search()->grid().bins;
    world->configure(settings);
    EXPECT_EQ(world->search()->grid().bins, in_use) << "the world uses what the settings say";
}

TEST_P(Tuned, CurvesAreInOrderOfRatioAndTheFastestOfEach) {
    Settings settings = settings_of("circles", {"actors=3000", "search.visit=strips"});
    const auto world = begin(settings);
    const auto tuning = tune(*world, settings, GetParam(), unwatched);
    for (const auto& visit : visit_names()) {
        if (visit == info(visit_of<BruteVisit>).name) continue;
        const auto curve = cost_curve(tuning, visit);
        ASSERT_GE(curve.size(), 4u) << visit;
        for (std::size_t i = 1; i < curve.size(); ++i)
            EXPECT_LT(curve[i - 1]->settings.number("search.bin_ratio"), curve[i]->settings.number("search.bin_ratio"));
        for (const auto& way : tuning.ways)
            for (const auto* point : curve)
                if (way.settings.text("search.visit") == visit &&
                    way.settings.number("search.bin_ratio") == point->settings.number("search.bin_ratio")) {
                    EXPECT_LE(point->whole().ms, way.whole().ms);
                }
    }
    EXPECT_TRUE(cost_curve(tuning, "brute").empty());
}

TEST_P(Tuned, TinyPopulationsTryBruteForceToo) {
    const Settings settings = settings_of("circles", {"actors=50"});
    const auto world = begin(settings);
    EXPECT_EQ(cost_curve(tune(*world, settings, GetParam(), unwatched), "brute").size(), 1u);
    const Settings nobody = settings_of("circles", {"actors=0"});
    const auto empty = begin(nobody);
    EXPECT_NO_THROW(tune(*empty, nobody, GetParam(), unwatched));
}

TEST_P(Tuned, DoesNotTryGridsOfMostlyEmptyBins) {
    const Settings settings =
        settings_of("circles", {"actors=200", "side=1000", "search.visit=bins", "search.bin_ratio=1"});
    const auto world = begin(settings);
    for (const auto& way : tune(*world, settings, GetParam(), unwatched).ways) {
        world->configure(way.settings);
        EXPECT_LT(world->search()->grid().bin_count, 4.1e6) << way_text(way.settings);
    }
}

TEST_P(Tuned, ByKeyOnlyTheSortsAreMeasured) {
    Settings settings = settings_of("network", {"actors=2000"});
    const auto world = begin(settings, "network");
    const auto before = world->actors()->read();
    AutoTuner tuner;
    const auto tuning = tuner.tune_now(*world, settings, GetParam(), unwatched);
    ASSERT_EQ(tuning.ways.size(), 2u);
    EXPECT_EQ(tuning.ways[0].settings.differing(tuning.ways[1].settings), std::vector<std::string>{"search.sort"});
    EXPECT_EQ(settings, tuning.winner().settings);
    EXPECT_TRUE(cost_curve(tuning, "bins").empty());
    EXPECT_EQ(world->actors()->read().position, before.position);
    EXPECT_EQ(world->actors()->read().attributes, before.attributes);
    EXPECT_EQ(world->steps(), 4u);
}

TEST_P(Tuned, AutomaticAndDeterministicExcludeEachOther) {
    const Settings both = settings_of("circles", {"actors=100", "search.auto=on", "search.deterministic=on"});
    const auto said = refusal<UsageError>([&] { begin(both); });
    for (const char* word : {"search.auto", "search.deterministic", "turn one of them off"})
        EXPECT_NE(said.find(word), std::string::npos) << said;
    const Settings by_hand = settings_of("circles", {"actors=3000", "search.deterministic=on"});
    const auto world = begin(by_hand);
    for (const auto& way : tune(*world, by_hand, GetParam(), unwatched).ways)
        EXPECT_EQ(way.settings.text("search.deterministic"), "on");
}

TEST_P(Tuned, AgainOnlyWhenTheWorkHasChanged) {
    Settings settings = settings_of("circles", {"actors=200", "search.auto=on"});
    const auto world = begin(settings);
    AutoTuner tuner;
    EXPECT_FALSE(tuner.due(settings_of("circles", {"actors=200"}))) << "off";
    EXPECT_TRUE(tuner.due(settings)) << "at the start";
    const auto tuning = tuner.tune_now(*world, settings, GetParam(), unwatched);
    EXPECT_FALSE(tuner.due(settings)) << "just done";
    Settings wider = settings, stronger = settings;
    wider.set("radius", 1.5);
    stronger.set("force", 0.1);
    EXPECT_FALSE(tuner.due(wider)) << "not at once again";
    const int steps = int(std::max(3000.0, 20000 * tuning.seconds) / 100) + 40;
    for (int s = 0; s < steps; ++s) tuner.stepped(s % 10 == 0 ? 300 : s % 2 ? 95 : 105);
    EXPECT_FALSE(tuner.due(settings)) << "steps take what they took, but for an odd one";
    EXPECT_FALSE(tuner.due(stronger)) << "the work is the same";
    EXPECT_TRUE(tuner.due(wider)) << "another radius";
    for (int s = 0; s < 15; ++s) tuner.stepped(112);
    EXPECT_FALSE(tuner.due(settings)) << "within 15 %";
    for (int s = 0; s < 15; ++s) tuner.stepped(130);
    EXPECT_TRUE(tuner.due(settings)) << "slower";
    for (int s = 0; s < 15; ++s) tuner.stepped(80);
    EXPECT_TRUE(tuner.due(settings)) << "faster";
    tuner.restart();
    EXPECT_TRUE(tuner.due(settings)) << "another world";
}

NF_ON_BACKENDS(Tuned);

class TuningThread : public OnSimulation<Tuned> {
  protected:
    void open(const std::vector<std::string>& assignments) {
        simulation =
            std::make_unique<Simulation>(find_scene("circles"), settings_of("circles", assignments), GetParam());
        simulation->draw_to_host(true);
    }
    void refused(const char* key, const char* value, const char* reason) {
        hear(command::Set{key, value});
        EXPECT_TRUE(status()->message_is_error);
        EXPECT_NE(status()->message.find(reason), std::string::npos) << status()->message;
    }
};

TEST_P(TuningThread, TunesOnDemandAndShowsProgress) {
    open({"actors=3000", "search.visit=bins", "search.bin_ratio=4"});
    step_to(2);
    simulation->send(command::Tune{});
    until([&] { return status()->tuning_progress.has_value(); }, "progress");
    until([&] { return status()->answers.tuning != nullptr && !status()->tuning_progress; }, "the end");
    EXPECT_EQ(*status()->settings, status()->answers.tuning->winner().settings);
    EXPECT_EQ(status()->step, 2u);
    EXPECT_EQ(status()->answers.tuned_step, 2u);
    EXPECT_FALSE(status()->message_is_error) << status()->message;
    step_to(3);
    simulation->send(command::Setup{});
    until([&] { return !status()->answers.tuning; }, "another state has not been measured");
}

TEST_P(TuningThread, StoppedTuningLeavesTheSearchAsItWas) {
    open({"actors=3000", "search.bin_ratio=4"});
    const Settings before = *status()->settings;
    simulation->send(command::Tune{});
    until([&] { return status()->tuning_progress.has_value(); }, "progress");
    simulation->send(command::StopWork{});
    until([&] { return !status()->tuning_progress; }, "the end");
    EXPECT_EQ(*status()->settings, before);
    EXPECT_EQ(status()->answers.tuning, nullptr);
    EXPECT_NE(status()->message.find("stopped"), std::string::npos);
}

TEST_P(TuningThread, AutomaticTunesBeforeTheFirstStepAndChoosesAlone) {
    open({"actors=3000", "search.auto=on", "search.visit=bins", "search.bin_ratio=4"});
    step_to(1);
    ASSERT_NE(status()->answers.tuning, nullptr);
    EXPECT_EQ(status()->answers.tuned_step, 0u);
    EXPECT_EQ(*status()->settings, status()->answers.tuning->winner().settings);
    refused("search.bin_ratio", "1.1", "search.auto");
    refused("search.deterministic", "on", "search.deterministic");
    EXPECT_EQ(*status()->settings, status()->answers.tuning->winner().settings);
    const auto first = status()->answers.tuning;
    step_to(4);
    EXPECT_EQ(status()->answers.tuning, first) << "not again for nothing";
    simulation->send(command::Set{"actors", "2500"});
    simulation->send(command::Step{1});
    until([&] { return status()->actors == 2500 && status()->step == 1; }, "another population");
    ASSERT_NE(status()->answers.tuning, nullptr) << "tuned anew";
    EXPECT_NE(status()->answers.tuning, first);
    simulation->send(command::Set{"search.auto", "off"});
    simulation->send(command::Set{"search.bin_ratio", "1.1"});
    until([&] { return status()->settings->text("search.bin_ratio") == "1.1"; }, "by hand again");
}

TEST_P(TuningThread, QuitsWhileItTunes) {
    open({"actors=50000", "search.auto=on"});
    simulation->send(command::Run{});
    until([&] { return status()->tuning_progress.has_value(); }, "tuning");
    simulation.reset();
}

NF_ON_BACKENDS(TuningThread);

}  // namespace tune_test
}  // namespace nearfield
