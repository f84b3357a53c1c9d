// Committed tables of experiments come out again: a sample of their rows, and the beginning of a run of each.
#include "app/study/result_table.hpp"
#include "app/study/shipped.hpp"
#include "base/error.hpp"
#include "base/read_file.hpp"
#include "base/shortest_text.hpp"
#include "csv_table.hpp"
#include "places.hpp"
#include "sim/run.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

// not in asan, tsan: whole runs, and nothing new for memory and threads
namespace nearfield {
namespace committed_tables_test {

std::string folder() { return places::assets + "/results/experiments/"; }

std::string remedy() {
    return "; if the change is meant, compute the tables of " + folder() +
           " anew (docs/experiments.md), and the numbers in pages that quote them";
}

std::string table_of(const std::string& name) { return read_file(folder() + name + ".csv", "a table", Most::data); }

/// The experiment that comes with the program, on the CPU.
ExperimentText shipped(const std::string& name) {
    for (const auto& file : experiments::carried_experiments())
        if (file.key == name) {
            auto text = read_experiment(file.text, name);
            text.backend = {"cpu", "test"};
            return text;
        }
    throw UsageError("no experiment " + name);
}

/// Runs `count` complete runs that take the fewest steps, and compares their measures.
void expect_rows(const std::string& name, std::size_t count) {
    const auto experiment = experiment_of(shipped(name));
    ResultTable committed(experiment);
    committed.read(folder() + name + ".csv");
    ASSERT_EQ(committed.size(), experiment.runs()) << name;
    const auto steps = table(table_of(name))["steps"];
    auto runs = std::vector<u64>(experiment.runs());
    for (u64 run = 0; run < runs.size(); ++run) runs[run] = run;
    std::stable_sort(runs.begin(), runs.end(), [&](u64 a, u64 b) { return std::stod(steps[a]) < std::stod(steps[b]); });
    runs.resize(count);
    for (const u64 run : runs) {
        const auto result = run_once(experiment, run);
        ASSERT_TRUE(result);
        EXPECT_EQ(std::to_string(result->steps), steps[run]) << name << ", run " << run + 1 << remedy();
        for (std::size_t m = 0; m < experiment.measures.size(); ++m)
            EXPECT_EQ(shortest_text(result->measured[m]), shortest_text(committed.measured(run, m)))
                << name << ", run " << run + 1 << ", " << experiment.measures[m].name << remedy();
    }
}

TEST(CommittedTables, RowsComeOutAgain) {
    expect_rows("door-width", 2);
    expect_rows("faster-is-slower", 1);
}

/// Rows "experiment,steps,metric,value" of every metric after some steps of the first run.
std::string beginning(const std::string& name, u64 steps) {
    const auto experiment = experiment_of(shipped(name));
    omp_set_num_threads(1);
    Run run(*experiment.scene, experiment.settings_of(0), Backend::cpu);
    while (run.world().steps() < steps) run.advance(steps - run.world().steps());
    std::string rows;
    const auto metrics = *run.measure().metrics;
    for (std::size_t m = 0; m < metrics.size(); ++m)
        rows += fmt::format("{},{},{},{}\n", name, steps, experiment.scene->metrics[m].key,
                            std::isnan(metrics[m]) ? "" : shortest_text(metrics[m]));
    return rows;
}

/// Rows of the others take minutes. A changed rule changes the beginning of a run, too.
TEST(CommittedTables, RunsBeginAsTheyDid) {
    std::string now = "experiment,steps,metric,value\n";
    for (const auto& [name, steps] : {std::pair<const char*, u64>{"door-width", 300},
                                      {"faster-is-slower", 300},
                                      {"keratinocyte-population", 400},
                                      {"station", 600},
                                      {"station-large", 100}})
        now += beginning(name, steps);
    EXPECT_EQ(now, read_file(folder() + "beginnings.csv", "a table")) << remedy();
}

/// A table of every experiment, of what its file says.
TEST(CommittedTables, AreOfTheShippedExperiments) {
    for (const auto& file : experiments::carried_experiments()) {
        const auto text = table_of(file.key), mark = std::string("# experiment: ");
        const auto from = text.find(mark);
        ASSERT_NE(from, std::string::npos) << file.key;
        auto stated = read_experiment(text.substr(from + mark.size(), text.find('\n', from) - from - mark.size()),
                                      file.key + ".csv");
        stated.backend = {"cpu", "test"};
        auto ours = shipped(file.key);
        ours.seeds = stated.seeds;  // the large station has a row for one seed alone
        EXPECT_EQ(difference(experiment_of(stated), experiment_of(ours)), "") << file.key << remedy();
        EXPECT_TRUE(std::filesystem::exists(folder() + file.key + ".svg")) << file.key << " has no chart";
    }
}

}  // namespace committed_tables_test
}  // namespace nearfield
