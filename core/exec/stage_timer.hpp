#pragma once
#include "exec/exec.hpp"
#include "exec/stage_watch.hpp"
#include "exec/step_times.hpp"

#include <chrono>
#include <string_view>

namespace nearfield {

namespace detail {

template <class Exec> struct Clock;

template <> struct Clock<Cpu> {
    using Mark = std::chrono::steady_clock::time_point;
    Mark mark(Cpu&) { return std::chrono::steady_clock::now(); }
    static double ms(Mark from, Mark to) { return std::chrono::duration<double, std::milli>(to - from).count(); }
    void wait_for_turn(Cpu&) {}
    void recycle() {}
};

#ifdef __CUDACC__
struct Nothing {
    NF_HD void operator()(u32) const {}
};

/// CUDA events on the stream, reused in each step.
template <> struct Clock<Cuda> {
    using Mark = cudaEvent_t;
    ~Clock() {
        for (auto event : events) cudaEventDestroy(event);
    }
    Mark mark(Cuda& exec) {
        if (used == events.size()) {
            events.emplace_back();
            check(cudaEventCreate(&events.back()), "creating a timer");
        }
        check(cudaEventRecord(events[used], exec.stream()), "recording a timer");
        return events[used++];
    }
    static double ms(Mark from, Mark to) {
        float ms = 0;
        check(cudaEventElapsedTime(&ms, from, to), "reading a timer");
        return ms;
    }
    /// The window's drawing and CUDA take turns on the GPU. An empty kernel before the first mark absorbs the wait for
    /// CUDA's turn, so that no stage includes it.
    void wait_for_turn(Cuda& exec) { for_each(exec, 1, Nothing{}, 32); }
    void recycle() { used = 0; }
    std::vector<cudaEvent_t> events;
    std::size_t used = 0;
};
#endif

}  // namespace detail

/// Times the stages of steps asynchronously: marks are enqueued on the stream and read later by `collect`. Stages of
/// equal name within a step are added up. Pauses of a StageWatch are excluded.
template <class Exec> class StageTimer {
  public:
    /// Without detail only whole steps are timed, and stages cost nothing.
    void set_detail(bool on) { detail_ = on; }

    void begin_step(Exec& exec, u64 step);
    /// Ends the previous stage and starts this one.
    void stage(Exec& exec, Stage stage);
    void end_step(Exec& exec) { mark(exec, ""); }

    /// Times of the steps since the last call. All enqueued work must have finished.
    std::vector<StepTimes> collect();

  private:
    using Clock = nearfield::detail::Clock<Exec>;
    static constexpr std::string_view waiting = "waiting";  ///< marks a pause of a StageWatch
    struct Mark {
        Stage stage;
        typename Clock::Mark at;
    };
    struct Step {
        u64 number;
        std::chrono::steady_clock::time_point began;
        std::vector<Mark> marks;
    };

    void wait_for(Exec& exec, const StageWatch& watch, const Stage& stage);
    void mark(Exec& exec, const Stage& stage) { steps_.back().marks.push_back({stage, clock_.mark(exec)}); }
    static void add(StepTimes& times, const Stage& stage, double ms);

    Clock clock_;
    std::vector<Step> steps_;
    bool detail_ = true;
};

}  // namespace nearfield
