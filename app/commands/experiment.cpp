#include "app/commands/chart_flags.hpp"
#include "app/commands/commands.hpp"
#include "app/files.hpp"
#include "app/say.hpp"
#include "app/study/outputs.hpp"
#include "app/study/shipped.hpp"
#include "app/study/slurm.hpp"
#include "app/study/summary.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/long_work.hpp"
#include "app/terminal/options.hpp"
#include "app/terminal/run_info.hpp"
#include "base/error.hpp"
#include "base/names_path.hpp"
#include "base/read_file.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <memory>

namespace nearfield {
namespace {

struct ExperimentFlags {
    std::string file, scene, preset, backend, seeds, stop, seconds, steps, every, out, jobs, shard, tasks;
    std::vector<std::string> assignments, vary, measures, sbatch;
    ChartFlags chart;
    Existing existing;
    bool slurm = false;
};

/// The text of a shipped experiment or of a file.
ExperimentText named_experiment(const std::string& name) {
    std::vector<std::string> names;
    for (const auto& shipped : experiments::carried_experiments()) {
        if (name == shipped.key) return read_experiment(shipped.text, shipped.key + ".json");
        names.push_back(shipped.key);
    }
    std::error_code problem;
    const bool is_here = std::filesystem::exists(name, problem);
    if (!names_path(name))
        throw UsageError(
            fmt::format("no experiment '{}'.{}", name,
                        is_here ? " A file is given with a slash or an ending: ./" + name : suggest(name, names)));
    return read_experiment(read_chosen(name, "the name of an experiment's file"), name);
}

/// The experiment that the flags state. Flags override the file, but their settings and measures are added to its own.
ExperimentText text_of(const ExperimentFlags& flags) {
    ExperimentText text;
    if (!flags.file.empty()) text = named_experiment(flags.file);
    if (!flags.scene.empty() || !flags.preset.empty()) text.scene = text.preset = {};
    const auto replace = [](Stated& stated, const std::string& value, const char* flag) {
        if (!value.empty()) stated = {value, flag};
    };
    replace(text.scene, flags.scene, "--scene"), replace(text.preset, flags.preset, "--preset");
    replace(text.backend, flags.backend, "--backend"), replace(text.seeds, flags.seeds, "--seeds");
    replace(text.stop, flags.stop, "--stop"), replace(text.seconds, flags.seconds, "--seconds");
    replace(text.steps, flags.steps, "--steps"), replace(text.every, flags.every, "--every");
    for (const auto& assignment : flags.assignments) text.settings.push_back({assignment, "--set"});
    for (const auto& values : flags.vary) {
        const std::string key = values.substr(0, values.find('='));
        std::erase_if(text.vary, [&](const Stated& other) {
            return other.where != "--vary" && other.text.substr(0, other.text.find('=')) == key;
        });
        text.vary.push_back({values, "--vary"});
    }
    for (const auto& measure : flags.measures) text.measures.push_back({measure, "--measure"});
    return text;
}

Shard shard_of(const ExperimentFlags& flags) {
    if (flags.shard.empty()) return {};
    const auto parts = split(flags.shard, '/');
    if (parts.size() != 2)
        throw UsageError(fmt::format("--shard: '{}' is not a part; write it as K/N, such as 2/8", flags.shard));
    const u64 of = whole_number("--shard, N", parts[1], 1, most_tasks);
    return {whole_number("--shard, K", parts[0], 1, of), of};
}

std::size_t jobs_of(const ExperimentFlags& flags, Backend backend) {
    constexpr u64 most = 1024;
    if (!flags.jobs.empty()) return whole_number("--jobs", flags.jobs, 1, most);
    if (flags.slurm) return 1;
    return backend == Backend::cpu ? std::size_t(omp_get_num_procs())
                                   : std::max<std::size_t>(1, cuda_status().devices.size());
}

ClusterJob cluster_job(const ExperimentFlags& flags, const Experiment& experiment) {
    ClusterJob job{.folder = flags.out + ".slurm",
                   .tasks = std::min<u64>(experiment.runs(), 16),
                   .threads = jobs_of(flags, experiment.backend),
                   .resume = flags.existing.resume,
                   .force = flags.existing.force};
    for (const auto& option : flags.sbatch) job.options.push_back("--" + option);
    if (!flags.tasks.empty())
        job.tasks = whole_number("--tasks", flags.tasks, 1, std::min(experiment.runs(), most_tasks));
    return job;
}

void require_together(const ExperimentFlags& flags, const Settings& settings) {
    auto inputs = files_of(settings);
    inputs.insert(inputs.end(), {{"the experiment", flags.file}, {"--preset", flags.preset}});
    require_different({{"--out", flags.out}, {"--chart", flags.chart.chart}, {"--plot-script", flags.chart.script}},
                      inputs);
    if (!flags.shard.empty() && (flags.slurm || !flags.chart.chart.empty()))
        throw UsageError(
            fmt::format("--shard runs a part of an experiment and cannot be combined with {}; leave one out",
                        flags.slurm ? "--slurm" : "--chart"));
    if (!flags.slurm && (!flags.tasks.empty() || !flags.sbatch.empty()))
        throw UsageError(fmt::format("{} is for a cluster; add --slurm", flags.tasks.empty() ? "--sbatch" : "--tasks"));
    if (flags.slurm && is_stream(flags.out)) throw UsageError("--slurm needs a file: give --out a name");
}

std::vector<u64> runs_of(const Shard& shard, const Experiment& experiment) {
    auto runs = all_runs(experiment.runs());
    std::erase_if(runs, [&](u64 run) { return !shard.holds(run); });
    return runs;
}

/// Executes the runs missing from the table, here or on a cluster.
void run_missing(const ExperimentFlags& flags, const Experiment& experiment, const std::vector<u64>& missing,
                 ResultTable& table, Keeper& keeper) {
    const std::size_t before = table.size();
    const auto wait = [&] {
        keeper.now_and_then();
        keeper.show(table.size() - before, "runs");
    };
    if (flags.slurm) return run_on_slurm(experiment, cluster_job(flags, experiment), table, wait);
    const std::size_t gpus = experiment.backend == Backend::cuda ? cuda_status().devices.size() : 0;
    const auto share = gpus > 1 ? fmt::format("each run on one of {} GPUs", gpus) : "one thread per run";
    for (const auto& line : describe_run(experiment.backend, share)) table.remark(line);
    run_all(
        experiment, missing, jobs_of(flags, experiment.backend),
        [&](u64 run, const RunResult& result) { table.add(run, result); }, wait);
}

PlotScript script_of(const Experiment& experiment) {
    PlotScript script = script_over(experiment);
    for (const auto& measure : experiment.measures) script.measures.push_back({measure.name, label_of(measure)});
    script.most_runs = experiment.runs();
    for (const auto& [key, values] : experiment.sweeps())
        if (key != "seed") script.most_runs /= values.size();
    return script;
}

int run_experiment(const ExperimentFlags& flags) {
    const Experiment experiment = experiment_of(text_of(flags));
    require_together(flags, experiment.settings), shard_of(flags), jobs_of(flags, experiment.backend);
    const StudyOutputs outputs{.csv = flags.out,
                               .chart = flags.chart.chart,
                               .existing = flags.existing,
                               .form = flags.chart.form(),
                               .script = flags.chart.script};
    outputs.require_writable();
    if (flags.slurm) require_slurm(cluster_job(flags, experiment));
    require_start(experiment);
    ResultTable table(experiment);
    const Interrupt interrupt;
    const WayOut way_out("the runs", "run the same command with --resume to continue");
    const auto wanted = runs_of(shard_of(flags), experiment);
    outputs.complete(table, wanted, [&](const std::vector<u64>& missing, Keeper& keeper) {
        run_missing(flags, experiment, missing, table, keeper);
    });
    if (Interrupt::signal()) return outputs.say_interrupted(StudyOutputs::held(table, wanted), wanted.size());
    if (flags.shard.empty()) print_summary(experiment, table);
    outputs.write_chart(figure_of(experiment, table));
    outputs.write_script(script_of(experiment));
    outputs.say_written();
    if (const auto failed = table.stopped(Stopped::failed))
        throw Error(fmt::format("{} of {} runs failed; first {}", failed, table.size(), table.first_failure()));
    return 0;
}

void add_question(CLI::App& command, ExperimentFlags& flags) {
    add_word(command, "file", flags.file, "NAME|FILE.json",
             "an experiment: one that comes with the program, or a file; flags take the place of what it says");
    add_text(command, "--scene", flags.scene, "NAME", "scene to run; nearfield scenes lists them");
    add_text(command, "--preset", flags.preset, "NAME", "scene and parameters from a preset");
    add_text(command, "--backend", flags.backend, "cpu|cuda|auto", "where to compute (cpu unless given)");
    add_texts(command, "--set", flags.assignments, "KEY=VALUE", "set a parameter of every run; can be repeated");
    add_texts(command, "--vary", flags.vary, "KEY=V1,V2,...",
              "values of one parameter, or FROM:TO:STEP; repeated, every combination is run");
    add_text(command, "--seeds", flags.seeds, "S1,S2,...", "seeds of every combination, or FROM:TO");
    add_texts(command, "--measure", flags.measures, "MEASURE",
              "'name [unit] = how formula when condition', where how is final, first, mean, min or max; can be "
              "repeated");
    add_text(command, "--stop", flags.stop, "CONDITION", "ends a run once it holds");
    add_text(command, "--seconds", flags.seconds, "S", "limit of a run on the scene's clock");
    add_text(command, "--steps", flags.steps, "N", "limit of a run in steps");
    add_text(command, "--every", flags.every, "N", "steps from one measurement to the next (1 unless given)");
}

}  // namespace

void add_experiment(CLI::App& app, Action& action) {
    auto flags = std::make_shared<ExperimentFlags>();
    CLI::App& command = add_command(app, "experiment", "run a scene over parameters and seeds, and measure it");
    add_question(command, *flags);
    add_required(command, "--out", flags->out, "FILE.csv", "a row per run");
    flags->chart.add(command, "means over the seeds with 95 % intervals");
    add_text(command, "--jobs", flags->jobs, "N",
             "runs at once, each on one thread (one per core, or per GPU, unless given)");
    add_switch(command, "--resume", flags->existing.resume,
               "keep the runs that the CSV file holds, and add the missing and failed ones");
    add_force(command, flags->existing.force);
    add_switch(command, "--slurm", flags->slurm, "submit the runs to Slurm as a job array, wait and gather");
    add_text(command, "--tasks", flags->tasks, "N", "--slurm: tasks of the array (16 unless given)");
    add_texts(command, "--sbatch", flags->sbatch, "OPTION",
              "--slurm: an option for sbatch, such as partition=long; can be repeated");
    add_text(command, "--shard", flags->shard, "K/N", "only every Nth run from the Kth: a part for other schedulers");
    add_footer(
        command,
        "Examples:\n"
        "  nearfield experiment assets/experiments/door-width.json --out door.csv --chart door.svg\n"
        "  nearfield experiment --preset room --vary speed=0.8,1.5,3,5 --seeds 1:10 --stop 'present == 0' "
        "--seconds 400 \\\n"
        "                       --measure 'evacuation [s] = final last_left' --out speed.csv\n\n"
        "Formulas may use the scene's metrics, its numeric parameters, time (s, of the scene's clock) and step; "
        "numbers,\n"
        "+ - * /, abs, min, max, comparisons, and, or, not. A limit is required. The same experiment gives the "
        "same rows,\n"
        "whatever --jobs, the order, or interruptions: every run has one thread and search.deterministic is on.");
    on_call(command, action, [flags] { return run_experiment(*flags); });
}

}  // namespace nearfield
