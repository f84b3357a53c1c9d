#include "app/ui/timing_history.hpp"

#include <algorithm>
#include <numeric>

namespace nearfield::ui {

namespace {
constexpr std::size_t kept_rows = 60000, sampled_rows = 3000, kept_points = 1500;
}

std::size_t TimingHistory::stage_index(std::string_view name) {
    const auto at = std::find(stages_.begin(), stages_.end(), name);
    const auto index = std::size_t(at - stages_.begin());
    if (at == stages_.end()) stages_.emplace_back(name);
    return index;
}

void TimingHistory::add(const std::vector<StepRow>& rows, double seconds, bool running) {
    const double start = clock_;
    if (running || !rows.empty()) clock_ += seconds;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& times = rows[i].times;
        Row row{start + (clock_ - start) * double(i + 1) / double(rows.size()), times.step, float(times.total_ms),
                std::vector<float>(stages_.size()), mark_next_ || rows[i].reset};
        mark_next_ = false;
        for (const auto& stage : times.stages) {
            const std::size_t at = stage_index(stage.name);
            row.stage.resize(stages_.size());
            row.stage[at] += float(stage.ms);
        }
        rows_.push_back(std::move(row));
    }
    // one row older than the window is kept to fill the plot's left edge
    while (rows_.size() > kept_rows || (rows_.size() > 1 && rows_[1].at < clock_ - kept_seconds)) rows_.pop_front();
}

double TimingHistory::since_mark() const {
    if (mark_next_ || rows_.empty()) return 0;
    const auto last = std::find_if(rows_.rbegin(), rows_.rend(), [](const Row& row) { return row.mark; });
    return clock_ - (last == rows_.rend() ? rows_.front().at : last->at);
}

float TimingHistory::Row::other() const {
    return std::max(0.f, total - std::accumulate(stage.begin(), stage.end(), 0.f));
}

void TimingHistory::clear() {
    rows_.clear(), stages_.clear();
    mark_next_ = false;
}

template <class Value>
TimingHistory::Line TimingHistory::describe(std::string name, double span, double mean_total, Value value) const {
    Line line{std::move(name)};
    std::vector<float> sample;
    const auto first =
        std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return row.at >= clock_ - span; });
    const std::size_t count = std::size_t(rows_.end() - first), stride = count / sampled_rows + 1;
    for (std::size_t i = 0; i < count; i += stride) sample.push_back(value(*(rows_.end() - 1 - std::ptrdiff_t(i))));
    if (sample.empty()) return line;
    line.now = sample.front();
    for (const float v : sample) line.mean += v / double(sample.size());
    const auto p95 = sample.begin() + std::ptrdiff_t(double(sample.size() - 1) * 0.95);
    std::nth_element(sample.begin(), p95, sample.end());
    line.p95 = *p95;
    line.share = mean_total > 0 ? line.mean / mean_total : 1;
    return line;
}

TimingHistory::Line TimingHistory::total(double span) const {
    return describe("step", span, 0, [](const Row& row) { return row.total; });
}

std::vector<TimingHistory::Line> TimingHistory::summary(double span) const {
    const double mean = total(span).mean;
    std::vector<Line> lines;
    const auto add = [&](const std::string& name, std::size_t stage, auto value) {
        lines.push_back(describe(name, span, mean, value));
        lines.back().stage = stage;
        if (lines.back().share < 1e-6) lines.pop_back();  // a stage of an unused sort
    };
    for (std::size_t s = 0; s < stages_.size(); ++s) add(stages_[s], s, [s](const Row& row) { return row.of(s); });
    if (!stages_.empty()) add("other", stages_.size(), [](const Row& row) { return row.other(); });
    return lines;
}

void MetricHistory::add(const std::vector<StepRow>& rows) {
    for (const auto& row : rows) {
        if (row.reset) clear();
        if (row.metrics.empty() || ++skipped_ < stride_) continue;
        skipped_ = 0;
        series_.resize(row.metrics.size());
        for (std::size_t m = 0; m < row.metrics.size(); ++m)
            series_[m].step.push_back(float(row.times.step)), series_[m].value.push_back(float(row.metrics[m]));
        if (series_[0].step.size() >= kept_points) thin();
    }
}

void MetricHistory::thin() {
    stride_ *= 2;
    for (auto& series : series_)
        for (auto* values : {&series.step, &series.value}) {
            for (std::size_t i = 0; 2 * i < values->size(); ++i) (*values)[i] = (*values)[2 * i];
            values->resize((values->size() + 1) / 2);
        }
}

}  // namespace nearfield::ui
