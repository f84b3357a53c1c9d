#include "app/commands/commands.hpp"
#include "app/files.hpp"
#include "app/say.hpp"
#include "app/study/outputs.hpp"
#include "app/study/study.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/long_work.hpp"
#include "app/terminal/options.hpp"
#include "base/error.hpp"
#include "base/names_path.hpp"
#include "base/own_folder.hpp"
#include "base/read_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace nearfield {
namespace {

struct ReproduceFlags {
    std::vector<std::string> names;
    std::string backend = "auto", out = "reproduction";
    bool quick = false;
    Existing existing;
};

int list_studies() {
    print("nearfield reproduce NAME... or all; each writes NAME.csv and NAME.svg\n\n");
    for (const auto& study : shipped_studies()) {
        const auto missing = missing_for(study);
        print("{:<18} {:<26} {}{}\n", study.name, study.source, study.varies,
              missing.empty() ? "" : " (" + missing + ")");
    }
    return 0;
}

/// Returns the named studies in the order of their theses, then studies from files. "all" selects every shipped study
/// that this build can run.
std::vector<Study> choose(const std::vector<std::string>& names) {
    std::vector<std::string> known{"all"};
    for (const auto& study : shipped_studies()) known.push_back(study.name);
    const auto contains = [](const std::vector<std::string>& list, const std::string& name) {
        return std::find(list.begin(), list.end(), name) != list.end();
    };
    std::vector<Study> chosen;
    for (const auto& study : shipped_studies()) {
        const auto missing = missing_for(study);
        if (contains(names, study.name) && !missing.empty())
            throw Error(fmt::format("reproduce {}: {}", study.name, missing));
        if (contains(names, study.name) || (contains(names, "all") && missing.empty())) chosen.push_back(study);
        else if (contains(names, "all")) print("{}: left out; it {}\n", study.name, missing);
    }
    for (const auto& name : names) {
        if (contains(known, name)) continue;
        if (!names_path(name))
            throw UsageError(fmt::format("reproduce: no experiment '{}'.{}", name, suggest(name, known)));
        chosen.push_back(read_study(read_chosen(name, "the name of a study's file"), name));
        for (const auto& other : chosen)
            if (&other != &chosen.back() && other.name == chosen.back().name)
                throw UsageError(fmt::format("{}: its results would replace those of another '{}'; rename the file",
                                             name, other.name));
    }
    return chosen;
}

StudyOutputs outputs_of(const Study& study, const ReproduceFlags& flags) {
    const std::filesystem::path folder = flags.out;
    return {folder / (study.name + ".csv"), folder / (study.name + ".svg"), flags.existing, "configurations", "  "};
}

/// Creates the folder if missing. Throws now if an output could not be written at the end.
void require_outputs(const ReproduceFlags& flags, const std::vector<Study>& chosen) {
    make_folders(flags.out);
    std::error_code problem;
    if (!std::filesystem::is_directory(flags.out, problem))
        throw Error(fmt::format("--out {}: cannot make this folder; choose another place", flags.out));
    for (const auto& study : chosen) outputs_of(study, flags).require_writable();
}

/// Prints a line per series for the charts with reported values.
void print_comparison(const Figure& figure) {
    for (const auto& chart : figure.charts)
        for (const auto& series : chart.series) {
            if (chart.bands.empty() && std::none_of(chart.series.begin(), chart.series.end(),
                                                    [](const auto& s) { return s.origin == Chart::Origin::reported; }))
                continue;
            std::string values;
            for (std::size_t i = 0; i < series.points.size(); ++i)
                if (std::isfinite(series.points[i].value)) values += fmt::format(" {:.3g}", series.points[i].value);
            print("  {}{}{}:{}\n", chart.title, chart.title.empty() ? "" : " · ", series.name, values);
        }
}

/// Times one study and writes its outputs. True unless interrupted.
bool reproduce(const Study& study, const TimedPlan& plan, const ReproduceFlags& flags, std::string& failure) {
    const auto outputs = outputs_of(study, flags);
    print("{} ({}): {}\n", study.name, study.source, study.varies);
    std::fflush(stdout);
    BenchTable table(plan);
    const auto failures = time_missing(plan, table, outputs);
    if (failures.count && failure.empty()) failure = study.name + ": " + failures.text(plan.runs());
    if (Interrupt::signal()) return false;
    if (!StudyOutputs::held(table, all_runs(plan.runs()))) return true;
    const auto figure = figure_of(study, plan, table);
    outputs.write_chart(figure);
    print_comparison(figure);
    outputs.say_written();
    return true;
}

int run_reproduce(const ReproduceFlags& flags) {
    if (flags.names.empty()) return list_studies();
    flags.existing.require_one();
    const auto chosen = choose(flags.names);
    const Backend backend = choose_backend(flags.backend);
    std::vector<TimedPlan> plans;
    for (const auto& study : chosen) plans.push_back(plan_of(study, backend, flags.quick));
    require_outputs(flags, chosen);
    if (backend == Backend::cpu && !flags.quick)
        print("The full size is meant for a GPU and takes hours on a CPU; --quick is small. Ctrl+C stops, "
              "--resume goes on.\n");
    const Interrupt interrupt;
    const WayOut way_out("the timing", "run the same command with --resume to continue");
    std::string failure;
    for (std::size_t s = 0; s < chosen.size(); ++s)
        if (!reproduce(chosen[s], plans[s], flags, failure)) {
            say("nearfield: interrupted in {}; run the same command with --resume to continue", chosen[s].name);
            return Interrupt::exit_code();
        }
    if (!failure.empty()) throw Error(failure);
    return 0;
}

}  // namespace

void add_reproduce(CLI::App& app, Action& action) {
    auto flags = std::make_shared<ReproduceFlags>();
    CLI::App& command =
        add_command(app, "reproduce", "the experiments of three theses, with what they reported beside");
    add_words(command, "NAME", flags->names,
              "experiments, or all; without a name they are listed; or the file of one of your own");
    add_backend(command, flags->backend);
    add_text(command, "--out", flags->out, "FOLDER",
             "for NAME.csv and NAME.svg; made if missing (reproduction unless given)");
    add_switch(command, "--quick", flags->quick, "small versions: seconds on a CPU, to check that everything works");
    add_resume(command, flags->existing.resume), add_force(command, flags->existing.force);
    add_footer(
        command,
        "Examples:\n"
        "  nearfield reproduce                          what there is\n"
        "  nearfield reproduce all --backend cuda --out h200\n"
        "  nearfield reproduce surplus --quick\n"
        "  nearfield reproduce ./my-surplus.json        a changed copy of one in assets/studies\n\n"
        "Charts show what was measured here; grey bands, dashed lines and diamonds are what the thesis states in its\n"
        "text and tables (Chisholm 2020, chapters 4 to 8; flood: Bader & Meier 2015; queries: Schweizer 2014). Where\n"
        "it only draws a curve, its words are below the chart.");
    on_call(command, action, [flags] { return run_reproduce(*flags); });
}

}  // namespace nearfield
