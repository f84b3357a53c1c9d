// nearfield tune: finds the fastest way of searching in a scene and lists the work of each way.
#include "app/commands/commands.hpp"
#include "app/say.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/long_work.hpp"
#include "app/terminal/options.hpp"
#include "app/terminal/progress.hpp"
#include "base/error.hpp"
#include "sim/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace nearfield {
namespace {

struct TuneFlags {
    SubjectFlags subject;
    std::string steps = "20";
};

std::string work_text(const std::optional<Audit>& work) {
    if (!work) return "";
    return fmt::format(" {:>10.4g} {:>8} {:>6.0f}", work->surplus,
                       work->surplus_theory > 0 ? fmt::format("{:.4g}", work->surplus_theory) : "", work->wee * 100);
}

void print_ways(const Tuning& tuning) {
    std::vector<const TunedWay*> ways;
    for (const auto& way : tuning.ways) ways.push_back(&way);
    std::stable_sort(ways.begin(), ways.end(), [](auto* a, auto* b) { return a->whole().ms < b->whole().ms; });
    const bool works = ways.front()->times.work.has_value();
    print("{:<44} {:>10} {:>10} {:>10}{}\n", "way", "build", "query", "whole",
          works ? fmt::format(" {:>10} {:>8} {:>6}", "tests/pair", "theory", "WEE %") : "");
    for (const auto* way : ways)
        print("{:<44} {:>10.4g} {:>10.4g} {:>10.4g}{}{}\n", way_text(way->settings), way->construct().ms,
              way->query().ms, way->whole().ms, work_text(way->times.work),
              way == &tuning.ways[tuning.start] ? "  in use" : "");
}

int run_tune(const TuneFlags& flags) {
    const auto subject = flags.subject.choose();
    const u64 steps = whole_number("--steps", flags.steps, 0, 1'000'000'000);
    const Interrupt interrupt;
    const WayOut way_out("the tuning", "nothing was chosen");
    Run run(*subject.scene, subject.settings, subject.backend);
    search_of(run.world());
    run.tune_by_hand();
    Progress progress(100);
    run.watch_tuning([&](double share) {
        progress.show(u64(share * 100), "tuning");
        stop_on_interrupt(share);
    });
    while (run.world().steps() < steps) {
        stop_on_interrupt(0);
        run.advance();
    }
    run.apply(command::Tune{});
    progress.clear();
    const auto& tuning = *run.answers().tuning;
    print_ways(tuning);
    print("ms per {}, median; {} ways at step {} of '{}' on {} ({}) within {:.1f} s\n",
          subject.scene->boxed() ? "search for all pairs" : "step", tuning.ways.size(), steps, subject.scene->key,
          name(subject.backend), device_name(subject.backend), tuning.seconds);
    for (const auto& key : run.settings().differing(subject.settings))
        print("--set {}={}\n", key, run.settings().text(key));
    return 0;
}

}  // namespace

void add_tune(CLI::App& app, Action& action) {
    auto flags = std::make_shared<TuneFlags>();
    CLI::App& command = add_command(app, "tune", "which way of searching is fastest in a scene");
    flags->subject.add_all(command);
    add_text(command, "--steps", flags->steps, "N", "steps before it is measured (20 unless given)");
    add_footer(command, "Prints every way that was measured, the fastest first, and last what to set for it.\n\n"
                        "Examples:\n  nearfield tune --scene circles --actors 100000\n"
                        "  nearfield tune --scene building --set model=soup --set count=20000 --steps 0");
    on_call(command, action, [flags] { return run_tune(*flags); });
}

}  // namespace nearfield
