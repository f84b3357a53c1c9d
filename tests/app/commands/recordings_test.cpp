// Reading, listing and continuing recordings; state files.
#include "app/recordings.hpp"
#include "backends.hpp"
#include "base/error.hpp"
#include "on_simulation.hpp"
#include "program.hpp"
#include "refusal.hpp"
#include "sim/run.hpp"
#include "sim/simulation.hpp"

#include <cmath>

namespace nearfield {
namespace recordings_test {

namespace fs = std::filesystem;

/// Script of a user: numbers of steps, and commands.
using Script = std::vector<std::variant<int, std::string>>;

class Recordings : public ProgramTest {
  protected:
    static std::unique_ptr<nearfield::Run> begin(const char* key, const std::vector<std::string>& assignments) {
        const SceneInfo& scene = find_scene(key);
        Settings settings = scene.defaults();
        settings.set("search.deterministic", "on");
        for (const auto& assignment : assignments) settings.set_assignment(assignment);
        return std::make_unique<nearfield::Run>(scene, settings, Backend::cpu);
    }
    /// Returns the checksums of a recording's rows.
    std::vector<u64> play(nearfield::Run& run, const Script& script) {
        std::vector<u64> rows;
        for (const auto& line : script) {
            if (const auto* command = std::get_if<std::string>(&line)) {
                if (*command == "record") run.apply(command::Record{at("r"), true});
                else run.apply(parse_command(*command));
            } else {
                for (int s = 0; s < std::get<int>(line); ++s) {
                    run.advance();
                    if (run.recorder()) rows.push_back(*state_checksum(run.world()));
                }
            }
        }
        return rows;
    }
    std::string at(const std::string& name) const { return (folder / name).string(); }
    static u64 sum(nearfield::Run& run) { return *state_checksum(run.world()); }
};

TEST_F(Recordings, ARunGoesOnFromTheMiddleWithWhatIsChanged) {
    const auto recorded = begin("circles", {"actors=300", "force=0.02"});
    play(*recorded, {"record", 10, "set force=0.04", 15, "set force=0.06", 15, "stop recording"});
    const auto open = open_recording(at("r"));
    EXPECT_TRUE(open.exact);
    EXPECT_EQ(open.cannot_continue, "");
    ASSERT_EQ(open.moments.size(), 40u);
    EXPECT_EQ(open.moments[19], (Moment{1, 20}));

    const auto branch = begin("boids", {"actors=50"});
    play(*branch, {7, text(command::Continue{at("r"), open.moments[19]})});
    EXPECT_EQ(&branch->scene(), &find_scene("circles"));
    EXPECT_EQ(branch->world().steps(), 20u);
    EXPECT_EQ(branch->settings().text("force"), "0.04");
    EXPECT_FALSE(branch->replaying());
    play(*branch, {"set force=0.01", 15});
    const auto direct = begin("circles", {"actors=300", "force=0.02"});
    play(*direct, {10, "set force=0.04", 10, "set force=0.01", 15});
    EXPECT_EQ(sum(*branch), sum(*direct));
    EXPECT_NE(sum(*branch), sum(*recorded));

    const u64 worlds = branch->worlds(), state = sum(*branch);
    for (const char* never : {"continue-at 1 50 ", "continue-at 9 20 ", "continue-at 0 20 ", "continue-at 2 3 "}) {
        EXPECT_NE(refusal([&] { branch->apply(parse_command(never + at("r"))); }), "") << never;
        EXPECT_EQ(branch->worlds(), worlds);
        EXPECT_EQ(sum(*branch), state) << "nothing is changed";
    }
    play(*branch, {"record", 5, "stop recording"});
    nearfield::Run again(read_replay(at("r")));
    while (again.replaying()) again.advance(9);
    EXPECT_EQ(sum(again), sum(*branch)) << "a branch's recording knows where it came from";
}

TEST_F(Recordings, EveryRowOfARunThatBeganAnewCanBeGoneOnFrom) {
    const auto run = begin("boids", {"actors=60", "side=10"});
    const auto rows = play(*run, {"tool point 1 1 0",
                                  4,
                                  "record",
                                  "reset",
                                  3,
                                  "tool point 2 1 0",
                                  2,
                                  "tool point",
                                  "set cohesion=2",
                                  3,
                                  "undo",
                                  2,
                                  "set seed=5",
                                  4,
                                  "tool point 1 0 0",
                                  2,
                                  "undo",
                                  "redo",
                                  3,
                                  "setup",
                                  "reset",
                                  "reset",
                                  1,
                                  "set cohesion=1",
                                  2,
                                  "stop recording"});
    const auto open = open_recording(at("r"));
    ASSERT_EQ(open.profile.rows(), rows.size());
    ASSERT_EQ(open.cannot_continue, "");
    ASSERT_EQ(open.moments.size(), rows.size());
    const auto replay = read_replay(at("r"));
    for (std::size_t r = 0; r < rows.size(); ++r) {
        nearfield::Run there(up_to(replay, open.moments[r]));
        while (there.replaying()) there.advance(3);
        EXPECT_EQ(sum(there), rows[r]) << "row " << r + 1 << ", step " << open.moments[r].step;
    }
    EXPECT_EQ(last_moment(replay, 3), (Moment{replay.entries.size(), 3}));
    EXPECT_NE(refusal([&] { last_moment(replay, 99); }).find("never at step 99"), std::string::npos);
}

TEST_F(Recordings, ALogThatWasCutOffIsGoneOnFromAsFarAsThereAreRows) {
    const auto run = begin("circles", {"actors=200"});
    const auto rows = play(*run, {"record", 5, "set force=0.04", 10, "stop recording"});
    const auto log = read("r/commands.jsonl");
    write("r/commands.jsonl", log.substr(0, log.rfind('{')));
    const auto open = open_recording(at("r"));
    EXPECT_NE(open.about.problem.find("cut off"), std::string::npos) << open.about.problem;
    ASSERT_EQ(open.moments.size(), 15u);
    run->apply(command::Continue{at("r"), open.moments[12]});
    EXPECT_EQ(sum(*run), rows[12]);
}

TEST_F(Recordings, AListSaysWhatIsWrongWithEach) {
    const auto record = [&](const char* name) {
        const auto run = begin("circles", {"actors=100"});
        run->apply(command::Record{at(name), false});
        play(*run, {6, "stop recording"});
    };
    for (const char* name : {"sound", "torn-row", "no-log", "cut-log", "old", "no-run", "scribble"}) record(name);
    fs::create_directory(folder / "empty");
    write("note.txt", "nothing");
    const auto rows = read("torn-row/steps.csv");
    write("torn-row/steps.csv", rows.substr(0, rows.size() - 4));
    fs::remove(folder / "no-log/commands.jsonl");
    const auto log = read("cut-log/commands.jsonl");
    write("cut-log/commands.jsonl", log.substr(0, log.size() - 8));
    auto old = read("old/commands.jsonl");
    old.replace(old.find(NEARFIELD_VERSION), std::string(NEARFIELD_VERSION).size(), "0.0.1");
    write("old/commands.jsonl", old);
    fs::remove(folder / "no-run/run.json");
    write("scribble/run.json", "{\"nearfield\": 1,");
    const auto saved = begin("circles", {"actors=100"});
    play(*saved, {3, "save-state " + at("one.state.json")});
    write("bad.state.json", "{}");

    std::map<std::string, Recording> by_name;
    for (const auto& recording : list_recordings(folder)) by_name[recording.name] = recording;
    EXPECT_EQ(by_name.size(), 9u);
    const auto& sound = by_name.at("sound");
    EXPECT_EQ(sound.problem, "");
    EXPECT_EQ(sound.scene, "circles");
    EXPECT_EQ(sound.backend, "cpu");
    EXPECT_EQ(sound.actors, 100u);
    EXPECT_EQ(sound.steps, 6u);
    EXPECT_GT(sound.seconds, 0);
    EXPECT_EQ(sound.date.size(), 19u) << sound.date;
    EXPECT_EQ(by_name.at("one.state.json").problem, "");
    EXPECT_EQ(by_name.at("one.state.json").steps, 3u);
    EXPECT_EQ(by_name.at("torn-row").steps, 5u);
    const std::pair<const char*, const char*> problems[] = {
        {"torn-row", "last row"}, {"no-log", "commands.jsonl"}, {"cut-log", "cut off"},        {"old", "0.0.1"},
        {"no-run", "run.json"},   {"scribble", "run.json"},     {"bad.state.json", "no state"}};
    for (const auto& [name, words] : problems) {
        const auto& problem = by_name.at(name).problem;
        EXPECT_NE(problem.find(words), std::string::npos) << name << ": " << problem;
        EXPECT_EQ(count(problem, "\n"), 0u);
        EXPECT_EQ(problem.find(folder.string()), std::string::npos) << problem;
    }
    EXPECT_NE(refusal([&] { list_recordings(folder / "nowhere"); }).find("nowhere"), std::string::npos);

    EXPECT_EQ(open_recording(folder / "old").profile.rows(), 6u) << "its times can be looked at";
    EXPECT_TRUE(open_recording(folder / "old").moments.empty());
    EXPECT_NE(open_recording(folder / "old").cannot_continue.find("0.0.1"), std::string::npos);
    EXPECT_TRUE(open_recording(folder / "torn-row").profile.torn);
    write("sound/steps.csv", "step,total_ms\n1,abc\n");
    EXPECT_NE(refusal([&] { open_recording(folder / "sound"); }).find("steps.csv:2"), std::string::npos);
    write("sound/steps.csv", "step,total_ms\n");
    EXPECT_NE(refusal([&] { open_recording(folder / "sound"); }).find("no step"), std::string::npos);
}

TEST_F(Recordings, TwoProfilesAreComparedStepByStep) {
    const auto profile = [&](const char* name, const std::string& rows) {
        write(std::string(name) + "/steps.csv", "step,total_ms,query_ms,other_ms,rms_step\n" + rows);
        return read_profile(folder / name);
    };
    std::string one, other;
    for (int step = 1; step <= 41; ++step) {
        one += std::to_string(step) + ",2,1.5,,0.1\n";
        other += std::to_string(step + 20) + "," + std::to_string(2 * (1 + step / 100.)) + ",1,,0.1\n";
    }
    const auto first = profile("a", one), second = profile("b", other);
    EXPECT_EQ(first.stages(), std::vector<std::string>{"query"});
    EXPECT_EQ(first.metrics(), std::vector<std::string>{"rms_step"});
    const auto paired = paired_times(first, second);
    EXPECT_EQ(paired.steps, 21u) << "steps 21 to 41";
    EXPECT_NEAR(paired.ratio.median, 1.11, 1e-9);
    EXPECT_GT(paired.ratio.lo, 1.0);
    EXPECT_LT(paired.ratio.lo, 1.11);
    EXPECT_GT(paired.ratio.hi, 1.11);
    EXPECT_LT(paired.ratio.hi, 1.21);
    EXPECT_EQ(paired_times(first, profile("c", "1,4,4,,0\n1,6,6,,0\n2,6,6,,0\n")).ratio.lo, 3)
        << "of a step done twice, the last time";
}

TEST_F(Recordings, AStateIsResumedToTheLastBit) {
    const auto run = begin("boids", {"actors=80", "side=10"});
    play(*run, {3, "tool point 1 1 0", 4, "set cohesion=2", 5, "save-state " + at("s.json"), 6});
    nearfield::Run again(read_state(at("s.json")));
    while (again.replaying()) again.advance(5);
    const auto told = again.take_changes();
    EXPECT_NE(told.message.find("to the last bit"), std::string::npos) << told.message;
    EXPECT_EQ(again.world().steps(), 12u);
    play(again, {6});
    EXPECT_EQ(sum(again), sum(*run));

    const auto text = read("s.json");
    EXPECT_NE(refusal([&] { play(*run, {"save-state " + at("s.json")}); }).find("exists"), std::string::npos);
    EXPECT_EQ(read("s.json"), text);
    play(*run, {"save-state-over " + at("s.json")});
    EXPECT_NE(read("s.json"), text);
    EXPECT_NE(refusal([&] { play(*run, {"save-state " + at("nowhere/s.json")}); }), "");

    auto other = text;
    write("s.json", other.replace(other.find("cohesion=2"), 10, "cohesion=1"));
    run->take_changes();
    run->apply(command::Continue{at("s.json"), {}});
    const auto warned = run->take_changes();
    EXPECT_TRUE(warned.is_error);
    EXPECT_NE(warned.message.find("not the one recorded"), std::string::npos) << warned.message;
}

TEST_F(Recordings, ABadStateIsRefusedInOneLine) {
    const auto run = begin("circles", {"actors=50"});
    play(*run, {2, "set force=0.04", 3, "save-state " + at("s.json")});
    const auto text = read("s.json");
    ASSERT_EQ(read_state(at("s.json")).end, 5u);
    const auto refused = [&](const std::string& content) {
        write("s.json", content);
        const auto words = refusal([&] { read_state(at("s.json")); });
        EXPECT_EQ(count(words, "\n"), 0u) << words;
        EXPECT_EQ(words.find(at("s.json")), 0u) << words;
        return words;
    };
    for (std::size_t length = 0; length + 2 < text.size(); length += 7)
        EXPECT_NE(refused(text.substr(0, length)), "") << length;
    const auto with = [&](const std::string& what, const std::string& instead) {
        auto changed = text;
        const auto at = changed.find(what);
        EXPECT_NE(at, std::string::npos) << what;
        return refused(changed.replace(at, what.size(), instead));
    };
    const std::pair<std::pair<std::string, std::string>, const char*> changes[] = {
        {{"\"nearfield_state\": 1", "\"nearfield_state\": 2"}, "it reads 1"},
        {{"\"version\": \"", "\"version\": \"9"}, "was saved by nearfield 9"},
        {{"\"scene\": \"circles\"", "\"scene\": \"circels\""}, "'circles'"},
        {{"\"scene\"", "\"scenes\""}, "no key 'scenes'"},
        {{"\"step\": 5", "\"step\": 1"}, "steps cannot go backwards"},
        {{"\"step\": 2", "\"step\": 9"}, "steps cannot go backwards"},
        {{"\"step\": 5", "\"step\": -5"}, "whole number"},
        {{"\"step\": 5", "\"step\": 9999999999999"}, "whole number"},
        {{"set force=0.04", "set farce=0.04"}, "\"commands\", number 1"},
        {{"set force=0.04", "verify 3"}, "no command that a log notes"},
        {{"\"command\"", "\"comment\""}, "no key 'comment'"},
        {{"\"backend\": \"cpu\"", "\"backend\": \"abacus\""}, "abacus"},
        {{"\"force\"", "\"farce\""}, "farce"},
        {{"\"checksum\": \"", "\"checksum\": \"x"}, "16 hexadecimal digits"}};
    for (const auto& [change, words] : changes) {
        const auto said = with(change.first, change.second);
        EXPECT_NE(said.find(words), std::string::npos) << change.second << ": " << said;
    }
    EXPECT_NE(refused("[1]").find("no state file"), std::string::npos);
}

class RecordingsOnAThread : public OnSimulation<Recordings> {};

TEST_F(RecordingsOnAThread, TheWindowsRunGoesOnElsewhereOrStaysAsItWas) {
    const auto recorded = begin("circles", {"actors=300"});
    play(*recorded, {"record", 20, "stop recording"});
    simulation = std::make_unique<Simulation>(begin("boids", {"actors=50"}));
    step_to(2);
    const auto world = status()->world;
    simulation->send(command::Continue{at("r"), Moment{0, 20}});
    until([&] { return status()->world != world; }, "another world");
    EXPECT_EQ(status()->scene, &find_scene("circles"));
    EXPECT_EQ(status()->step, 20u);
    EXPECT_FALSE(status()->running);
    EXPECT_FALSE(status()->message_is_error) << status()->message;
    EXPECT_NE(status()->message.find("to the last bit"), std::string::npos) << status()->message;

    auto log = read("r/commands.jsonl");
    write("r/commands.jsonl", log.substr(0, log.rfind('{')));  // without an end, so that it can be continued for long
    simulation->send(command::Continue{at("r"), Moment{0, 1'000'000'000}});
    until([&] { return status()->doing.starts_with("Replaying: step "); }, "it is under way");
    hear(command::StopWork{});
    EXPECT_EQ(status()->message, "stopped; everything is as it was");
    EXPECT_EQ(status()->step, 20u);
    EXPECT_EQ(status()->doing, "");
    simulation->send(command::Continue{at("r"), Moment{0, 1'000'000'000}});
    until([&] { return !status()->doing.empty(); }, "once more");
    simulation.reset();  // the window closes
}

}  // namespace recordings_test
}  // namespace nearfield
