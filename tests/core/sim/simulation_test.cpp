// The simulation thread: order of commands, pictures, and failures that change nothing.
#include "on_simulation.hpp"
#include "program.hpp"

namespace nearfield {
namespace simulation_test {

using namespace std::chrono_literals;

class SimulationThread : public OnSimulation<OnBackend> {
  protected:
    void begin(int actors = 2000) {
        Settings settings = find_scene("circles").defaults();
        settings.set("actors", actors);
        simulation = std::make_unique<Simulation>(find_scene("circles"), settings, GetParam());
        simulation->draw_to_host(true);
    }
    /// Steps made while frames are drawn for this long.
    u64 steps_within(std::chrono::milliseconds span) {
        const u64 before = status()->step;
        const auto end = std::chrono::steady_clock::now() + span;
        for (; std::chrono::steady_clock::now() < end; std::this_thread::sleep_for(5ms)) simulation->frame_drawn();
        return status()->step - before;
    }
};

TEST_P(SimulationThread, StartsPausedAndShowsThePicture) {
    begin();
    until([&] { return simulation->latest() != nullptr; }, "the first picture");
    const Picture* picture = simulation->latest();
    const PointLayer& actors = picture->points.at(0);
    EXPECT_EQ(actors.count, 2000u);
    ASSERT_NE(actors.position.host(), nullptr);
    for (u32 i = 0; i < actors.count; ++i) {
        const float x = ColumnView(actors.position, actors.count).place(i).x;
        ASSERT_TRUE(x >= picture->lo.x && x <= picture->hi.x);
    }
    EXPECT_EQ(status()->step, 0u);
}

TEST_P(SimulationThread, RunsStepsPausesAndResets) {
    begin();
    simulation->send(command::Run{});
    until([&] { return status()->step >= 20; }, "20 steps");
    simulation->send(command::Pause{});
    until([&] { return !status()->running; }, "pause");
    const u64 at = status()->step;
    step_to(at + 3);
    until([&] { return simulation->latest()->step == at + 3; }, "their picture");
    simulation->send(command::Reset{});
    until([&] { return status()->step == 0 && simulation->latest()->step == 0; }, "reset");
    const auto rows = simulation->take_rows();
    ASSERT_EQ(rows.size(), at + 3);
    for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i].times.step, i + 1);
    EXPECT_TRUE(rows.front().reset);
}

TEST_P(SimulationThread, ASetupThatTakesLongCanBeStopped) {
    const TemporaryFolder folder;
    begin(200);
    simulation->send(command::Record{(folder / "r").string()});
    Settings wide = find_scene("network").defaults();
    wide.set("vertices", 16384);
    wide.set("edges", 1024);
    wide.set("actors", 60);
    simulation->send(command::Load{&find_scene("network"), wide, GetParam()});
    until([&] { return status()->doing.find("Setting up Network") == 0; }, "the setup");
    hear(command::StopWork{});
    EXPECT_EQ(status()->scene, &find_scene("circles"));
    EXPECT_EQ(status()->message, "stopped; everything is as it was");
    EXPECT_FALSE(status()->message_is_error);
    EXPECT_EQ(status()->doing, "");
    EXPECT_NE(status()->recording, "") << "a recording too";
    step_to(1);
    simulation->send(command::Load{&find_scene("network"), wide, GetParam()});
    until([&] { return !status()->doing.empty(); }, "the setup");
    simulation.reset();  // the window closes
}

TEST_P(SimulationThread, StepsKeepThePaceAndOnlyWithFrames) {
    begin(200);
    EXPECT_EQ(status()->pace, 60);
    simulation->send(command::Pace{100, 1});
    simulation->send(command::Run{});
    std::this_thread::sleep_for(100ms);
    const u64 before = status()->step;
    EXPECT_LE(before, 1u) << "no frame, no steps";
    for (const char* force : {"0.04", "0.03", "0.02"}) {
        simulation->send(command::Set{"force", force});
        std::this_thread::sleep_for(20ms);
    }
    EXPECT_EQ(status()->step, before) << "commands grant no steps";
    EXPECT_LE(steps_within(500ms), 60u + 25u) << "50, and what the time without frames may bring";
    EXPECT_GT(status()->step, before);
    simulation->send(command::Pace{0, 1});
    const u64 paced = status()->step;
    until([&] { return status()->step > paced + 100; }, "as fast as possible");
}

/// A frame grants the steps of the time since the previous one, limited to a quarter of a second; the counts do not
/// depend on the machine's speed.
TEST_P(SimulationThread, AClockKeepsItsPace) {
    Settings settings = find_scene("pedestrians").defaults();
    settings.set("plan", "room");
    settings.set("actors", 20);
    settings.set("time_step", 0.01);
    simulation = std::make_unique<Simulation>(find_scene("pedestrians"), settings, GetParam());
    EXPECT_EQ(status()->pace, 1) << "real time";
    for (const double pace : {1., 0.2, 4.}) {
        simulation->send(command::Pace{pace, 1});
        simulation->send(command::Run{});
        without_frames([&] { return status()->running && status()->pace == pace; }, "it runs");
        const u64 begun = status()->step;
        std::this_thread::sleep_for(60ms);
        EXPECT_EQ(status()->step, begun) << "no frame, no steps";
        simulation->frame_drawn();
        without_frames([&] { return double(status()->step - begun) > 6 * pace - 1; }, "the steps of 60 ms");
        simulation->send(command::Pause{});
        without_frames([&] { return !status()->running; }, "it pauses");
        EXPECT_LE(double(status()->step - begun), 25 * pace + 1) << "at pace " << pace;
    }
}

TEST_P(SimulationThread, LiveChangesKeepTheStateAndRespawnMakesANewOne) {
    begin();
    step_to(5);
    simulation->send(command::Set{"search.bin_ratio", "1"});
    simulation->send(command::Set{"search.visit", "trimmed"});
    simulation->send(command::Set{"bounds", "wrapped"});
    until([&] { return status()->settings->text("bounds") == "wrapped"; }, "three changes");
    EXPECT_EQ(status()->step, 5u);
    EXPECT_EQ(status()->settings->text("search.visit"), "trimmed");
    simulation->send(command::Set{"actors", "3000"});
    until([&] { return status()->actors == 3000; }, "a new population");
    EXPECT_EQ(status()->step, 0u);
    simulation->send(command::Set{"dimensions", "3"});
    until([&] { return simulation->latest() && simulation->latest()->dimensions == 3; }, "a volume");
    EXPECT_EQ(status()->settings->text("search.visit"), "trimmed") << "the rest of the settings stays";
}

TEST_P(SimulationThread, FailuresAreToldAndChangeNothing) {
    begin();
    step_to(2);
    const auto before = *status()->settings;
    const auto refused = [&](const char* key, const char* value, const char* reason) {
        hear(command::Set{key, value});
        EXPECT_TRUE(status()->message_is_error);
        EXPECT_NE(status()->message.find(reason), std::string::npos) << status()->message;
        EXPECT_EQ(*status()->settings, before);
        EXPECT_EQ(status()->step, 2u) << "the state is still there";
    };
    refused("search.bin_ratio", "17", "out of range");
    refused("search.block", "100", "multiple of 32");
    refused("nonsense", "1", "no parameter");
    refused("neighbours", "0.1x", "not a number");
    simulation->send(command::Set{"bounds", "wrapped"});
    until([&] { return status()->settings->text("bounds") == "wrapped"; }, "wrapped");
    hear(command::Set{"radius", "100"});
    EXPECT_NE(status()->message.find("narrower than two search radii"), std::string::npos);
    EXPECT_EQ(status()->settings->text("radius"), "1");
    step_to(3);
}

TEST_P(SimulationThread, AnswersQuestions) {
    begin();
    simulation->send(command::Step{1});
    simulation->send(command::Verify{2000});
    until([&] { return status()->answers.verification != nullptr; }, "verification");
    EXPECT_EQ(status()->answers.verification->mismatches, 0u);
    EXPECT_EQ(status()->answers.verification->queries, 2000u);
    simulation->send(command::Select{11});
    until([&] { return status()->inspection != nullptr; }, "inspection");
    EXPECT_EQ(status()->inspection->actor, 11u);
    EXPECT_EQ(status()->inspected_values->size(), status()->scene->attributes.size());
    simulation->send(command::Select{});
    until([&] { return !status()->inspection; }, "deselection");
    simulation->send(command::Compare{{}, {{"search.visit", "bins"}}, 2});
    until([&] { return status()->answers.comparison != nullptr; }, "comparison");
    EXPECT_TRUE(status()->answers.comparison->same_neighbours);
    until([&] { return status()->audit != nullptr; }, "audit");
}

TEST_P(SimulationThread, WorkNumbersFollowChangesWhilePaused) {
    begin();
    const auto candidates = [&] { return status()->audit ? status()->audit->candidates : 0; };
    until([&] { return candidates() > 0; }, "the first work numbers");
    simulation->send(command::Set{"search.visit", "brute"});
    until([&] { return candidates() == 1999; }, "those of brute force");
    simulation->send(command::Set{"search.visit", "bins"});
    until([&] { return candidates() < 1000; }, "those of bins");
    EXPECT_EQ(status()->step, 0u);
}

TEST_P(SimulationThread, RecordsEveryStep) {
    begin();
    const TemporaryFolder temporary;
    const auto folder = temporary / "r";
    simulation->send(command::Record{folder.string()});
    step_to(7);
    EXPECT_EQ(status()->recording, folder.string());
    std::filesystem::create_directory(temporary / "taken");
    hear(command::Record{(temporary / "taken").string()});
    EXPECT_EQ(status()->recording, folder.string()) << "another that cannot begin does not end it";
    simulation->send(command::StopRecording{});
    until([&] { return status()->recording.empty(); }, "end of recording");
    EXPECT_EQ(lines_of(text_of(folder / "steps.csv")).size(), 1u + 7);
    EXPECT_TRUE(std::filesystem::exists(folder / "run.json"));
    EXPECT_TRUE(std::filesystem::exists(folder / "trace.json"));
}

TEST_P(SimulationThread, AToolThatIsHeldActsOncePerStep) {
    simulation = std::make_unique<Simulation>(find_scene("boids"), find_scene("boids").defaults(), GetParam());
    const TemporaryFolder folder;
    simulation->send(command::Record{(folder / "r").string()});
    for (int n = 0; n < 50; ++n) simulation->send(command::Use{"point", {{float(n), 0, 0}}});
    step_to(1);
    for (int n = 0; n < 50; ++n) simulation->send(command::Use{"point", {{49, 0, 0}}});
    step_to(3);
    simulation->send(command::Use{"point", {}});
    step_to(4);
    simulation->send(command::Use{"broom", {}});
    until([&] { return status()->message.find("no tool 'broom'") != std::string::npos; }, "a complaint");
    simulation.reset();
    const auto lines = lines_of(text_of(folder / "r/commands.jsonl"));
    ASSERT_EQ(lines.size(), 4u) << "where it began, held, let go, and the end";
    EXPECT_EQ(lines[1], R"({"step":0,"command":"tool point 49 0 0"})");
    EXPECT_EQ(lines[2], R"({"step":3,"command":"tool point"})");
}

TEST_P(SimulationThread, QuitsDuringAnyStep) {
    begin(50000);
    simulation->send(command::Pace{0, 1});
    simulation->send(command::Run{});
    std::this_thread::sleep_for(50ms);
    const auto start = std::chrono::steady_clock::now();
    simulation.reset();
    EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
}

NF_ON_BACKENDS(SimulationThread);

}  // namespace simulation_test
}  // namespace nearfield
