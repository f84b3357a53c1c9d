#pragma once
// Definitions for stage_timer.cpp and cuda.cu, which instantiate them.
#include "exec/stage_timer.hpp"

namespace nearfield {

template <class Exec> void StageTimer<Exec>::begin_step(Exec& exec, u64 step) {
    clock_.wait_for_turn(exec);
    steps_.push_back({step, std::chrono::steady_clock::now(), {}});
    mark(exec, "");
}

template <class Exec> void StageTimer<Exec>::stage(Exec& exec, Stage stage) {
    if (steps_.empty()) return;
    if (const auto* watch = StageWatch::current()) wait_for(exec, *watch, stage);
    if (!detail_) return;
    auto& marks = steps_.back().marks;
    if (marks.size() == 1 && marks.front().stage.name.empty()) marks.front().stage = stage;
    else mark(exec, stage);
}

template <class Exec> std::vector<StepTimes> StageTimer<Exec>::collect() {
    std::vector<StepTimes> all;
    for (const auto& step : steps_) {
        StepTimes times{.step = step.number,
                        .total_ms = Clock::ms(step.marks.front().at, step.marks.back().at),
                        .stages = {},
                        .began = step.began};
        for (std::size_t m = 0; m + 1 < step.marks.size(); ++m) {
            const double ms = Clock::ms(step.marks[m].at, step.marks[m + 1].at);
            if (step.marks[m].stage.name == waiting) times.total_ms -= ms;
            else if (!step.marks[m].stage.name.empty()) add(times, step.marks[m].stage, ms);
        }
        all.push_back(std::move(times));
    }
    steps_.clear();
    clock_.recycle();
    return all;
}

template <class Exec> void StageTimer<Exec>::wait_for(Exec& exec, const StageWatch& watch, const Stage& stage) {
    exec.finish();
    mark(exec, waiting);
    watch.begins(stage);
    if (!detail_) mark(exec, "");
}

template <class Exec> void StageTimer<Exec>::add(StepTimes& times, const Stage& stage, double ms) {
    for (auto& there : times.stages)
        if (there.name == stage.name) return void(there.ms += ms);
    times.stages.push_back({stage.name, ms, stage.construction});
}

}  // namespace nearfield
