#pragma once
#include "sim/simulation.hpp"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace nearfield::ui {

/// Steps of the last half minute for the timing plot. The clock stops during a pause, which freezes the plot.
class TimingHistory {
  public:
    static constexpr double kept_seconds = 30;

    struct Row {
        double at;  ///< time on the history's clock, s
        u64 step;
        float total;               ///< ms
        std::vector<float> stage;  ///< ms; stages added later are missing
        float of(std::size_t s) const { return s < stage.size() ? stage[s] : 0; }
        float other() const;  ///< Time outside all stages, ms
        bool mark;            ///< True if a reset or parameter change precedes the step
    };
    struct Line {
        std::string name;
        std::size_t stage = 0;  ///< stage index; stages().size() for the time outside all stages
        double now = 0, mean = 0, p95 = 0, share = 0;
    };

    /// Adds rows, spread evenly over the time since the last call, `seconds`.
    void add(const std::vector<StepRow>& rows, double seconds, bool running);
    /// Marks the next step.
    void mark() { mark_next_ = true; }
    void clear();

    const std::deque<Row>& rows() const { return rows_; }
    const std::vector<std::string>& stages() const { return stages_; }
    double clock() const { return clock_; }
    /// Returns the time of steps since the last mark or the first step, s.
    double since_mark() const;

    /// Returns a line per stage with time in the last `span` seconds, and one for the time outside all stages.
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

/// Metrics since the scene's start, thinned when they become too many.
class MetricHistory {
  public:
    struct Series {
        std::vector<float> step, value;
    };
    void add(const std::vector<StepRow>& rows);
    void clear() { series_.clear(), skipped_ = 0, stride_ = 1; }
    /// Returns the series of a scene's metric; empty before the first step.
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
