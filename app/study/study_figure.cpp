#include "app/chart_axis.hpp"
#include "app/study/study.hpp"
#include "base/counted.hpp"
#include "base/read_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

/// Returns a value as in "strips", "2D", "bin ratio W/R 0.5".
std::string value_text(const ParamSpec& spec, const std::string& value) {
    double number = 0;
    if (!read_number(value, number)) return value;
    if (spec.key == "dimensions") return value + "D";
    std::string label = spec.label;
    label[0] = char(std::tolower(static_cast<unsigned char>(label[0])));
    return label + " " + axis_text(number);
}

/// Draws one chart from the rows of the table.
class ChartOfRows {
  public:
    ChartOfRows(const StudyChart& wanted, const TimedPlan& plan, const BenchTable& table)
        : wanted_(wanted),
          plan_(plan),
          table_(table),
          chart_(chart_over(plan, wanted.x, "")),
          baseline_(wanted.speedup_over.empty() ? wanted.saved_over : wanted.speedup_over) {
        chart_.title = wanted.title, chart_.y_label = wanted.y_label, chart_.y_scale = wanted.y_scale;
        chart_.bands = wanted.bands, chart_.marks = wanted.marks;
        if (!wanted.x.empty()) return;
        chart_.x.clear();
        for (const auto& [label, column] : wanted.places) chart_.x.push_back(label);
    }

    Chart draw() {
        for (u64 run = 0; run < plan_.runs(); ++run)
            if (const auto values = plan_.values(run); shown(values))
                for (const auto& reading : readings()) add(values, reading);
        for (const auto& [name, points] : wanted_.reported) report(name, points);
        return chart_;
    }

  private:
    using Values = BenchTable::Values;

    std::string spelled_as(const std::string& key, const std::string& value) const {
        return spelled(key, {value}, plan_.settings).front();
    }

    bool shown(const Values& values) const {
        const auto holds = [&](const auto& chosen) {
            return values[plan_.index(chosen.first)] == spelled_as(chosen.first, chosen.second);
        };
        return std::all_of(wanted_.only.begin(), wanted_.only.end(), holds) &&
               std::all_of(wanted_.some.begin(), wanted_.some.end(), [&](const auto& some) {
                   return std::any_of(wanted_.some.begin(), wanted_.some.end(),
                                      [&](const auto& other) { return other.first == some.first && holds(other); });
               });
    }

    std::vector<Reading> readings() const {
        if (!wanted_.every_stage) return wanted_.readings;
        std::vector<Reading> all;
        for (const auto& stage : table_.stages())
            if (stage == "total" || !StageTimes::is_sum(stage))
                all.push_back({stage == "total" ? "whole" : stage, stage, wanted_.readings.front().column});
        return all;
    }

    std::string series_name(const Values& values, const Reading& reading) const {
        std::string name;
        for (std::size_t s = 0; s < values.size(); ++s) {
            const auto& key = plan_.sweeps()[s].key;
            const bool fixed = std::any_of(wanted_.only.begin(), wanted_.only.end(),
                                           [&](const auto& only) { return only.first == key; });
            if (key != wanted_.x && !fixed)
                name += (name.empty() ? "" : ", ") + value_text(plan_.settings.spec(key), values[s]);
        }
        return reading.name.empty() ? name : name + (name.empty() ? "" : ": ") + reading.name;
    }

    /// NaN if the row or number is missing.
    double read(const Values& values, const Reading& reading, const std::string& column) const {
        const double value = table_.number(values, reading.stage, column).value_or(NAN);
        if (reading.per_stage.empty()) return wanted_.scale * value;
        return wanted_.scale * value / table_.number(values, reading.per_stage, reading.per_column).value_or(NAN);
    }

    Values baseline(Values values) const {
        for (const auto& [key, value] : baseline_) values[plan_.index(key)] = spelled_as(key, value);
        return values;
    }

    Chart::Point point(const Values& values, const Reading& reading) const {
        const double value = read(values, reading, reading.column);
        if (!baseline_.empty()) {
            const double base = read(baseline(values), reading, reading.column);
            const double compared = wanted_.saved_over.empty() ? base / value : base - value;
            return {compared, compared, compared};
        }
        if (reading.column != "mean_ms" || !reading.per_stage.empty()) return {value, value, value};
        return {value, read(values, reading, "p5_ms"), read(values, reading, "p95_ms")};
    }

    void add(const Values& values, const Reading& reading) {
        if (!baseline_.empty() && baseline(values) == values) return;
        const auto name = series_name(values, reading);
        for (std::size_t p = 0; p < wanted_.places.size(); ++p) {
            const double value = read(values, reading, wanted_.places[p].second);
            chart_.point(name, p, {value, value, value});
        }
        if (wanted_.x.empty()) return;
        const auto p = point(values, reading);
        if (std::isfinite(p.value))
            chart_.point(name, place_of(values[plan_.index(wanted_.x)], chart_), p,
                         reading.theory ? Chart::Origin::theory : Chart::Origin::measured);
    }

    void report(const std::string& name, const Chosen& points) {
        for (const auto& [x, text] : points) {
            const std::size_t place = place_of(wanted_.x.empty() ? x : spelled_as(wanted_.x, x), chart_);
            double value = 0;
            if (place == chart_.x.size() || !read_number(text, value)) continue;
            chart_.point(name, place, {value, value, value}, Chart::Origin::reported);
        }
    }

    const StudyChart& wanted_;
    const TimedPlan& plan_;
    const BenchTable& table_;
    Chart chart_;
    const Chosen& baseline_;
};

/// The moment from which steps are timed.
std::string beginning(const Effort& effort) {
    if (!effort.until.metric.empty()) return fmt::format("after {} {:g}", effort.until.metric, effort.until.value);
    if (effort.warmup == 0) return "from the start";
    return fmt::format("after {} step{}", axis_text(double(effort.warmup)), effort.warmup == 1 ? "" : "s");
}

std::string conditions(const TimedPlan& plan) {
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

Figure figure_of(const Study& study, const TimedPlan& plan, const BenchTable& table) {
    Figure figure{.title = study.title, .subtitle = conditions(plan), .captions = study.reported};
    for (const auto& wanted : study.charts) {
        auto chart = ChartOfRows(wanted, plan, table).draw();
        if (!chart.series.empty()) figure.charts.push_back(std::move(chart));
    }
    if (std::any_of(figure.charts.begin(), figure.charts.end(), shows_range))
        figure.subtitle += " · shaded: 5th to 95th percentile";
    return figure;
}

}  // namespace nearfield
