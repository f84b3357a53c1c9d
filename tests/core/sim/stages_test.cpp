// Stepping stage by stage, and stepping back.
#include "app/lessons/texts.hpp"
#include "app/preset.hpp"
#include "base/error.hpp"
#include "on_simulation.hpp"
#include "sim/simulation.hpp"
#include "temporary.hpp"

#include <set>

namespace nearfield {
namespace stages_test {

using namespace std::chrono_literals;

class StageByStage : public OnSimulation<OnBackend> {
  protected:
    void begin() {
        Settings settings = find_scene("circles").defaults();
        settings.set("actors", 2000);
        simulation = std::make_unique<Simulation>(find_scene("circles"), settings, GetParam());
        simulation->draw_to_host(true);
    }
    std::string next() { return status()->under_way ? std::string(status()->under_way->next) : "none"; }
    void next_becomes(const std::string& stage) {
        until([&] { return next() == stage; }, stage.c_str());
    }
};

TEST_P(StageByStage, EachCommandDoesOneStageMore) {
    begin();
    simulation->send(command::NextStage{});
    next_becomes("histogram");
    EXPECT_EQ(status()->under_way->step, 1u);
    EXPECT_TRUE(status()->under_way->done.empty());
    std::vector<std::string> seen{"histogram"};
    while (status()->step == 0) {
        simulation->send(command::NextStage{});
        until([&] { return status()->step == 1 || next() != seen.back(); }, "the next stage");
        if (status()->under_way) seen.push_back(next());
    }
    EXPECT_EQ(next(), "none");
    EXPECT_EQ(seen.back(), "query");
    until([&] { return simulation->latest() && simulation->latest()->step == 1; }, "its picture");
    const auto rows = simulation->take_rows();
    ASSERT_EQ(rows.size(), 1u);
    std::vector<std::string> timed;
    for (const auto& stage : rows[0].times.stages) timed.emplace_back(stage.name);
    EXPECT_EQ(timed, seen) << "waiting is no stage";
}

TEST_P(StageByStage, WaitingTakesNoTimeOfTheStep) {
    begin();
    simulation->send(command::NextStage{});
    next_becomes("histogram");
    std::this_thread::sleep_for(1s);
    simulation->send(command::NextStage{});
    next_becomes("scan");
    std::this_thread::sleep_for(1s);
    simulation->send(command::Step{1});
    until([&] { return status()->step == 2; }, "this step and one more");
    for (const auto& row : simulation->take_rows()) {
        double sum = 0;
        for (const auto& stage : row.times.stages) sum += stage.ms;
        EXPECT_LT(sum, 900) << row.times.step;
        EXPECT_LT(row.times.total_ms, 900) << row.times.step;
        EXPECT_GE(row.times.total_ms, 0.99 * sum);
    }
}

TEST_P(StageByStage, OtherCommandsActOnceTheStepIsDone) {
    begin();
    simulation->send(command::NextStage{});
    next_becomes("histogram");
    simulation->send(command::Set{"radius", "2"});
    until([&] { return status()->settings->text("radius") == "2"; }, "the change");
    EXPECT_EQ(status()->step, 1u);
    EXPECT_EQ(next(), "none");
    EXPECT_FALSE(status()->running);
}

TEST_P(StageByStage, SlowMotionShowsEachStageForItsTime) {
    begin();
    const auto start = std::chrono::steady_clock::now();
    simulation->send(command::SlowMotion{0.1});
    simulation->send(command::Run{});
    std::set<std::string> seen;
    until(
        [&] {
            seen.insert(next());
            return status()->step == 2;
        },
        "two steps");
    EXPECT_GT(std::chrono::steady_clock::now() - start, 7 * 100ms) << "the second step was counted ahead";
    for (const char* stage : {"histogram", "scan", "reorder", "query"}) EXPECT_TRUE(seen.count(stage)) << stage;
    until([&] { return next() == "scan"; }, "the scan");
    simulation->send(command::Pause{});
    until([&] { return !status()->running; }, "a pause in the midst of a step");
    std::this_thread::sleep_for(300ms);
    EXPECT_NE(next(), "none") << "it waits";
    simulation->send(command::Run{});
    until([&] { return status()->step == 4; }, "going on");
    simulation->send(command::SlowMotion{});
    until([&] { return status()->step > 30; }, "the usual pace");
}

TEST_P(StageByStage, TheWindowMayCloseInTheMidstOfAStep) {
    begin();
    simulation->send(command::NextStage{});
    next_becomes("histogram");
    simulation.reset();
}

NF_ON_BACKENDS(StageByStage);

class SteppingBack : public OnSimulation<OnBackend> {
  protected:
    void begin(const char* scene, Settings settings) {
        settings.set("search.deterministic", true);
        simulation = std::make_unique<Simulation>(find_scene(scene), settings, GetParam());
        simulation->draw_to_host(true);
    }
    void back_to(u64 step) {
        simulation->send(command::Back{});
        until([&] { return status()->step == step && status()->doing.empty(); }, "the step before");
    }
    /// Positions of an actor at the present step.
    std::vector<float> values() {
        simulation->send(command::Select{});
        until([&] { return !status()->inspected_values; }, "nothing selected");
        simulation->send(command::Select{7});
        until([&] { return status()->inspected_values != nullptr; }, "the actor");
        auto values = *status()->inspected_values;
        const auto at = status()->inspection->position;
        values.insert(values.end(), {at.x, at.y, at.z});
        return values;
    }
    bool exact() const { return GetParam() == Backend::cpu; }
};

Settings few_boids() {
    Settings settings = find_scene("boids").defaults();
    settings.set("actors", 500);
    return settings;
}

TEST_P(SteppingBack, StatesOfSingleStepsComeBackBitForBit) {
    begin("boids", few_boids());
    std::vector<std::vector<float>> seen;
    for (u64 step = 0; step < 5; ++step) {
        step_to(step);
        seen.push_back(values());
    }
    EXPECT_NE(seen[3], seen[4]);
    for (u64 step = 4; step-- > 0;) {
        back_to(step);
        EXPECT_EQ(values(), seen[step]) << step;
    }
    hear(command::Back{});
    EXPECT_EQ(status()->message, "the run is at its start; no step lies before it");
}

TEST_P(SteppingBack, WhatWasNotKeptIsDoneAgain) {
    begin("boids", few_boids());
    step_to(19);
    const auto before = values();
    simulation->send(command::Pace{0, 1});
    simulation->send(command::Run{});
    until([&] { return status()->step >= 100; }, "a run");
    simulation->send(command::Pause{});
    until([&] { return !status()->running; }, "a pause");
    const u64 step = status()->step, world = status()->world;
    back_to(step - 1);
    EXPECT_GT(status()->world, world) << "done again from the start";
    back_to(step - 2);
    EXPECT_EQ(status()->world, world + 1) << "kept on the way";
    for (u64 at = step - 2; at > 19;) back_to(--at);
    if (exact()) { EXPECT_EQ(values(), before); }
}

TEST_P(SteppingBack, SettingsStayAndStrokesDoneSinceAreGone) {
    begin("boids", few_boids());
    step_to(3);
    simulation->send(command::Set{"cohesion", "0.5"});
    step_to(5);
    simulation->send(command::Use{"point", {{1, 0, 0}}});
    simulation->send(command::Set{"cohesion", "0.25"});
    step_to(6);
    EXPECT_EQ(status()->undoable, 1u);
    back_to(5);
    back_to(4);
    EXPECT_EQ(status()->settings->text("cohesion"), "0.25");
    EXPECT_EQ(status()->undoable, 0u) << "the stroke was later";
    const TemporaryFolder folder;
    const std::string file = (folder / "back.json").string();
    const auto now = values();
    simulation->send(command::SaveState{file, true});
    simulation->send(command::Continue{file, {}});
    const u64 world = status()->world;
    until([&] { return status()->world > world && status()->doing.empty(); }, "the state from the file");
    EXPECT_EQ(status()->step, 4u);
    if (exact()) { EXPECT_EQ(values(), now); }
}

TEST_P(SteppingBack, ARecordingOnlyGoesForward) {
    begin("boids", few_boids());
    const TemporaryFolder folder;
    simulation->send(command::Record{(folder / "r").string(), true});
    step_to(2);
    hear(command::Back{});
    EXPECT_EQ(status()->message, "a recording only goes forward; end it (Ctrl+R) to step back");
    EXPECT_EQ(status()->step, 2u);
    EXPECT_FALSE(status()->recording.empty());
    simulation.reset();
}

NF_ON_BACKENDS(SteppingBack);

/// Every stage of every shipped scene and preset has an explanation.
// not in asan, tsan: minutes of steps; shorter tests run the same code
// takes long
TEST(StageTexts, EveryStageIsExplained) {
    const auto explain = [](const std::string& what, const SceneInfo& scene, const Settings& settings) {
        nearfield::Run run(scene, settings, Backend::cpu);
        for (const auto& step : run.advance(enough(3)))
            for (const auto& stage : step.stages)
                EXPECT_NE(lessons::meaning_of_stage(stage.name), "") << what << ": " << stage.name;
    };
    for (const auto& scene : scenes())
        if (lessons::seeing_of(scene)) explain(scene.key, scene, scene.defaults());
    for (const auto& preset : shipped_presets()) {
        const auto loaded = load_preset(preset);
        const bool small = !loaded.settings.has("actors") || loaded.settings.integer("actors") <= 20000;
        if (small) explain(preset.name, *loaded.scene, loaded.settings);
    }
}

}  // namespace stages_test
}  // namespace nearfield
