#include "app/chart.hpp"
#include "app/commands/commands.hpp"
#include "app/files.hpp"
#include "app/say.hpp"
#include "app/study/bench_table.hpp"
#include "app/study/outputs.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/long_work.hpp"
#include "app/terminal/options.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace nearfield {
namespace {

struct BenchFlags {
    SubjectFlags subject;
    std::string steps = "100", warmup = "20", repeats = "1", out, chart;
    std::vector<std::string> sweeps;
    Existing existing;
};

TimedPlan read_plan(const BenchFlags& flags) {
    const auto [scene, settings, backend, look] = flags.subject.choose();
    TimedPlan plan(subject_of(*scene), settings, backend);
    for (const auto& text : flags.sweeps) {
        auto sweep = read_sweep(text, settings, "--sweep");
        if (plan.varies(sweep.key))
            throw UsageError(
                fmt::format("--sweep {}: this key is swept twice; give all its values at once", sweep.key));
        plan.add(std::move(sweep), "--sweep");
    }
    constexpr u64 many = 1'000'000'000;
    plan.effort = {whole_number("--steps", flags.steps, 1, many), whole_number("--warmup", flags.warmup, 0, many),
                   whole_number("--repeats", flags.repeats, 1, many)};
    return plan;
}

std::string subtitle(const TimedPlan& plan) {
    std::string text;
    for (const auto& [column, value] : common_columns(plan)) {
        if (column == "device") text += value;
        if (column == "actors") text += fmt::format(" · {} actors", value);
        if (column == "settings" && !value.empty()) text += " · " + value;
    }
    return text + fmt::format(" · {} steps after {} of warm-up · shaded: 5th to 95th percentile", plan.effort.steps,
                              plan.effort.warmup);
}

Figure figure_of(const TimedPlan& plan, const BenchTable& table) {
    const auto& sweeps = plan.sweeps();
    Chart chart = chart_over(plan, sweeps.empty() ? "" : sweeps.front().key, plan.subject.key);
    chart.y_label = "median time per step (ms)";
    for (u64 run = 0; run < plan.runs(); ++run)
        if (const auto values = plan.values(run); const auto s = table.times(values, "total"))
            chart.point(described(sweeps, values, 1), sweeps.empty() ? 0 : place_of(values.front(), chart),
                        {s->median, s->p5, s->p95});
    return {.title = plan.subject.title + ": time per step", .subtitle = subtitle(plan), .charts = {chart}};
}

/// True if actors search for neighbours. Their query takes nearly all of a step; for other subjects the stages say
/// more.
bool searches_among_actors(const BenchSubject& subject) {
    return subject.searches() && !(subject.scene && subject.scene->boxed());
}

/// Result columns beside the times of whole steps: their heads, and the cells of one configuration.
std::vector<std::string> result_heads(const TimedPlan& plan, const BenchTable& table) {
    if (searches_among_actors(plan.subject)) return {"construct", "model", "neighbours", "checksum"};
    std::vector<std::string> heads{plan.subject.searches() ? "checksum" : "million/s"};
    for (const auto& stage : table.stages())
        if (!StageTimes::is_sum(stage)) heads.push_back(stage);
    return heads;
}
std::vector<std::string> result_texts(const TimedPlan& plan, const BenchTable& table,
                                      const BenchTable::Values& values) {
    const auto number = [&](const std::string& stage, const std::string& column) {
        return fmt::format("{:.4g}", table.number(values, stage, column).value_or(NAN));
    };
    if (searches_among_actors(plan.subject))
        return {number("construct", "median_ms"), number("model", "median_ms"), number("total", "neighbours_last"),
                table.text(values, "total", "checksum")};
    std::vector<std::string> texts{plan.subject.searches() ? table.text(values, "total", "checksum")
                                                           : number("total", Work::rate_column(plan.subject))};
    for (const auto& stage : table.stages())
        if (!StageTimes::is_sum(stage)) texts.push_back(number(stage, "median_ms"));
    return texts;
}

void print_choices(const TimedPlan& plan, const BenchTable& table) {
    for (u64 run = 0; run < plan.runs(); ++run) {
        const auto name = described(plan.sweeps(), plan.values(run));
        const auto chosen = table.text(plan.values(run), "total", "auto_choice");
        if (!chosen.empty()) print("{}search.auto chose {}\n", name.empty() ? "" : name + ": ", chosen);
    }
}

int column_width(const std::string& head) { return head == "checksum" ? 16 : 10; }

/// Prints the ratio of every configuration's time to the first's.
void print_ratios(const TimedPlan& plan, const BenchTable& table) {
    const auto first = described(plan.sweeps(), plan.values(0));
    for (u64 run = 1; run < plan.runs(); ++run) {
        const auto values = plan.values(run);
        const auto number = [&](const char* column) { return table.number(values, "total", column).value_or(NAN); };
        if (const double ratio = number("over_first"); std::isfinite(ratio))
            print("{} over {}: {:.3g} ({:.3g} to {:.3g})\n", described(plan.sweeps(), values), first, ratio,
                  number("over_first_lo"), number("over_first_hi"));
    }
    const u64 rounds = plan.effort.repeats;
    if (rounds > 1 && plan.runs() > 1)
        print("ratio of times in the same round: median and {} over {} rounds, each in another order\n",
              rounds < 6 ? "range" : "95 % interval", rounds);
}

/// Prints how quiet the machine was: the largest values of all configurations.
void print_quiet(const TimedPlan& plan, const BenchTable& table) {
    double range = 0, slow = 0, load = NAN;
    for (u64 run = 0; run < plan.runs(); ++run) {
        const auto total = table.times(plan.values(run), "total");
        if (!total) continue;
        if (total->median > 0) range = std::max(range, total->iqr / total->median);
        slow = std::max(slow, total->slow_share);
        load = std::fmax(load, table.number(plan.values(run), "total", "other_load").value_or(NAN));
    }
    print("up to {:.2g} % of steps above twice their median, interquartile range up to {:.2g} % of it{}\n", 100 * slow,
          100 * range, std::isnan(load) ? "" : fmt::format(", up to {:.2g} cores busy with other programs", load));
}

void print_results(const TimedPlan& plan, const BenchTable& table) {
    std::size_t width = 13;
    for (u64 run = 0; run < plan.runs(); ++run)
        width = std::max(width, terminal_text(described(plan.sweeps(), plan.values(run))).size());
    print("{:<{}} {:>10} {:>10} {:>10} {:>10}", "configuration", width, "median", "p5", "p95", "min");
    const auto heads = result_heads(plan, table);
    for (const auto& head : heads) print(" {:>{}}", head, column_width(head));
    print("\n");
    for (u64 run = 0; run < plan.runs(); ++run) {
        const auto values = plan.values(run);
        const auto total = table.times(values, "total");
        if (!total) continue;
        print("{:<{}} {:>10.4g} {:>10.4g} {:>10.4g} {:>10.4g}", described(plan.sweeps(), values), width, total->median,
              total->p5, total->p95, total->least);
        const auto texts = result_texts(plan, table, values);
        for (std::size_t k = 0; k < texts.size(); ++k) print(" {:>{}}", texts[k], column_width(heads[k]));
        print("\n");
    }
    if (plan.subject.searches()) print_choices(plan, table);
    print("ms per step: whole steps without marks between stages, their {} with them{}\n",
          searches_among_actors(plan.subject) ? "construct and model parts" : "stages",
          plan.subject.searches() ? "" : "; million " + plan.subject.scene->elements + " per second");
    print_ratios(plan, table);
    print_quiet(plan, table);
}

void require_outputs(const BenchFlags& flags, const Settings& settings, const StudyOutputs& outputs) {
    auto inputs = files_of(settings);
    inputs.push_back({"--preset", flags.subject.preset});
    require_different({{"--out", flags.out}, {"--chart", flags.chart}}, inputs);
    outputs.require_writable();
}

int run_bench(const BenchFlags& flags) {
    const auto plan = read_plan(flags);
    const StudyOutputs outputs{flags.out, flags.chart, flags.existing, "configurations"};
    require_outputs(flags, plan.settings, outputs);
    const Interrupt interrupt;
    const WayOut way_out("the timing", "run the same command with --resume to continue");
    BenchTable table(plan);
    const auto failures = time_missing(plan, table, outputs);
    const u64 held = StudyOutputs::held(table, all_runs(plan.runs()));
    if (held) print_results(plan, table);
    if (Interrupt::signal()) return outputs.say_interrupted(held, plan.runs());
    if (held && !flags.chart.empty()) outputs.write_chart(figure_of(plan, table));
    if (held) outputs.say_written();
    if (failures.count) throw Error(failures.text(plan.runs()));
    return 0;
}

}  // namespace

void add_bench(CLI::App& app, Action& action) {
    auto flags = std::make_shared<BenchFlags>();
    CLI::App& command = add_command(app, "bench", "time every combination of parameter values");
    flags->subject.add_all(command);
    add_texts(command, "--sweep", flags->sweeps, "KEY=V1,V2,...",
              "values of one parameter; repeated, every combination is timed");
    add_text(command, "--steps", flags->steps, "N", "timed steps per configuration (100 unless given)");
    add_text(command, "--warmup", flags->warmup, "N", "steps before them (20 unless given)");
    add_text(command, "--repeats", flags->repeats, "N",
             "rounds over all configurations, each in another order (1 unless given); "
             "from 6 on, ratios have a 95 % interval");
    add_required(command, "--out", flags->out, "FILE.csv", "a row per configuration and stage");
    add_text(command, "--chart", flags->chart, "FILE.svg",
             "median time over the first sweep's values, a line per combination of the others");
    add_resume(command, flags->existing.resume), add_force(command, flags->existing.force);
    add_footer(command,
               "Examples:\n"
               "  nearfield bench --sweep search.bin_ratio=0.25,0.35,0.5,0.7,1,1.5 --sweep "
               "search.visit=bins,strips,trimmed \\\n"
               "                  --out ratios.csv --chart ratios.svg\n"
               "  nearfield bench --sweep actors=10000,30000,100000,300000 --sweep search.sort=counting,radix "
               "--out sorts.csv\n\n"
               "Times are in ms. Every configuration starts from the same seed and is run twice from there: for "
               "the stage 'total'\n"
               "without marks between stages, then with them: 'stages' is their sum, 'construct' and 'model' its "
               "two parts. The\n"
               "checksum is of the neighbour sets at the start: equal however they are searched. Lines with # say "
               "when and where. With\n"
               "search.auto=on the search is tuned once, after the warm-up: auto_choice says how. A scene without a "
               "search has a row per\n"
               "stage too, with million elements per second instead.");
    on_call(command, action, [flags] { return run_bench(*flags); });
}

}  // namespace nearfield
