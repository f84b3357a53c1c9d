// nearfield bench: content of its file, resuming a sweep, refusing another sweep's file.
#include "csv_table.hpp"

#include "app/study/timing.hpp"
#include "sim/scene.hpp"

#include <algorithm>
#include <cmath>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace bench_test {

class Bench : public ProgramTest {
  protected:
    static constexpr const char* sweep =
        "bench --backend cpu --actors 100 --steps 4 --warmup 1 --sweep search.visit=bins,strips --sweep "
        "search.bin_ratio=0.5,1 --out b.csv ";

    /// Truncates b.csv as an interrupt after the first configuration would, with an impossible time.
    std::string cut_to_first_configuration() {
        std::string part;
        bool first = true;
        for (auto line : lines_of(read("b.csv"))) {
            if (line.find(",bins,1,") != std::string::npos) break;
            if (const auto at = line.find(",total,"); at != std::string::npos && first) {
                line.insert(at + 7, "777");
                first = false;
            }
            part += line + "\n";
        }
        write("b.csv", part);
        return part;
    }
};

TEST_F(Bench, RowsOfEveryCombinationAndStage) {
    const auto outcome = run(std::string(sweep) + "--repeats 2 --chart b.svg");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    auto rows = table(read("b.csv"));
    for (const char* stage : {"total", "stages", "construct", "model", "query"})
        EXPECT_EQ(std::count(rows["stage"].begin(), rows["stage"].end(), stage), 4) << stage;
    for (std::size_t r = 0; r < rows["stage"].size(); ++r) {
        EXPECT_LE(std::stod(rows["min_ms"][r]), std::stod(rows["median_ms"][r]));
        EXPECT_LE(std::stod(rows["p5_ms"][r]), std::stod(rows["median_ms"][r]));
        EXPECT_LE(std::stod(rows["median_ms"][r]), std::stod(rows["p95_ms"][r]));
        EXPECT_EQ(rows["actors"][r], "100");
        EXPECT_EQ(rows["repeats"][r], "2");
        EXPECT_GT(std::stod(rows["neighbours_last"][r]), 1);
        EXPECT_GE(std::stod(rows["candidates_last"][r]), std::stod(rows["neighbours_last"][r]));
    }
    for (const char* word : {"# nearfield ", "OpenMP threads", " MHz", "Z, times in ms"})
        EXPECT_NE(read("b.csv").find(word), std::string::npos) << word;
    const auto svg = read("b.svg");
    for (const char* word : {"<svg", "</svg>", "Visit", "(ms)", "bin_ratio 0.5"})
        EXPECT_NE(svg.find(word), std::string::npos) << word;
}

/// Rounds over all configurations give ratios to the first one, and every row says how quiet the machine was.
TEST_F(Bench, RatiosHaveIntervals) {
    const auto outcome =
        run("bench --backend cpu --warmup 0 --steps 4 --sweep actors=200,4000 --repeats 6 --out b.csv");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    auto rows = table(read("b.csv"));
    for (std::size_t r = 0; r < rows["stage"].size(); ++r) {
        EXPECT_GE(std::stod(rows["iqr_ms"][r]), 0);
        const double slow = std::stod(rows["slow_share"][r]);
        EXPECT_TRUE(slow >= 0 && slow < 0.5) << slow;
        if (rows["actors"][r] == "200") {
            EXPECT_EQ(rows["over_first"][r], "");
            continue;
        }
        if (rows["stage"][r] != "total" && rows["over_first"][r].empty()) continue;  // a stage of no time
        const double lo = std::stod(rows["over_first_lo"][r]), ratio = std::stod(rows["over_first"][r]);
        EXPECT_LE(lo, ratio) << rows["stage"][r];
        EXPECT_LE(ratio, std::stod(rows["over_first_hi"][r])) << rows["stage"][r];
        if (rows["stage"][r] == "total") { EXPECT_GT(lo, 1) << "twenty times the actors"; }
    }
    for (const char* words :
         {"actors 4000 over actors 200: ", "95 % interval over 6 rounds", "above twice their median"})
        EXPECT_NE(outcome.out.find(words), std::string::npos) << outcome.out;
    ASSERT_EQ(run("bench --backend cpu --warmup 0 --steps 4 --sweep actors=200,300 --out b.csv --force").code, 0);
    rows = table(read("b.csv"));
    for (const auto& ratio : rows["over_first"]) EXPECT_EQ(ratio, "") << "one round";
}

TEST_F(Bench, StagesAddUpToTheirSums) {
    ASSERT_EQ(run("bench --backend cpu --actors 500 --steps 1 --warmup 0 --out b.csv").code, 0);
    auto rows = table(read("b.csv"));
    std::map<std::string, double> ms;
    double sum = 0;
    for (std::size_t r = 0; r < rows["stage"].size(); ++r) {
        ms[rows["stage"][r]] = std::stod(rows["median_ms"][r]);
        if (r >= 4) sum += std::stod(rows["median_ms"][r]);
    }
    EXPECT_NEAR(ms["stages"], sum, 1e-4 * sum);
    EXPECT_NEAR(ms["construct"] + ms["model"], sum, 1e-4 * sum);
    EXPECT_NEAR(ms["model"], ms["query"], 1e-4 * sum);
    EXPECT_GT(ms["construct"], 0);
}

/// Scenes of cells have rows for stages and whole steps, and a rate instead of neighbours.
TEST_F(Bench, ASceneWithoutASearchHasItsRate) {
    const auto outcome = run("bench --backend cpu --scene flood --set site=bump-below --sweep order=first,second "
                             "--sweep columns=50,60 --steps 6 --warmup 2 --out b.csv --chart b.svg");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    auto rows = table(read("b.csv"));
    for (const char* stage : {"total", "stages", "flow", "edges", "maxima"})
        EXPECT_EQ(std::count(rows["stage"].begin(), rows["stage"].end(), stage), 4) << stage;
    EXPECT_EQ(std::count(rows["stage"].begin(), rows["stage"].end(), "construct"), 0) << "nothing is built";
    EXPECT_FALSE(rows.count("checksum"));
    for (std::size_t r = 0; r < rows["stage"].size(); ++r) {
        const double cells = (std::stod(rows["columns"][r]) + 4) * (4 + 4), ms = std::stod(rows["median_ms"][r]);
        EXPECT_EQ(std::stod(rows["cells"][r]), cells);
        EXPECT_NEAR(std::stod(rows["million_cells_per_s"][r]) * ms * 1e3, cells, 1e-3 * cells);
    }
    EXPECT_NE(outcome.out.find("million cells per second"), std::string::npos) << outcome.out;
    EXPECT_NE(read("b.svg").find("columns 60"), std::string::npos);
    expect_complaint("bench --scene flood --sweep search.visit=bins --out c.csv", 2, {"search.visit"});
}

TEST_F(Bench, WithoutStageTimingOnlyWholeSteps) {
    ASSERT_EQ(run("bench --backend cpu --actors 100 --steps 2 --set stage_timing=off --out b.csv").code, 0);
    EXPECT_EQ(table(read("b.csv"))["stage"], std::vector<std::string>{"total"});
}

TEST_F(Bench, ChecksumIsTheSameForEveryWayOfSearching) {
    std::string ways;
    const Settings settings = find_scene("circles").defaults();
    for (const char* key : {"search.visit", "search.sort"}) {
        ways += std::string(" --sweep ") + key + "=";
        for (const auto& choice : settings.spec(key).choices) ways += (ways.back() == '=' ? "" : ",") + choice;
    }
    ways += " --sweep search.bin_ratio=0.3,1 --steps 3 --warmup 0 --backend cpu --out ";
    std::set<std::string> all;
    for (const char* start :
         {"--actors 300", "--actors 301", "--actors 300 --seed 9", "--actors 300 --set dimensions=3"}) {
        ASSERT_EQ(run("bench " + (start + ways) + "b.csv --force").code, 0);
        const auto checksums = table(read("b.csv"))["checksum"];
        EXPECT_EQ(std::set<std::string>(checksums.begin(), checksums.end()).size(), 1u) << start;
        all.insert(checksums.begin(), checksums.end());
    }
    EXPECT_EQ(all.size(), 4u) << "another state has another checksum";
}

TEST_F(Bench, AutomaticIsTunedOnceAndSaysHow) {
    const auto outcome = run("bench --backend cpu --actors 500 --steps 3 --warmup 1 --set search.visit=bins --sweep "
                             "search.auto=off,on --out b.csv");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    auto rows = table(read("b.csv"));
    for (std::size_t r = 0; r < rows["stage"].size(); ++r)
        EXPECT_EQ(rows["auto_choice"][r].empty(), rows["search.auto"][r] == "off");
    EXPECT_EQ(std::set<std::string>(rows["checksum"].begin(), rows["checksum"].end()).size(), 1u);
    EXPECT_NE(outcome.out.find("search.auto chose " + rows["auto_choice"].back()), std::string::npos) << outcome.out;
}

TEST_F(Bench, ResumeMeasuresOnlyWhatIsMissing) {
    ASSERT_EQ(run(sweep).code, 0);
    const auto whole = lines_of(read("b.csv"));
    const auto part = cut_to_first_configuration();
    const auto resumed = run(std::string(sweep) + "--resume");
    ASSERT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_NE(resumed.out.find("1 of 4 configurations were already in the file"), std::string::npos) << resumed.out;
    const auto before = without_remarks(part), after = without_remarks(read("b.csv"));
    EXPECT_EQ(count(read("b.csv"), "# nearfield"), 2u) << "both runs are named";
    EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin())) << "kept as they were, with the planted time";
    EXPECT_EQ(after.size() + 3, whole.size());
    EXPECT_NE(run(std::string(sweep) + "--resume").out.find("4 of 4"), std::string::npos);
    EXPECT_EQ(count(read("b.csv"), "# nearfield"), 2u) << "nothing was measured, so no run is named";
}

TEST_F(Bench, ResumeTakesMoreValuesOfTheSameSweep) {
    ASSERT_EQ(run("bench --backend cpu --actors 50 --steps 2 --warmup 0 --sweep force=0.01 --out b.csv").code, 0);
    const auto more =
        run("bench --backend cpu --actors 50 --steps 2 --warmup 0 --sweep force=0.02,0.01 --out b.csv --resume");
    EXPECT_EQ(more.code, 0) << more.err;
    EXPECT_NE(more.out.find("1 of 2"), std::string::npos) << more.out;
}

TEST_F(Bench, InterruptedSweepGoesOn) {
    const std::string long_sweep = "bench --backend cpu --actors 2000 --steps 40 --warmup 0 --sweep "
                                   "force=0.01,0.02,0.03,0.04,0.05,0.06,0.07,0.08 --out b.csv";
    const pid_t child = start(long_sweep);
    for (int i = 0; i < 6000 && read("b.csv").empty(); ++i) usleep(10'000);
    kill(child, SIGINT);
    const auto stopped = wait_for(child);
    EXPECT_EQ(stopped.code, 130);
    EXPECT_NE(stopped.err.find("--resume"), std::string::npos) << stopped.err;
    const auto done = table(read("b.csv"))["stage"];
    const auto held = std::count(done.begin(), done.end(), "total");
    ASSERT_GT(held, 0);
    ASSERT_LT(held, 8);
    const auto resumed = run(long_sweep + " --resume");
    EXPECT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_NE(resumed.out.find(std::to_string(held) + " of 8"), std::string::npos) << resumed.out;
    const auto all = table(read("b.csv"))["stage"];
    EXPECT_EQ(std::count(all.begin(), all.end(), "total"), 8);
}

TEST_F(Bench, ResumeRefusesOtherSettings) {
    ASSERT_EQ(run(sweep).code, 0);
    const auto before = read("b.csv");
    const std::string values = "--sweep search.visit=bins,strips --sweep search.bin_ratio=0.5,1 --out b.csv --resume ";
    const std::string same = "bench --backend cpu " + values + "--warmup 1 ";
    expect_complaint(same + "--actors 100 --steps 5", 2, {"b.csv:5:", "steps", "'4'", "'5'", "--out"});
    expect_complaint(same + "--actors 101 --steps 4", 2, {"actors", "'100'", "'101'"});
    expect_complaint(same + "--actors 100 --steps 4 --seed 3", 2, {"seed", "'3'"});
    expect_complaint(same + "--actors 100 --steps 4 --set force=0.1", 2, {"settings", "'force=0.1'"});
    expect_complaint("bench --backend cpu --actors 100 --steps 4 --warmup 1 --sweep force=0.1 --out b.csv --resume", 2,
                     {"b.csv:4:", "another sweep"});
    EXPECT_EQ(read("b.csv"), before);
    for (const char* time : {"abc", "nan", "-1", ""}) {
        auto changed = before;
        const auto at = changed.find(",total,") + 7;
        write("b.csv", changed.replace(at, changed.find(',', at) - at, time));
        expect_complaint(std::string(sweep) + "--resume", 2, {"b.csv:5:", "median_ms", "no time"});
    }
    write("b.csv", before + "circles,cpu\n");
    expect_complaint(std::string(sweep) + "--resume", 2, {"2 cells", "mend or remove"});
}

TEST_F(Bench, GoesOnPastWhatFails) {
    const auto outcome = run("bench --backend cpu --actors 50 --steps 2 --warmup 0 --set search.bin_ratio=0.1 --sweep "
                             "side=10,1e6,20 --out b.csv");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.err.find("1 of 3"), std::string::npos) << outcome.err;
    auto rows = table(read("b.csv"));
    EXPECT_EQ(std::count(rows["stage"].begin(), rows["stage"].end(), "total"), 2);
}

/// Times 300 boids; `ticks` becomes the number of batches of at most 16 steps.
Timed timed(Timing& timing, const char* key, const char* value, int& ticks) {
    const SceneInfo& boids = find_scene("boids");
    Settings settings(boids.params);
    settings.set("actors", "300");
    settings.set("search.deterministic", "on");
    settings.set(key, value);
    ticks = 0;
    const Effort effort{.steps = 16, .warmup = 320};
    return *timing.time(subject_of(boids), settings, Backend::cpu, effort, [&] { ++ticks; });
}

// not in asan, tsan: compares times, which a sanitizer distorts
TEST(Timing, WaysOfSearchingShareOneWarmUp) {
    Timing one, another;
    int first, second, third;
    const auto bins = timed(one, "search.visit", "bins", first).work;
    const auto strips = timed(one, "search.visit", "strips", second).work;
    EXPECT_GE(first, 3 + 20);
    EXPECT_LT(second, 20);
    EXPECT_EQ(strips.checksum, bins.checksum);
    EXPECT_EQ(strips.first.neighbours, bins.first.neighbours) << "the same state";
    EXPECT_NE(strips.last.neighbours, strips.first.neighbours);
    const auto alone = timed(another, "search.visit", "strips", third).work;
    EXPECT_EQ(third, first);
    EXPECT_NEAR(strips.first.neighbours, alone.first.neighbours, 0.02 * alone.first.neighbours);
    const auto looser = timed(one, "alignment", "0.5", third).work;
    EXPECT_GE(third, 3 + 20) << "what changes the scene changes its warm-up";
    EXPECT_GT(std::abs(looser.first.neighbours - alone.first.neighbours), 0.02 * alone.first.neighbours);
}

}  // namespace bench_test
}  // namespace nearfield
