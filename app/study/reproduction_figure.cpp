#include "app/chart_axis.hpp"
#include "app/study/reproduction.hpp"
#include "app/terminal/options.hpp"
#include "base/counted.hpp"
#include "base/read_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

/// "strips", "2D", "bin ratio W/R 0.5".
std::string value_text(const ParamSpec& spec, const std::string& value) {
    double number = 0;
    if (!read_number(value, number)) return value;
    if (spec.key == "dimensions") return value + "D";
    std::string label = spec.label;
    label[0] = char(std::tolower(static_cast<unsigned char>(label[0])));
    return label + " " + axis_text(number);
}

/// Draws one panel from the rows of the table.
class PanelChart {
  public:
    PanelChart(const Panel& panel, const TimedSweep& plan, const BenchTable& table)
        : panel_(panel),
          plan_(plan),
          table_(table) {
        chart_ = {.title = panel.title,
                  .y_label = panel.y_label,
                  .bands = panel.bands,
                  .marks = panel.marks,
                  .y_scale = panel.y_scale};
        for (const auto& [label, column] : panel.places) chart_.x.push_back(label);
        if (!panel.x.empty()) take_axis();
    }

    Chart draw() {
        for (const auto& combination : plan_.all)
            if (shown(combination))
                for (const auto& reading : readings()) add(combination, reading);
        for (const auto& [name, points] : panel_.reported) report(name, points);
        return chart_;
    }

  private:
    void take_axis() {
        x_axis_ = index(panel_.x);
        chart_.x = plan_.sweeps[x_axis_].values;
        chart_.x_label = axis_label(plan_.settings.spec(panel_.x));
    }

    std::size_t index(const std::string& key) const {
        for (std::size_t s = 0; s < plan_.sweeps.size(); ++s)
            if (plan_.sweeps[s].key == key) return s;
        throw std::logic_error("a panel names " + key + ", which is not swept");
    }

    std::string spelled_as(const std::string& key, const std::string& value) const {
        return spelled(key, {value}, plan_.settings).front();
    }

    bool shown(const Combination& combination) const {
        const auto holds = [&](const auto& chosen) {
            return combination.values[index(chosen.first)] == spelled_as(chosen.first, chosen.second);
        };
        return std::all_of(panel_.only.begin(), panel_.only.end(), holds) &&
               std::all_of(panel_.some.begin(), panel_.some.end(), [&](const auto& some) {
                   return std::any_of(panel_.some.begin(), panel_.some.end(),
                                      [&](const auto& other) { return other.first == some.first && holds(other); });
               });
    }

    std::vector<Reading> readings() const {
        if (!panel_.every_stage) return panel_.readings;
        std::vector<Reading> all;
        for (const auto& stage : table_.stages())
            if (stage == "total" || !StageTimes::is_sum(stage))
                all.push_back({stage == "total" ? "whole" : stage, stage, panel_.readings.front().column});
        return all;
    }

    std::string series_name(const Combination& combination, const Reading& reading) const {
        std::string name;
        for (std::size_t s = 0; s < plan_.sweeps.size(); ++s) {
            const auto& key = plan_.sweeps[s].key;
            const bool fixed = std::any_of(panel_.only.begin(), panel_.only.end(),
                                           [&](const auto& only) { return only.first == key; });
            if (key != panel_.x && !fixed)
                name += (name.empty() ? "" : ", ") + value_text(plan_.settings.spec(key), combination.values[s]);
        }
        return reading.name.empty() ? name : name + (name.empty() ? "" : ": ") + reading.name;
    }

    /// NaN if there is nothing to read.
    double read(const std::vector<std::string>& values, const Reading& reading, const std::string& column) const {
        const double value = table_.number(values, reading.stage, column).value_or(NAN);
        if (reading.per_stage.empty()) return panel_.scale * value;
        return panel_.scale * value / table_.number(values, reading.per_stage, reading.per_column).value_or(NAN);
    }

    std::vector<std::string> baseline(std::vector<std::string> values) const {
        for (const auto& [key, value] : panel_.baseline) values[index(key)] = spelled_as(key, value);
        return values;
    }

    Chart::Point point(const Combination& combination, const Reading& reading) const {
        const double value = read(combination.values, reading, reading.column);
        if (panel_.against != Against::nothing) {
            const double base = read(baseline(combination.values), reading, reading.column);
            const double compared = panel_.against == Against::speedup ? base / value : base - value;
            return {compared, compared, compared};
        }
        if (reading.column != "mean_ms" || !reading.per_stage.empty()) return {value, value, value};
        return {value, read(combination.values, reading, "p5_ms"), read(combination.values, reading, "p95_ms")};
    }

    void add(const Combination& combination, const Reading& reading) {
        const bool is_baseline =
            panel_.against != Against::nothing && baseline(combination.values) == combination.values;
        if (is_baseline) return;
        const auto name = series_name(combination, reading);
        if (panel_.x.empty()) {
            for (std::size_t p = 0; p < panel_.places.size(); ++p) {
                const double value = read(combination.values, reading, panel_.places[p].second);
                chart_.point(name, p, {value, value, value});
            }
            return;
        }
        const auto p = point(combination, reading);
        const auto at = std::find(chart_.x.begin(), chart_.x.end(), combination.values[x_axis_]) - chart_.x.begin();
        if (std::isfinite(p.value))
            chart_.point(name, std::size_t(at), p, reading.theory ? Chart::Origin::theory : Chart::Origin::measured);
    }

    void report(const std::string& name, const Chosen& points) {
        for (const auto& [x, text] : points) {
            const auto at = std::find(chart_.x.begin(), chart_.x.end(), panel_.x.empty() ? x : spelled_as(panel_.x, x));
            double value = 0;
            if (at == chart_.x.end() || !read_number(text, value)) continue;
            chart_.point(name, std::size_t(at - chart_.x.begin()), {value, value, value}, Chart::Origin::reported);
        }
    }

    const Panel& panel_;
    const TimedSweep& plan_;
    const BenchTable& table_;
    Chart chart_;
    std::size_t x_axis_ = 0;
};

/// From when on steps are timed.
std::string beginning(const Effort& effort) {
    if (!effort.until.metric.empty()) return fmt::format("after {} {:g}", effort.until.metric, effort.until.value);
    if (effort.warmup == 0) return "from the start";
    return fmt::format("after {} step{}", axis_text(double(effort.warmup)), effort.warmup == 1 ? "" : "s");
}

std::string conditions(const TimedSweep& plan) {
    std::string text = device_name(plan.backend);
    for (const auto& [column, value] : common_columns(plan))
        if (column == "actors") text += fmt::format(" · {} actors", axis_text(number_from(value)));
    if (plan.subject.scene) return text + fmt::format(" · {} steps {}", plan.effort.steps, beginning(plan.effort));
    return text + " · " + counted(plan.effort.steps, "repetition");
}

bool shows_range(const Chart& chart) {
    for (const auto& series : chart.series)
        for (const auto& point : series.points)
            if (point.low < point.high) return true;
    return false;
}

}  // namespace

Figure figure_of(const Reproduction& reproduction, const TimedSweep& plan, const BenchTable& table) {
    Figure figure{.title = reproduction.title, .subtitle = conditions(plan), .captions = reproduction.reported};
    for (const auto& panel : reproduction.panels) {
        auto chart = PanelChart(panel, plan, table).draw();
        if (!chart.series.empty()) figure.charts.push_back(std::move(chart));
    }
    if (std::any_of(figure.charts.begin(), figure.charts.end(), shows_range))
        figure.subtitle += " · shaded: 5th to 95th percentile";
    return figure;
}

}  // namespace nearfield
