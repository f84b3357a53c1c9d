#pragma once
#include "sim/simulation.hpp"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace nearfield::ui {

/// The steps of the last half minute, for the timing plot. Its clock stops in a pause, so that the plot stays as it is.
class TimingHistory {
  public:
    static constexpr double kept_seconds = 30;

    struct Row {
        double at;  ///< seconds on the history's clock
        u64 step;
        float total;               ///< ms
        std::vector<float> stage;  ///< ms; stages that came later are missing
        float of(std::size_t s) const { return s < stage.size() ? stage[s] : 0; }
        float other() const;  ///< ms of the step in no stage
        bool mark;            ///< a reset or a changed parameter before this step
    };
    struct Line {
        std::string name;
        std::size_t stage = 0;  ///< its index; that of no stage: stages().size()
        double now = 0, mean = 0, p95 = 0, share = 0;
    };

    /// `seconds`: time since the last call; the rows are spread evenly over it.
    void add(const std::vector<StepRow>& rows, double seconds, bool running);
    /// Marks the next step.
    void mark() { mark_next_ = true; }
    void clear();

    const std::deque<Row>& rows() const { return rows_; }
    const std::vector<std::string>& stages() const { return stages_; }
    double clock() const { return clock_; }
    /// Seconds of steps since the last mark, or since the first step.
    double since_mark() const;

    /// A line per stage that took time in the last `span` seconds, and one for the time in none of them.
    std::vector<Line> summary(double span) const;
    Line total(double span) const;

  private:
    std::size_t stage_index(std::string_view name);
    template <class Value> Line describe(std::string name, double span, double mean_total, Value value) const;

    std::deque<Row> rows_;
    std::vector<std::string> stages_;
    double clock_ = 0;
    bool mark_next_ = false;
};

/// The scene's metrics since its start, thinned as they grow.
class MetricHistory {
  public:
    struct Series {
        std::vector<float> step, value;
    };
    void add(const std::vector<StepRow>& rows);
    void clear() { series_.clear(), skipped_ = 0, stride_ = 1; }
    /// Of a metric of the scene; empty before the first step.
    const Series& series(std::size_t metric) const {
        static const Series none;
        return metric < series_.size() ? series_[metric] : none;
    }

  private:
    void thin();
    std::vector<Series> series_;
    unsigned skipped_ = 0, stride_ = 1;
};

}  // namespace nearfield::ui
