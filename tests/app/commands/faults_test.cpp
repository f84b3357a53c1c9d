// Killed programs, full disks and closed outputs: files parse, older files survive, and one line gives the reason.
#include "backends.hpp"
#include "base/foreign_text.hpp"
#include "csv_table.hpp"
#include "unfinished_file.hpp"

#include "app/preset.hpp"
#include "app/study/study.hpp"
#include "base/error.hpp"
#include "fuzz/readers.hpp"
#include "record/command_log.hpp"
#include "record/recorder.hpp"

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <sys/file.h>

#include <chrono>
#include <locale>
#include <map>
#include <random>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace faults_test {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int rounds = sanitized ? 2 : 4, steps_per_run = sanitized ? 40 : 200, seeds = sanitized ? 8 : 20,
              slow_population = sanitized ? 5'000 : 60'000;

// takes long
class Faults : public ProgramTest {
  protected:
    /// Starts the program and kills it with SIGKILL at a random moment after `ready`. Returns false if it exited before
    /// it was ready.
    bool kill_during(const std::string& arguments, const std::function<bool()>& ready, int most_ms) {
        const pid_t child = child_ = start(arguments);
        const auto has_ended = [&] {
            siginfo_t info{};
            return waitid(P_PID, id_t(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == child;
        };
        bool is_ready = ready();
        for (bool ended = false; !is_ready && !ended; usleep(1000)) {
            ended = has_ended();
            is_ready = ready();
        }
        usleep(useconds_t(random_() % unsigned(most_ms) * 1000));
        kill(child, SIGKILL);
        wait_for(child);
        return is_ready;
    }
    /// Runs the program with redirected outputs, as in "scenes >&-"; `said` receives its messages.
    int run_led(const std::string& command, std::string& said) {
        const auto outcome = run("", "'" + places::program + "' " + command + " 2>said </dev/null; exit $?;");
        said = read("said");
        fs::remove(folder / "said");
        return outcome.code;
    }
    /// Complete lines, without comments.
    static std::vector<std::string> whole_lines(const std::string& text) {
        return without_remarks(text.substr(0, text.rfind('\n') + 1));
    }
    /// Sets the modification time of a file or folder `minutes` back, and returns its path.
    fs::path aged(const std::string& name, int minutes) const {
        fs::last_write_time(folder / name, fs::file_time_type::clock::now() - std::chrono::minutes(minutes));
        return folder / name;
    }
    void expect_table(const std::string& file) {
        const auto lines = whole_lines(read(file));
        for (const auto& line : lines) EXPECT_EQ(csv_cells(line).size(), csv_cells(lines[0]).size()) << line;
    }

    pid_t child_ = 0;
    std::minstd_rand random_{u32(getpid())};
};

/// Cells that depend neither on the machine's speed nor on the order of additions.
std::vector<std::string> lasting(const std::string& text) {
    auto columns = table(text);
    std::vector<std::string> rows(columns["stage"].size());
    for (const auto& [name, cells] : columns)
        if (!name.ends_with("_ms") && !name.ends_with("_last") && !name.starts_with("wee") &&
            !name.starts_with("over_first") && name != "slow_share" && name != "other_load")
            for (std::size_t r = 0; r < rows.size(); ++r) rows[r] += name + "=" + cells[r] + ",";
    std::sort(rows.begin(), rows.end());
    return rows;
}

TEST_F(Faults, AKilledRecordingIsReadUpToItsEnd) {
    for (int round = 0; round < rounds; ++round) {
        fs::remove_all(folder / "r");
        ASSERT_TRUE(kill_during(
            "run --headless --backend cpu --scene boids --actors 200 --steps 100000000 --record r --point 0,0",
            [&] { return count(read("r/commands.jsonl"), "\n") > 1; }, 900));
        EXPECT_EQ(json::parse(read("r/run.json"))["scene"], "boids");
        expect_table("r/steps.csv");
        EXPECT_EQ(read("r/steps.csv").substr(read("r/steps.csv").rfind('\n') + 1), "") << "rows go to the disk whole";
        auto trace = read("r/trace.json");
        trace = trace.substr(0, trace.find_last_of('}') + 1);
        EXPECT_TRUE(trace.empty() || json::accept(trace + "]")) << trace;
        EXPECT_EQ(read_command_log(folder / "r").lines.size(), 1u);
        EXPECT_EQ(load_preset(folder / "r/run.json").settings.integer("actors"), 200) << "it serves as a preset";
    }
}

TEST_F(Faults, AKilledSweepIsResumedToTheSameRows) {
    const std::string sweep = "bench --backend cpu --actors 300 --steps 4 --warmup 0 --sweep search.visit=bins,strips "
                              "--sweep search.bin_ratio=0.3,0.5,1 --sweep force=0.01,0.02 --out ";
    ASSERT_EQ(run(sweep + "whole.csv").code, 0);
    for (int kills = 0; kills < 2 * rounds; ++kills) {
        const auto before = whole_lines(read("b.csv"));
        kill_during(
            sweep + "b.csv --resume", [&] { return whole_lines(read("b.csv")).size() > before.size(); }, 50);
        const auto after = whole_lines(read("b.csv"));
        ASSERT_LE(before.size(), after.size());
        EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin())) << "measured rows stay as they were";
    }
    const auto outcome = run(sweep + "b.csv --resume");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(lasting(read("b.csv")), lasting(read("whole.csv")));
}

TEST_F(Faults, AKilledReproductionIsResumedToTheSameRows) {
    const std::string name = shipped_studies().front().name,
                      command = "reproduce " + name + " --quick --backend cpu --out ";
    ASSERT_EQ(run(command + "whole").code, 0);
    const std::string file = "part/" + name + ".csv";
    const auto rows = whole_lines(read("whole/" + name + ".csv")).size();
    std::size_t kept = 0;
    for (int kills = 0; kills < 2 * rounds; ++kills) {
        const auto before = whole_lines(read(file)).size();
        kill_during(
            command + "part" + (kills ? " --resume" : ""), [&] { return whole_lines(read(file)).size() > before; }, 5);
        expect_table(file);
        if (const auto after = whole_lines(read(file)).size(); after < rows) kept = after;
    }
    EXPECT_GT(kept, 1u) << "rows were kept before the last was measured";
    const auto outcome = run(command + "part --resume");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(lasting(read(file)), lasting(read("whole/" + name + ".csv")));
}

TEST_F(Faults, AKilledExperimentIsResumedToTheSameRows) {
    const std::string experiment =
        "experiment --scene boids --set actors=300 --vary radius=0.5,1 --seeds 1:" + std::to_string(seeds) +
        " --measure 'order = final order' --measure 'near = mean nearest' --steps " + std::to_string(steps_per_run) +
        " --out ";
    ASSERT_EQ(run(experiment + "whole.csv").code, 0);
    const auto whole = whole_lines(read("whole.csv"));
    std::size_t kept = 0;
    for (int kills = 0; kills < rounds; ++kills) {
        const auto before = whole_lines(read("e.csv"));
        kill_during(
            experiment + "e.csv --resume --jobs 1", [&] { return whole_lines(read("e.csv")).size() > before.size(); },
            300);
        const auto after = whole_lines(read("e.csv"));
        for (const auto& row : before) EXPECT_EQ(std::count(after.begin(), after.end(), row), 1) << row;
        if (after.size() < whole.size()) kept = after.size();
    }
    EXPECT_GT(kept, 1u) << "runs were kept before the last was done";
    const auto outcome = run(experiment + "e.csv --resume --jobs 3");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(whole_lines(read("e.csv")), whole);
}

TEST_F(Faults, AKilledSearchLeavesTheOldFileOrTheNew) {
    std::string points;
    for (int i = 0; i < 40'000; ++i)
        points += std::to_string(random_() % 1000) + "," + std::to_string(random_() % 1000) + "\n";
    write("p.csv", points);
    const std::string find = "neighbours --backend cpu --points p.csv --radius 3 --out o.csv --pairs q.csv ";
    ASSERT_EQ(run(find).code, 0);
    const auto counts = read("o.csv"), pairs = read("q.csv");
    for (int round = 0; round < 2 * rounds; ++round) {
        ASSERT_TRUE(kill_during(
            find + "--force", [&] { return an_unfinished_file_grows(child_, folder); }, 40))
            << "it was killed while it wrote";
        EXPECT_TRUE(read("o.csv") == counts) << "the same points give the same file, whole";
        EXPECT_TRUE(read("q.csv") == pairs);
    }
}

TEST_F(Faults, WhatAKilledProgramLeftIsRemovedLater) {
    const std::string first = ".nearfield-000000000000000a.tmp", second = ".nearfield-000000000000000b.tmp",
                      third = ".nearfield-000000000000000c.tmp";
    for (const auto& name : {first, second, third, std::string("mine.tmp")}) write(name, "half");
    const auto left = aged(first, 2), young = aged(second, 0), written = aged(third, 2), other = aged("mine.tmp", 2);
    const int writer = open(written.c_str(), O_RDONLY);
    ASSERT_EQ(flock(writer, LOCK_SH), 0);
    write("p.csv", "0,0\n0.5,0\n");
    EXPECT_EQ(run("neighbours --backend cpu --points p.csv --radius 1 --out o.csv").code, 0);
    EXPECT_FALSE(fs::exists(left));
    EXPECT_TRUE(fs::exists(young)) << "it may be about to be locked";
    EXPECT_TRUE(fs::exists(written)) << "somebody writes it";
    EXPECT_TRUE(fs::exists(other));
    close(writer);
}

TEST_F(Faults, WhatAKilledRunLeftOfItsFilesIsRemovedLater) {
    const std::string few = "run --headless --backend cpu --scene circles --actors 30 --steps 1 ";
    ASSERT_EQ(run(few + "--record r").code, 0);
    const std::string first = ".nearfield-000000000000000a.tmp", second = ".nearfield-000000000000000b.tmp",
                      third = ".nearfield-000000000000000c.tmp";
    for (const auto& name : {first, second}) write(name + "/steps.csv", "half");
    write(third, "half");
    const auto begun = aged(first, 2), young = aged(second, 0), state = aged(third, 2);
    EXPECT_EQ(run(few + "--record r --force --save-state s.state").code, 0);
    EXPECT_FALSE(fs::exists(begun));
    EXPECT_TRUE(fs::exists(young)) << "it may be about to be locked";
    EXPECT_FALSE(fs::exists(state));
    EXPECT_TRUE(fs::exists(folder / "r/steps.csv") && fs::exists(folder / "s.state"));
}

TEST_F(Faults, AKilledWriterLeavesAWholePreset) {
    const auto& scene = find_scene("circles");
    const auto path = folder / "p.json";
    Settings settings = scene.defaults();
    save_preset(path, {&scene, settings}, false);
    for (int round = 0; round < 5 * rounds; ++round) {
        const pid_t child = fork();
        if (child == 0)
            for (long long n = 1;; ++n) {
                settings.set("seed", n);
                save_preset(path, {&scene, settings}, true);
            }
        usleep(useconds_t(random_() % 20'000));
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        EXPECT_NO_THROW(load_preset(path)) << read("p.json");
    }
}

/// Limits files to 4 blocks of 512 bytes, like a disk that is soon full.
TEST_F(Faults, AFullDiskIsSaidInOneLine) {
    const std::string little = "ulimit -f 4;";
    std::string points;
    for (int i = 0; i < 500; ++i) points += std::to_string(i) + ",0\n";
    write("p.csv", points);
    write("o.csv", "mine");
    expect_complaint("neighbours --points p.csv --radius 2 --out n.csv", 1, {"n.csv", "full"}, little);
    expect_complaint("neighbours --points p.csv --radius 2 --out o.csv --force", 1, {"o.csv", "full"}, little);
    EXPECT_EQ(read("o.csv"), "mine");
    for (const char* command : {"--save-state s", "--screenshot s.png"})  // LLVM's OpenMP needs a file of 1024 bytes
        expect_complaint(std::string("run --headless --backend cpu --scene sph --actors 2000 --steps 3 ") + command, 1,
                         {"cannot write s", "is full at 1024 bytes, the limit that ulimit -f sets", "nothing was left"},
                         "ulimit -f 2; MESA_SHADER_CACHE_DISABLE=1; export MESA_SHADER_CACHE_DISABLE;");
    for (const auto& [command, limit] :
         {std::pair("bench --backend cpu --actors 50 --steps 2 --warmup 0 --sweep force=0.01,0.02 --out b.csv",
                    "ulimit -f 6;"),
          std::pair("run --headless --backend cpu --actors 50 --steps 2000 --record r", "ulimit -f 4;")}) {
        const auto outcome = run(command, limit);
        EXPECT_EQ(outcome.code, 1);
        EXPECT_EQ(count(outcome.err, "\n"), 1u) << outcome.err;
        EXPECT_NE(outcome.err.find("full"), std::string::npos) << outcome.err;
    }
    auto rows = table(read("b.csv"));
    EXPECT_EQ(std::count(rows["stage"].begin(), rows["stage"].end(), "total"), 1) << "what was measured before stays";
    expect_table("r/steps.csv");
    EXPECT_TRUE(read("r/steps.csv").ends_with('\n')) << "a row is whole or not there";
}

/// Closed descriptors are reused by the next opened files, which must not receive messages.
TEST_F(Faults, OutputsThatAreShut) {
    write("p.csv", "0,0\n0.5,0\n");
    std::string said;
    for (const char* shut : {">&-", ">&- <&-"}) {
        const std::string led = std::string(" ") + shut;
        EXPECT_EQ(run_led("scenes" + led, said), 1) << shut;
        EXPECT_EQ(count(said, "\n"), 1u) << said;
        run_led("neighbours --points p.csv --radius 1 --out o.csv --force" + led, said);
        EXPECT_EQ(read("o.csv"), "index,count\n0,1\n1,1\n") << shut;
        run_led("run --headless --backend cpu --actors 50 --steps 3 --record r --force" + led, said);
        EXPECT_EQ(lines_of(read("r/steps.csv")).size(), 4u) << shut;
        expect_table("r/steps.csv");
        EXPECT_TRUE(json::accept(read("r/run.json")));
    }
    run("", "OMP_NUM_THREADS=1 '" + places::program +
                "' run --headless --backend cpu --scene boids --set search.visit=brute --steps 1 " +
                "--record slow --actors " + std::to_string(slow_population) + " 2>&-; exit 0;");
    EXPECT_EQ(read("slow/commands.jsonl").find("takes more than a second"), std::string::npos);
    EXPECT_TRUE(read_command_log(folder / "slow").end) << "a remark was written between the commands";
}

TEST_F(Faults, WithoutAHome) {
    for (const char* before : {"unset HOME;", "HOME=;", "HOME=/proc/nowhere;"}) {
        const auto outcome = run("run --headless --backend cpu --actors 50 --steps 1", before);
        EXPECT_EQ(outcome.code, 0) << before << outcome.err;
        EXPECT_EQ(outcome.err, "") << before;
    }
    expect_complaint("run --headless --backend cpu --actors 50 --steps 1 --record $HOME/r", 1, {"/proc/nowhere"},
                     "HOME=/proc/nowhere;");
}

TEST_F(Faults, TwoProgramsOnOneRecording) {
    const std::string command = "run --headless --backend cpu --actors 50 --steps 5 --record r";
    const std::string one = "'" + places::program + "' " + command + " >/dev/null 2>";
    for (int round = 0; round < rounds; ++round) {
        fs::remove_all(folder / "r");
        run("", "{ " + one + "said & " + one + "too & wait; }; exit 0;");
        EXPECT_EQ(count(read("said") + read("too"), "\n"), 1u) << read("said") << read("too");
        expect_table("r/steps.csv");
        EXPECT_EQ(whole_lines(read("r/steps.csv")).size(), 6u);
    }
}

/// A locale with decimal commas and thousands separators, as a library may set.
struct German : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

/// Whether each reader accepts all its seeds.
std::map<std::string, bool> answers_to_seeds() {
    std::map<std::string, bool> answers;
    for (const auto& reader : fuzz::readers())
        for (const auto& seed : fs::directory_iterator(fs::path(places::fuzz) / "seeds" / reader.name)) {
            auto& answer = answers[seed.path().string()];
            try {
                fuzz::read_filled(reader, text_of(seed.path()));
                answer = true;
            } catch (const Error&) {}
        }
    return answers;
}

TEST_F(Faults, NumbersAreTheSameInEveryLanguage) {
    const auto& scene = find_scene("circles");
    Settings settings = scene.defaults();
    settings.set("actors", 123456);
    settings.set("force", 0.0625);
    const auto write_all = [&](const std::string& to) {
        save_preset(folder / (to + ".json"), {&scene, settings}, true);
        Recorder recorder(folder / to,
                          {.scene = "circles", .actors = 123456, .metric_keys = {"m"}, .gauged_keys = {"g"}}, settings);
        recorder.row({1000, 1234.5, {{"query", 1000.25}}}, {1234.5});
        recorder.gauges(1000, 1234.5, {{.name = "a", .values = {1234.5}}});
    };
    write_all("plain");
    const std::locale before = std::locale::global(std::locale(std::locale::classic(), new German));
    write_all("german");
    EXPECT_EQ(load_preset(folder / "german.json").settings, settings);
    const auto german = answers_to_seeds();
    std::locale::global(before);
    for (const auto& [seed, taken] : answers_to_seeds()) EXPECT_EQ(german.at(seed), taken) << seed;
    EXPECT_EQ(read("plain.json"), read("german.json"));
    for (const char* file : {"steps.csv", "gauges.csv", "trace.json"})
        EXPECT_EQ(read(std::string("plain/") + file), read(std::string("german/") + file));
}

}  // namespace faults_test
}  // namespace nearfield
