// Results of the commands with valid input.
#include "backends.hpp"
#include "csv_table.hpp"
#include "program.hpp"
#include "unfinished_file.hpp"
#include "usp/visits/visits.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace cli_test {

using nlohmann::json;

// takes long
class Cli : public ProgramTest {
  protected:
    /// Sends a signal, after which the program must exit within a second.
    Outcome end_now(pid_t child, int signal) {
        const auto begin = std::chrono::steady_clock::now();
        kill(child, signal);
        const auto outcome = wait_for(child);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        EXPECT_LT(took.count(), sanitized ? 3 : 1) << "seconds until the program had ended";
        return outcome;
    }

    /// Sends Ctrl+C when the program reports long work.
    Outcome interrupt_long_work(pid_t child) {
        const std::string said = folder.string() + ".err";
        for (int i = 0; i < 1200 && text_of(said).empty(); ++i) usleep(50'000);
        return end_now(child, SIGINT);
    }
};

TEST_F(Cli, HelpOfEveryCommand) {
    const auto general = run("--help");
    EXPECT_EQ(general.code, 0);
    std::set<std::string> commands;  // lines of the list begin with two spaces and a name
    for (const auto& line : lines_of(general.out.substr(general.out.find("Subcommands:"))))
        if (line.starts_with("  ")) commands.insert(line.substr(2, line.find(' ', 2) - 2));
    EXPECT_EQ(commands, (std::set<std::string>{"run", "scenes", "lessons", "bench", "experiment", "reproduce", "verify",
                                               "validate", "neighbours", "relate", "compare", "tune", "autocheck",
                                               "cite", "doctor"}));
    for (const auto& command : commands) {
        const auto help = run(command + " --help");
        EXPECT_EQ(help.code, 0);
        EXPECT_NE(help.out.find("Usage: nearfield " + command), std::string::npos) << help.out;
        EXPECT_EQ(help.err, "");
    }
    EXPECT_EQ(run("--version").out.rfind("nearfield ", 0), 0u);
}

TEST_F(Cli, HeadlessRunRecordsEveryStep) {
    const auto outcome = run("--headless --backend cpu --actors 300 --steps 7 --seed 5 --set search.visit=trimmed "
                             "--set search.count_ahead=off --record out/r");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_NE(outcome.out.find("7 of 7 steps"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("query"), std::string::npos);
    EXPECT_NE(outcome.out.find("300 actors"), std::string::npos);

    const auto about = json::parse(read("out/r/run.json"));
    EXPECT_EQ(about["scene"], "circles");
    EXPECT_EQ(about["backend"], "cpu");
    EXPECT_EQ(about["actors"], 300);
    EXPECT_EQ(about["seed"], 5);
    EXPECT_EQ(about["settings"]["search.visit"], "trimmed");
    auto steps = table(read("out/r/steps.csv"));
    EXPECT_EQ(steps["step"], (std::vector<std::string>{"1", "2", "3", "4", "5", "6", "7"}));
    for (std::size_t s = 0; s < 7; ++s) {
        double stages = 0;
        for (const char* name : {"histogram_ms", "scan_ms", "reorder_ms", "query_ms"})
            stages += std::stod(steps[name][s]);
        EXPECT_NEAR(stages, std::stod(steps["total_ms"][s]), 0.05 * stages + 0.01);
        EXPECT_EQ(steps["sort_ms"][s], "") << "radix only";
        EXPECT_EQ(steps["population"][s], "300");
    }
    EXPECT_GT(json::parse(read("out/r/trace.json")).size(), 7u * 6u);
    EXPECT_FALSE(std::filesystem::exists(folder / "out/r/changes.csv"));
}

TEST_F(Cli, AutomaticRunSaysAndRecordsWhatItChose) {
    const auto outcome = run("--headless --backend cpu --actors 3000 --steps 3 --set search.auto=on --set "
                             "search.visit=bins --set search.bin_ratio=4 --record a");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.out.rfind("search.auto at step 0: ", 0), 0u) << outcome.out;
    EXPECT_EQ(outcome.out.find("search.auto at step 1"), std::string::npos) << outcome.out;
    EXPECT_NE(read("a/changes.csv").find("0,search.bin_ratio,"), std::string::npos) << read("a/changes.csv");
    EXPECT_EQ(table(read("a/steps.csv"))["step"].size(), 3u);
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_F(Cli, AutocheckHasARowPerState) {
    const auto outcome = run("autocheck --quick --backend cpu --out c.csv");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    auto rows = table(read("c.csv"));
    ASSERT_EQ(rows["ratio"].size(), 8u);
    for (std::size_t r = 0; r < 8; ++r) {
        EXPECT_NEAR(std::stod(rows["ratio"][r]), std::stod(rows["auto_ms"][r]) / std::stod(rows["classic_ms"][r]),
                    1e-3);
        EXPECT_EQ(rows["classic"][r].find("fused"), std::string::npos) << rows["classic"][r];
        EXPECT_NE(rows["auto"][r].find("ratio "), std::string::npos);
    }
    EXPECT_EQ(run("autocheck --quick --backend cpu --out c.csv").code, 1) << "nothing is overwritten";
}

TEST_F(Cli, ValidateTellsValueAndCriterion) {
    const auto outcome = run("validate rimea --only 1 --only 6 --backend cpu --out rimea.csv");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("26 to 34"), std::string::npos) << outcome.out;
    const auto rows = lines_of(read("rimea.csv"));
    ASSERT_EQ(rows.size(), 6u);
    EXPECT_EQ(rows[0], "suite,check,title,what,value,unit,criterion,verdict,note");
    for (std::size_t r = 1; r < rows.size(); ++r) EXPECT_NE(rows[r].find(",pass,"), std::string::npos) << rows[r];
    EXPECT_EQ(run("validate rimea --only 13").code, 2);
    EXPECT_EQ(run("validate rimae").code, 2);
}

/// A scene's misspelt check_suites() would otherwise leave its suites out without an error.
TEST_F(Cli, ValidateKnowsEverySuite) {
    for (const std::string suite : {"building", "flood", "keratinocyte", "pedestrians", "rimea", "sph"})
        EXPECT_NE(run("validate " + suite + " --only none").err.find("no such check"), std::string::npos) << suite;
}

TEST_F(Cli, AUsersOwnPlanIsRunAndItsMistakesAreToldWithTheirPlace) {
    write("mine.json", R"({"title": "mine", "walls": [{"polygon": [[0, 0], [8, 8]]}],
            "exits": [{"name": "e", "door": [[8, 3], [8, 5]]}],
        "spawns": [{"name": "s", "area": [[1, 1], [5, 5]], "count": 5}]})");
    const auto good = run("run --scene pedestrians --set plan=mine.json --headless --steps 20 --record out");
    EXPECT_EQ(good.code, 0) << good.err;
    const auto about = json::parse(read("out/run.json"));
    EXPECT_EQ(about["settings"]["plan"], "mine.json");
    ASSERT_EQ(about["inputs"].size(), 1u) << about["inputs"];
    EXPECT_EQ(about["inputs"][0]["file"], "mine.json");
    EXPECT_EQ(about["inputs"][0]["bytes"], read("mine.json").size());
    EXPECT_EQ(about["units"]["time"], "s");
    EXPECT_NEAR(std::stod(table(read("out/steps.csv")).at("time").back()), 20 * 0.01, 1e-7) << "time steps of 0.01 s";
    write("mine.json", "{\n\"walls\": [[[0, 0],\n [0, 0]]]}");
    expect_complaint("run --scene pedestrians --set plan=mine.json --headless --steps 20", 2, {"mine.json:2:11:"});
}

TEST_F(Cli, RecordingRepeatsAsPreset) {
    ASSERT_EQ(run("--headless --backend cpu --actors 200 --steps 5 --seed 2000000001 --set force=0.1 --set "
                  "search.deterministic=on --record a")
                  .code,
              0);
    const auto again = run("--headless --backend cpu --preset a/run.json --steps 5 --record b");
    ASSERT_EQ(again.code, 0) << again.err;
    auto a = table(read("a/steps.csv")), b = table(read("b/steps.csv"));
    EXPECT_EQ(a["rms_step"], b["rms_step"]);
    EXPECT_EQ(json::parse(read("b/run.json"))["seed"], 2000000001);
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_F(Cli, ShippedPresetsGoByName) {
    for (const auto& [name, actors] :
         {std::pair("murmuration", 20000), std::pair("boids/school", 4000), std::pair("topological", 8000),
          std::pair("boids/thesis", 262144), std::pair("flamegpu-bounded", 4000)}) {
        const auto started =
            run(std::string("run --headless --backend cpu --steps 1 --force --record r --preset ") + name);
        ASSERT_EQ(started.code, 0) << name << started.err;
        EXPECT_EQ(json::parse(read("r/run.json"))["actors"], actors);
    }
    write("school", R"({"nearfield":1,"scene":"circles","settings":{"actors":70}})");
    for (const auto& [name, actors] : {std::pair("school", 4000), std::pair("./school", 70)}) {
        ASSERT_EQ(run(std::string("run --headless --backend cpu --steps 1 --force --record r --preset ") + name).code,
                  0);
        EXPECT_EQ(json::parse(read("r/run.json"))["actors"], actors) << "the shipped one comes first";
    }
    EXPECT_EQ(run("run --headless --preset shool").code, 2);
    EXPECT_NE(run("run --headless --preset thesis").err.find("give boids/thesis or keratinocyte/thesis"),
              std::string::npos);
    const auto of_scene =
        run("run --headless --backend cpu --steps 1 --force --record r --scene boids --preset thesis");
    ASSERT_EQ(of_scene.code, 0) << of_scene.err;
    EXPECT_EQ(json::parse(read("r/run.json"))["scene"], "boids");
}

TEST_F(Cli, TheMouseActsWithoutAWindow) {
    const std::string one = "run --headless --backend cpu --scene boids --actors 200 --set side=10 --set "
                            "mouse_radius=30 --set mouse_force=20 --steps 150 --force --record ";
    ASSERT_EQ(run(one + "a").code, 0);
    ASSERT_EQ(run(one + "b --point 0,0,0").code, 0);
    auto a = table(read("a/steps.csv")), b = table(read("b/steps.csv"));
    EXPECT_LT(std::stod(b["nearest"].back()), std::stod(a["nearest"].back())) << "they crowd where it is";
    EXPECT_EQ(run("run --headless --scene circles --point 0,0,0").code, 2);
    EXPECT_EQ(run("run --headless --scene boids --point 0,x").code, 2);
}

/// The checksum in the summary.
std::string checksum_in(const std::string& summary) {
    const auto at = summary.find("state checksum");
    return at == std::string::npos ? "" : summary.substr(summary.find_first_not_of(' ', at + 14), 16);
}

TEST_F(Cli, ARecordingIsReplayed) {
    const auto first = run("run --headless --backend cpu --scene boids --actors 300 --set side=10 --set "
                           "search.deterministic=on --steps 40 --point 1,1 --record a");
    ASSERT_EQ(first.code, 0) << first.err;
    const auto checksum = checksum_in(first.out);
    ASSERT_EQ(checksum.size(), 16u) << first.out;
    EXPECT_NE(read("a/commands.jsonl").find(R"({"step":40,"end":")" + checksum), std::string::npos);
    const auto again = run("run --headless --replay a --record b");
    ASSERT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(again.err, "");
    EXPECT_EQ(checksum_in(again.out), checksum);
    EXPECT_NE(again.out.find("replayed 1 commands, to step 40: the state is the one recorded, to the last bit"),
              std::string::npos)
        << again.out;
    EXPECT_EQ(read("b/commands.jsonl"), read("a/commands.jsonl")) << "recorded once more, it is the same log";
    EXPECT_EQ(table(read("b/steps.csv"))["nearest"], table(read("a/steps.csv"))["nearest"]);
    const auto without = run("run --headless --backend cpu --scene boids --actors 300 --set side=10 --set "
                             "search.deterministic=on --steps 40");
    EXPECT_NE(checksum_in(without.out), checksum) << "without the mouse it is another state";

    const auto whole = read("a/commands.jsonl");
    write("a/commands.jsonl", whole.substr(0, whole.size() - 9));
    const auto cut = run("run --headless --replay a/commands.jsonl");
    ASSERT_EQ(cut.code, 0) << cut.err;
    EXPECT_EQ(count(cut.err, "\n"), 1u) << cut.err;
    EXPECT_NE(cut.err.find("cut off"), std::string::npos) << cut.err;

    auto changed = whole;
    changed.replace(changed.find("tool point 1 1 0"), 16, "tool point 1 2 0");
    write("a/commands.jsonl", changed);
    const auto other = run("run --headless --replay a");
    EXPECT_EQ(other.code, 1);
    EXPECT_NE(other.err.find("not the one recorded"), std::string::npos) << other.err;
}

TEST_F(Cli, AStateIsSavedAndGoneOnFrom) {
    const auto whole =
        run("run --headless --backend cpu --scene boids --actors 200 --set side=10 --set "
            "search.deterministic=on --steps 40 --point 1,1 --record a --save-state s.json --at-step 15");
    ASSERT_EQ(whole.code, 0) << whole.err;
    EXPECT_NE(whole.out.find("saved the state at step 15 in s.json"), std::string::npos) << whole.out;
    const auto on = run("run --headless --from-state s.json --steps 25");
    ASSERT_EQ(on.code, 0) << on.err;
    EXPECT_EQ(on.err, "");
    EXPECT_EQ(checksum_in(on.out), checksum_in(whole.out));
    EXPECT_NE(on.out.find("to step 15: the state is the one recorded, to the last bit"), std::string::npos) << on.out;
    EXPECT_NE(on.out.find("25 of 25 steps"), std::string::npos) << on.out;
    const auto branch = run("run --headless --from-state s.json --set cohesion=2 --steps 25");
    ASSERT_EQ(branch.code, 0) << branch.err;
    EXPECT_NE(checksum_in(branch.out), checksum_in(whole.out)) << "another parameter leads elsewhere";
    ASSERT_EQ(run("run --headless --replay a --at-step 15 --save-state t.json").code, 0);
    EXPECT_EQ(read("t.json"), read("s.json")) << "from the recording, it is the same state";
    ASSERT_EQ(run("run --headless --from-state s.json --steps 25 --save-state u.json").code, 0);
    EXPECT_NE(read("u.json").find(checksum_in(whole.out)), std::string::npos) << "at the end, unless told otherwise";

    auto changed = read("s.json");
    write("s.json", changed.replace(changed.find("tool point 1 1 0"), 16, "tool point 1 2 0"));
    const auto other = run("run --headless --from-state s.json --steps 25");
    EXPECT_EQ(other.code, 1);
    EXPECT_EQ(count(other.err, "\n"), 1u) << other.err;
    EXPECT_NE(other.err.find("not the one recorded"), std::string::npos) << other.err;
}

TEST_F(Cli, FluidIsDrawnAndDroppedWithoutAWindow) {
    const std::string one =
        "run --headless --backend cpu --scene sph --set dimensions=2 --actors 300 --steps 2 --force ";
    for (const char* how : {"particles", "surface", "water"})
        ASSERT_EQ(run(one + "--record r --draw " + how).code, 0) << how;
    EXPECT_EQ(json::parse(read("r/run.json"))["settings"]["draw"], "water");
    ASSERT_EQ(run(one + "--record d --set reserve=500 --drop 1.6,1").code, 0);
    auto steps = table(read("d/steps.csv"));
    const double before = std::stod(table(read("r/steps.csv"))["population"].back()),
                 poured = std::stod(steps["poured"].back());
    EXPECT_GT(poured, 10);
    EXPECT_EQ(std::stod(steps["population"].back()), before + poured);
    EXPECT_EQ(run(one + "--drop 1.6,1").code, 2) << "nothing is kept for it";
    EXPECT_EQ(run(one + "--drop 1.6").code, 2);
    ASSERT_EQ(run("run --headless --backend cpu --scene sph --set tank=dam-break-2 --set time_step=0.0005 --actors 200 "
                  "--steps 40 --record g")
                  .code,
              0);
    auto gauges = table(read("g/gauges.csv"));
    ASSERT_GT(gauges["front"].size(), 5u);
    EXPECT_NEAR(std::stod(gauges["front"].front()), 1, 0.1);
    EXPECT_EQ(gauges["pressure"].front(), "") << "not measured";
    EXPECT_NEAR(std::stod(gauges["time"][3]) - std::stod(gauges["time"][2]), 0.002, 0.0006);
}

TEST_F(Cli, LaterSettingsWin) {
    write("p.json", R"({"nearfield":1,"scene":"circles","settings":{"actors":50,"seed":3,"search.sort":"radix"}})");
    ASSERT_EQ(run("run --headless --preset p.json --actors 60 --set seed=4 --set seed=5 --steps 1 --record r").code, 0);
    const auto about = json::parse(read("r/run.json"));
    EXPECT_EQ(about["actors"], 60);
    EXPECT_EQ(about["seed"], 5);
    EXPECT_EQ(about["settings"]["search.sort"], "radix");
    auto steps = table(read("r/steps.csv"));
    EXPECT_NE(steps["sort_ms"][0], "");
    EXPECT_EQ(steps["histogram_ms"][0], "");
}

TEST_F(Cli, ForceReplacesOnlyTheRecording) {
    ASSERT_EQ(run("--headless --actors 50 --steps 3 --record r").code, 0);
    write("r/notes.txt", "mine");
    ASSERT_EQ(run("--headless --actors 50 --steps 2 --record r/ --force").code, 0);
    EXPECT_EQ(lines_of(read("r/steps.csv")).size(), 3u);
    EXPECT_EQ(read("r/notes.txt"), "mine");
}

TEST_F(Cli, NoActorsAndNoSteps) {
    EXPECT_EQ(run("--headless --actors 0 --steps 2 --record r").code, 0);
    EXPECT_EQ(lines_of(read("r/steps.csv")).size(), 3u);
    EXPECT_EQ(run("--headless --actors 10 --steps 0").code, 0);
    EXPECT_EQ(run("--headless --actors 1 --steps 1 --set dimensions=3").code, 0);
}

TEST_F(Cli, ScreenshotHasTheSizeAsked) {
    const auto outcome = run("--headless --actors 400 --steps 2 --screenshot s.png --size 200x120");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto png = read("s.png");
    ASSERT_GT(png.size(), 100u);
    EXPECT_EQ(png.substr(1, 3), "PNG");
    const auto number = [&](std::size_t at) {
        return (static_cast<unsigned char>(png[at]) << 8) + static_cast<unsigned char>(png[at + 1]);
    };
    EXPECT_EQ(number(18), 200);
    EXPECT_EQ(number(22), 120);
}

TEST_F(Cli, InterruptedRunClosesItsFiles) {
    const pid_t child = start("--headless --actors 2000 --steps 1000000 --record r");
    for (int i = 0; i < 200 && lines_of(read("r/steps.csv")).size() < 2; ++i) usleep(50'000);
    kill(child, SIGINT);
    const auto outcome = wait_for(child);
    EXPECT_EQ(outcome.code, 130);
    EXPECT_EQ(count(outcome.err, "\n"), 1u);
    EXPECT_NE(outcome.err.find("interrupted"), std::string::npos);
    EXPECT_GT(table(read("r/steps.csv"))["step"].size(), 0u);
    EXPECT_GT(json::parse(read("r/trace.json")).size(), 3u);
}

TEST_F(Cli, AnInterruptedSetupEndsAndLeavesNothing) {
    const auto outcome = interrupt_long_work(
        start("--headless --scene network --set vertices=16384 --set edges=1024 --actors 60 --steps 9 --record r"));
    EXPECT_EQ(outcome.code, 130);
    EXPECT_EQ(outcome.err, "nearfield: interrupted\n");
    EXPECT_EQ(outcome.slow, "nearfield: the setup takes more than a second; Ctrl+C ends it\n");
    EXPECT_FALSE(std::filesystem::exists(folder / "r"));
}

/// 3375 cubes, in rows.
std::string cubes() {
    std::string text;
    for (int cube = 0; cube < 15 * 15 * 15; ++cube) {
        text += fmt::format("o {}\n", cube);
        for (int corner = 0; corner < 8; ++corner)
            text += fmt::format("v {} {} {}\n", cube % 15 * 2 + (corner & 1), cube / 15 % 15 * 2 + (corner >> 1 & 1),
                                cube / 225 * 2 + (corner >> 2));
        text += "f -8 -6 -5 -7\nf -4 -3 -1 -2\nf -8 -7 -3 -4\nf -6 -2 -1 -5\nf -8 -4 -2 -6\nf -7 -5 -1 -3\n";
    }
    return text;
}

/// Nearly all pairs of the cubes are closer than 60 m, which takes many seconds.
TEST_F(Cli, AnInterruptedSearchForPairsWritesNothing) {
    write("cubes.obj", cubes());
    const auto outcome = interrupt_long_work(
        start("relate cubes.obj --predicate closer-than --distance 60 --out r.csv", "OMP_NUM_THREADS=1"));
    EXPECT_EQ(outcome.code, 130);
    EXPECT_EQ(outcome.err.rfind("nearfield: interrupted", 0), 0u) << outcome.err;
    EXPECT_EQ(count(outcome.err, "\n"), 1u) << outcome.err;
    EXPECT_EQ(outcome.slow, "nearfield: the search for pairs takes more than a second; Ctrl+C ends it\n");
    EXPECT_FALSE(std::filesystem::exists(folder / "r.csv"));
}

/// Brute force takes many seconds per search.
TEST_F(Cli, AnInterruptedSearchEndsAtOnce) {
    const std::string circles = " --backend cpu --scene circles --actors 99000";
    const std::pair<std::string, std::string> commands[] = {
        {"bench --steps 1 --set search.visit=brute --out b.csv" + circles,
         "the timing; run the same command with --resume"},
        {"verify" + circles, "the comparison; the lines above are complete"}};
    for (const auto& [command, said] : commands) {
        const pid_t child = start(command, "OMP_NUM_THREADS=1");
        usleep(1'500'000);
        const auto outcome = end_now(child, SIGINT);
        EXPECT_EQ(outcome.code, 130) << command;
        EXPECT_NE((outcome.err + outcome.slow).find("interrupted during " + said), std::string::npos) << outcome.err;
    }
}

/// Brute force takes many seconds in step 3.
TEST_F(Cli, AnInterruptedStepEndsAtOnceWithItsFilesComplete) {
    const std::string headless = "run --headless --backend cpu ";
    ASSERT_EQ(run(headless + "--actors 100000 --set neighbours=5 --steps 2 --record a").code, 0);
    auto log = lines_of(read("a/commands.jsonl"));
    ASSERT_EQ(log.size(), 2u);
    write("a/commands.jsonl", log[0] + "\n" + R"({"step":2,"command":"set search.visit=brute"})" + "\n" +
                                  R"({"step":9,"end":null})" + "\n");
    const pid_t child = start(headless + "--replay a --record r", "OMP_NUM_THREADS=1");
    for (int i = 0; i < 1200 && count(read("r/commands.jsonl"), "brute") == 0; ++i) usleep(50'000);
    usleep(1'500'000);
    const auto outcome = end_now(child, SIGINT);
    EXPECT_EQ(outcome.code, 130);
    EXPECT_EQ(outcome.err, "nearfield: interrupted during step 3; files are complete up to there\n");
    EXPECT_EQ(count(outcome.slow, "nearfield: step "), 1u) << outcome.slow;
    EXPECT_EQ(table(read("r/steps.csv"))["step"], (std::vector<std::string>{"1", "2"}));
    EXPECT_EQ(json::parse(read("r/run.json"))["actors"], 100'000);
    EXPECT_GT(json::parse(read("r/trace.json")).size(), 3u);
    log = lines_of(read("r/commands.jsonl"));
    ASSERT_EQ(log.size(), 3u);
    EXPECT_EQ(json::parse(log[2]), json::parse(R"({"step":2,"end":null})"));
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "r"))
        names.insert(entry.path().filename().string());
    EXPECT_EQ(names, (std::set<std::string>{"changes.csv", "commands.jsonl", "run.json", "steps.csv", "trace.json"}));
}

TEST_F(Cli, KilledRunKeepsWholeLines) {
    const pid_t child = start("--headless --actors 2000 --steps 1000000 --record r");
    for (int i = 0; i < 200 && lines_of(read("r/steps.csv")).size() < 2; ++i) usleep(50'000);
    kill(child, SIGKILL);
    wait_for(child);
    const auto csv = read("r/steps.csv"), trace = read("r/trace.json");
    EXPECT_EQ(csv.back(), '\n');
    EXPECT_GT(table(csv)["step"].size(), 0u);
    EXPECT_EQ(trace.back(), '}');
    EXPECT_TRUE(json::accept(trace + "]"));
}

TEST_F(Cli, ScenesAsJsonAndText) {
    const auto list = json::parse(run("scenes --json").out);
    bool found = false;
    for (const auto& scene : list)
        for (const auto& p : scene["parameters"]) {
            for (const char* field : {"key", "type", "default", "help", "unit", "effect", "section", "group", "when"})
                EXPECT_TRUE(p.contains(field)) << p.dump();
            if (scene["key"] == "sph" && p["key"] == "tank_depth") {
                EXPECT_EQ(p["section"], "scene");
                EXPECT_EQ(p["group"], "Described box");
                EXPECT_EQ(p["when"], json::parse(R"([{"key": "dimensions", "is": "one of", "values": ["3"]},
                                                     {"key": "tank", "is": "empty"}])"));
            }
            found = found || (scene["key"] == "circles" && p["key"] == "search.visit" && p["choices"].size() >= 3);
        }
    EXPECT_TRUE(found);
    const auto text = run("scenes").out;
    for (const char* word : {"circles", "search.bin_ratio", "0.1 to 4", "rms_step", "scene parameters: Solver",
                             "Applies when Solver is dfsph."})
        EXPECT_NE(text.find(word), std::string::npos) << word;
}

TEST_F(Cli, NeighboursOfThreePoints) {
    write("p.csv", "\xef\xbb\xbfid,x,y\r\n7,4500000.25,-2\r\n8,4500000.75,-2\r\n9,4500003,0\r\n");
    const auto outcome = run("neighbours --points p.csv --radius 1 --out c.csv --pairs q.csv");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(read("c.csv"), "index,count\n0,1\n1,1\n2,0\n");
    EXPECT_EQ(read("q.csv"), "i,j,distance\n0,1,0.5\n");
}

TEST_F(Cli, TheNearestOfEachPoint) {
    struct {
        const char *points, *flags, *rows;
    } const cases[] = {
        {"0,0\n3,0\n0,4\n3,4\n", "--nearest 2",
         "0,1,1,3\n0,2,2,4\n1,1,0,3\n1,2,3,4\n2,1,3,3\n2,2,0,4\n3,1,2,3\n3,2,1,4\n"},
        {"0,0\n3,0\n0,4\n3,4\n", "--nearest 2 --radius 4", "0,1,1,3\n1,1,0,3\n2,1,3,3\n3,1,2,3\n"},
        {"1,1\n1,1\n1,1\n", "--nearest 1", "0,1,1,0\n1,1,0,0\n2,1,0,0\n"},
        {"1,5\n9,5\n4,5\n", "--nearest 1", "0,1,2,3\n1,1,2,5\n2,1,0,3\n"},
        {"1,5\n9,5\n4,5\n", "--nearest 2 --wrap --box 0,0,10,10",
         "0,1,1,2\n0,2,2,3\n1,1,0,2\n1,2,2,5\n2,1,0,3\n2,2,1,5\n"},
        {"0.01,0\n0.09,0\n", "--nearest 1 --wrap --box 0,0,0.1,0.1", "0,1,1,0.02\n1,1,0,0.02\n"},
        {"0,0\n1e20,0\n5e20,0\n", "--nearest 1", "0,1,1,1e+20\n1,1,0,1e+20\n2,1,1,4e+20\n"},
        {"4500000.25,-2\n4500000.75,-2\n4500003,0\n", "--nearest 1", "0,1,1,0.5\n1,1,0,0.5\n2,1,1,3.010399\n"},
    };
    for (const auto& [points, flags, rows] : cases) {
        write("p.csv", points);
        const auto outcome = run(std::string("neighbours --points p.csv --out /dev/stdout --backend cpu ") + flags);
        EXPECT_EQ(outcome.out, std::string("index,rank,neighbour,distance\n") + rows) << flags << outcome.err;
    }
    EXPECT_NE(run("neighbours --points p.csv --out o.csv --nearest 2 --radius 3")
                  .err.find("points with fewer nearer than 3: 3\n"),
              std::string::npos);
}

TEST_F(Cli, TheNearestInClustersFarApart) {
    write("p.csv", "x,y\n0.000,0.000\n0.003,0.000\n0.001,0.000\n500000.000,500000.000\n500000.003,500000.000\n"
                   "500000.001,500000.000\n1000000.000,0.000\n1000000.003,0.000\n1000000.001,0.000\n");
    ASSERT_EQ(run("neighbours --points p.csv --nearest 1 --out n.csv").code, 0);
    EXPECT_EQ(read("n.csv"), "index,rank,neighbour,distance\n0,1,2,0.001\n1,1,2,0.002\n2,1,0,0.001\n"
                             "3,1,5,0.001\n4,1,5,0.002\n5,1,3,0.001\n6,1,8,0.001\n7,1,8,0.002\n8,1,6,0.001\n");
}

TEST_F(Cli, WrappedBoxesAsTyped) {
    struct {
        const char *points, *flags, *counts, *said;
    } const cases[] = {
        {"0.71,0.71\n0.89,0.71\n0.8,0.8\n", "--radius 0.1 --box 0.7,0.7,0.9,0.9", "0,1\n1,1\n2,0\n", ""},
        {"0.11,0.11\n0.29,0.11\n0.2,0.2\n", "--radius 0.1 --box 0.1,0.1,0.3,0.3", "0,1\n1,1\n2,0\n", ""},
        {"0.30000000000000004,0.1\n0.01,0.1\n", "--radius 0.05 --box 0,0,0.3,0.3", "0,1\n1,1\n", "1 point outside"},
        {"-0.5,0.1\n10.4,9.9\n20.6,29.8\n", "--radius 2 --box 0,0,10,10", "0,2\n1,2\n2,2\n", "3 points outside"},
    };
    for (const auto& [points, flags, counts, said] : cases) {
        write("p.csv", points);
        const auto outcome = run(std::string("neighbours --points p.csv --out /dev/stdout --wrap ") + flags);
        EXPECT_EQ(outcome.out, std::string("index,count\n") + counts) << points << outcome.err;
        EXPECT_EQ(outcome.err.find("moved back") != std::string::npos, *said != 0) << outcome.err;
        EXPECT_NE(outcome.err.find(said), std::string::npos) << outcome.err;
    }
}

TEST_F(Cli, PointsFromAPipeAndInDegrees) {
    write("p.csv", "id,lon,lat\n1,5.0,50.0\n2,5.0,50.0\n3,5.0,51.0\n");
    ASSERT_EQ(shell("$nearfield neighbours --points /dev/stdin --radius 0.5 --out c.csv <p.csv"), 0);
    EXPECT_EQ(read("c.csv"), "index,count\n0,1\n1,1\n2,0\n");
    ASSERT_EQ(shell("cat p.csv | $nearfield neighbours --points /dev/stdin --radius 2 --columns lat,lon --out d.csv"),
              0);
    EXPECT_EQ(read("d.csv"), "index,count\n0,2\n1,2\n2,2\n");
    const auto outcome = run("neighbours --points p.csv --radius 1 --out /dev/stdout");
    EXPECT_NE(outcome.err.find("lon and lat are degrees"), std::string::npos) << outcome.err;
}

TEST_F(Cli, NeighboursInAnyUnitAndAnywhere) {
    struct {
        const char *points, *flags, *counts;
    } const cases[] = {
        {"0,0\n1e20,0\n5e20,0\n", "--radius 3e20", "0,1\n1,1\n2,0\n"},
        {"0,0\n1e-24,0\n5e-24,0\n", "--radius 3e-24", "0,1\n1,1\n2,0\n"},
        {"0,0\n1e-24,0\n9e-24,0\n", "--radius 3e-24 --wrap --box 0,0,1e-23,1e-23", "0,2\n1,2\n2,2\n"},
        {"6e38,0\n6e38,1\n", "--radius 2", "0,1\n1,1\n"},
        {"1e17,0\n1e17,1\n", "--radius 2", "0,1\n1,1\n"},
        {"0,0\n16000,0\n16000.9998,0\n", "--radius 1", "0,0\n1,1\n2,1\n"},
        {"3.25,1\n0.5,1\n", "--radius 0.75 --wrap --box 0,0,3.5,3.5", "0,0\n1,0\n"},
        {"", "--radius 1 --box 0,0,0,1,1,1", ""},
    };
    for (const auto& [points, flags, counts] : cases) {
        write("p.csv", points);
        const auto outcome =
            run(std::string("neighbours --points p.csv --out /dev/stdout --pairs q.csv --force ") + flags);
        EXPECT_EQ(outcome.out, std::string("index,count\n") + counts) << points << outcome.err;
        std::size_t halves = 0;
        for (const auto& line : lines_of(counts)) halves += std::size_t(line.back() - '0');
        EXPECT_EQ(2 * (lines_of(read("q.csv")).size() - 1), halves) << points << "each pair counts for both";
    }
    write("p.csv", "0,0\n1e20,0\n5e20,0\n");
    ASSERT_EQ(run("neighbours --points p.csv --radius 3e20 --out c.csv --pairs q.csv --force").code, 0);
    EXPECT_EQ(read("q.csv"), "i,j,distance\n0,1,1e+20\n");
}

TEST_F(Cli, StandardOutputKeepsItsPlace) {
    write("p.csv", "0,0\n0.5,0\n1,0\n");
    for (const char* name : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
        ASSERT_EQ(shell("(echo before; $nearfield neighbours --points p.csv --radius 1 --out " + std::string(name) +
                        "; echo after) >all"),
                  0);
        EXPECT_EQ(read("all"), "before\nindex,count\n0,1\n1,2\n2,1\nafter\n") << name;
    }
    ASSERT_EQ(
        shell("$nearfield bench --actors 50 --steps 1 --warmup 0 --sweep search.bin_ratio=0.5,1 --out /dev/stdout "
              ">all"),
        0);
    EXPECT_EQ(count(read("all"), "scene,backend"), 1u) << read("all");
    EXPECT_EQ(count(read("all"), ",total,"), 2u);
}

TEST_F(Cli, SignalsLeaveNoTemporaryFile) {
    std::string points;
    for (int i = 0; i < 1500; ++i) points += std::to_string(i) + "e-4,0\n";
    write("p.csv", points);
    const auto before = listing();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const pid_t child = start("neighbours --points p.csv --radius 1 --out c.csv --pairs q.csv");
        for (int i = 0; i < 60'000 && !an_unfinished_file_grows(child, folder); ++i) usleep(1000);
        kill(child, signal);
        EXPECT_EQ(wait_for(child).code, 128 + signal);
        EXPECT_EQ(listing(), before) << signal;
    }
}

// not in tsan: the runtime fails under limits on memory and files
TEST_F(Cli, AFullDiskLeavesWholeRows) {
    for (const char* limit : {"17", "20", "23"}) {  // in blocks of 512 bytes: limits the size of files
        const auto outcome =
            run("run --headless --actors 50 --steps 300 --force --record r", std::string("ulimit -f ") + limit + ";");
        EXPECT_EQ(outcome.code, 1) << outcome.out;
        EXPECT_NE(outcome.err.find("cannot grow: the file is full at "), std::string::npos) << outcome.err;
        const auto lines = lines_of(read("r/steps.csv"));
        ASSERT_GT(lines.size(), 3u);
        EXPECT_EQ(read("r/steps.csv").back(), '\n');
        for (const auto& line : lines) EXPECT_EQ(count(line, ","), count(lines[0], ",")) << line;
        const auto trace = read("r/trace.json");
        EXPECT_TRUE(json::accept(trace) || json::accept(trace + "]")) << trace.substr(trace.size() - 100);
    }
}

TEST_F(Cli, APictureMayGoIntoTheRecording) {
    const auto outcome = run("run --headless --actors 50 --steps 1 --record r --screenshot r/a.png --size 64x64");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(read("r/a.png").substr(1, 3), "PNG");
}

TEST_F(Cli, NeighboursAreTheSameHoweverTheyAreFound) {
    std::string points = "x,y,z\n";
    for (int i = 0; i < 200; ++i)
        points += std::to_string(i * 37 % 100 / 10.0) + "," + std::to_string(i * 61 % 97 / 10.0) + "," +
                  std::to_string(i * 13 % 53 / 10.0) + "\n";
    write("p.csv", points);
    int n = 0;
    for (const char* how : {"--visit brute", "--visit bins --bin-ratio 0.3", "--visit strips --sort radix",
                            "--visit trimmed --bin-ratio 1.7"}) {
        const auto outcome = run("neighbours --points p.csv --radius 1.37 --wrap --box 0,0,0,10,10,6 --out c" +
                                 std::to_string(n) + ".csv --pairs q" + std::to_string(n) + ".csv " + how);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(read("c" + std::to_string(n) + ".csv"), read("c0.csv")) << how;
        auto mine = table(read("q" + std::to_string(n) + ".csv")), first = table(read("q0.csv"));
        EXPECT_GT(first["i"].size(), 50u);
        EXPECT_EQ(mine["i"], first["i"]) << how;
        EXPECT_EQ(mine["j"], first["j"]) << how;
        ++n;
    }
}

TEST_F(Cli, NeighboursOfFewPoints) {
    for (const char* points : {"", "x,y\n", "# nothing\n\n"}) {
        write("p.csv", points);
        const auto outcome = run("neighbours --points p.csv --radius 1 --out /dev/stdout --pairs /dev/null");
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(outcome.out, "index,count\n");
    }
    write("p.csv", "1,2\n1,2\n");
    EXPECT_EQ(run("neighbours --points p.csv --radius 1e-3 --out /dev/stdout").out, "index,count\n0,1\n1,1\n");
    write("p.csv", "0,0,5\n0,0,9\n");
    EXPECT_EQ(run("neighbours --points p.csv --dims 2 --radius 1 --out /dev/stdout").out, "index,count\n0,1\n1,1\n");
    EXPECT_EQ(run("neighbours --points p.csv --radius 1 --out /dev/stdout").out, "index,count\n0,0\n1,0\n");
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_F(Cli, VerifyPasses) {
    const auto outcome = run("verify --quick --actors 200 --backend cpu");
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    EXPECT_NE(outcome.out.find("✓"), std::string::npos);
    EXPECT_EQ(outcome.out.find("✗"), std::string::npos) << outcome.out;
    for (const char* word : {"3D wrapped coincident", "0 with a mismatch"})
        EXPECT_NE(outcome.out.find(word), std::string::npos) << word;
    for (const auto& visit : visits)
        for (const char* sort : {"counting", "radix"}) {
            const std::string row = fmt::format("circles 3D wrapped {} {}", visit.name, sort);
            EXPECT_NE(outcome.out.find(row), std::string::npos) << row;
        }
}

TEST_F(Cli, BoxesThatMeetAreVerifiedAndTuned) {
    const auto verified = run("verify --scene building --quick --backend cpu");
    EXPECT_EQ(verified.code, 0) << verified.err;
    for (const char* row : {"building soup rtree rstar, M", "81 checks, 0 with a mismatch"})
        EXPECT_NE(verified.out.find(row), std::string::npos) << verified.out;
    const auto tuned = run("tune --scene building --set model=soup --set count=200 --backend cpu --steps 0");
    EXPECT_EQ(tuned.code, 0) << tuned.err;
    for (const char* way :
         {"bins, width 1 ", "rtree, packed, M 8", "rtree, rstar", "lbvh", "brute", "in use", "theory"})
        EXPECT_NE(tuned.out.find(way), std::string::npos) << way << "\n" << tuned.out;
    expect_complaint("tune --scene flood --backend cpu", 2, {"nobody searches"});
}

TEST_F(Cli, DoctorReports) {
    const auto outcome = run("doctor");
    for (const char* word :
         {"CPU", "memory", "CUDA", "display", "OpenGL", "font", "settings folder", "output folder", "search, cpu"})
        EXPECT_NE(outcome.out.find(word), std::string::npos) << word << "\n" << outcome.out;
    const auto unwritable = run(
        "doctor", "HOME=/proc/none; export MESA_SHADER_CACHE_DISABLE=true;");  // Mesa 25 reports a cache it cannot make
    EXPECT_EQ(unwritable.code, 1);
    EXPECT_NE(unwritable.out.find("PROBLEM"), std::string::npos) << unwritable.out;
    EXPECT_NE(unwritable.err.find("/proc/none"), std::string::npos) << unwritable.err;
    EXPECT_EQ(count(unwritable.err, "\n"), 1u);
}

}  // namespace cli_test
}  // namespace nearfield
