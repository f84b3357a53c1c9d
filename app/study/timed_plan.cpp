#include "app/study/timed_plan.hpp"

#include "app/study/bench_table.hpp"
#include "app/study/outputs.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/run_info.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

namespace nearfield {
namespace {

/// Settings that differ from the defaults and have no column of their own.
std::string other_settings(const TimedPlan& plan) {
    std::string text;
    for (const auto& key : plan.settings.differing(plan.subject.defaults()))
        if (key != "seed" && key != "actors" && !plan.varies(key))
            text += (text.empty() ? "" : ";") + key + "=" + plan.settings.text(key);
    return text;
}

/// Returns the warm-up as "20", or "until tick 300".
std::string warm_up_of(const Effort& effort) {
    if (effort.until.metric.empty()) return std::to_string(effort.warmup);
    return fmt::format("{}until {} {}", effort.warmup ? fmt::format("{} and ", effort.warmup) : std::string(),
                       effort.until.metric, effort.until.value);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> common_columns(const TimedPlan& plan) {
    std::vector<std::pair<std::string, std::string>> columns{{"scene", plan.subject.key},
                                                             {"backend", name(plan.backend)},
                                                             {"device", device_name(plan.backend)},
                                                             {"version", NEARFIELD_VERSION}};
    for (const char* key : {"actors", "seed"})
        if (plan.settings.has(key) && !plan.varies(key)) columns.push_back({key, plan.settings.text(key)});
    columns.push_back({"steps", std::to_string(plan.effort.steps)});
    columns.push_back({"warmup", warm_up_of(plan.effort)});
    columns.push_back({"repeats", std::to_string(plan.effort.repeats)});
    columns.push_back({"settings", other_settings(plan)});
    return columns;
}

std::string Failures::text(u64 runs) const {
    return fmt::format("{} of {} configurations failed; first {}", count, runs, first);
}

Failures time_missing(const TimedPlan& plan, BenchTable& table, const StudyOutputs& outputs) {
    Failures failures;
    outputs.complete(table, all_runs(plan.runs()), [&](const std::vector<u64>& missing, Keeper& keeper) {
        for (const auto& line : describe_run(plan.backend)) table.remark(line);
        u64 done = 0;
        Timing timing;
        for (const u64 run : missing) {
            if (Interrupt::signal()) return;
            const std::string name = described(plan.sweeps(), plan.values(run));
            const auto tick = [&keeper, &done, name] { keeper.show(done, "configurations; " + name); };
            tick();
            try {
                const auto timed = timing.time(plan.subject, plan.settings_of(run), plan.backend, plan.effort, tick);
                if (!timed) return;
                table.add(run, *timed);
            } catch (const WorkStopped&) { return; } catch (const Error& problem) {
                if (failures.count++ == 0) failures.first = name + ": " + problem.what();
            }
            ++done;
            keeper.now_and_then();
        }
    });
    return failures;
}

}  // namespace nearfield
