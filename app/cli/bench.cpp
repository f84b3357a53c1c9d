#include "app/cli/bench_table.hpp"
#include "app/cli/chart.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/options.hpp"
#include "app/cli/progress.hpp"
#include "app/files.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

namespace nearfield {
namespace {

struct BenchFlags {
    SubjectFlags subject;
    std::string steps = "100", warmup = "20", out, chart;
    std::vector<std::string> sweeps;
    bool force = false, resume = false;
};

struct Sweep {
    std::string key;
    std::vector<std::string> values;
};

/// One point of the cross product.
struct Configuration {
    BenchKey key;
    Settings settings;
};

Sweep read_sweep(const std::string& text, const Settings& settings) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0) throw UsageError(fmt::format("--sweep {}: write it as key=v1,v2,...", text));
    Sweep sweep{text.substr(0, equals), split(text.substr(equals + 1), ',')};
    Settings probe = settings;
    for (auto& value : sweep.values) {
        probe.set(sweep.key, value);  // complains about what will not do, before anything runs
        value = probe.text(sweep.key);
    }
    for (std::size_t i = 0; i < sweep.values.size(); ++i)
        if (std::find(sweep.values.begin(), sweep.values.begin() + std::ptrdiff_t(i), sweep.values[i]) !=
            sweep.values.begin() + std::ptrdiff_t(i))
            throw UsageError(fmt::format("--sweep {}: the value {} is there twice", text, sweep.values[i]));
    return sweep;
}

std::vector<Sweep> read_sweeps(const BenchFlags& flags, const Settings& settings) {
    std::vector<Sweep> sweeps;
    for (const auto& text : flags.sweeps) {
        sweeps.push_back(read_sweep(text, settings));
        for (std::size_t i = 0; i + 1 < sweeps.size(); ++i)
            if (sweeps[i].key == sweeps.back().key)
                throw UsageError(fmt::format("--sweep {}: this key is swept twice; give all its values at once", sweeps.back().key));
    }
    return sweeps;
}

/// Settings beyond the defaults that have no column of their own.
std::string other_settings(const Subject& subject, const std::vector<Sweep>& sweeps) {
    std::string text;
    for (const auto& key : subject.settings.differing(subject.scene->defaults())) {
        const bool has_column =
            key == "seed" || key == "actors" || std::any_of(sweeps.begin(), sweeps.end(), [&](const auto& sweep) { return sweep.key == key; });
        if (!has_column) text += (text.empty() ? "" : ";") + key + "=" + subject.settings.text(key);
    }
    return text;
}

std::vector<Configuration> cross_product(const Subject& subject, const std::vector<Sweep>& sweeps, u64 steps, u64 warmup) {
    BenchKey key{.scene = subject.scene->key,
                 .backend = name(subject.backend),
                 .device = device_name(subject.backend),
                 .version = NEARFIELD_VERSION,
                 .settings = other_settings(subject, sweeps),
                 .steps = steps,
                 .warmup = warmup};
    std::vector<Configuration> all{{key, subject.settings}};
    for (const auto& sweep : sweeps) {
        std::vector<Configuration> next;
        for (const auto& configuration : all)
            for (const auto& value : sweep.values) {
                next.push_back(configuration);
                next.back().settings.set(sweep.key, value);
                next.back().key.values.push_back(value);
            }
        all = std::move(next);
    }
    for (auto& configuration : all) {
        if (configuration.settings.has("seed")) configuration.key.seed = static_cast<unsigned long long>(configuration.settings.get("seed"));
        if (configuration.settings.has("actors")) configuration.key.actors = static_cast<unsigned>(configuration.settings.get("actors"));
    }
    return all;
}

/// "visit bins, sort radix": the swept values from number `from` on.
std::string described(const std::vector<Sweep>& sweeps, const BenchKey& key, std::size_t from = 0) {
    std::string text;
    for (std::size_t s = from; s < sweeps.size(); ++s)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", sweeps[s].key.substr(sweeps[s].key.find('.') + 1), key.values[s]);
    return text;
}

/// Steps in batches, so that a GPU is not kept waiting; false if interrupted.
bool step_many(World& world, u64 steps, StageTimes& times, const std::function<void()>& tick) {
    constexpr u64 batch = 16;
    for (u64 done = 0; done < steps; done += batch) {
        if (Interrupt::signal()) return false;
        for (u64 s = 0; s < std::min(batch, steps - done) && !Interrupt::signal(); ++s) world.step();
        for (const auto& step : world.finish()) times.add(step);
        tick();
    }
    return !Interrupt::signal();
}

/// Every configuration starts from the same state, so that only the swept parameters differ.
bool measure(const Subject& subject, const Configuration& configuration, BenchTable& table, const std::function<void()>& tick) {
    const auto world = make_world(*subject.scene, configuration.settings, subject.backend);
    StageTimes warmup, times;
    if (!step_many(*world, configuration.key.warmup, warmup, tick) || !step_many(*world, configuration.key.steps, times, tick)) return false;
    const auto audit = world->audit(1u << 14);
    table.add(configuration.key, times, {audit.neighbours, audit.candidates});
    return true;
}

std::string axis_label(const Subject& subject, const std::string& key) {
    const auto& spec = subject.settings.spec(key);
    return spec.label + (spec.unit.empty() ? "" : " (" + spec.unit + ")");
}

Chart chart_of(const Subject& subject, const std::vector<Sweep>& sweeps, const std::vector<Configuration>& all, const BenchTable& table) {
    const auto& key = all.front().key;
    Chart chart{.title = fmt::format("{}: time per step", subject.scene->title), .y_label = "median time per step (ms)"};
    const bool one_population = std::none_of(sweeps.begin(), sweeps.end(), [](const auto& sweep) { return sweep.key == "actors"; });
    chart.subtitle = fmt::format("{} · {}{} steps after {} of warm-up · shaded: 5th to 95th percentile{}{}", key.device,
                                 one_population && key.actors ? fmt::format("{} actors · ", key.actors) : "", key.steps, key.warmup,
                                 key.settings.empty() ? "" : " · ", key.settings);
    chart.x_label = sweeps.empty() ? "" : axis_label(subject, sweeps.front().key);
    chart.x = sweeps.empty() ? std::vector<std::string>{subject.scene->key} : sweeps.front().values;
    for (const auto& configuration : all) {
        const std::string name = described(sweeps, configuration.key, 1);
        auto line = std::find_if(chart.series.begin(), chart.series.end(), [&](const auto& s) { return s.name == name; });
        if (line == chart.series.end()) line = chart.series.insert(line, {name, std::vector<Chart::Point>(chart.x.size(), {NAN, NAN, NAN})});
        const auto x = sweeps.empty() ? 0 : std::find(chart.x.begin(), chart.x.end(), configuration.key.values.front()) - chart.x.begin();
        if (!table.holds(configuration.key)) continue;
        const auto s = table.total(configuration.key);
        line->points[std::size_t(x)] = {s.median, s.p5, s.p95};
    }
    return chart;
}

/// What went wrong with single configurations; the others are measured all the same.
struct Failures {
    int count = 0;
    std::string first;
};

/// Measures what is missing; the file is rewritten whole after each configuration, so it is complete at any moment.
Failures measure_all(const BenchFlags& flags, const Subject& subject, const std::vector<Sweep>& sweeps, const std::vector<Configuration>& all,
                     BenchTable& table) {
    Failures failures;
    Progress progress(all.size());
    bool ours = flags.force || flags.resume;
    for (std::size_t c = 0; c < all.size() && !Interrupt::signal(); ++c) {
        if (table.holds(all[c].key)) continue;
        const auto tick = [&] { progress.show(c, "configurations; " + described(sweeps, all[c].key)); };
        tick();
        try {
            if (!measure(subject, all[c], table, tick)) break;
        } catch (const Error& problem) {
            if (failures.count++ == 0) failures.first = described(sweeps, all[c].key) + ": " + problem.what();
            continue;
        }
        write_file(flags.out, ours, [&](std::ostream& out) { table.write(out); });
        ours = true;
    }
    return failures;
}

void print_results(const std::vector<Sweep>& sweeps, const std::vector<Configuration>& all, const BenchTable& table) {
    std::size_t width = 13;
    for (const auto& configuration : all) width = std::max(width, described(sweeps, configuration.key).size());
    fmt::print("{:<{}} {:>10} {:>10} {:>10}  ms per step\n", "configuration", width, "median", "p5", "p95");
    for (const auto& configuration : all)
        if (table.holds(configuration.key)) {
            const auto s = table.total(configuration.key);
            fmt::print("{:<{}} {:>10.4g} {:>10.4g} {:>10.4g}\n", described(sweeps, configuration.key), width, s.median, s.p5, s.p95);
        }
}

void require_outputs(const BenchFlags& flags) {
    if (flags.out == flags.chart) throw UsageError(fmt::format("--out and --chart are both {}; give two names", flags.out));
    if (flags.resume && flags.force) throw UsageError("--resume keeps what --force replaces; leave one out");
    try {
        require_writable(flags.out, flags.force || flags.resume);
    } catch (const UsageError&) {
        throw;
    } catch (const Error& problem) {
        const bool exists = std::filesystem::is_regular_file(flags.out);
        throw Error(exists && !flags.force && !flags.resume
                        ? flags.out + " exists; add --resume to go on with it, --force to replace it, or choose another name"
                        : problem.what());
    }
    if (!flags.chart.empty()) require_writable(flags.chart, flags.force || flags.resume);
}

int run_bench(const BenchFlags& flags) {
    const Subject subject = flags.subject.choose();
    const auto sweeps = read_sweeps(flags, subject.settings);
    const u64 steps = whole_number("--steps", flags.steps, 1, 1'000'000'000), warmup = whole_number("--warmup", flags.warmup, 0, 1'000'000'000);
    const auto all = cross_product(subject, sweeps, steps, warmup);
    require_outputs(flags);
    std::vector<std::string> swept;
    for (const auto& sweep : sweeps) swept.push_back(sweep.key);
    BenchTable table(swept);
    if (flags.resume && std::filesystem::exists(flags.out)) table.resume(flags.out);

    const Interrupt interrupt;
    const auto kept = std::count_if(all.begin(), all.end(), [&](const auto& configuration) { return table.holds(configuration.key); });
    if (kept) fmt::print("{} of {} configurations are there already\n", kept, all.size());
    const auto failures = measure_all(flags, subject, sweeps, all, table);
    const auto held = std::count_if(all.begin(), all.end(), [&](const auto& configuration) { return table.holds(configuration.key); });
    if (held) print_results(sweeps, all, table);
    if (Interrupt::signal()) {
        fmt::print(stderr, "nearfield: interrupted with {} of {} configurations done; the same command with --resume goes on\n", held,
                   all.size());
        return Interrupt::exit_code();
    }
    if (!flags.chart.empty() && held)
        write_file(flags.chart, flags.force || flags.resume, [&](std::ostream& out) { write_svg(out, chart_of(subject, sweeps, all, table)); });
    if (held) fmt::print("wrote {}{}\n", flags.out, flags.chart.empty() ? "" : " and " + flags.chart);
    if (failures.count) throw Error(fmt::format("{} of {} configurations failed; first {}", failures.count, all.size(), failures.first));
    return 0;
}

}  // namespace

void add_bench(CLI::App& app, Action& action) {
    auto flags = std::make_shared<BenchFlags>();
    CLI::App& command = *app.add_subcommand("bench", "time every combination of parameter values");
    flags->subject.add_all(command);
    add_texts(command, "--sweep", flags->sweeps, "KEY=V1,V2,...", "values of one parameter; repeated, every combination is timed");
    add_text(command, "--steps", flags->steps, "N", "timed steps per configuration (100 unless given)");
    add_text(command, "--warmup", flags->warmup, "N", "steps before them (20 unless given)");
    add_text(command, "--out", flags->out, "FILE.csv", "a row per configuration and stage")->required();
    add_text(command, "--chart", flags->chart, "FILE.svg", "median time over the first sweep's values, a line per combination of the others");
    command.add_flag("--resume", flags->resume, "keep the configurations that FILE.csv holds already and add the missing ones");
    command.add_flag("--force", flags->force, "replace outputs that exist");
    command.footer("Examples:\n"
                   "  nearfield bench --sweep search.bin_ratio=0.25,0.35,0.5,0.7,1,1.5 --sweep search.visit=bins,strips,trimmed \\\n"
                   "                  --out ratios.csv --chart ratios.svg\n"
                   "  nearfield bench --sweep actors=10000,30000,100000,300000 --sweep search.sort=counting,radix --out sorts.csv\n\n"
                   "Times are in ms. Every configuration starts from the same seed.");
    command.callback([flags, &action] { action = [flags] { return run_bench(*flags); }; });
}

}  // namespace nearfield
