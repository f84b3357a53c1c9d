// Experiments from the window: a form becomes a file that the reader accepts, a table is read while it grows, and
// another program is asked to end. That one fills the table and goes on with it, window_test.py shows.
#include "app/files.hpp"
#include "app/study/beside.hpp"
#include "app/study/compose.hpp"
#include "app/study/result_table.hpp"
#include "app/study/shipped.hpp"
#include "csv_table.hpp"
#include "refusal.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <csignal>
#include <thread>

namespace nearfield {
namespace experiment_beside_test {

Composition room() {
    const SceneInfo& scene = find_scene("circles");
    Settings settings = scene.defaults();
    settings.set("actors", "200");
    return {.scene = &scene,
            .settings = settings,
            .vary = {{"force", "0.01,0.02"}, {"dimensions", "2,3"}},
            .seeds = "1:4",
            .measures = {{"rms_step", Measure::How::mean}},
            .stop = "step > 99",
            .limit = "20",
            .limit_is_steps = true,
            .every = "5"};
}

TEST(Composed, IsAFileThatTheReaderAccepts) {
    const Experiment made = composed(room());
    const Experiment read = experiment_of(read_experiment(to_json(made).dump(2), "made.json"));
    EXPECT_EQ(difference(made, read), "");
    EXPECT_EQ(read.runs(), 16u);
    EXPECT_EQ(read.measures.at(0).name, "mean_rms_step");
    EXPECT_EQ(read.steps, 20u);
    EXPECT_EQ(read.every, 5u);
    EXPECT_EQ(read.settings.integer("actors"), 200) << "what does not vary is that of the present scene";
}

TEST(Composed, LeavesOutTheSearchsOwnChoice) {
    Composition composition = room();
    composition.settings.set("search.auto", Value(true));
    EXPECT_FALSE(composed(composition).settings.on("search.auto"));
}

TEST(Composed, NamesTheFieldThatIsWrong) {
    const auto refused = [](const std::function<void(Composition&)>& spoil) {
        Composition composition = room();
        spoil(composition);
        return refusal<UsageError>([&] { composed(composition); });
    };
    const std::vector<std::pair<std::function<void(Composition&)>, std::string>> bad{
        {[](Composition& c) { c.vary[0].values = "1:"; }, "Vary"},
        {[](Composition& c) {
             c.vary[1] = {"force", "0.03"};
         },
         "And: force varies already"},
        {[](Composition& c) { c.seeds = "x"; }, "Seeds"},
        {[](Composition& c) { c.stop = "presnt == 0"; }, "Stop when"},
        {[](Composition& c) { c.limit = "-3"; }, "Limit"},
        {[](Composition& c) { c.limit.clear(); }, "Limit"},
        {[](Composition& c) { c.every = "0"; }, "Measured every"},
        {[](Composition& c) { c.measures.clear(); }, "Measure"}};
    for (const auto& [spoil, field] : bad)
        EXPECT_EQ(refused(spoil).rfind(field, 0), 0u) << field << ": " << refused(spoil);
}

TEST(Composed, ValuesAreEvenlySpaced) {
    const auto& scene = find_scene("circles");
    const Settings settings = scene.defaults();
    EXPECT_EQ(evenly(settings.spec("force"), 1, 3, 5), "1,1.5,2,2.5,3");
    EXPECT_EQ(evenly(settings.spec("force"), 0.3, 9, 1), "0.3");
    EXPECT_EQ(evenly(settings.spec("actors"), 1, 4, 7), "1,2,3,4") << "whole numbers, each once";
    EXPECT_THROW(evenly(settings.spec("force"), 1, 2, 0), UsageError);
}

TEST(ShippedExperiments, AreSound) {
    EXPECT_GE(experiments::carried_experiments().size(), 4u);
    for (const auto& carried : experiments::carried_experiments()) {
        SCOPED_TRACE(carried.key);
        const auto experiment = experiment_of(read_experiment(carried.text, carried.key + ".json"));
        EXPECT_GE(experiment.runs(), 6u);
        EXPECT_FALSE(experiment.as_stated.title.empty());
    }
}

using TableSoFarTest = ProgramTest;

/// Four runs of one value: mean and interval match the closed form.
TEST_F(TableSoFarTest, ALastRowThatIsCutOffIsLeftOut) {
    const Experiment experiment = composed(room());
    ResultTable table(experiment);
    for (u64 run = 0; run < 5; ++run)
        table.add(run, {.measured = {double(run + 1)}, .steps = 20, .seconds = NAN, .stopped = Stopped::steps});
    const auto path = folder / "t.csv";
    EXPECT_EQ(read_so_far(experiment, path).done, 0u) << "no file yet";
    write_file(path, false, [&](std::ostream& out) { table.write(out); });
    EXPECT_EQ(read_so_far(experiment, path).done, 5u);
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 3);
    const auto torn = read_so_far(experiment, path);
    EXPECT_EQ(torn.problem, "");
    EXPECT_EQ(torn.done, 4u);
    const auto& point = torn.figure.charts.at(0).series.at(0).points.at(0);
    const double half = 3.182446 * std::sqrt(5. / 3) / 2;  // of 1, 2, 3, 4
    EXPECT_NEAR(point.value, 2.5, 1e-9);
    EXPECT_NEAR(point.low, 2.5 - half, 1e-4);
    EXPECT_NEAR(point.high, 2.5 + half, 1e-4);
    std::ostringstream means;
    write_csv(means, torn.figure);
    const auto columns = nearfield::table(means.str());
    EXPECT_EQ(columns.at("value").at(0), "2.5");
    EXPECT_EQ(columns.at("x").at(0), "0.01");
}

TEST_F(TableSoFarTest, ATableOfAnotherExperimentIsNamed) {
    const Experiment experiment = composed(room());
    Composition other = room();
    other.stop = "step > 98";
    const auto path = folder / "t.csv";
    write_file(path, false, [&](std::ostream& out) { ResultTable(composed(other)).write(out); });
    EXPECT_NE(read_so_far(experiment, path).problem.find("differs in the stop condition"), std::string::npos);
}

TEST(AnotherProgram, IsAskedToEnd) {
    Child sleeper({"sleep", "100"}, {});
    ASSERT_EQ(sleeper.problem(), 0);
    EXPECT_FALSE(sleeper.ended());
    sleeper.interrupt();
    EXPECT_EQ(sleeper.wait_for_code(), 128 + SIGINT);
    EXPECT_TRUE(sleeper.ended());
    Child brief({"true"}, {});
    for (int i = 0; i < 1000 && !brief.ended(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_TRUE(brief.ended());
    EXPECT_EQ(brief.wait_for_code(), 0) << "the exit code is kept";
}

TEST(SecondsLeft, FollowTheRateSinceTheStart) {
    EXPECT_TRUE(std::isnan(seconds_left(10, 4, 4, 8)));
    EXPECT_EQ(seconds_left(10, 4, 6, 8), 16);
    EXPECT_EQ(seconds_left(10, 0, 10, 8), 0);
}

}  // namespace experiment_beside_test
}  // namespace nearfield
