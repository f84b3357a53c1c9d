// nearfield autocheck: checks that the search chosen by search.auto is as fast as the best of bins, strips and trimmed
// at any bin ratio.
#include "app/commands/commands.hpp"
#include "app/files.hpp"
#include "app/say.hpp"
#include "app/study/plan.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/long_work.hpp"
#include "app/terminal/options.hpp"
#include "app/terminal/progress.hpp"
#include "app/terminal/run_info.hpp"
#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "sim/run.hpp"
#include "usp/visits/visits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace nearfield {
namespace {

constexpr double allowed = 1.05;
constexpr int turns_of_all = 3, turns_of_last = 11;
constexpr std::size_t finalists = 3;

struct AutocheckFlags {
    std::string backend = "auto", out;
    bool quick = false, force = false;
};

/// Plan of Circles' states to search in. Each run is uniform at step 0 and clustered at its last step.
StudyPlan states(Backend backend, bool quick) {
    Settings settings = find_scene("circles").defaults();
    settings.set("search.auto", true);
    StudyPlan plan(std::move(settings), backend);
    for (const char* values : {quick ? "actors=1000" : "actors=10000,100000,1000000", "dimensions=2,3",
                               quick ? "neighbours=5,70" : "neighbours=5,70,200"})
        plan.add(read_sweep(values, plan.settings, "autocheck"), "autocheck");
    return plan;
}

struct AutoTimes {
    std::string chosen, classic;
    double chosen_ms = 0, classic_ms = 0, tuning_s = 0;
    double ratio() const { return chosen_ms / classic_ms; }
};

std::vector<Settings> classic_ways(const Settings& settings) {
    StudyPlan plan(settings);
    Sweep classic{"search.visit", {}};
    for (const auto& visit : visits)
        if (!visit.fused && !visit.by_curve() && visit.reads_bins) classic.values.emplace_back(visit.name);
    plan.add(classic, "autocheck");
    plan.add(read_sweep("search.bin_ratio=0.2,0.25,0.333,0.5,0.7,1,1.5,2,3", settings, "autocheck"), "autocheck");
    std::vector<Settings> ways;
    for (u64 run = 0; run < plan.runs(); ++run) ways.push_back(plan.settings_of(run));
    return ways;
}

double ms(const WayTimes& times) { return times.refused.empty() ? median(times.whole).ms : INFINITY; }

/// The fastest few ways, each with both sorts.
std::vector<Settings> best_of(const std::vector<Settings>& ways, const std::vector<WayTimes>& times) {
    std::vector<std::size_t> order(ways.size());
    for (std::size_t w = 0; w < order.size(); ++w) order[w] = w;
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return ms(times[a]) < ms(times[b]); });
    std::vector<Settings> best;
    for (std::size_t f = 0; f < finalists; ++f)
        for (const char* sort : {"counting", "radix"}) {
            best.push_back(ways[order[f]]);
            best.back().set("search.sort", std::string(sort));
        }
    return best;
}

/// Compares the chosen way with the best classic ways, timed in turn.
AutoTimes check(const Settings& start, u64 steps, Backend backend, const std::function<void()>& tick) {
    Run run(find_scene("circles"), start, backend);
    run.tune_by_hand();
    run.watch_tuning([&](double) { tick(); });
    for (; run.world().steps() < steps; run.advance()) stop_on_interrupt(0);
    const auto classic = classic_ways(run.settings());
    run.apply(command::Tune{});
    const auto& settings = run.settings();
    const auto& tuning = *run.answers().tuning;
    const int in_a_row = std::clamp(int(30 / std::max(1e-3, tuning.winner().whole().ms)), 1, 8);
    auto last =
        best_of(classic, search_of(run.world()).time_ways(classic, {.turns = turns_of_all, .timed = in_a_row}, tick));
    last.push_back(settings);
    const auto times = search_of(run.world()).time_ways(last, {.turns = turns_of_last, .timed = in_a_row}, tick);
    const auto best =
        std::min_element(times.begin(), times.end() - 1, [](const auto& a, const auto& b) { return ms(a) < ms(b); }) -
        times.begin();
    return {way_text(settings), way_text(last[std::size_t(best)]), ms(times.back()), ms(times[std::size_t(best)]),
            tuning.seconds};
}

/// Returns a CSV row. `state` holds actors, dimensions and neighbours.
std::string row_of(const std::vector<std::string>& state, u64 steps, const AutoTimes& f) {
    return fmt::format("circles,{},{},{},{},{},{:.6g},{},{:.6g},{:.4f},{:.3g}", state[0], state[1], state[2], steps,
                       csv_cell(f.chosen), f.chosen_ms, csv_cell(f.classic), f.classic_ms, f.ratio(), f.tuning_s);
}

void write_rows(std::ostream& out, Backend backend, const std::vector<std::string>& rows) {
    for (const auto& line : describe_run(backend)) out << "# " << line << '\n';
    out << "scene,actors,dimensions,neighbours,step,auto,auto_ms,classic,classic_ms,ratio,tuning_s\n";
    for (const auto& row : rows) out << row << '\n';
}

int verdict(int slower, u64 all, double worst, bool quick) {
    print("auto over the best of bins, strips and trimmed: {:.3f} at worst; {} of {} states above {}\n", worst, slower,
          all, allowed);
    if (quick) print("--quick says nothing about speed: its runs are too short\n");
    else if (slower)
        throw Error(
            fmt::format("search.auto is more than 5 % slower than a classic way in {} of {} states", slower, all));
    return 0;
}

int run_autocheck(const AutocheckFlags& flags) {
    const Backend backend = choose_backend(flags.backend);
    require_writable(flags.out, flags.force);
    const Interrupt interrupt;
    const WayOut way_out("a state", "the states above are complete");
    const auto plan = states(backend, flags.quick);
    const u64 last = flags.quick ? 20 : 200, all = 2 * plan.runs();
    Progress progress(all);
    std::vector<std::string> rows;
    double worst = 0;
    int slower = 0;
    for (u64 n = 0; n < all; ++n) {
        const auto state = plan.values(n / 2);
        const u64 steps = n % 2 ? last : 0;
        const std::string name =
            fmt::format("{} actors, {}D, {} neighbours, step {}", state[0], state[1], state[2], steps);
        try {
            const auto found = check(plan.settings_of(n / 2), steps, backend, [&] {
                progress.show(rows.size(), "states; " + name);
                stop_on_interrupt(0);
            });
            progress.clear();
            print("{}: auto {:.4g} ms ({}), classic {:.4g} ms ({}), ratio {:.3f}\n", name, found.chosen_ms,
                  found.chosen, found.classic_ms, found.classic, found.ratio());
            rows.push_back(row_of(state, steps, found));
            worst = std::max(worst, found.ratio()), slower += found.ratio() > allowed;
        } catch (const WorkStopped&) {
            say("nearfield: interrupted after {} of {} states", rows.size(), all);
            return Interrupt::exit_code();
        }
        if (!is_stream(flags.out) || rows.size() == all)  // a stream gets the table only once, complete
            write_file(flags.out, flags.force || rows.size() > 1,
                       [&](std::ostream& out) { write_rows(out, backend, rows); });
    }
    return verdict(slower, all, worst, flags.quick);
}

}  // namespace

void add_autocheck(CLI::App& app, Action& action) {
    auto flags = std::make_shared<AutocheckFlags>();
    CLI::App& command = add_command(app, "autocheck", "search.auto against the best of bins, strips and trimmed");
    add_backend(command, flags->backend);
    add_required(command, "--out", flags->out, "FILE.csv",
                 "a row per state: what was chosen, its time, the best classic way, its time, ratio");
    add_switch(command, "--quick", flags->quick, "few small states, to check that everything works");
    add_force(command, flags->force);
    add_footer(command,
               "Tunes in uniform and clustered states of Circles, 2D and 3D, 5 to 200 neighbours, 10,000 to a "
               "million actors, then times what\n"
               "was chosen in turn with the fastest of bins, strips and trimmed at nine bin ratios and both sorts. "
               "Exit code 1 if it is more\n"
               "than 5 % slower anywhere. Full size is meant for a GPU.");
    on_call(command, action, [flags] { return run_autocheck(*flags); });
}

}  // namespace nearfield
