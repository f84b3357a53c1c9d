#include "app/commands/commands.hpp"
#include "app/files.hpp"
#include "app/say.hpp"
#include "app/study/reproduction.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/long_work.hpp"
#include "app/terminal/options.hpp"
#include "base/error.hpp"
#include "base/own_folder.hpp"

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

int list_reproductions() {
    print("nearfield reproduce NAME... or all; each writes NAME.csv and NAME.svg\n\n");
    for (const auto& reproduction : reproductions()) {
        const auto missing = missing_for(reproduction);
        print("{:<18} {:<26} {}{}\n", reproduction.name, reproduction.source, reproduction.varies,
              missing.empty() ? "" : " (" + missing + ")");
    }
    return 0;
}

/// The named experiments in the order of their theses; "all" means every experiment that this program can run.
std::vector<const Reproduction*> choose(const std::vector<std::string>& names) {
    std::vector<std::string> known{"all"};
    for (const auto& reproduction : reproductions()) known.push_back(reproduction.name);
    for (const auto& name : names)
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw UsageError(fmt::format("reproduce: no experiment '{}'.{}", name, suggest(name, known)));
    std::vector<const Reproduction*> chosen;
    const auto named = [&](const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (const auto& reproduction : reproductions()) {
        const auto missing = missing_for(reproduction);
        if (named(reproduction.name) && !missing.empty())
            throw Error(fmt::format("reproduce {}: {}", reproduction.name, missing));
        if (named(reproduction.name) || (named("all") && missing.empty())) chosen.push_back(&reproduction);
        else if (named("all")) print("{}: left out; it {}\n", reproduction.name, missing);
    }
    return chosen;
}

struct Outputs {
    std::filesystem::path csv, svg;
};

Outputs outputs_of(const Reproduction& reproduction, const std::filesystem::path& folder) {
    return {folder / (reproduction.name + ".csv"), folder / (reproduction.name + ".svg")};
}

/// Makes the folder if it is missing. Throws now if an output could not be written at the end.
void require_outputs(const ReproduceFlags& flags, const std::vector<const Reproduction*>& chosen) {
    make_folders(flags.out);
    std::error_code problem;
    if (!std::filesystem::is_directory(flags.out, problem))
        throw Error(fmt::format("--out {}: cannot make this folder; choose another place", flags.out));
    for (const auto* reproduction : chosen) {
        const auto [csv, svg] = outputs_of(*reproduction, flags.out);
        require_table(csv, flags.existing);
        require_writable(svg, flags.existing.may_change());
    }
}

/// A line per series, for the panels that have reported values to compare with.
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

/// True unless interrupted.
bool reproduce(const Reproduction& reproduction, Backend backend, const ReproduceFlags& flags, std::string& failure) {
    const auto plan = plan_of(reproduction, backend, flags.quick);
    const auto [csv, svg] = outputs_of(reproduction, flags.out);
    print("{} ({}): {}\n", reproduction.name, reproduction.source, reproduction.varies);
    std::fflush(stdout);
    const auto result = time_sweep(plan, csv, flags.existing);
    if (result.kept) print("  {} of {} configurations were already in the file\n", result.kept, plan.all.size());
    if (result.failures && failure.empty())
        failure = fmt::format("{}: {} of {} configurations failed; first {}", reproduction.name, result.failures,
                              plan.all.size(), result.first_failure);
    if (Interrupt::signal()) return false;
    if (!result.held) return true;
    const auto figure = figure_of(reproduction, plan, result.table);
    write_file(svg, flags.existing.may_change(), [&](std::ostream& out) { write_svg(out, figure); });
    print_comparison(figure);
    print("  wrote {} and {}\n", csv.string(), svg.string());
    return true;
}

int run_reproduce(const ReproduceFlags& flags) {
    if (flags.names.empty()) return list_reproductions();
    flags.existing.require_one();
    const auto chosen = choose(flags.names);
    const Backend backend = choose_backend(flags.backend);
    require_outputs(flags, chosen);
    if (backend == Backend::cpu && !flags.quick)
        print("The full size is meant for a GPU and takes hours on a CPU; --quick is small. Ctrl+C stops, "
              "--resume goes on.\n");
    const Interrupt interrupt;
    const WayOut way_out("the timing", "run the same command with --resume to continue");
    std::string failure;
    for (const auto* reproduction : chosen)
        if (!reproduce(*reproduction, backend, flags, failure)) {
            say("nearfield: interrupted in {}; run the same command with --resume to continue", reproduction->name);
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
    add_words(command, "NAME", flags->names, "experiments, or all; without a name they are listed");
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
        "  nearfield reproduce surplus --quick\n\n"
        "Charts show what was measured here; grey bands, dashed lines and diamonds are what the thesis states in its\n"
        "text and tables (Chisholm 2020, chapters 4 to 8; flood: Bader & Meier 2015; queries: Schweizer 2014). Where\n"
        "it only draws a curve, its words are below the chart.");
    on_call(command, action, [flags] { return run_reproduce(*flags); });
}

}  // namespace nearfield
