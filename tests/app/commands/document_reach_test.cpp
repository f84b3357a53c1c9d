// What documents of strangers may do: every command in every kind of document.
#include "app/lessons/play.hpp"
#include "app/lessons/texts.hpp"
#include "app/preset.hpp"
#include "app/study/experiment.hpp"
#include "command_deck.hpp"
#include "params/json_text.hpp"
#include "program.hpp"
#include "refusal.hpp"
#include "sim/replay.hpp"

#include <nlohmann/json.hpp>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace document_reach_test {

using nlohmann::json;

constexpr const char* no_files = "is about files";

json lesson_with(const std::vector<std::string>& commands, const std::vector<std::string>& solution) {
    std::vector<std::string> all{R"(load circles cpu {"actors": 50})"};
    all.insert(all.end(), commands.begin(), commands.end());
    return {{"nearfield", 1},
            {"title", "T"},
            {"aim", "A"},
            {"minutes", 1},
            {"steps",
             {{{"title", "S"},
               {"text", "X"},
               {"commands", all},
               {"task", "Do"},
               {"check", "step = 1"},
               {"solution", solution},
               {"right", "R"},
               {"wrong", "W"}}}}};
}

/// Reads a document of every kind with the command. Returns the messages by kind.
std::map<std::string, std::string> complaints_about(const std::string& command, const TemporaryFolder& folder) {
    const SceneInfo& scene = find_scene("circles");
    const auto said = [](const std::function<void()>& read) { return refusal<UsageError>(read); };
    const json settings = scene.defaults().to_json(), line = {{"step", 0}, {"command", command}};
    const json start = {{"commands", 1},
                        {"version", NEARFIELD_VERSION},
                        {"scene", "circles"},
                        {"backend", "cpu"},
                        {"settings", settings}};
    const json state = {
        {"nearfield_state", 1}, {"version", NEARFIELD_VERSION}, {"scene", "circles"}, {"backend", "cpu"},
        {"settings", settings}, {"commands", {line}},           {"step", 0},          {"checksum", nullptr}};
    const json view = {{"what", "W"}, {"why", "Y"}, {"try", {{{"text", "T"}, {"commands", {command}}}}}};
    folder.write("r/commands.jsonl", json_text(start) + "\n" + json_text(line) + "\n");
    folder.write("s.json", json_text(state));
    return {
        {"lesson", said([&] { lessons::read_lesson(json_text(lesson_with({command}, {"step 1"})), "d.json"); })},
        {"solution", said([&] { lessons::read_lesson(json_text(lesson_with({}, {command})), "d.json"); })},
        {"link", said([&] { lessons::read_seeing(json_text(view), "d.json", scene); })},
        {"recording", said([&] { read_replay(folder / "r"); })},
        {"state", said([&] { read_state(folder / "s.json"); })},
    };
}

TEST(DocumentReach, NoDocumentHoldsACommandThatReachesFiles) {
    const TemporaryFolder folder;
    Deck deck(41);
    std::size_t refused = 0;
    for (std::size_t kind = 0; kind < std::variant_size_v<AnyCommand>; ++kind)
        for (int n = 0; n < 3; ++n) {
            const Command command = deck.draw(kind);
            const bool reaches_files = reach_of(command) == CommandReach::files;
            refused += reaches_files;
            for (const auto& [document, complaint] : complaints_about(text(command), folder)) {
                EXPECT_EQ(complaint.find(no_files) != std::string::npos, reaches_files)
                    << document << ": " << text(command) << "\n"
                    << complaint;
                if (reaches_files) EXPECT_NE(complaint.find(':'), std::string::npos) << "a place: " << complaint;
            }
        }
    EXPECT_EQ(refused, 4u * 3) << "record, stop recording, save-state, continue";
}

TEST(DocumentReach, TheRefusalNamesPlaceAndCommand) {
    const TemporaryFolder folder;
    for (const char* command : {"save-state-over a.txt", "save-state a.txt", "record-over r", "record r",
                                "stop recording", "continue s.json", "continue-at 0 0 r"})
        for (const auto& [document, complaint] : complaints_about(command, folder)) {
            EXPECT_NE(complaint.find(std::string("'") + command + "'"), std::string::npos) << document << complaint;
            EXPECT_NE(complaint.find(no_files), std::string::npos) << document << complaint;
        }
    const auto said = complaints_about("save-state-over a.txt", folder);
    EXPECT_EQ(said.at("lesson").rfind("d.json:1:", 0), 0u) << said.at("lesson");
    EXPECT_NE(said.at("lesson").find("step 1, commands"), std::string::npos) << said.at("lesson");
    EXPECT_NE(said.at("recording").find("commands.jsonl:2: "), std::string::npos) << said.at("recording");
    EXPECT_NE(said.at("state").find("\"commands\", number 1"), std::string::npos) << said.at("state");
}

TEST(DocumentReach, NumbersThatWouldKeepItBusyAreRefused) {
    for (const char* command :
         {"compare 2000000000 {} {}", "compare 0 {} {}", "compare -5 {} {}", "verify 4000000000", "step 200001",
          "slow motion 1e9", "slow motion -1", "pace 1 2000000000", "pace -1 1", "pace 1e300 1", "pace 1 0"}) {
        const auto said =
            refusal<UsageError>([&] { lessons::read_lesson(json_text(lesson_with({command}, {"step 1"})), "d.json"); });
        EXPECT_EQ(said.rfind("d.json:1:", 0), 0u) << command << ": " << said;
        EXPECT_TRUE(said.find(" to ") != std::string::npos || said.find("at most") != std::string::npos) << said;
    }
    for (const char* command : {"compare 1000 {} {}", "verify 4096", "step 200000", "slow motion 0.2", "pace 0 1"})
        EXPECT_EQ(refusal([&] { lessons::read_lesson(json_text(lesson_with({command}, {"step 1"})), "d.json"); }), "");
}

TEST(DocumentReach, PresetsAndExperimentsHoldNoCommands) {
    const TemporaryFolder folder;
    folder.write("p.json", R"({"nearfield": 1, "scene": "circles", "commands": ["save-state-over x"]})");
    EXPECT_NE(refusal([&] { load_preset((folder / "p.json").string()); }).find("no key 'commands'"), std::string::npos);
    const std::string outside = folder.write("p.json", R"({"nearfield": 1, "scene": "circles"})").string();
    const auto said = [&](const std::string& key, const json& value) {
        const json experiment = {{"nearfield", 1}, {key, value}, {"measure", {"x = final step"}}, {"steps", 1}};
        return refusal([&] { read_experiment(json_text(experiment), (folder / "e/e.json").string()); });
    };
    EXPECT_NE(said("commands", {"save-state-over x"}).find("no key 'commands'"), std::string::npos);
    EXPECT_NE(said("preset", outside).find("--allow-outside"), std::string::npos) << said("preset", outside);
    EXPECT_EQ(said("preset", "boids/thesis"), "");
}

TEST(DocumentReach, ALessonReadsFilesOfItsOwnFolder) {
    const TemporaryFolder folder;
    const std::string grid = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n1 1\n1 1\n";
    const auto secret = folder.write("secret.asc", grid).string(), own = folder.write("course/own.asc", grid).string();
    std::filesystem::create_symlink(secret, folder / "course/link.asc");
    const auto said = [&](const std::string& key, const std::string& value) {
        const std::string load = "load flood cpu " + json_text(json{{key, value}});
        std::string all;
        for (const std::string& command :
             {load, "split same " + json_text(json{{key, value}}), "set " + key + "=" + value})
            all += refusal<UsageError>([&] {
                       const std::vector<std::string> commands{"load flood cpu {}", command};
                       json lesson = lesson_with({}, {"step 1"});
                       lesson["steps"][0]["commands"] = commands;
                       lessons::read_lesson(json_text(lesson), (folder / "course/l.json").string());
                   }) +
                   "\n";
        return all;
    };
    for (const auto& [key, value] : {std::pair<std::string, std::string>{"site", secret},
                                     {"start", (folder / "course/../secret.asc").string()},
                                     {"manning_map", (folder / "course/link.asc").string()},
                                     {"rain_maps", "/etc/passwd"},
                                     {"hydrographs", "west=" + own + "; east=/etc/passwd"}}) {
        EXPECT_EQ(count(said(key, value), "--allow-outside"), 3u) << key << said(key, value);
        EXPECT_EQ(said(key, value).find((folder / "course/l.json:1:").string()), 0u) << said(key, value);
    }
    for (const auto& [key, value] : {std::pair<std::string, std::string>{"site", own},
                                     {"site", "valley"},
                                     {"site", "/there/is/none.asc"},
                                     {"hydrographs", "west=" + own}})
        EXPECT_EQ(said(key, value), "\n\n\n") << key;
}

class Strangers : public ProgramTest {};

TEST_F(Strangers, ALessonOverwritesNoFile) {
    write("victim.txt", "my thesis\n");
    for (const char* command : {"save-state-over victim.txt", "record-over victim.txt", "continue victim.txt"}) {
        write("lesson.json", json_text(lesson_with({command}, {"step 1"})));
        for (const char* open : {"lessons lesson.json", "run --lesson lesson.json"})
            expect_complaint(open, 2, {"lesson.json:1:", "step 1, commands", "is about files"});
        EXPECT_EQ(read("victim.txt"), "my thesis\n");
    }
}

TEST_F(Strangers, ARecordingOverwritesNoFileWhenItIsReplayed) {
    write("victim.txt", "my thesis\n");
    ASSERT_EQ(run("run --headless --actors 50 --steps 2 --record r --save-state s.json").code, 0);
    std::string log = read("r/commands.jsonl");
    const auto end = log.find("\n{\"step\":2,\"end\"");
    ASSERT_NE(end, std::string::npos) << log;
    write("r/commands.jsonl", log.insert(end, "\n{\"step\":1,\"command\":\"save-state-over victim.txt\"}"));
    expect_complaint("run --headless --replay r", 2, {"commands.jsonl:", "is about files"});
    std::string state = read("s.json");
    const auto none = state.find("\"commands\": []");
    ASSERT_NE(none, std::string::npos) << state;
    state.replace(none, 14, R"("commands": [{"step": 1, "command": "save-state-over victim.txt"}])");
    write("s.json", state);
    expect_complaint("run --headless --from-state s.json --steps 1", 2, {"s.json:", "is about files"});
    EXPECT_EQ(read("victim.txt"), "my thesis\n");
}

}  // namespace document_reach_test
}  // namespace nearfield
