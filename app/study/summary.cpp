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

/// What the runs of a group say about a measure.
struct GroupResult {
    MeanInterval mean;         ///< over the runs that measured it
    std::size_t of = 0;        ///< runs that the table holds
    std::size_t held = 0;      ///< runs among `of` that their stop condition ended
    std::size_t censored = 0;  ///< runs among `of` that a limit ended before their condition held
};

GroupResult result_of(const Experiment& experiment, const ResultTable& table, const SeedGroup& group,
                      std::size_t measure) {
    GroupResult found;
    std::vector<double> values;
    for (const u64 run : group.runs) {
        const auto why = table.why_stopped(run);
        if (!why) continue;
        ++found.of;
        found.held += why == Stopped::condition;
        found.censored += experiment.stop && (why == Stopped::steps || why == Stopped::seconds);
        if (const double value = table.measured(run, measure); !std::isnan(value)) values.push_back(value);
    }
    found.mean = mean_interval(values);
    return found;
}

/// Parameters that vary, without the seed.
std::vector<Sweep> swept(const Experiment& experiment) {
    auto sweeps = experiment.sweeps();
    std::erase_if(sweeps, [](const Sweep& sweep) { return sweep.key == "seed"; });
    return sweeps;
}

/// "8 seeds", or "5 to 7 of 8 seeds" if some runs did not measure what others did. Empty for one run each.
std::string seeds_text(const Experiment& experiment, const ResultTable& table, const std::vector<SeedGroup>& groups) {
    const std::size_t seeds = groups.empty() ? 0 : groups.front().runs.size();
    if (seeds < 2) return "";
    std::size_t least = seeds, most = 0;
    for (const auto& group : groups)
        for (std::size_t m = 0; m < experiment.measures.size(); ++m) {
            const std::size_t measured = result_of(experiment, table, group, m).mean.count;
            least = std::min(least, measured), most = std::max(most, measured);
        }
    if (least == seeds || table.size() == 0) return fmt::format("{} seeds", seeds);
    return least == most ? fmt::format("{} of {} seeds", least, seeds)
                         : fmt::format("{} to {} of {} seeds", least, most, seeds);
}

std::string subtitle(const Experiment& experiment, const ResultTable& table, const std::vector<SeedGroup>& groups) {
    std::string text = experiment.scene->title;
    for (const auto& key : experiment.settings.differing(experiment_defaults(*experiment.scene)))
        if (experiment.settings.spec(key).section != Section::common && !experiment.varies(key))
            text += fmt::format(" · {} {}", short_name(key), experiment.settings.text(key));
    const auto seeds = seeds_text(experiment, table, groups);
    if (seeds.empty()) return text + " · one run each";
    return text + fmt::format(" · mean of {}, shaded: 95 % interval of the mean", seeds);
}

Chart chart_of(const Experiment& experiment, const ResultTable& table, const std::vector<SeedGroup>& groups,
               std::size_t measure) {
    const auto sweeps = swept(experiment);
    Chart chart = chart_over(experiment, sweeps.empty() ? "" : sweeps.front().key, experiment.scene->title);
    chart.y_label = label_of(experiment.measures[measure]), chart.y_scale = Chart::Scale::near_zero;
    for (const auto& group : groups) {
        const auto found = result_of(experiment, table, group, measure);
        if (found.of == 0) continue;
        const double mean = found.mean.mean, half = std::isnan(found.mean.half_width) ? 0 : found.mean.half_width;
        const std::size_t place = sweeps.empty() ? 0 : place_of(group.values[0], chart);
        const std::string name =
            sweeps.size() < 2 ? label_of(experiment.measures[measure]) : described(sweeps, group.values, 1);
        chart.point(name, place, {mean, mean - half, mean + half, found.mean.count, found.of, found.censored});
    }
    return chart;
}

/// Points of a measure that its chart cannot show, as sentences.
std::vector<std::string> gaps_of(const Chart& chart) {
    std::size_t points = 0, infinite = 0, unmeasured = 0, partly = 0;
    for (const auto& series : chart.series)
        for (const auto& point : series.points) {
            points += point.of > 0;
            infinite += std::isinf(point.value);
            unmeasured += point.of > 0 && point.measured == 0;
            partly += point.measured > 0 && point.measured < point.of;
        }
    std::vector<std::string> all;
    const auto say = [&](std::size_t count, const char* what) {
        if (count) all.push_back(fmt::format("{}: {} of {} means {}", chart.y_label, count, points, what));
    };
    say(infinite, "are infinite, and a chart has no place for them.");
    say(unmeasured, "are missing, because no run measured a value.");
    say(partly, "leave out runs that measured no value.");
    return all;
}

/// Remarks on the runs for a reader of the chart.
std::vector<std::string> remarks(const Experiment& experiment, const ResultTable& table,
                                 const std::vector<Chart>& charts) {
    std::vector<std::string> all;
    const auto say = [&](std::size_t count, const char* what) {
        if (count) all.push_back(fmt::format("{} of {} runs {}", count, experiment.runs(), what));
    };
    if (experiment.stop) {
        say(table.stopped(Stopped::steps), "reached the limit of steps before the condition held.");
        say(table.stopped(Stopped::seconds), "reached the limit of seconds before the condition held.");
    }
    say(table.stopped(Stopped::failed), "failed and are left out.");
    say(experiment.runs() - table.size(), "are missing.");
    for (const auto& chart : charts)
        for (auto& gap : gaps_of(chart)) all.push_back(std::move(gap));
    return all;
}

/// Prints cells below each other: the first column on the left, the others on the right.
void print_columns(std::vector<std::vector<std::string>> rows) {
    constexpr std::size_t least = 13;
    std::vector<std::size_t> widths(rows.front().size(), least);
    for (auto& row : rows)
        for (std::size_t c = 0; c < row.size(); ++c) {
            row[c] = terminal_text(row[c]);
            widths[c] = std::max(widths[c], letters(row[c]));
        }
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string space(widths[c] - letters(row[c]), ' ');
            line += c == 0 ? row[c] + space : "  " + space + row[c];
        }
        print("{}\n", line);
    }
}

std::vector<Chart> charts_of(const Experiment& experiment, const ResultTable& table,
                             const std::vector<SeedGroup>& groups) {
    std::vector<Chart> charts;
    for (std::size_t m = 0; m < experiment.measures.size(); ++m)
        charts.push_back(chart_of(experiment, table, groups, m));
    return charts;
}

}  // namespace

std::string interval_text(const MeanInterval& found) {
    const auto [mean, half, count] = found;
    if (std::isnan(mean)) return "–";
    if (!std::isfinite(half)) return fmt::format("{:.5g}", mean);
    if (half <= 1e-12 * std::abs(mean)) return fmt::format("{:.5g} ± 0", mean);  // rounding of the mean
    const int power = int(std::floor(std::log10(std::max(half, std::abs(mean)))));
    const double unit = power < -4 ? std::pow(10., power) : 1;
    const int digits = std::clamp(1 - int(std::floor(std::log10(half / unit))), 0, 12);
    const auto text = fmt::format("{:.{}f} ± {:.{}f}", mean / unit, digits, half / unit, digits);
    return unit == 1 ? text : fmt::format("({})e{}", text, power);
}

Figure figure_of(const Experiment& experiment, const ResultTable& table) {
    const auto groups = seed_groups(experiment);
    const auto& title = experiment.as_stated.title;
    auto charts = charts_of(experiment, table, groups);
    auto captions = remarks(experiment, table, charts);
    return {.title = title.empty() ? experiment.scene->title : title,
            .subtitle = subtitle(experiment, table, groups),
            .charts = std::move(charts),
            .captions = std::move(captions)};
}

void print_summary(const Experiment& experiment, const ResultTable& table) {
    const auto groups = seed_groups(experiment);
    const auto sweeps = swept(experiment);
    std::vector<std::vector<std::string>> rows{{sweeps.empty() ? "" : "configuration"}};
    for (const auto& measure : experiment.measures) rows.front().push_back(label_of(measure));
    if (experiment.stop) rows.front().emplace_back("condition held");
    for (const auto& group : groups) {
        rows.push_back({described(sweeps, group.values)});
        GroupResult found;
        for (std::size_t m = 0; m < experiment.measures.size(); ++m) {
            found = result_of(experiment, table, group, m);
            auto text = interval_text(found.mean);
            if (found.mean.count < found.of) text += fmt::format(" ({} of {})", found.mean.count, found.of);
            rows.back().push_back(std::move(text));
        }
        if (experiment.stop) rows.back().push_back(fmt::format("{} of {}", found.held, found.of));
    }
    print_columns(std::move(rows));
    if (const auto seeds = seeds_text(experiment, table, groups); !seeds.empty())
        print("mean over {} ± half of the 95 % interval\n", seeds);
    for (const auto& remark : remarks(experiment, table, charts_of(experiment, table, groups))) print("{}\n", remark);
}

}  // namespace nearfield
