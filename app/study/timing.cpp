#include "app/study/timing.hpp"

#include "app/terminal/interrupt.hpp"
#include "base/error.hpp"
#include "sim/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace nearfield {
namespace {

constexpr u32 audit_sample = 1u << 14;

bool tunes_itself(const Settings& settings) { return settings.has("search.auto") && settings.on("search.auto"); }

}  // namespace

/// A scene on a backend, run from its start any number of times.
class TimedScene {
  public:
    TimedScene(const SceneInfo& scene, const Settings& settings, Backend backend) : run_(scene, settings, backend) {
        run_.tune_by_hand();
        run_.watch_tuning([this](double share) {
            tick_();
            stop_on_interrupt(share);
        });
    }

    /// True if `change` can reach these settings: same scene, same initial state, no automatic tuning.
    bool takes(const SceneInfo& scene, const Settings& settings, Backend backend) const {
        return run_.scene().key == scene.key && run_.backend() == backend &&
               settings.differing(run_.settings(), Effect::respawn).empty() && !tunes_itself(settings) &&
               !tunes_itself(run_.settings());
    }
    void change(const Settings& settings) {
        for (const auto& key : settings.differing(run_.settings())) {
            if (key.rfind("search.", 0) != 0) warm_ = nullptr;
            run_.apply(command::Set{key, settings.text(key)});
        }
        run_.apply(command::Reset{});
    }

    std::optional<Timed> run(const Effort& effort, const std::function<void()>& tick) {
        if (effort != effort_) warm_ = nullptr;
        effort_ = effort;
        tick_ = tick;
        staged_ = run_.settings().on("stage_timing");
        Timed timed{.inputs = run_.inputs()};
        auto* search = run_.world().search();
        if (search) timed.work.checksum = search->signature();
        else if (auto* elements = run_.world().elements()) timed.work.elements = elements->present();
        if (!advance(3)) return std::nullopt;  // undone later; the first steps on a device load code and allocate
        for (bool marks : {false, true})
            if ((!marks || staged_) && !pass(timed, marks)) return std::nullopt;
        if (search) timed.work.bins = search->grid().bin_count;
        return timed;
    }

  private:
    /// Runs steps in batches, so that a GPU does not wait. False if interrupted.
    bool advance(u64 steps, const std::function<void(const StepTimes&)>& take = {}) {
        constexpr u64 batch = 16;
        for (u64 done = 0; done < steps; done += batch) {
            if (Interrupt::signal()) return false;
            for (const auto& step : run_.advance(std::min(batch, steps - done), Interrupt::signal))
                if (take) take(step);
            tick_();
        }
        return !Interrupt::signal();
    }

    /// Runs all but the last step of the warm-up.
    bool warm_up() {
        if (!advance(effort_.warmup - std::min<u64>(effort_.warmup, 1))) return false;
        while (!effort_.until.metric.empty() && run_.metric(effort_.until.metric) < effort_.until.value)
            if (!advance(16)) return false;
        return true;
    }

    /// Restores the state before the last step of the warm-up. Keeps it for later passes and ways if there is memory.
    bool warm() {
        if (warm_) {
            run_.world().go_back(*warm_);
            return true;
        }
        run_.apply(command::Reset{});
        if (!warm_up()) return false;
        try {
            if (run_.world().steps()) warm_ = run_.world().keep();
        } catch (const Error&) { warm_ = nullptr; }  // every pass then warms up
        return true;
    }

    /// Times the steps after the warm-up, with or without marks between stages.
    bool pass(Timed& timed, bool marks) {
        run_.apply(command::Set{"stage_timing", marks ? "on" : "off"});
        if (!warm()) return false;
        auto& work = timed.work;
        auto* search = work.audited ? nullptr : run_.world().search();
        if (search && !work.checksum) work.checksum = search->signature();
        if (effort_.warmup && !advance(1)) return false;  // counts actors ahead for the first timed step
        if (!tune_once(work)) return false;
        if (search) work.first = search->audit(audit_sample);
        const auto take = [&](const StepTimes& step) {
            marks ? timed.times.add_stages(step) : timed.times.add_total(step);
        };
        if (!advance(effort_.steps, take)) return false;
        if (search) {
            work.last = search->audit(audit_sample);
            work.audited = true;
        }
        return true;
    }

    /// Tunes after the first warm-up if `search.auto` is on. The choice holds for all passes. False if interrupted.
    bool tune_once(Work& work) {
        if (!run_.world().search() || !work.chosen.empty()) return true;
        if (!tunes_itself(run_.settings())) return true;
        try {
            run_.apply(command::Tune{});
        } catch (const WorkStopped&) { return false; }
        work.chosen = way_text(run_.settings());
        return true;
    }

    Effort effort_;
    std::function<void()> tick_;
    bool staged_ = false;
    Run run_;
    std::shared_ptr<const KeptState> warm_;
};

namespace {

std::optional<Timed> time_points(MeasureRequest request, Backend backend, const Effort& effort,
                                 const std::function<void()>& tick) {
    request.repeats = effort.steps;
    request.warmup = effort.warmup;
    request.interrupted = [&] {
        tick();
        return Interrupt::signal() != 0;
    };
    const auto measured = measure_search(request, backend);
    if (Interrupt::signal()) return std::nullopt;
    Timed timed;
    for (const auto& step : measured.whole) timed.times.add_total(step);
    for (const auto& step : measured.staged) timed.times.add_stages(step);
    timed.work = {measured.audit, measured.audit, request.query, measured.bins, measured.checksum};
    return timed;
}

/// Times a sample once, without a warm-up.
Timed time_sample(const BenchSubject& subject, const Settings& settings) {
    const auto begin = std::chrono::steady_clock::now();
    const Audit audit = subject.sampled(settings);
    Timed timed;
    timed.times.add_total(
        {.total_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count()});
    timed.work = {.first = audit, .last = audit, .audited = true};
    return timed;
}

}  // namespace

std::vector<std::string> Work::columns(const BenchSubject& subject) {
    if (!subject.searches()) return {subject.scene->elements, rate_column(subject)};
    return {"neighbours_last", "candidates_last", "wee_last",  "neighbours_first", "candidates_first",
            "wee_first",       "surplus_theory",  "grid_bins", "checksum",         "auto_choice"};
}

std::vector<std::string> Work::cells(const BenchSubject& subject, double ms) const {
    if (!subject.searches()) return {fmt::format("{}", elements), fmt::format("{:.6g}", double(elements) / ms / 1e3)};
    const auto text = [&](double value) { return audited ? fmt::format("{:.6g}", value) : std::string(); };
    return {text(last.neighbours),
            text(last.candidates),
            text(last.wee),
            text(first.neighbours),
            text(first.candidates),
            text(first.wee),
            text(last.surplus_theory),
            fmt::format("{}", bins),
            fmt::format("{:016x}", checksum),
            chosen};
}

Timing::Timing() = default;
Timing::~Timing() = default;

std::optional<Timed> Timing::time(const BenchSubject& subject, const Settings& settings, Backend backend,
                                  const Effort& effort, const std::function<void()>& tick) {
    if (subject.sampled) return time_sample(subject, settings);
    if (subject.points) return time_points(subject.points(settings), backend, effort, tick);
    const auto& scene = *subject.scene;
    auto timed = std::exchange(last_, nullptr);  // after an error, the next call makes a new scene
    if (timed && timed->takes(scene, settings, backend)) timed->change(settings);
    else {
        timed.reset();
        timed = std::make_unique<TimedScene>(scene, settings, backend);
    }
    auto result = timed->run(effort, tick);
    last_ = std::move(timed);
    return result;
}

}  // namespace nearfield
