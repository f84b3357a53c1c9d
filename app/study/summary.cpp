#include "app/study/summary.hpp"

#include "app/say.hpp"
#include "base/mean_interval.hpp"
#include "base/one_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace nearfield {
namespace {

/// Runs that differ only in their seed.
struct SeedGroup {
    std::vector<std::string> values;  ///< of the parameters that vary, without the seed
    std::vector<u64> runs;
};

std::vector<SeedGroup> seed_groups(const Experiment& experiment) {
    std::vector<SeedGroup> groups;
    std::map<std::vector<std::string>, std::size_t> known;
    for (u64 run = 0; run < experiment.runs(); ++run) {
        auto values = experiment.values(run);
        if (experiment.varies("seed")) values.erase(values.begin() + std::ptrdiff_t(experiment.index("seed")));
        const auto [at, is_new] = known.emplace(values, groups.size());
        if (is_new) groups.push_back({std::move(values), {}});
        groups[at->second].runs.push_back(run);
    }
    return groups;
}

/// Interval over the runs of the group that have measured it.
MeanInterval interval_of(const ResultTable& table, const SeedGroup& group, std::size_t measure) {
    std::vector<double> values;
    for (const u64 run : group.runs)
        if (const double value = table.measured(run, measure); !std::isnan(value)) values.push_back(value);
    return mean_interval(values);
}

/// Parameters that vary, without the seed.
std::vector<Sweep> swept(const Experiment& experiment) {
    auto sweeps = experiment.sweeps();
    std::erase_if(sweeps, [](const Sweep& sweep) { return sweep.key == "seed"; });
    return sweeps;
}

std::string subtitle(const Experiment& experiment, const std::vector<SeedGroup>& groups) {
    std::string text = experiment.scene->title;
    for (const auto& key : experiment.settings.differing(experiment_defaults(*experiment.scene)))
        if (experiment.settings.spec(key).section != Section::common && !experiment.varies(key))
            text += fmt::format(" · {} {}", short_name(key), experiment.settings.text(key));
    const std::size_t seeds = groups.empty() ? 0 : groups.front().runs.size();
    if (seeds < 2) return text + " · one run each";
    return text + fmt::format(" · mean of {} seeds, shaded: 95 % interval of the mean", seeds);
}

Chart chart_of(const Experiment& experiment, const ResultTable& table, const std::vector<SeedGroup>& groups,
               std::size_t measure) {
    const auto sweeps = swept(experiment);
    Chart chart = chart_over(experiment, sweeps.empty() ? "" : sweeps.front().key, experiment.scene->title);
    chart.y_label = label_of(experiment.measures[measure]), chart.y_scale = Chart::Scale::near_zero;
    for (const auto& group : groups) {
        const auto found = interval_of(table, group, measure);
        if (!std::isfinite(found.mean)) continue;
        const double half = std::isnan(found.half_width) ? 0 : found.half_width;
        const std::size_t place = sweeps.empty() ? 0 : place_of(group.values[0], chart);
        const std::string name =
            sweeps.size() < 2 ? label_of(experiment.measures[measure]) : described(sweeps, group.values, 1);
        chart.point(name, place, {found.mean, found.mean - half, found.mean + half});
    }
    return chart;
}

/// Remarks on the runs for a reader of the chart.
std::vector<std::string> remarks(const Experiment& experiment, const ResultTable& table) {
    std::vector<std::string> all;
    const auto say = [&](std::size_t count, const char* what) {
        if (count) all.push_back(fmt::format("{} of {} runs {}", count, experiment.runs(), what));
    };
    if (experiment.stop) {
        say(table.stopped(Stopped::steps),
            "reached the limit of steps before the condition held; means leave them out where they measured nothing.");
        say(table.stopped(Stopped::seconds), "reached the limit of seconds before the condition held; means leave them "
                                             "out where they measured nothing.");
    }
    say(table.stopped(Stopped::failed), "failed and are left out.");
    say(experiment.runs() - table.size(), "are missing.");
    return all;
}

/// Mean and half width of the interval, rounded to two digits of the half width.
std::string interval_text(const MeanInterval& found) {
    if (std::isnan(found.mean)) return "–";
    if (!(found.half_width > 0)) return fmt::format("{:.5g}", found.mean);
    const int digits = std::clamp(1 - int(std::floor(std::log10(found.half_width))), 0, 12);
    return fmt::format("{:.{}f} ± {:.{}f}", found.mean, digits, found.half_width, digits);
}

}  // namespace

Figure figure_of(const Experiment& experiment, const ResultTable& table) {
    const auto groups = seed_groups(experiment);
    const auto& title = experiment.as_stated.title;
    Figure figure{.title = title.empty() ? experiment.scene->title : title,
                  .subtitle = subtitle(experiment, groups),
                  .captions = remarks(experiment, table)};
    for (std::size_t m = 0; m < experiment.measures.size(); ++m)
        figure.charts.push_back(chart_of(experiment, table, groups, m));
    return figure;
}

void print_summary(const Experiment& experiment, const ResultTable& table) {
    const auto groups = seed_groups(experiment);
    const auto sweeps = swept(experiment);
    constexpr std::size_t column = 20;
    std::size_t width = 13;
    for (const auto& group : groups) width = std::max(width, terminal_text(described(sweeps, group.values)).size());
    print("{:<{}}", sweeps.empty() ? "" : "configuration", width);
    for (const auto& measure : experiment.measures) print(" {:>{}}", label_of(measure), column);
    print("\n");
    for (const auto& group : groups) {
        print("{:<{}}", described(sweeps, group.values), width);
        for (std::size_t m = 0; m < experiment.measures.size(); ++m)
            print(" {:>{}}", interval_text(interval_of(table, group, m)), column);
        print("\n");
    }
    if (!groups.empty() && groups.front().runs.size() > 1)
        print("mean over {} seeds ± half of the 95 % interval\n", groups.front().runs.size());
    for (const auto& remark : remarks(experiment, table)) print("{}\n", remark);
}

}  // namespace nearfield
