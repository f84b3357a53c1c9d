#include "app/study/timed_plan.hpp"

#include "app/study/bench_table.hpp"
#include "app/study/other_load.hpp"
#include "app/study/outputs.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/run_info.hpp"
#include "base/error.hpp"
#include "base/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

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

/// The passes of one configuration.
struct Passes {
    Timed all;
    std::vector<std::map<std::string, double>> medians;  ///< by stage, for each round
    OtherLoad others;
    bool failed = false;

    void add(Timed pass) {
        medians.emplace_back();
        for (const auto& [stage, values] : pass.times.stages()) medians.back()[stage] = summarize(values).median;
        if (medians.size() > 1) all.times.add(pass.times);
        else all = std::move(pass);
    }
};

/// Per stage the ratio of two configurations' times in the same rounds. Empty with one round.
std::map<std::string, MedianInterval> ratios(const Passes& one, const Passes& other) {
    std::map<std::string, std::vector<double>> by_stage;
    for (std::size_t round = 0; round < std::min(one.medians.size(), other.medians.size()); ++round)
        for (const auto& [stage, ms] : one.medians[round])
            if (const auto base = other.medians[round].find(stage); base != other.medians[round].end())
                if (base->second > 0) by_stage[stage].push_back(ms / base->second);
    std::map<std::string, MedianInterval> found;
    for (const auto& [stage, values] : by_stage)
        if (values.size() > 1) found[stage] = median_interval(values);
    return found;
}

/// Times configurations in rounds, in shuffled order, so that other load slows all configurations alike.
class TimedRounds {
  public:
    TimedRounds(const TimedPlan& plan, BenchTable& table, Keeper& keeper)
        : plan_(plan),
          table_(table),
          keeper_(keeper) {}

    void time(const std::vector<u64>& missing, Failures& failures) {
        const u64 rounds = plan_.effort.repeats;
        auto order = missing;
        for (u64 round = 0; round < rounds; ++round) {
            if (rounds > 1) shuffle(order, u32(round));
            for (const u64 run : order) {
                if (passes_[run].failed) continue;
                if (!time_pass(run, round, failures)) return;
                if (rounds == 1) finish(run);
            }
        }
        if (rounds > 1)
            for (const u64 run : missing) finish(run);
    }

  private:
    static void shuffle(std::vector<u64>& order, u32 round) {
        const Random random{.seed = 1};
        std::vector<std::pair<u32, u64>> keyed;
        for (const u64 run : order) keyed.push_back({random.words(u32(run) + round * 0x10001u)[0], run});
        std::sort(keyed.begin(), keyed.end());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = keyed[i].second;
    }

    /// False after an interrupt.
    bool time_pass(u64 run, u64 round, Failures& failures) {
        if (Interrupt::signal()) return false;
        std::string name = described(plan_.sweeps(), plan_.values(run));
        const std::string note =
            plan_.effort.repeats > 1 ? fmt::format("round {} of {}; {}", round + 1, plan_.effort.repeats, name) : name;
        const auto tick = [&] { keeper_.show(done_, "configurations; " + note); };
        tick();
        auto& passes = passes_[run];
        passes.others.restart();
        try {
            auto timed = timing_.time(plan_.subject, plan_.settings_of(run), plan_.backend, plan_.effort, tick);
            if (!timed) return false;
            passes.others.add();
            passes.add(std::move(*timed));
        } catch (const WorkStopped&) { return false; } catch (const Error& problem) {
            if (failures.count++ == 0) failures.first = name + ": " + problem.what();
            passes.failed = true;
        }
        return true;
    }

    void finish(u64 run) {
        auto& passes = passes_[run];
        ++done_;
        if (passes.failed) return;
        passes.all.other_load = passes.others.cores();
        if (run != 0) passes.all.over_first = ratios(passes, passes_[0]);
        table_.add(run, passes.all);
        if (plan_.effort.repeats == 1) passes = {};  // the steps are not needed any more
        keeper_.now_and_then();
    }

    const TimedPlan& plan_;
    BenchTable& table_;
    Keeper& keeper_;
    Timing timing_;
    std::map<u64, Passes> passes_;
    u64 done_ = 0;
};

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
        TimedRounds(plan, table, keeper).time(missing, failures);
    });
    return failures;
}

}  // namespace nearfield
