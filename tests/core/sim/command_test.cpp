// Commands as values: text, effect on a run, log and replay.
#include "backends.hpp"
#include "command_deck.hpp"
#include "program.hpp"
#include "record/command_log.hpp"
#include "record/recorder.hpp"
#include "refusal.hpp"
#include "sim/run.hpp"

#include <map>
#include <set>
#include <sstream>

namespace nearfield {
namespace command_test {

TEST(CommandText, ReadsBackWhateverTheCommand) {
    Deck deck(7);
    std::set<std::size_t> kinds;
    for (int n = 0; n < enough(3000); ++n) {
        const Command command = deck.draw();
        kinds.insert(command.index());
        const std::string written = text(command);
        ASSERT_EQ(parse_command(written), command) << written;
        ASSERT_EQ(text(parse_command(written)), written);
    }
    EXPECT_EQ(kinds.size(), std::variant_size_v<AnyCommand>) << "every kind was drawn";
    EXPECT_EQ(text(command::Set{"search.visit", "trimmed"}), "set search.visit=trimmed");
    EXPECT_EQ(text(command::Use{"drop", {{1.5, 2, 0}}}), "tool drop 1.5 2 0");
    EXPECT_EQ(text(command::Select{}), "deselect");
}

TEST(CommandText, WhatIsNoCommandIsNamed) {
    for (const char* line : {"",
                             " ",
                             "jump",
                             "set",
                             "set ",
                             "set =1",
                             "set visit",
                             "run fast",
                             "step",
                             "step -1",
                             "step 1.5",
                             "step 1 2",
                             "step 99999999999999999999",
                             "reset ",
                             "select",
                             "select x",
                             "deselect 3",
                             "pick 1 2 3",
                             "pick 0 0 0 0 0 1 nan",
                             "pace 1",
                             "record",
                             "record ",
                             "stop",
                             "tool",
                             "tool drop 1",
                             "tool drop 1 2 x",
                             "verify",
                             "compare 5 {}",
                             "compare 5 {} {} {}",
                             "compare 5 {\"a\": 1} {}",
                             "split same",
                             "split gpu {}",
                             "split cpu {\"a\": 1}",
                             "unite both",
                             "save-state",
                             "continue ",
                             "continue-at 3 folder",
                             "continue-at 3 4",
                             "continue-at -1 4 folder",
                             "load circles",
                             "load circles gpu {}",
                             "load nowhere cpu {}",
                             "load circles cpu {\"actors\": -5}",
                             "load circles cpu {",
                             "load circles cpu {} x"})
        EXPECT_NE(refusal([&] { parse_command(line); }), "") << "'" << line << "'";
    EXPECT_NE(refusal([] { parse_command("resett"); }).find("reset"), std::string::npos) << "the nearest is offered";
    EXPECT_NE(refusal([] { parse_command("step x"); }).find("step COUNT"), std::string::npos) << "and how to write it";
}

/// Script of a user: numbers of steps, and commands.
using Script = std::vector<std::variant<int, const char*>>;

/// The whole state, bit for bit.
std::string state_of(World& world) {
    std::ostringstream all;
    const auto put = [&](const auto& values) {
        all.write(reinterpret_cast<const char*>(values.data()), std::streamsize(values.size() * sizeof(values[0])));
    };
    const auto table = world.actors()->read();
    put(table.position);
    put(table.velocity);
    for (const auto& values : table.attributes) put(values);
    all << world.steps() << ' ' << world.elements()->present();
    return all.str();
}

class Replays : public testing::Test {
  protected:
    static Settings settings_of(const SceneInfo& scene, const std::vector<std::string>& assignments) {
        Settings settings = scene.defaults();
        settings.set("search.deterministic", "on");
        for (const auto& assignment : assignments) settings.set_assignment(assignment);
        return settings;
    }
    static nearfield::Run run_of(const char* key, const std::vector<std::string>& assignments) {
        const SceneInfo& scene = find_scene(key);
        return nearfield::Run(scene, settings_of(scene, assignments), Backend::cpu);
    }
    void play(nearfield::Run& run, const Script& script) {
        for (const auto& line : script) {
            if (const auto* steps = std::get_if<int>(&line)) {
                for (int s = 0; s < *steps; ++s) run.advance();
            } else if (const std::string command = std::get<const char*>(line); command == "record")
                run.apply(command::Record{(folder / "r").string(), true});
            else run.apply(parse_command(command));
        }
    }
    /// Steps in other batches.
    static void play_on(nearfield::Run& run) {
        for (u64 batch = 1; run.replaying(); batch = batch % 5 + 1) run.advance(batch);
    }
    void same_once_more(const char* key, const std::vector<std::string>& assignments, const Script& script) {
        SCOPED_TRACE(key);
        auto run = run_of(key, assignments);
        play(run, script);
        const auto end = state_of(run.world());
        const auto neighbours = run.world().search()->signature();
        const auto settings = run.settings();
        run.apply(command::StopRecording{});
        nearfield::Run again(read_replay(folder / "r"));
        play_on(again);
        EXPECT_TRUE(state_of(again.world()) == end)
            << "at step " << again.world().steps() << " of " << run.world().steps();
        EXPECT_EQ(again.world().search()->signature(), neighbours);
        EXPECT_EQ(again.settings(), settings);
        const auto changes = again.take_changes();
        EXPECT_FALSE(changes.is_error);
        EXPECT_NE(changes.message.find("to the last bit"), std::string::npos) << changes.message;
    }
    std::string log() const { return text_of(folder / "r/commands.jsonl"); }
    void write_log(const std::string& text) const { folder.write("r/commands.jsonl", text); }

    const TemporaryFolder folder;
};

TEST_F(Replays, CirclesEndInTheSameState) {
    same_once_more("circles", {"actors=700"},
                   {"record",
                    3,
                    "set search.visit=trimmed",
                    "set force=0.04",
                    4,
                    "select 17",
                    "set actors=500",
                    5,
                    "set search.bin_ratio=1",
                    "reset",
                    4,
                    "deselect",
                    "setup",
                    3,
                    "set bounds=wrapped",
                    2,
                    "reset",
                    6,
                    "pick 0 0 10 0 0 -1 5",
                    "set trails=5",
                    1,
                    "verify 50"});
}

TEST_F(Replays, BoidsFollowTheSameMouse) {
    same_once_more("boids", {"actors=600", "side=10", "mouse_radius=5"},
                   {"record", 2, "tool point 0 0 0", 5, "tool point 1 1 0", "tool point 1.5 0.25 0", 5, "tool point", 3,
                    "set mouse=frightens", "tool point -1 -2 0", 4, "compare 1 {\"search.visit\":\"bins\"} {}", 4,
                    "reset", 5});
}

/// Undoes the later of two strokes while its tool is held; parameters set since are kept.
TEST_F(Replays, AnUndoneStrokeIsUndoneAgain) {
    const Script script{
        "record", 2,      "tool point 0 0 0", 5, "tool point", 3, "tool point 1 1 0", "tool point 1.5 0.25 0",
        4,        "undo", "set cohesion=1.5", 5};
    same_once_more("boids", {"actors=300", "side=10"}, script);
    same_once_more("boids", {"actors=300", "side=10"},
                   {"tool point 0 0 0", 2, "tool point", 1, "tool point 1 1 0", "set cohesion=1.5", 3, "undo", 1,
                    "record", 2, "undo", 4});
    EXPECT_EQ(log().find("tool point 1 1 0"), std::string::npos) << log();
    same_once_more("sph", {"dimensions=2", "actors=300", "reserve=400"},
                   {"record", 2, "tool drop 1.6 1 0", 3, "tool drop 1.5 1.2 0", 2, "undo", 2, "undo", 3});
}

/// Redoes strokes in turn, one while its tool was held; parameters set in between are kept.
TEST_F(Replays, ARedoneStrokeIsRedoneAgain) {
    same_once_more("boids", {"actors=300", "side=10"},
                   {"record", 2, "tool point 0 0 0", 5, "tool point", 3, "tool point 1 1 0", "set cohesion=1.5", 4,
                    "undo", "set cohesion=1.2", 1, "undo", 3, "redo", 2, "set cohesion=1.1", "redo", 5});
    same_once_more("boids", {"actors=300", "side=10"},
                   {"tool point 0 0 0", 5, "tool point", 3, "tool point 1 1 0", "set cohesion=1.5", 4, "undo",
                    "set cohesion=1.2", 1, "undo", 3, "redo", "redo", 2, "record", 4});
    EXPECT_NE(log().find("tool point 1 1 0"), std::string::npos) << log();
}

TEST_F(Replays, ARedoneStrokeLeavesTheStateAfterIt) {
    auto run = run_of("boids", {"actors=300", "side=10"});
    play(run, {7, "tool point 1 1 0", 5, "tool point"});
    play(run, {2, "tool point -1 2 0", 5, "tool point", 1});
    const auto second = state_of(run.world());
    play(run, {"undo", 3, "undo", 4, "redo"});
    EXPECT_EQ(run.world().steps(), 17u) << "where the second undo went back from: step 14 and 3 more";
    play(run, {"redo"});
    EXPECT_TRUE(state_of(run.world()) == second);
    EXPECT_EQ(run.undoable(), 2u);
    EXPECT_NE(refusal([&] { play(run, {"redo"}); }).find("no stroke to redo"), std::string::npos);
    play(run, {"undo", "undo", "redo", "undo"});
    EXPECT_EQ(run.world().steps(), 7u);
    play(run, {"tool point 0 0 0", "tool point"});
    EXPECT_NE(refusal([&] { play(run, {"redo"}); }).find("no stroke to redo"), std::string::npos) << "a new stroke";
}

TEST_F(Replays, WhatWasHeldAtAnUndoIsLetGoByTheRedo) {
    const auto after = [&](const Script& script) {
        auto run = run_of("boids", {"actors=300", "side=10"});
        play(run, script);
        return state_of(run.world());
    };
    EXPECT_TRUE(after({2, "tool point 1 1 0", 5, "undo", "redo", 4}) ==
                after({2, "tool point 1 1 0", 5, "tool point", 4}));
}

TEST_F(Replays, AnUndoneStrokeLeavesTheStateBeforeIt) {
    auto run = run_of("boids", {"actors=300", "side=10"});
    play(run, {7});
    const auto before = state_of(run.world());
    play(run, {"tool point 1 1 0", 5, "tool point 2 2 0", 5});
    EXPECT_EQ(run.undoable(), 1u);
    play(run, {"undo"});
    EXPECT_TRUE(state_of(run.world()) == before);
    EXPECT_EQ(run.world().steps(), 7u);
    EXPECT_NE(refusal([&] { play(run, {"undo"}); }).find("no stroke"), std::string::npos);
    play(run, {4});
    auto untouched = run_of("boids", {"actors=300", "side=10"});
    play(untouched, {11});
    EXPECT_TRUE(state_of(run.world()) == state_of(untouched.world()));
    play(run, {"tool point 1 1 0", 1, "reset"});
    EXPECT_NE(refusal([&] { play(run, {"undo"}); }).find("no stroke"), std::string::npos);
}

TEST_F(Replays, WaterTakesTheSameDrops) {
    same_once_more("sph", {"dimensions=2", "actors=300", "reserve=400"},
                   {"record", 2, "tool drop 1.6 1 0", 3, "tool point 0.5 0.5 0", 3, "tool drop 1.5 1.2 0",
                    "tool drop 1.55 1.2 0", "verify 20", 2, "tool point", 3, "set drop_size=0.1", "tool drop 1.2 1 0",
                    2});
}

TEST_F(Replays, PeopleCrossTheSameLines) {
    same_once_more("pedestrians", {"plan=room"},
                   {"record", 10, "tool line 1 1 0 3 3 0", 10, "tool area 2 2 0 4 5 0", "set speed=1.1", 10});
}

TEST_F(Replays, ABuildingsPartsAreCarriedAlike) {
    const SceneInfo& scene = find_scene("building");
    Settings settings = scene.defaults();
    settings.set("model", "predicates");
    nearfield::Run run(scene, settings, Backend::cpu);
    const double overlaps = run.metric("overlap");
    play(run, {"record", 1, "select 5", "tool carry 3 1 1.5", 1, "tool carry 3 21 1.5", "tool carry", 1});
    EXPECT_EQ(run.metric("overlap"), overlaps - 1);
    EXPECT_EQ(run.undoable(), 1u);
    run.apply(command::StopRecording{});
    nearfield::Run again(read_replay(folder / "r"));
    play_on(again);
    EXPECT_EQ(again.metric("overlap"), overlaps - 1);
    EXPECT_NE(again.take_changes().message.find("to the last bit"), std::string::npos);
    play(run, {"undo"});
    EXPECT_EQ(run.metric("overlap"), overlaps);
}

TEST_F(Replays, ARecordingBegunLaterKnowsWhatCameBefore) {
    same_once_more("circles", {"actors=400"},
                   {3, "set force=0.04", 2, "reset", "set search.visit=bins", 3, "record", 4, "set radius=1.5", 2});
    same_once_more("boids", {"actors=300", "side=10"}, {"tool point 1 1 0", 4, "record", 5, "tool point", 3});
    same_once_more("circles", {"actors=400"},
                   {3, "set actors=300", "set force=0.04", 4, "set force=0.03", "setup", 2, "record", 2});
}

TEST_F(Replays, WhatAResetUndidIsNotNoted) {
    same_once_more("boids", {"actors=300", "side=10"},
                   {"tool point 1 1 0", 4, "set cohesion=1.5", 2, "reset", 1, "record", 2});
    EXPECT_EQ(log().find("tool"), std::string::npos) << log();
    EXPECT_NE(log().find("cohesion=1.5"), std::string::npos) << log();
}

TEST_F(Replays, SetupAndResetKeepTheSettings) {
    auto run = run_of("circles", {"actors=200"});
    for (const char* command : {"setup", "reset"}) {
        play(run, {2, "set force=0.04", "set search.visit=bins", 2, command});
        EXPECT_EQ(run.world().steps(), 0u) << command;
        EXPECT_EQ(run.settings().text("force"), "0.04") << command;
        EXPECT_EQ(run.settings().text("search.visit"), "bins") << command;
    }
}

TEST_F(Replays, WhatTuningChoseIsNotedAsSettings) {
    const SceneInfo& scene = find_scene("circles");
    Settings settings = scene.defaults();
    for (const char* assignment : {"actors=3000", "search.auto=on", "search.visit=bins", "search.bin_ratio=4"})
        settings.set_assignment(assignment);
    nearfield::Run run(scene, settings, Backend::cpu);
    play(run, {"record", 3});
    ASSERT_NE(run.answers().tuning, nullptr);
    const auto chosen = run.settings();
    run.apply(command::StopRecording{});
    EXPECT_EQ(log().find("tune"), std::string::npos);
    EXPECT_NE(log().find(R"({"step":0,"command":"set search.bin_ratio=)"), std::string::npos) << log();
    nearfield::Run again(read_replay(folder / "r"));
    play_on(again);
    EXPECT_EQ(again.settings(), chosen);
    EXPECT_EQ(again.answers().tuning, nullptr) << "nothing was measured anew";
    EXPECT_EQ(again.world().steps(), 3u);
}

TEST_F(Replays, ALogThatIsCutOffReplaysAsFarAsItGoes) {
    std::map<std::size_t, std::string> states;  // by number of entries
    {
        auto run = run_of("boids", {"actors=100", "side=10"});
        play(run, {"record"});
        states[0] = state_of(run.world());
        for (const char* command : {"tool point 1 1 0", "set cohesion=1.5", "tool point", "set search.visit=bins"}) {
            play(run, {3, command});
            states[states.size()] = state_of(run.world());
        }
        play(run, {2, "stop recording"});
    }
    const std::string whole = log();
    const auto header = whole.find('\n');
    for (std::size_t length = 0; length < whole.size(); length += (length > header ? 1 : 37)) {
        write_log(whole.substr(0, length));
        if (length < header) {
            EXPECT_NE(refusal([&] { read_replay(folder / "r"); }), "") << length;
            continue;
        }
        const auto replay = read_replay(folder / "r");
        ASSERT_EQ(replay.cut.empty(), length + 1 >= whole.size()) << length;
        if (length % 23 || replay.cut.empty()) continue;
        nearfield::Run again(replay);
        play_on(again);
        EXPECT_TRUE(state_of(again.world()) == states.at(replay.entries.size())) << length;
    }
    write_log(whole.substr(0, whole.size() - 5));
    EXPECT_NE(read_replay(folder / "r").cut.find("cut off"), std::string::npos);
}

TEST_F(Replays, AnEditedLogIsRefusedWithItsLine) {
    {
        auto run = run_of("boids", {"actors=100", "side=10"});
        play(run, {"record", 2, "tool point 1 1 0", 3, "set cohesion=1.5", "reset", 1, "set actors=50", 2,
                   "stop recording"});
    }
    const std::string whole = log();
    ASSERT_EQ(read_replay(folder / "r").entries.size(), 4u);
    const auto edited = [&](const std::string& from, const std::string& to) {
        std::string text = whole;
        const auto at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        write_log(text.replace(at, from.size(), to));
        return refusal([&] { read_replay(folder / "r"); });
    };
    const auto says = [&](const std::string& from, const std::string& to, const std::vector<std::string>& parts) {
        const auto said = edited(from, to);
        for (const auto& part : parts) EXPECT_NE(said.find(part), std::string::npos) << to << ": " << said;
    };
    says(NEARFIELD_VERSION, "0.0.1", {":1:", "0.0.1", NEARFIELD_VERSION});
    says("\"commands\":1", "\"commands\":9", {":1:", "9"});
    says("\"boids\"", "\"birds\"", {":1:", "birds", "boids"});
    says("\"cpu\"", "\"tpu\"", {":1:", "tpu"});
    says("\"actors\":100", "\"actors\":-1", {":1:", "actors", "-1"});
    says("tool point 1 1 0", "tool broom 1 1 0", {":2:", "broom"});
    says("tool point 1 1 0", "sweep 1 1 0", {":2:", "sweep"});
    says("set cohesion=1.5", "set cohesions=1.5", {":3:", "cohesions"});
    says("set cohesion=1.5", "set cohesion=1e9", {":3:", "cohesion", "out of range"});
    says("set cohesion=1.5", "tune", {":3:", "tune"});
    says(R"({"step":5,"command":"set)", R"({"step":1,"command":"set)", {":3:", "step 1 comes after step 2"});
    says(R"({"step":5,"command":"set)", R"({"step":-5,"command":"set)", {":3:", "step"});
    says(R"({"step":5,"command":"set cohesion=1.5"})", "nonsense", {":3:", "JSON"});
    says(R"({"step":2,"end")", R"({"step":2,"ends")", {":6:", "command"});
    EXPECT_NE(refusal([&] { read_replay(folder / "nothing"); }).find("there is no such file"), std::string::npos);
    write_log(whole + "{\"step\":9,\"command\":\"reset\"}\n");
    EXPECT_NE(refusal([&] { read_replay(folder / "r"); }).find(":7: nothing may follow"), std::string::npos);
    write_log("");
    EXPECT_NE(refusal([&] { read_replay(folder / "r"); }).find("empty"), std::string::npos);
    write_log("{\"nearfield\": 1}\n");
    EXPECT_NE(refusal([&] { read_replay(folder / "r"); }).find("no log of commands"), std::string::npos);
}

TEST_F(Replays, AnotherEndStateIsAnError) {
    {
        auto run = run_of("circles", {"actors=200"});
        play(run, {"record", 2, "set force=0.04", 3, "stop recording"});
    }
    std::string text = log();
    const auto at = text.find("force=0.04");
    write_log(text.replace(at, 10, "force=0.05"));
    nearfield::Run again(read_replay(folder / "r"));
    play_on(again);
    const auto changes = again.take_changes();
    EXPECT_TRUE(changes.is_error);
    EXPECT_NE(changes.message.find("not the one recorded"), std::string::npos) << changes.message;
}

TEST_F(Replays, AHandTakesOverFromAReplay) {
    {
        auto run = run_of("circles", {"actors=200"});
        play(run, {"record", 5, "set force=0.04", 5, "stop recording"});
    }
    nearfield::Run run(read_replay(folder / "r"));
    play(run, {3, "set colour=storage", "set show=storage:..0.5"});
    EXPECT_TRUE(run.replaying()) << "that changes only the picture";
    play(run, {"set force=0.01"});
    EXPECT_FALSE(run.replaying());
    play(run, {9});
    EXPECT_EQ(run.world().steps(), 12u);
    EXPECT_EQ(run.settings().text("force"), "0.01");
}

TEST(Strokes, ToolsOfASceneAreUsedWithItsPlaces) {
    nearfield::Run boids(find_scene("boids"), find_scene("boids").defaults(), Backend::cpu);
    EXPECT_NE(refusal([&] { boids.apply(parse_command("tool drop 1 1 0")); }).find("no tool 'drop'"),
              std::string::npos);
    EXPECT_NE(refusal([&] { boids.apply(parse_command("tool point 1 1 0 2 2 0")); }).find("not at 2"),
              std::string::npos);
    boids.apply(parse_command("tool point 1 1 0"));
    Settings water = find_scene("sph").defaults();
    water.set("actors", "200");
    nearfield::Run sph(find_scene("sph"), water, Backend::cpu);
    EXPECT_NE(refusal([&] { sph.apply(parse_command("tool drop")); }).find("not at 0"), std::string::npos);
    EXPECT_NE(refusal([&] { sph.apply(parse_command("tool drop 1 1 0")); }).find("raise 'reserve'"), std::string::npos);
    nearfield::Run circles(find_scene("circles"), find_scene("circles").defaults(), Backend::cpu);
    EXPECT_EQ(circles.world().tools(), nullptr);
    EXPECT_NE(refusal([&] { circles.apply(parse_command("tool point 1 1 0")); }).find("circles"), std::string::npos);
}

/// Queries run on copies of the state, so that effects of tools on the next step are kept.
TEST(Strokes, QuestionsLeaveThemAsTheyWere) {
    for (const auto& [key, tool] : {std::pair("boids", "tool point 1 1 0"), std::pair("sph", "tool drop 1.6 1 0"),
                                    std::pair("sph", "tool point 0.4 0.4 0")}) {
        const SceneInfo& scene = find_scene(key);
        Settings settings = scene.defaults();
        for (const char* assignment : {"actors=300", "dimensions=2", "search.deterministic=on"})
            settings.set_assignment(assignment);
        if (settings.has("reserve")) settings.set("reserve", "300");
        std::string end[2];
        for (const bool asks : {false, true}) {
            nearfield::Run run(scene, settings, Backend::cpu);
            run.advance();
            run.apply(parse_command(tool));
            if (asks) {
                run.apply(parse_command("compare 2 {\"search.visit\":\"bins\"} {}"));
                auto& search = *run.world().search();
                search.audit(100);
                search.inspect(3);
                search.signature();
            }
            for (int s = 0; s < 3; ++s) run.advance();
            end[asks] = state_of(run.world());
        }
        EXPECT_TRUE(end[0] == end[1]) << tool;
        nearfield::Run untouched(scene, settings, Backend::cpu);
        for (int s = 0; s < 4; ++s) untouched.advance();
        EXPECT_FALSE(state_of(untouched.world()) == end[0]) << tool << " does something";
    }
}

}  // namespace command_test
}  // namespace nearfield
