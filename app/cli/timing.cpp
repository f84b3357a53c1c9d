#include "app/cli/timing.hpp"

#include "app/cli/interrupt.hpp"
#include "sim/auto_tuner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

constexpr u32 audit_sample = 1u << 14;

/// Steps in batches, so that a GPU is not kept waiting; false if interrupted.
bool step_many(World& world, u64 steps, const std::function<void(const StepTimes&)>& take, const std::function<void()>& tick) {
    constexpr u64 batch = 16;
    for (u64 done = 0; done < steps; done += batch) {
        if (Interrupt::signal()) return false;
        for (u64 s = 0; s < std::min(batch, steps - done) && !Interrupt::signal(); ++s) world.step();
        for (const auto& step : world.finish()) take(step);
        tick();
    }
    return !Interrupt::signal();
}

/// A scene on a backend, run from its start as often as wanted.
class TimedScene {
  public:
    TimedScene(const SceneInfo& scene, const Settings& settings, Backend backend, const Effort& effort, const std::function<void()>& tick)
        : settings_(settings),
          backend_(backend),
          effort_(effort),
          tick_(tick),
          world_(make_world(scene, settings, backend)) {}

    std::optional<Timed> run() {
        Timed timed;
        timed.work.checksum = world_->signature();
        if (!prime()) return std::nullopt;
        const bool staged = settings_.get("stage_timing") != 0;
        for (u64 r = 0; r < effort_.repeats; ++r)
            for (bool marks : {false, true})
                if ((!marks || staged) && !pass(timed, marks)) return std::nullopt;
        timed.work.bins = world_->grid().bin_count;
        return timed;
    }

  private:
    /// Some steps that are taken back: the first ones on a device load code and allocate.
    bool prime() {
        return step_many(
            *world_, 3, [](const StepTimes&) {}, tick_);
    }

    /// From the start through warm-up and timed steps, with or without marks between stages.
    bool pass(Timed& timed, bool marks) {
        settings_.set("stage_timing", marks);
        world_->configure(settings_);
        world_->reset();
        if (!step_many(
                *world_, effort_.warmup, [](const StepTimes&) {}, tick_))
            return false;
        auto& work = timed.work;
        if (!tune_once(work)) return false;
        if (!work.audited) work.first = world_->audit(audit_sample);
        const auto take = [&](const StepTimes& step) { marks ? timed.times.add_stages(step) : timed.times.add_total(step); };
        if (!step_many(*world_, effort_.steps, take, tick_)) return false;
        if (!work.audited) work.last = world_->audit(audit_sample), work.audited = true;
        return true;
    }

    /// After the first warm-up, if `search.auto` is on; what it chose holds for all passes. False if interrupted.
    bool tune_once(Work& work) {
        if (!work.chosen.empty() || !tuner_.due(settings_)) return true;
        try {
            tuner_.tune_now(*world_, settings_, backend_, [&](double share) { tick_(), stop_on_interrupt(share); });
        } catch (const TuningStopped&) {
            return false;
        }
        work.chosen = way_text(settings_);
        return true;
    }

    Settings settings_;
    const Backend backend_;
    AutoTuner tuner_;
    const Effort& effort_;
    const std::function<void()>& tick_;
    std::unique_ptr<World> world_;
};

std::optional<Timed> time_points(MeasureRequest request, Backend backend, const Effort& effort, const std::function<void()>& tick) {
    request.repeats = effort.steps, request.warmup = effort.warmup;
    request.interrupted = [&] { return tick(), Interrupt::signal() != 0; };
    const auto measured = measure_search(request, backend);
    if (Interrupt::signal()) return std::nullopt;
    Timed timed;
    for (const auto& step : measured.whole) timed.times.add_total(step);
    for (const auto& step : measured.staged) timed.times.add_stages(step);
    timed.work = {measured.audit, measured.audit, request.query, measured.bins, measured.checksum};
    return timed;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> Work::cells() const {
    const auto text = [&](double value) { return audited ? fmt::format("{:.6g}", value) : std::string(); };
    return {{"neighbours_last", text(last.neighbours)},
            {"candidates_last", text(last.candidates)},
            {"wee_last", text(last.wee)},
            {"neighbours_first", text(first.neighbours)},
            {"candidates_first", text(first.candidates)},
            {"wee_first", text(first.wee)},
            {"surplus_theory", text(last.surplus_theory)},
            {"grid_bins", fmt::format("{}", bins)},
            {"checksum", fmt::format("{:016x}", checksum)},
            {"auto_choice", chosen}};
}

std::optional<Timed> time_subject(const BenchSubject& subject, const Settings& settings, Backend backend, const Effort& effort,
                                  const std::function<void()>& tick) {
    if (subject.scene) return TimedScene(*subject.scene, settings, backend, effort, tick).run();
    return time_points(subject.points(settings), backend, effort, tick);
}

}  // namespace nearfield
