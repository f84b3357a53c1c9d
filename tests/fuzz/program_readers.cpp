#include "program_readers.hpp"

#include "app/commands/commands.hpp"
#include "app/lessons/catalogue.hpp"
#include "app/recordings.hpp"
#include "app/study/result_table.hpp"
#include "app/study/slurm.hpp"
#include "app/terminal/command_line.hpp"
#include "base/error.hpp"
#include "libs/building/readers/building.hpp"
#include "libs/building/relate/selection.hpp"
#include "made_files.hpp"
#include "readers.hpp"

#include <sstream>

namespace nearfield::fuzz {
namespace {

const char* const some_run = R"({"scene":"boids","backend":"cpu","started":"2026-01-01T00:00:00Z","actors":50})";
const char* const some_steps = "step,total_ms,construct_ms,order\n1,2.5,0.5,0.1\n2,2.25,0.5,0.2\n";
const char* const some_commands = R"({"commands":1,"version":")" NEARFIELD_VERSION
                                  R"(","scene":"boids","backend":"cpu","seed":1,"settings":{"actors":50,"seed":1}}
{"step":1,"command":"set cohesion=2"}
{"step":2,"end":"0123456789abcdef"}
)";

OpenRecording opened(const std::string& run, const std::string& steps) {
    const TemporaryFolder folder;
    folder.write("run.json", run);
    folder.write("steps.csv", steps);
    folder.write("commands.jsonl", some_commands);
    auto open = open_recording(folder.path());
    require(open.moments.size() <= open.profile.rows(), "a moment belongs to a row");
    for (const auto& problem : {open.about.problem, open.cannot_continue})
        require(problem.empty() || fault_of_message(problem).empty(), "a problem is told in one line");
    return open;
}

const Experiment& some_experiment() {
    static const Experiment experiment = experiment_of(read_experiment(
        R"({"nearfield": 1, "scene": "circles", "settings": {"actors": 100}, "vary": ["force=0.01,0.02"],
            "seeds": "1:3", "measure": ["neighbours = mean mean_neighbours", "moved = final rms_step"], "steps": 5})",
        "experiment.json"));
    return experiment;
}

/// Refuses commands that would write a file, or print and exit.
void require_harmless(const std::string& word) {
    for (const char* flag : {"--pairs", "--force", "--help", "-h", "--version"})
        if (word.rfind(flag, 0) == 0) throw UsageError("not here: " + std::string(flag));
}

building::Building some_building() {
    building::Building building{.name = "two", .storeys = {"low", "high"}};
    building.parts = {
        {.id = "0K2", .type = "IfcWall", .name = "Außenwand", .storey = "low", .groups = {"Heating", "East"}},
        {.id = "second", .type = "IfcPipeSegment", .name = "a pipe", .storey = "high"}};
    return building;
}

}  // namespace

void read_steps(const std::string& text) {
    const auto open = opened(some_run, text);
    const auto& profile = open.profile;
    for (const auto& [head, column] : profile.columns)
        require(column.size() == profile.rows(), "columns have one length");
    require(profile.stages().size() + profile.metrics().size() <= profile.heads.size(), "a head has one meaning");
    require(paired_times(profile, profile).steps <= profile.rows(), "a step is paired once");
}

void read_recording(const std::string& text) { opened(text, some_steps); }

void read_results(const std::string& text) {
    const MemoryFile file(text);
    ResultTable table(some_experiment());
    table.read(file.path(), ResultTable::Failed::kept);
    for (u64 run = 0; run < some_experiment().runs(); ++run)
        for (std::size_t m = 0; m < some_experiment().measures.size(); ++m)
            require(table.holds(run) || std::isnan(table.measured(run, m)), "what was not run was not measured");
    std::ostringstream out;
    table.write(out);
    ResultTable again(some_experiment());
    const MemoryFile written(out.str());
    again.read(written.path(), ResultTable::Failed::kept);
    require(again.size() == table.size() && again.first_failure() == table.first_failure(), "what is kept can be read");
}

const std::string& begin_of_results() {
    static const std::string begin = [] {
        std::ostringstream out;
        ResultTable(some_experiment()).write(out);
        return out.str().substr(0, out.str().rfind('\n'));
    }();
    return begin;
}

void read_progress(const std::string& text) {
    const MemoryFile file(text);
    std::string complaint;
    const auto progress = lessons::load_progress(file.path(), complaint);
    if (!complaint.empty()) throw UsageError(complaint);
    const TemporaryFolder folder;
    lessons::save_progress(folder / "lessons.json", progress);
    const auto again = lessons::load_progress(folder / "lessons.json", complaint);
    require(again.size() == progress.size() && complaint.empty(), "progress that was read can be kept");
}

void read_job(const std::string& text) {
    const TemporaryFolder folder;
    folder.write("job.json", text);
    const auto job = nearfield::read_job(folder.path());
    require(job && job->tasks >= 1 && job->tasks <= most_tasks, "a job has tasks");
}

void read_words(const std::string& text) {
    static const MemoryFile points("0,0\n0.5,0\n1,0.25\n");
    std::istringstream in(text);
    std::vector<std::string> words{"nearfield"};
    for (std::string word; std::getline(in, word);) {
        require_harmless(word);
        words.push_back(word);
    }
    if (words.size() < 2) return;
    if (words[1] == "neighbours") words.insert(words.end(), {"--out=/dev/null", "--points=" + points.path()});
    else if (words[1] == "run") words.insert(words.end(), {"--headless", "--record=/dev/null/no-place"});
    else throw UsageError("not here: " + words[1]);
    std::vector<char*> pointers;
    for (auto& word : words) pointers.push_back(word.data());
    try {
        run_command_line(int(pointers.size()), pointers.data(), {add_run, add_neighbours});
    } catch (const UsageError&) { throw; } catch (const Error& problem) {
        if (std::string(problem.what()).find("/dev/null/no-place") == std::string::npos)
            throw;  // the end of a run's
                    // setup
    }
}

void read_sides(const std::string& text) {
    static const auto building = some_building();
    std::istringstream in(text);
    std::vector<std::string> words;
    for (std::string word; std::getline(in, word);) words.push_back(word);
    for (const auto& [a, b] : nearfield::read_sides("--between", words))
        for (const auto* side : {&a, &b}) {
            side->require_some(building);
            require(side->holds(building.parts[0]) || side->holds(building.parts[1]), "a side has some part");
        }
}

}  // namespace nearfield::fuzz
