// The simulation thread: commands in order, pictures, failures that leave everything as it was.
#include "on_simulation.hpp"

#include "sim/simulation.hpp"

#include <filesystem>
#include <fstream>

namespace nearfield {
namespace {

using namespace std::chrono_literals;

class SimulationThread : public OnSimulation<OnBackend> {
  protected:
    void begin(int actors = 2000) {
        Settings settings = find_scene("circles").defaults();
        settings.set("actors", actors);
        simulation = std::make_unique<Simulation>(find_scene("circles"), settings, GetParam());
        simulation->draw_to_host(true);
    }
};

TEST_P(SimulationThread, StartsPausedAndShowsThePicture) {
    begin();
    until([&] { return simulation->latest() != nullptr; }, "the first picture");
    const Frame* frame = simulation->latest();
    EXPECT_EQ(frame->actors, 2000u);
    ASSERT_NE(frame->host, nullptr);
    for (u32 i = 0; i < frame->actors; ++i) ASSERT_TRUE(frame->host[i].x >= frame->lo.x && frame->host[i].x <= frame->hi.x);
    EXPECT_EQ(status()->step, 0u);
}

TEST_P(SimulationThread, RunsStepsPausesAndResets) {
    begin();
    simulation->run(true);
    until([&] { return status()->step >= 20; }, "20 steps");
    simulation->run(false);
    until([&] { return !status()->running; }, "pause");
    const u64 at = status()->step;
    simulation->step(3);
    until([&] { return status()->step == at + 3; }, "three single steps");
    until([&] { return simulation->latest()->step == at + 3; }, "their picture");
    simulation->reset();
    until([&] { return status()->step == 0 && simulation->latest()->step == 0; }, "reset");
    const auto rows = simulation->take_rows();
    ASSERT_EQ(rows.size(), at + 3);
    for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i].times.step, i + 1);
    EXPECT_TRUE(rows.front().reset);
}

TEST_P(SimulationThread, OneFrameGrantsItsSteps) {
    begin(200);
    simulation->set_pace(5, 1);
    simulation->run(true);
    std::this_thread::sleep_for(100ms);
    const u64 before = status()->step;
    EXPECT_LE(before, 5u) << "no frame, no steps beyond the first grant";
    for (const char* force : {"0.04", "0.03", "0.02"}) {
        simulation->set("force", force);
        std::this_thread::sleep_for(20ms);
    }
    EXPECT_EQ(status()->step, before) << "commands grant no steps";
    for (int frame = 0; frame < 10; ++frame) {
        const u64 last = status()->step;
        simulation->frame_drawn();
        const auto end = std::chrono::steady_clock::now() + 5s;
        while (status()->step < last + 5 && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(1ms);
        EXPECT_EQ(status()->step, last + 5);
    }
}

TEST_P(SimulationThread, LiveChangesKeepTheStateAndRespawnMakesANewOne) {
    begin();
    simulation->step(5);
    until([&] { return status()->step == 5; }, "five steps");
    simulation->set("search.bin_ratio", "1");
    simulation->set("search.visit", "trimmed");
    simulation->set("bounds", "wrapped");
    until([&] { return status()->settings->text("bounds") == "wrapped"; }, "three changes");
    EXPECT_EQ(status()->step, 5u);
    EXPECT_EQ(status()->settings->text("search.visit"), "trimmed");
    simulation->set("actors", "3000");
    until([&] { return status()->actors == 3000; }, "a new population");
    EXPECT_EQ(status()->step, 0u);
    simulation->set("dimensions", "3");
    until([&] { return simulation->latest() && simulation->latest()->dimensions == 3; }, "a volume");
    EXPECT_EQ(status()->settings->text("search.visit"), "trimmed") << "the rest of the settings stays";
}

TEST_P(SimulationThread, FailuresAreToldAndChangeNothing) {
    begin();
    simulation->step(2);
    until([&] { return status()->step == 2; }, "two steps");
    const auto before = *status()->settings;
    u64 serial = status()->message_serial;
    const auto refused = [&](const char* key, const char* value, const char* reason) {
        simulation->set(key, value);
        until([&] { return status()->message_serial > serial; }, reason);
        serial = status()->message_serial;
        EXPECT_TRUE(status()->message_is_error);
        EXPECT_NE(status()->message.find(reason), std::string::npos) << status()->message;
        EXPECT_EQ(*status()->settings, before);
        EXPECT_EQ(status()->step, 2u) << "the state is still there";
    };
    refused("search.bin_ratio", "17", "out of range");
    refused("search.block", "100", "multiple of 32");
    refused("nonsense", "1", "no parameter");
    refused("neighbours", "0.1x", "not a number");
    simulation->set("bounds", "wrapped");
    until([&] { return status()->settings->text("bounds") == "wrapped"; }, "wrapped");
    simulation->set("radius", "100");
    until([&] { return status()->message_serial > serial; }, "a radius beyond half the wrapped side");
    EXPECT_NE(status()->message.find("narrower than two search radii"), std::string::npos);
    EXPECT_EQ(status()->settings->text("radius"), "1");
    simulation->step(1);
    until([&] { return status()->step == 3; }, "a step after all that");
}

TEST_P(SimulationThread, AnswersQuestions) {
    begin();
    simulation->step(1);
    simulation->verify(2000);
    until([&] { return status()->verification.has_value(); }, "verification");
    EXPECT_EQ(status()->verification->mismatches, 0u);
    EXPECT_EQ(status()->verification->queries, 2000u);
    simulation->select(11);
    until([&] { return status()->inspection.has_value(); }, "inspection");
    EXPECT_EQ(status()->inspection->actor, 11u);
    EXPECT_EQ(status()->inspected_values.size(), status()->scene->attributes.size());
    simulation->select(std::nullopt);
    until([&] { return !status()->inspection; }, "deselection");
    Settings a = *status()->settings, b = a;
    b.set("search.visit", "bins");
    simulation->compare(a, b, 2);
    until([&] { return status()->comparison.has_value(); }, "comparison");
    EXPECT_TRUE(status()->comparison->same_neighbours);
    until([&] { return status()->audit.has_value(); }, "audit");
}

TEST_P(SimulationThread, RecordsEveryStep) {
    begin();
    const auto folder = std::filesystem::temp_directory_path() / ("nearfield-test-" + std::to_string(getpid()) + name(GetParam()));
    std::filesystem::remove_all(folder);
    simulation->record(folder.string());
    simulation->step(7);
    until([&] { return status()->step == 7; }, "seven steps");
    EXPECT_EQ(status()->recording, folder.string());
    simulation->record("");
    until([&] { return status()->recording.empty(); }, "end of recording");
    std::ifstream steps(folder / "steps.csv");
    std::string line;
    int lines = 0;
    while (std::getline(steps, line)) ++lines;
    EXPECT_EQ(lines, 1 + 7);
    EXPECT_TRUE(std::filesystem::exists(folder / "run.json"));
    EXPECT_TRUE(std::filesystem::exists(folder / "trace.json"));
    std::filesystem::remove_all(folder);
}

TEST_P(SimulationThread, QuitsDuringAnyStep) {
    begin(50000);
    simulation->set_pace(0, 1);
    simulation->run(true);
    std::this_thread::sleep_for(50ms);
    const auto start = std::chrono::steady_clock::now();
    simulation.reset();
    EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
}

NF_ON_BACKENDS(SimulationThread);

}  // namespace
}  // namespace nearfield
