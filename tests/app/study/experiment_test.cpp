// nearfield experiment: what it measures, its table and chart, equal rows however they come about, and bad input.
#include "app/study/plan.hpp"
#include "app/study/summary.hpp"
#include "app/terminal/options.hpp"
#include "base/build.hpp"
#include "base/error.hpp"
#include "base/mean_interval.hpp"
#include "base/one_line.hpp"
#include "base/random.hpp"
#include "base/read_file.hpp"
#include "base/sha256.hpp"
#include "csv_table.hpp"
#include "refusal.hpp"
#include "sim/run.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <sstream>

namespace nearfield {
namespace experiment_test {

const std::vector<std::string> names{"present", "time"};

double gathered(const std::string& text, const std::vector<std::vector<double>>& moments) {
    const Measure measure = read_measure(text, names);
    Gatherer gatherer(measure);
    for (const auto& values : moments) gatherer.take(values);
    return gatherer.result();
}

TEST(ExperimentMeasures, ReduceARunToANumber) {
    const std::vector<std::vector<double>> moments{{NAN, 0}, {4, 1}, {2, 2}, {6, 3}, {5, 4}};
    EXPECT_EQ(gathered("a = final present", moments), 5);
    EXPECT_EQ(gathered("a = first present", moments), 4) << "unknown values are left out";
    EXPECT_EQ(gathered("a=mean present", moments), 4.25);
    EXPECT_EQ(gathered("a = min present", moments), 2);
    EXPECT_EQ(gathered("a = max (present - 10)", moments), -4);
    EXPECT_EQ(gathered("a = first time when present < 4", moments), 2);
    EXPECT_EQ(gathered("a = mean present * 2 when (time > 1) and present < 6", moments), 7);
    EXPECT_EQ(gathered("a = final time when present == 2", moments), 2);
    EXPECT_TRUE(std::isnan(gathered("a = first time when present == 0", moments)));
    const auto measure = read_measure("evacuation_time [s] = final time", names);
    EXPECT_EQ(measure.name, "evacuation_time");
    EXPECT_EQ(label_of(measure), "evacuation time (s)");
}

TEST(ExperimentMeasures, BadOnesAreRefused) {
    const std::pair<const char*, const char*> bad[] = {
        {"", "a measure is written as name = how formula"},
        {"final present", "a measure is written as"},
        {"present == 3", "a measure is written as"},
        {"2a = final present", "'2a' is no name"},
        {"a b = final present", "'a b' is no name"},
        {"a [s = final present", "the unit is not closed"},
        {"a = present", "'present' says not how to measure"},
        {"a = median present", "expected final, first, mean, min or max"},
        {"a = final", "expected a number"},
        {"a = final presnt", "Did you mean 'present'?"},
        {"a = final present > 2", "this is a condition"},
        {"a = first time when present", "this is a number"},
        {"a = first time when", "expected a condition"},
    };
    for (const auto& [text, part] : bad) {
        const auto said = refusal<UsageError>([&, text = text] { read_measure(text, names); });
        EXPECT_NE(said.find(part), std::string::npos) << text << ": " << said;
    }
}

/// Values of R's qt(0.975, n).
TEST(MeanIntervals, AreStudents) {
    for (const auto& [freedom, t] : {std::pair<std::size_t, double>{1, 12.70620},
                                     {2, 4.302653},
                                     {9, 2.262157},
                                     {30, 2.042272},
                                     {31, 2.039513},
                                     {40, 2.021075},
                                     {100, 1.983972},
                                     {1000, 1.962339}})
        EXPECT_NEAR(student_95(freedom), t, 2e-5) << freedom;
    const auto found = mean_interval({4, 6, 5, 9});
    EXPECT_EQ(found.mean, 6);
    EXPECT_NEAR(found.half_width, 3.182446 * std::sqrt(14. / 3 / 4), 1e-4);
    EXPECT_TRUE(std::isnan(mean_interval({1}).half_width));
    EXPECT_TRUE(std::isnan(mean_interval({}).mean));
}

/// A null effect: in 5 of 100 studies the interval misses the true mean, with any number of seeds.
TEST(MeanIntervals, MissTheTrueMeanIn5Of100Studies) {
    constexpr u32 studies = 4000;
    for (const u32 seeds : {2u, 3u, 8u, 40u}) {
        u32 missed = 0;
        for (u32 study = 0; study < studies; ++study) {
            std::vector<double> values;
            for (u32 seed = 0; seed < seeds; ++seed) {
                const auto u = Random{study, seeds}.uniform<2>(seed);  // normal by Box and Muller (1958)
                values.push_back(7 + 3 * std::sqrt(-2 * std::log(1 - double(u.x))) * std::cos(2 * M_PI * double(u.y)));
            }
            const auto found = mean_interval(values);
            missed += std::abs(found.mean - 7) > found.half_width;
        }
        const double deviation = std::sqrt(0.05 * 0.95 * studies);
        EXPECT_NEAR(missed, 0.05 * studies, 3.3 * deviation) << seeds;
    }
}

/// Synthetic rows: the chart shows the means and intervals of their numbers.
TEST(ExperimentCharts, ShowMeansAndTheirIntervals) {
    const auto experiment = experiment_of(read_experiment(
        R"({"nearfield": 1, "title": "T", "scene": "circles", "vary": ["force=0.01,0.02", "dimensions=2,3"],
            "seeds": "1:3", "measure": ["a [m] = final rms_step"], "stop": "step > 99", "steps": 5})",
        "e.json"));
    ResultTable table(experiment);
    const double measured[] = {1, 2, 6, 4, 4, 4, 10, 20, 30, 7, NAN, NAN};
    for (u64 run = 0; run < 11; ++run)
        table.add(run, {.measured = {measured[run]},
                        .steps = 5,
                        .seconds = NAN,
                        .stopped = run == 10 ? Stopped::failed : Stopped::steps,
                        .error = run == 10 ? "why" : ""});
    EXPECT_EQ(table.first_failure(), "run 11: why");
    const auto figure = figure_of(experiment, table);
    ASSERT_EQ(figure.charts.size(), 1u);
    const auto& chart = figure.charts[0];
    EXPECT_EQ(chart.y_label, "a (m)");
    EXPECT_EQ(chart.x, (std::vector<std::string>{"0.01", "0.02"}));
    ASSERT_EQ(chart.series.size(), 2u);
    EXPECT_EQ(chart.series[0].name, "dimensions 2");
    const double half = 4.302653 * std::sqrt(7. / 3), wide = 4.302653 * std::sqrt(100. / 3);
    const auto expect = [&](std::size_t series, std::size_t x, double mean, double width) {
        const auto& point = chart.series[series].points[x];
        EXPECT_NEAR(point.value, mean, 1e-9);
        EXPECT_NEAR(point.low, mean - width, 1e-4);
        EXPECT_NEAR(point.high, mean + width, 1e-4);
    };
    expect(0, 0, 3, half);
    expect(1, 0, 4, 0);
    expect(0, 1, 20, wide);
    expect(1, 1, 7, 0);
    const auto& partly = chart.series[1].points[1];
    EXPECT_EQ(partly.measured, 1u);
    EXPECT_EQ(partly.of, 2u);
    EXPECT_EQ(partly.censored, 1u);
    EXPECT_EQ(figure.captions,
              (std::vector<std::string>{"10 of 12 runs reached the limit of steps before the condition held.",
                                        "1 of 12 runs failed and are left out.", "1 of 12 runs are missing.",
                                        "a (m): 1 of 4 means leave out runs that measured no value."}));
    EXPECT_NE(figure.subtitle.find("mean of 1 to 3 of 3 seeds"), std::string::npos) << figure.subtitle;
}

/// Rows where one configuration measures in 2 of 3 seeds, one in none, and one is infinite.
TEST(ExperimentCharts, CountTheRunsThatMeasured) {
    const auto experiment = experiment_of(read_experiment(
        R"({"nearfield": 1, "scene": "circles", "vary": ["force=0.01,0.02,0.03"], "seeds": "1:3",
            "measure": ["a = first step when rms_step < 0.02"], "stop": "rms_step < 0.02", "steps": 5})",
        "e.json"));
    ResultTable table(experiment);
    const double measured[] = {1, NAN, 3, NAN, NAN, NAN, 1, INFINITY, 2};
    for (u64 run = 0; run < 9; ++run)
        table.add(run, {.measured = {measured[run]},
                        .steps = 5,
                        .seconds = NAN,
                        .stopped = std::isnan(measured[run]) ? Stopped::steps : Stopped::condition});
    const auto figure = figure_of(experiment, table);
    const auto& points = figure.charts.at(0).series.at(0).points;
    const std::size_t expected[][3] = {{2, 3, 1}, {0, 3, 3}, {3, 3, 0}};
    for (std::size_t p = 0; p < 3; ++p) {
        EXPECT_EQ(points[p].measured, expected[p][0]) << p;
        EXPECT_EQ(points[p].of, expected[p][1]) << p;
        EXPECT_EQ(points[p].censored, expected[p][2]) << p;
        EXPECT_EQ(points[p].is_complete(), p == 2) << p;
    }
    EXPECT_EQ(points[0].value, 2);
    EXPECT_NEAR(points[0].high, 2 + 12.7062, 1e-4) << "the interval of two values";
    EXPECT_EQ(figure.captions,
              (std::vector<std::string>{"4 of 9 runs reached the limit of steps before the condition held.",
                                        "a: 1 of 3 means are infinite, and a chart has no place for them.",
                                        "a: 1 of 3 means are missing, because no run measured a value.",
                                        "a: 1 of 3 means leave out runs that measured no value."}));
    std::ostringstream csv;
    write_csv(csv, figure);
    EXPECT_EQ(csv.str(), "measure,series,x,value,low,high,measured,of,censored\n"
                         "a,a,0.01,2,-10.7062,14.7062,2,3,1\n"
                         "a,a,0.02,,,,0,3,3\n"
                         "a,a,0.03,inf,inf,inf,3,3,0\n");
}

TEST(ExperimentSummaries, RoundToTheInterval) {
    EXPECT_EQ(interval_text({12.345, 0.4567, 3}), "12.35 ± 0.46");
    EXPECT_EQ(interval_text({123456, 1234, 3}), "123456 ± 1234");
    EXPECT_EQ(interval_text(mean_interval({1.6, 1.6, 1.6})), "1.6 ± 0");
    EXPECT_EQ(interval_text(mean_interval({0.1 + 0.2, 0.3, 0.3})), "0.3 ± 0") << "equal but for rounding";
    EXPECT_EQ(interval_text(mean_interval({0, 0})), "0 ± 0");
    EXPECT_EQ(interval_text({1.234e-9, 4.5e-10, 3}), "(1.23 ± 0.45)e-9");
    EXPECT_EQ(interval_text({0, 4.5e-10, 3}), "(0.0 ± 4.5)e-10");
    EXPECT_EQ(interval_text(mean_interval({7})), "7");
    EXPECT_EQ(interval_text(mean_interval({INFINITY, 7})), "inf");
    EXPECT_EQ(interval_text({}), "–");
}

TEST(Sweeps, HaveRanges) {
    const Settings settings = find_scene("circles").defaults();
    const auto values = [&](const std::string& key, const std::string& text) {
        return read_values("--vary", key, text, settings).values;
    };
    EXPECT_EQ(values("force", "0.01:0.05:0.01"), (std::vector<std::string>{"0.01", "0.02", "0.03", "0.04", "0.05"}));
    EXPECT_EQ(values("force", "0.1:0.25:0.1"), (std::vector<std::string>{"0.1", "0.2"})) << "not beyond its end";
    EXPECT_EQ(values("seed", "3:5,9"), (std::vector<std::string>{"3", "4", "5", "9"}));
    EXPECT_EQ(values("seed", "7:7"), std::vector<std::string>{"7"});
    EXPECT_EQ(values("seed", "1:10000").size(), 10000u);
    const std::pair<const char*, const char*> bad[] = {
        {"1:2:0", "must be above 0"},           {"5:1", "ends before it begins"},
        {"1:10001", "10001 values; 10000 fit"}, {"1:", "is not a range"},
        {"1:2:3:4", "is not a range"},          {"1:nan", "is not a range"},
        {"1:9000,10000:19000", "more than"},    {"1:3,2", "the value 2 is given twice"}};
    for (const auto& [text, part] : bad) {
        const auto said = refusal<UsageError>([&, text = text] { values("seed", text); });
        EXPECT_NE(said.find(part), std::string::npos) << text << ": " << said;
    }
}

class Experiments : public ProgramTest {
  protected:
    std::size_t rows_or_none(const std::string& file) const {
        const auto lines = rows(file);
        return lines.empty() ? 0 : lines.size() - 1;
    }

    static constexpr const char* rings =
        "experiment --scene circles --set actors=60 --vary force=0.01,0.02 --vary dimensions=2,3 --seeds 1:3 "
        "--measure 'settled [steps] = first step when rms_step < 0.02' --measure 'move = mean rms_step' --steps 30 ";

    std::vector<std::string> rows(const std::string& file) const { return without_remarks(read(file)); }
};

TEST_F(Experiments, ARowPerRun) {
    const auto outcome = run(std::string(rings) + "--out e.csv --chart e.svg");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    auto columns = table(read("e.csv"));
    ASSERT_EQ(columns["run"].size(), 12u);
    for (std::size_t r = 0; r < 12; ++r) {
        EXPECT_EQ(columns["run"][r], std::to_string(r + 1));
        EXPECT_EQ(columns["force"][r], r < 6 ? "0.01" : "0.02");
        EXPECT_EQ(columns["dimensions"][r], r % 6 < 3 ? "2" : "3");
        EXPECT_EQ(columns["seed"][r], std::to_string(r % 3 + 1));
        EXPECT_EQ(columns["steps"][r], "30");
        EXPECT_EQ(columns["seconds"][r], "") << "a scene without a clock";
        EXPECT_EQ(columns["stopped"][r], "steps");
        EXPECT_EQ(columns["error"][r], "");
    }
    EXPECT_NE(outcome.out.find("mean over 3 seeds"), std::string::npos) << outcome.out;
    const auto svg = read("e.svg");
    for (const char* word : {"settled (steps)", "move", "dimensions 3", "Force", "95 % interval", "3 seeds"})
        EXPECT_NE(svg.find(word), std::string::npos) << word;
    EXPECT_NE(read("e.csv").find("one thread per run"), std::string::npos) << "when and on what";
}

/// The same run by hand, on all threads.
TEST_F(Experiments, MeasuresWhatARunShows) {
    ASSERT_EQ(run(std::string(rings) + "--out e.csv").code, 0);
    auto columns = table(read("e.csv"));
    const auto& scene = find_scene("circles");
    Settings settings = scene.defaults();
    for (const auto& [key, value] :
         {std::pair("actors", "60"), std::pair("force", "0.02"), std::pair("dimensions", "3"), std::pair("seed", "2"),
          std::pair("search.deterministic", "on")})
        settings.set(key, value);
    nearfield::Run by_hand(scene, settings, Backend::cpu);
    double sum = 0, settled = NAN;
    for (int step = 1; step <= 30; ++step) {
        by_hand.advance();
        const double move = by_hand.metric("rms_step");
        sum += move;
        if (std::isnan(settled) && move < 0.02) settled = step;
    }
    EXPECT_DOUBLE_EQ(std::stod(columns["move"][10]), sum / 30);
    EXPECT_EQ(columns["settled"][10], std::isnan(settled) ? "" : std::to_string(int(settled)));
}

TEST_F(Experiments, RowsAreEqualHoweverTheyCome) {
    ASSERT_EQ(run(std::string(rings) + "--out one.csv --jobs 1").code, 0);
    ASSERT_EQ(run(std::string(rings) + "--out many.csv --jobs 5", "OMP_NUM_THREADS=3").code, 0);
    EXPECT_EQ(rows("one.csv"), rows("many.csv"));
    ASSERT_EQ(run(std::string(rings) + "--out shard.csv --shard 2/5").code, 0);
    EXPECT_EQ(rows("shard.csv"), (std::vector<std::string>{rows("one.csv")[0], rows("one.csv")[2], rows("one.csv")[7],
                                                           rows("one.csv")[12]}));
    ASSERT_EQ(run(std::string(rings) + "--out shard.csv --resume").code, 0) << "a part is completed";
    EXPECT_EQ(rows("one.csv"), rows("shard.csv"));
}

TEST_F(Experiments, StopsWhereItsConditionHoldsOrAtALimit) {
    const std::string room =
        "experiment --preset room --set actors=20 --measure 'out [s] = first last_left when "
        "present == 0' --measure 'peak = max present / 2' --every 10 --seeds 4 --out e.csv --force ";
    ASSERT_EQ(run(room + "--stop 'present == 0' --seconds 300").code, 0);
    auto columns = table(read("e.csv"));
    EXPECT_EQ(columns["stopped"][0], "condition");
    EXPECT_EQ(columns["peak"][0], "10") << "the start is measured";
    const double out = std::stod(columns["out"][0]), end = std::stod(columns["seconds"][0]);
    EXPECT_GT(out, 5);
    EXPECT_LE(out, end);
    EXPECT_GT(out, end - 0.11) << "seen at the next measurement";
    ASSERT_EQ(run(room + "--stop 'present == 0' --seconds 2").code, 0);
    columns = table(read("e.csv"));
    EXPECT_EQ(columns["stopped"][0], "seconds");
    EXPECT_EQ(columns["out"][0], "");
    EXPECT_NEAR(std::stod(columns["seconds"][0]), 2, 0.11);
    const auto outcome = run(room + "--stop 'present == 0' --seconds 300 --steps 15");
    columns = table(read("e.csv"));
    EXPECT_EQ(columns["stopped"][0], "steps");
    EXPECT_EQ(columns["steps"][0], "15") << "exactly, whatever --every";
    EXPECT_NE(outcome.out.find("1 of 1 runs reached the limit of steps"), std::string::npos) << outcome.out;
}

TEST_F(Experiments, AFailedRunIsARowAndIsTriedAgain) {
    write("good.json", text_of(places::assets + "/plans/room.json"));
    const std::string command = "experiment --scene pedestrians --vary plan=room,later.json --seeds 1:2 --measure 'n = "
                                "final present' --steps 2 --out e.csv ";
    const auto outcome = run(command);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.err.find("2 of 4 runs failed; first run 3: "), std::string::npos) << outcome.err;
    auto columns = table(read("e.csv"));
    EXPECT_EQ(columns["stopped"], (std::vector<std::string>{"steps", "steps", "failed", "failed"}));
    EXPECT_NE(columns["error"][2].find("later.json"), std::string::npos);
    EXPECT_EQ(columns["n"][2], "");
    EXPECT_EQ(shell("cp good.json later.json"), 0);
    const auto again = run(command + "--resume");
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_NE(again.out.find("2 of 4 runs were already in the file"), std::string::npos) << again.out;
    EXPECT_EQ(table(read("e.csv"))["stopped"], std::vector<std::string>(4, "steps"));
}

TEST_F(Experiments, FilesAndFlagsSayTheSame) {
    write("e.json", R"({"nearfield": 1, "scene": "circles", "settings": {"actors": 60}, "vary": ["force=0.01,0.02",
        "dimensions=2,3"], "seeds": "1:3", "measure": ["settled [steps] = first step when rms_step < 0.02",
        "move = mean rms_step"], "steps": 30})");
    ASSERT_EQ(run("experiment e.json --out file.csv").code, 0);
    ASSERT_EQ(run(std::string(rings) + "--out flags.csv").code, 0);
    EXPECT_EQ(rows("file.csv"), rows("flags.csv"));
    ASSERT_EQ(run("experiment e.json --seeds 2 --vary force=0.02 --steps 3 --set actors=50 --out less.csv").code, 0);
    EXPECT_EQ(table(read("less.csv"))["seed"], (std::vector<std::string>{"2", "2"}));
    EXPECT_EQ(table(read("less.csv"))["steps"], (std::vector<std::string>{"3", "3"}));
}

TEST_F(Experiments, AnotherOnesTableIsRefused) {
    ASSERT_EQ(run(std::string(rings) + "--out e.csv").code, 0);
    const auto whole = read("e.csv");
    expect_complaint(std::string(rings) + "--out e.csv", 1, {"e.csv exists", "--resume", "--force"});
    const std::pair<const char*, const char*> others[] = {
        {"--seeds 1:4", "what varies"}, {"--set radius=2", "radius (1 and 2)"},
        {"--steps 31", "the limit"},    {"--stop 'step > 3'", "stop condition"},
        {"--every 2", "how often"},     {"--measure 'x = final step'", "what is measured"}};
    for (const auto& [flag, part] : others) {
        std::string command = rings;
        if (std::string(flag).rfind("--seeds", 0) == 0) command.replace(command.find("--seeds 1:3"), 11, "");
        if (std::string(flag).rfind("--steps", 0) == 0) command.replace(command.find("--steps 30"), 10, "");
        expect_complaint(command + flag + " --out e.csv --resume", 2, {"e.csv:", part, "--out another name"});
    }
    const auto spoil = [&](const std::string& from, const std::string& to) {
        auto text = whole;
        text.replace(text.find(from), from.size(), to);
        write("e.csv", text);
        return std::string(rings) + "--out e.csv --resume";
    };
    expect_complaint(spoil("\n3,0.01,2,3", "\n3,0.01,2,2"), 2, {"e.csv:", "seed is '2', but in run 3 3"});
    expect_complaint(spoil("\n3,0.01", "\n13,0.01"), 2, {"no run '13'"});
    expect_complaint(spoil(",steps,\n4", ",whim,\n4"), 2, {"'whim' is no reason to stop", "remove the line"});
    expect_complaint(spoil(",30,,steps,\n4", ",x,,steps,\n4"), 2, {"steps is 'x', which is no number"});
    expect_complaint(spoil("# experiment: {", "# experiment: ["), 2, {"e.csv:4:1:"});
    expect_complaint(spoil("# build: {", "# build: ["), 2, {"e.csv:3:1:"});
    expect_complaint(spoil("# experiment: ", "# it was: "), 2, {"not the table of this experiment"});
    write("e.csv", whole.substr(0, whole.size() - 4));
    ASSERT_EQ(run(std::string(rings) + "--out e.csv --resume").code, 0) << "a line that was cut off is done again";
    EXPECT_EQ(rows("e.csv").size(), 13u);
}

TEST_F(Experiments, RowsOfAnotherBuildAreNotContinued) {
    ASSERT_EQ(run(std::string(rings) + "--out e.csv").code, 0);
    const auto whole = read("e.csv");
    const auto sources = this_build().sources;
    ASSERT_NE(whole.find("# build: {"), std::string::npos);
    const auto without_row_3 = [](std::string text) {
        const auto from = text.find("\n3,") + 1;
        return text.erase(from, text.find('\n', from) + 1 - from);
    };
    auto other = whole;
    other.replace(other.find(sources), sources.size(), "0123456789abcdef");
    const auto resume = std::string(rings) + "--out e.csv --resume";
    write("e.csv", other);
    EXPECT_EQ(run(resume).code, 0) << "nothing is added";
    write("e.csv", without_row_3(other));
    expect_complaint(resume, 2, {"e.csv: ", "sources (0123456789abcdef", sources, "--out another name"});
    EXPECT_EQ(read("e.csv"), without_row_3(other));
    auto unknown = whole;
    unknown.replace(unknown.find("# build: "), 9, "# said: ");
    write("e.csv", without_row_3(unknown));
    expect_complaint(resume, 2, {"e.csv: ", "does not state the build", "--out another name"});
    write("e.csv", without_row_3(whole));
    EXPECT_EQ(run(resume).code, 0);
    EXPECT_EQ(rows("e.csv"), without_remarks(whole));
}

TEST_F(Experiments, RowsOfAChangedPlanAreNotContinued) {
    const auto plan = read_file(places::assets + "/plans/bottleneck.json", "a plan");
    write("p.json", plan);
    const std::string command = "experiment --scene pedestrians --set plan=p.json --seeds 1:2 --steps 5 "
                                "--measure 'n = final present' --jobs 1 --out e.csv ";
    ASSERT_EQ(run(command).code, 0);
    const auto whole = read("e.csv");
    Sha256 hash;
    hash.add(plan);
    EXPECT_NE(whole.find("# inputs: {\"p.json\":\"" + hash.finish() + "\"}\n"), std::string::npos) << whole;
    const auto less = whole.substr(0, whole.find("\n2,") + 1);
    write("e.csv", less);
    auto changed = plan;
    changed.replace(changed.find("\"count\": 120"), 12, "\"count\": 30");
    write("p.json", changed);
    expect_complaint(command + "--resume", 2, {"e.csv: p.json has changed", "restore it", "--out another name"});
    EXPECT_EQ(read("e.csv"), less);
    EXPECT_EQ(shell("rm p.json"), 0);
    EXPECT_EQ(run(command + "--resume").code, 2);
    write("p.json", plan);
    EXPECT_EQ(run(command + "--resume").code, 0);
    EXPECT_EQ(without_remarks(read("e.csv")), without_remarks(whole));
}

/// 0.01 s as a number of single precision is a little less, and so is a sum of a hundred.
TEST_F(Experiments, ALimitInSecondsIsNotPassed) {
    const std::string command = "experiment --preset room --set actors=5 --seeds 1 --measure 'n = final step' "
                                "--measure 't = final time' --out e.csv --force ";
    for (const auto& [flags, steps] : {std::pair("--seconds 0.1", "10"),
                                       {"--seconds 1", "100"},
                                       {"--seconds 10", "1000"},
                                       {"--seconds 1 --every 30", "100"},
                                       {"--seconds 1.004", "101"},
                                       {"--seconds 1 --steps 70 --every 30", "70"}}) {
        ASSERT_EQ(run(command + flags).code, 0);
        auto columns = table(read("e.csv"));
        EXPECT_EQ(columns["steps"], std::vector<std::string>{steps}) << flags;
        EXPECT_EQ(columns["n"], std::vector<std::string>{steps}) << flags;
    }
}

TEST_F(Experiments, BadInputIsNamed) {
    const std::string measured = "--measure 'n = final population' ", out = "--out e.csv";
    const std::string circles = "experiment --scene circles --steps 3 " + measured + out;
    expect_complaint("experiment " + measured + out, 2, {"no scene", "--preset"});
    expect_complaint("experiment --scene circles --steps 3 " + out, 2, {"nothing to measure"});
    expect_complaint("experiment --scene circles " + measured + out, 2, {"would not end", "--steps"});
    expect_complaint("experiment --scene circles --stop 'step > 2' " + measured + out, 2, {"would not end"});
    expect_complaint("experiment --scene circles --seconds 3 " + measured + out, 2,
                     {"'circles' has no clock", "steps"});
    expect_complaint(circles + " --seconds -1", 2, {"--seconds", "-1"});
    expect_complaint(circles + " --stop 'populatoin == 3'", 2, {"--stop: ", "Did you mean 'population'?"});
    expect_complaint(circles + " --stop population", 2, {"--stop: ", "compare it"});
    expect_complaint(circles + " --measure 'm = final presnt'", 2, {"--measure: ", "no name 'presnt'"});
    expect_complaint(circles + " --measure 'n = final step'", 2, {"a column 'n' already"});
    expect_complaint(circles + " --measure 'seed = final step'", 2, {"a column 'seed' already"});
    expect_complaint(circles + " --vary colour", 2, {"--vary colour: write it as key=v1,v2"});
    expect_complaint(circles + " --vary forse=1,2", 2, {"--vary: ", "Did you mean 'force'?"});
    expect_complaint(circles + " --vary force=0.1 --vary force=0.2", 2, {"force varies already"});
    expect_complaint(circles + " --seeds 1:2 --vary seed=3", 2, {"seed varies already"});
    expect_complaint(circles + " --seeds 1:1001 --vary force=0.0001:0.1:0.0001", 2, {"runs are too many; 1000000 fit"});
    expect_complaint(circles + " --vary search.auto=on,off", 2, {"search.auto", "leave it off"});
    expect_complaint(circles + " --preset murmuration", 2, {"--scene and --preset"});
    expect_complaint(circles + " --jobs 0", 2, {"--jobs", "1 to 1024"});
    expect_complaint(circles + " --shard 3/2", 2, {"--shard, K", "from 1 to 2"});
    expect_complaint(circles + " --shard 3", 2, {"--shard: '3' is not a part"});
    expect_complaint(circles + " --shard 1/2 --chart e.svg", 2, {"--shard", "--chart"});
    expect_complaint(circles + " --tasks 3", 2, {"--tasks is for a cluster; add --slurm"});
    expect_complaint(circles + " --resume --force", 2, {"leave one out"});
    expect_complaint(circles + " --chart e.csv", 2, {"--out and --chart are both"});
    expect_complaint("experiment gone.json " + out, 2, {"gone.json"});
}

TEST_F(Experiments, BadFilesAreNamedWithTheirPlace) {
    const std::pair<const char*, const char*> bad[] = {
        {R"([])", "e.json: not an experiment"},
        {R"({"nearfield": 1, "scene")", "e.json:1:25: "},
        {R"({"nearfield": 2, "scene": "circles"})", "e.json: \"nearfield\": 2 is not a version"},
        {R"({"nearfield": 1, "scenes": "circles"})", "e.json: no key 'scenes' in an experiment. Did you mean 'scene'?"},
        {R"({"nearfield": 1, "scene": "circle"})", "e.json: \"scene\": "},
        {R"({"nearfield": 1, "scene": "circles", "measure": "n = final step"})",
         "\"measure\": expected a list of texts"},
        {R"({"nearfield": 1, "scene": "circles", "measure": ["n = final stp"]})", "e.json: \"measure\", item 1: 'stp'"},
        {R"({"nearfield": 1, "scene": "circles", "vary": [3]})", "e.json: \"vary\", item 1: expected a text"},
        {R"({"nearfield": 1, "scene": "circles", "settings": {"radios": 3}})", "e.json: \"settings\": no parameter"},
        {R"({"nearfield": 1, "scene": "circles", "settings": {"radius": [3]}})", "\"radius\": expected a value"},
        {R"({"nearfield": 1, "scene": "circles", "measure": ["n = final step"], "steps": 0})",
         "e.json: \"steps\": '0'"},
        {R"({"nearfield": 1, "scene": "circles", "measure": ["n = final step"], "steps": {}})", "\"steps\": expected"},
        {R"({"nearfield": 1, "scene": "circles", "measure": ["n = final step"], "steps": 9, "stop": "step >"})",
         "e.json: \"stop\": 'step >', column 7"},
    };
    for (const auto& [text, part] : bad) {
        write("e.json", text);
        expect_complaint("experiment e.json --out e.csv", 2, {part});
    }
}

/// A mock of Slurm: sbatch runs the tasks of an array one after another, and loses task N if there is a file lose-N.
// not in tsan: nothing new for threads
class Cluster : public Experiments {
  protected:
    void SetUp() override {
        program("squeue", "[ ! -f dumb ] || { echo 'slurm_load_jobs error: Unable to contact' >&2; exit 1; }\n"
                          "[ ! -f queued ] || echo 77_1\n");
        program("sbatch", R"(case $1 in --version) exit 0;; esac
for word; do case $word in --array=*) tasks=${word#--array=};; --chdir=*) home=${word#--chdir=}/..;; esac; done
cd "$home" && echo "$*" >>words
[ ! -f refuse ] || { echo 'sbatch: error: invalid partition specified: moon' >&2; exit 1; }
for task in $(echo "$tasks" | tr , ' '); do
    if [ -f "lose-$task" ]; then rm "lose-$task"; continue; fi
    [ -f broken ] || SLURM_ARRAY_TASK_ID=$task sh "$word" >/dev/null 2>&1
done
echo '77;moon'
)");
    }
    void program(const std::string& name, const std::string& text) const {
        write("bin/" + name, "#!/bin/sh\n" + text);
        std::filesystem::permissions(folder / "bin" / name, std::filesystem::perms::owner_all);
    }
    std::string path() const { return "PATH='" + (folder / "bin").string() + "':$PATH"; }
};

TEST_F(Cluster, GivesTheSameRows) {
    ASSERT_EQ(run(std::string(rings) + "--out here.csv").code, 0);
    write("lose-2", "");
    const auto outcome = run(std::string(rings) + "--slurm --tasks 5 --sbatch partition=long --jobs 2 --out e.csv "
                                                  "--chart e.svg",
                             path());
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(rows("e.csv"), rows("here.csv"));
    const auto words = lines_of(read("words"));
    ASSERT_EQ(words.size(), 2u) << "a lost task is submitted again";
    EXPECT_NE(words[0].find("--array=1,2,3,4,5 "), std::string::npos) << words[0];
    EXPECT_NE(words[0].find(" --cpus-per-task=2 --partition=long "), std::string::npos) << words[0];
    EXPECT_NE(words[1].find("--array=2 "), std::string::npos) << words[1];
    EXPECT_FALSE(std::filesystem::exists(folder / "e.csv.slurm")) << "nothing is left behind";
    EXPECT_NE(read("e.csv").find("# host: "), std::string::npos) << "where the tasks ran";
}

TEST_F(Cluster, AKilledWaitIsTakenUp) {
    ASSERT_EQ(run(std::string(rings) + "--out here.csv").code, 0);
    write("lose-1", "");
    write("queued", "");
    const std::string command = std::string(rings) + "--slurm --tasks 2 --out e.csv ";
    const pid_t child = start(command, path());
    for (int i = 0; i < 6000 && rows_or_none("e.csv") < 6; ++i) usleep(10'000);
    kill(child, SIGKILL);
    wait_for(child);
    EXPECT_EQ(rows_or_none("e.csv"), 6u) << "what was gathered is kept";
    expect_complaint(command + "--force", 1, {"job 77 of", "scancel 77", "--resume"}, path());
    std::filesystem::remove(folder / "queued");
    const auto outcome = run(command + "--resume", path());
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(rows("e.csv"), rows("here.csv"));
    EXPECT_EQ(lines_of(read("words")).size(), 2u) << "only what was lost is submitted again";
}

TEST_F(Cluster, RefusalsAreOneLine) {
    const std::string command = std::string(rings) + "--slurm --tasks 2 --out e.csv ";
    expect_complaint(command, 1, {"sbatch was not found", "leave --slurm out"}, "PATH=/nowhere");
    write("refuse", "");
    EXPECT_EQ(run(command, path()).err,
              "nearfield: sbatch refused the job: sbatch: error: invalid partition specified: moon; give it what it "
              "wants by --sbatch, or leave --slurm out\n");
    std::filesystem::remove(folder / "refuse");
    write("broken", "");
    expect_complaint(command, 1, {"e.csv.slurm exists", "--resume", "--force"}, path());
    const auto outcome = run(command + "--resume", path());
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.err.find("task 1 was submitted 3 times and gave no result"), std::string::npos) << outcome.err;
    std::filesystem::remove(folder / "broken");
    EXPECT_EQ(run(command + "--force", path()).code, 0);
    std::filesystem::create_directory(folder / "e.csv.slurm");
    expect_complaint(command + "--force", 1, {"e.csv.slurm exists and is no job's folder"}, path());
}

/// Foreign files in a job's folder are neither submitted nor deleted.
TEST_F(Cluster, AStrangersFolderIsNotTrusted) {
    const std::string command = std::string(rings) + "--slurm --tasks 2 --out e.csv ",
                      script = "#!/bin/sh\ntouch ../no\n";
    ASSERT_EQ(run(std::string(rings) + "--out here.csv").code, 0);
    write("e.csv.slurm/job.json", R"({"job": "1", "tasks": 1})");
    write("e.csv.slurm/job.sh", script);
    EXPECT_EQ(run(command + "--resume", path()).code, 0);
    EXPECT_EQ(rows("e.csv"), rows("here.csv"));
    EXPECT_FALSE(std::filesystem::exists(folder / "e.csv.slurm"));
    write("e.csv.slurm/job.sh", script);
    write("e.csv.slurm/thesis.txt", "mine");
    write("e.csv.slurm/shard-x.csv", "m");
    const auto outcome = run(command + "--force", path());
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("e.csv.slurm stays: it holds shard-x.csv, thesis.txt"), std::string::npos);
    EXPECT_EQ(read("e.csv.slurm/thesis.txt"), "mine");
    EXPECT_FALSE(std::filesystem::exists(folder / "e.csv.slurm/job.sh"));
    EXPECT_FALSE(std::filesystem::exists(folder / "no"));
    std::filesystem::remove(folder / "e.csv");
    write("e.csv.slurm/job.sh", script);
    write("e.csv.slurm/job.json", R"({"job": "1 --uid=0", "tasks": 1})");
    expect_complaint(command + "--resume", 2, {"job.json: not the record of a job"}, path());
}

/// A real single-node Slurm, if it is installed.
TEST_F(Experiments, RunThroughSlurm) {
    const std::string node = "sh '" + places::slurm_node + "' ";
    if (const int code = shell(node + "true"); code == 77)
        GTEST_SKIP() << "Slurm (slurm-wlm, munge) is not installed, "
                        "or this user is not root";
    else ASSERT_EQ(code, 0);
    const std::string crowd =
        "experiment --preset room --set actors=100 --vary door_width=1.2,2 --seeds 1:3 --every 10 "
        "--stop 'present == 0' --seconds 60 --measure 'n = final evacuated' --out ";
    ASSERT_EQ(run(crowd + "here.csv").code, 0);
    write("twice.sh", "\"$nearfield\" " + crowd + R"shell(e.csv --slurm --tasks 3 2>said &
until squeue --noheader --states=RUNNING --format=%i | grep -q _2; do sleep 0.05; done
scancel "$(squeue --noheader --states=RUNNING --format=%i | grep _2)"
wait $!
)shell");
    ASSERT_EQ(shell("export nearfield; " + node + "sh twice.sh"), 0) << read("said");
    EXPECT_EQ(rows("e.csv"), rows("here.csv"));
    EXPECT_EQ(count(read("said"), "of Slurm: tasks"), 2u) << "the task that was lost ran again\n" << read("said");
}

}  // namespace experiment_test
}  // namespace nearfield
