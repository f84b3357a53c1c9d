#include "app/chart.hpp"
#include "app/commands/commands.hpp"
#include "app/csv.hpp"
#include "app/curves.hpp"
#include "app/files.hpp"
#include "app/say.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/long_work.hpp"
#include "app/terminal/options.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "sim/check.hpp"
#include "sim/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>

namespace nearfield {
namespace {

struct ValidateFlags {
    std::string suite, backend = "auto", out, charts, seed = "1";
    std::vector<std::string> only;
    bool quick = false, force = false;
};

/// A finding with its check and verdict.
struct Judged {
    const Check* check;
    Finding finding;
    std::string verdict;
};

std::string verdict(const Check& check, const Finding& finding) {
    if (finding.criterion.empty()) return "";
    return finding.met ? "pass" : check.departure.empty() ? "FAIL" : "departure";
}

/// Empty for a finding without a value.
std::string value_text(const Finding& finding, int digits) {
    return std::isnan(finding.value) && finding.criterion.empty() ? "" : fmt::format("{:.{}g}", finding.value, digits);
}

void print_row(const Judged& row) {
    const auto& found = row.finding;
    const auto value = value_text(found, 5) + (found.unit.empty() ? "" : " ") + found.unit;
    print("  {:<62} {:>16}  {:<20} {}\n", found.what, value, found.criterion, row.verdict);
    std::fflush(stdout);
}

std::vector<CheckSuite> check_suites() {
    std::vector<CheckSuite> suites;
    for (const auto& scene : scenes())
        if (scene.check_suites)
            for (auto& suite : scene.check_suites()) suites.push_back(std::move(suite));
    return suites;
}

/// "flood (shallow water), sph (water)".
std::string list_of_suites() {
    std::vector<std::string> items;
    for (const auto& suite : check_suites()) items.push_back(fmt::format("{} ({})", suite.name, suite.about));
    return fmt::format("{}", fmt::join(items, ", "));
}

std::vector<Check> chosen(const ValidateFlags& flags) {
    std::vector<Check> all;
    std::vector<std::string> names;
    for (const auto& suite : check_suites()) {
        names.push_back(suite.name);
        if (flags.suite.empty() || flags.suite == suite.name)
            all.insert(all.end(), suite.checks.begin(), suite.checks.end());
    }
    if (all.empty())
        throw UsageError(fmt::format("there is no suite '{}'.{}", flags.suite, suggest(flags.suite, names)));
    for (const auto& id : flags.only) {
        std::vector<std::string> ids;
        for (const auto& check : all) ids.push_back(check.id);
        if (std::find(ids.begin(), ids.end(), id) == ids.end())
            throw UsageError(fmt::format("--only {}: no such check.{}", id, suggest(id, ids)));
    }
    if (!flags.only.empty())
        std::erase_if(all, [&](const Check& c) {
            return std::find(flags.only.begin(), flags.only.end(), c.id) == flags.only.end();
        });
    return all;
}

void write_csv(const ValidateFlags& flags, const std::vector<Judged>& rows) {
    write_file(flags.out, flags.force, [&](std::ostream& out) {
        out << "suite,check,title,what,value,unit,criterion,verdict,note\n";
        for (const auto& [check, finding, verdict] : rows)
            out << fmt::format("{},{},{},{},{},{},{},{},{}\n", check->suite, check->id, csv_cell(check->title),
                               csv_cell(finding.what), value_text(finding, 9), csv_cell(finding.unit),
                               csv_cell(finding.criterion), verdict,
                               csv_cell(verdict == "departure" ? check->departure : ""));
    });
}

void write_charts(const ValidateFlags& flags, const Conditions& conditions, const std::vector<CurvesOverData>& drawn) {
    Figure figure{.title = "Simulated curves over published data",
                  .subtitle = fmt::format("{} ({})", name(conditions.backend), device_name(conditions.backend))};
    for (const auto& curves : drawn) figure.charts.push_back(chart_of(curves));
    write_file(flags.charts, flags.force, [&](std::ostream& out) { write_picture(out, figure, flags.charts); });
}

int run_validate(const ValidateFlags& flags) {
    const auto checks = chosen(flags);
    std::vector<CurvesOverData> drawn;
    const Conditions conditions{choose_backend(flags.backend), flags.quick,
                                unsigned(whole_number("--seed", flags.seed, 0, 2147483647)),
                                [&](CurvesOverData curves) { drawn.push_back(std::move(curves)); }};
    require_different({{"--out", flags.out}, {"--charts", flags.charts}});
    for (const auto& file : {flags.out, flags.charts})
        if (!file.empty()) require_writable(file, flags.force);
    require_format(flags.charts);
    const Interrupt interrupt;
    const WayOut way_out("a check", "the checks above are complete");
    print(
        "On {} ({}){}. departure: the plain model misses this and the reason is given; nothing is tuned to meet it.\n",
        name(conditions.backend), device_name(conditions.backend), conditions.quick ? ", quick" : "");
    std::vector<Judged> rows;
    int failures = 0, departures = 0;
    std::exception_ptr problem;
    for (const auto& check : checks) {
        if (Interrupt::signal()) break;
        const auto begin = std::chrono::steady_clock::now();
        print("\n{} {}: {}\n", check.suite, check.id, check.title);
        std::fflush(stdout);
        bool departs = false;
        try {
            for (auto& finding : check.run(conditions)) {
                Judged row{&check, finding, verdict(check, finding)};
                failures += row.verdict == "FAIL";
                departs |= row.verdict == "departure";
                print_row(row);
                rows.push_back(std::move(row));
            }
        } catch (const WorkStopped&) { break; } catch (...) {
            problem = std::current_exception();  // rethrown after the rows before it are written
            break;
        }
        departures += departs;
        if (departs) print("  departure: {}\n", check.departure);
        print("  ({:.1f} s)\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    if (!flags.out.empty()) {
        write_csv(flags, rows);
        print("\n{}\n", flags.out);
    }
    if (!flags.charts.empty()) {
        write_charts(flags, conditions, drawn);
        print("\n{}\n", flags.charts);
    }
    if (problem) std::rethrow_exception(problem);
    if (Interrupt::signal()) {
        say("nearfield: interrupted; the checks above are complete");
        return Interrupt::exit_code();
    }
    print("\n{}, {} with a documented departure, {} failed\n", counted(checks.size(), "check"), departures,
          counted(failures, "value"));
    if (failures) throw Error(fmt::format("{} values do not meet their criteria", failures));
    return 0;
}

}  // namespace

void add_validate(CLI::App& app, Action& action) {
    auto flags = std::make_shared<ValidateFlags>();
    CLI::App& command = add_command(app, "validate", "compare scenes with published tests and closed forms");
    add_word(command, "suite", flags->suite, "SUITE", list_of_suites() + "; all unless given");
    add_backend(command, flags->backend);
    add_text(command, "--seed", flags->seed, "N", "first seed");
    add_texts(command, "--only", flags->only, "CHECK", "only the check of that name; can be repeated");
    add_text(command, "--out", flags->out, "FILE", "the table as CSV");
    add_text(command, "--charts", flags->charts, "FILE", "simulated curves over published ones as SVG, PDF or PNG");
    add_switch(command, "--quick", flags->quick, "fewer seeds and shorter runs: to check that everything works");
    add_force(command, flags->force);
    add_footer(
        command,
        "Exit code 1 if a value misses its criterion and no departure of the model is documented.\n\n"
        "Examples:\n  nearfield validate rimea\n  nearfield validate pedestrians --only bottleneck --only faster\n  "
        "nearfield validate rimea --quick --out rimea.csv\n  nearfield validate sph --charts sph.svg");
    on_call(command, action, [flags] { return run_validate(*flags); });
}

}  // namespace nearfield
