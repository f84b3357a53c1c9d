#include "app/cli/headless.hpp"

#include "app/cli/interrupt.hpp"
#include "app/cli/progress.hpp"
#include "app/cli/stats.hpp"
#include "app/files.hpp"
#include "app/render/headless.hpp"
#include "app/render/snapshot.hpp"
#include "base/error.hpp"
#include "record/recorder.hpp"
#include "sim/auto_tuner.hpp"

#include <fmt/format.h>

#include <chrono>

namespace nearfield {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Everything that could fail at the end is tried at the beginning.
void require_outputs(const HeadlessRun& run) {
    if (run.record) Recorder::require_folder(*run.record, run.force);
    if (!run.screenshot) return;
    require_writable(*run.screenshot, run.force);
    HeadlessGl try_it;
}

std::unique_ptr<Recorder> start_recording(const HeadlessRun& run, const World& world) {
    if (!run.record) return nullptr;
    const auto& [scene, settings, backend] = run.subject;
    RunInfo info{.scene = scene->key, .backend = backend, .device = device_name(backend), .actors = world.actors()};
    for (const auto& metric : scene->metrics) info.metric_keys.push_back(metric.key);
    for (const auto& quantity : scene->gauged) info.gauged_keys.push_back(quantity.key);
    return std::make_unique<Recorder>(*run.record, info, settings, run.force);
}

/// The search kept tuned while `search.auto` asks for it.
class TunedRun {
  public:
    TunedRun(const Subject& subject, World& world, Recorder* recorder) : settings_(subject.settings), backend_(subject.backend), world_(world), recorder_(recorder) {}

    /// Before a step: tunes if it is time, and says what was chosen.
    void keep_tuned() {
        if (!tuner_.due(settings_)) return;
        const Settings before = settings_;
        const auto tuning = tuner_.tune_now(world_, settings_, backend_, stop_on_interrupt);
        fmt::print("search.auto at step {}: {}, {:.4g} ms per step, the fastest of {} ways\n", world_.steps(), way_text(settings_), tuning.winner().whole().ms, tuning.ways.size());
        if (recorder_)
            for (const auto& key : settings_.differing(before)) recorder_->change(world_.steps(), key, settings_.text(key));
    }
    void stepped(const std::vector<StepTimes>& steps) {
        for (const auto& step : steps) tuner_.stepped(step.total_ms);
    }

  private:
    AutoTuner tuner_;
    Settings settings_;
    const Backend backend_;
    World& world_;
    Recorder* recorder_;
};

/// Steps until all are done or Ctrl+C. Steps are enqueued in batches of about a tenth of a second, so that a GPU is not
/// kept waiting; with a recorder each step's metrics are wanted, which waits anyway.
StageTimes advance(const HeadlessRun& run, World& world, Recorder* recorder) {
    StageTimes times;
    Progress progress(run.steps);
    TunedRun tuned(run.subject, world, recorder);
    u64 batch = 1;
    while (world.steps() < run.steps && !Interrupt::signal()) {
        try {
            tuned.keep_tuned();
        } catch (const TuningStopped&) {
            break;
        }
        const auto begin = Clock::now();
        for (u64 s = 0; s < batch && world.steps() < run.steps; ++s) world.step();
        const auto done = world.finish();
        for (const auto& step : done) times.add(step);
        tuned.stepped(done);
        if (recorder && !done.empty()) {
            recorder->row(done.back(), world.metrics());
            recorder->gauges(world.steps(), world.time(), world.gauges());
        }
        if (!recorder) batch = seconds_since(begin) < 0.05 ? std::min<u64>(2 * batch, 256) : std::max<u64>(1, batch / 2);
        progress.show(world.steps(), fmt::format("steps, {:.3g} ms/step", done.empty() ? 0 : done.back().total_ms));
    }
    return times;
}

void print_times(const StageTimes& times) {
    fmt::print("  {:<12} {:>10} {:>10} {:>10} {:>10}\n", "ms per step", "mean", "median", "p95", "min");
    for (const auto& [name, values] : times.stages()) {
        const auto s = summarize(values);
        fmt::print("  {:<12} {:>10.4g} {:>10.4g} {:>10.4g} {:>10.4g}\n", name, s.mean, s.median, s.p95, s.least);
    }
}

void print_metrics(const SceneInfo& scene, World& world) {
    const auto values = world.metrics();
    fmt::print("  at step {}\n", world.steps());
    for (std::size_t m = 0; m < std::min(values.size(), scene.metrics.size()); ++m)
        fmt::print("  {:<20} {:.6g}{}{}\n", scene.metrics[m].title, values[m], scene.metrics[m].unit.empty() ? "" : " ", scene.metrics[m].unit);
}

void print_summary(const HeadlessRun& run, World& world, const StageTimes& times, double seconds) {
    const auto& [scene, settings, backend] = run.subject;
    fmt::print("{} on {} ({}), {} actors{}\n", scene->key, name(backend), device_name(backend), world.present(),
               settings.has("seed") ? ", seed " + settings.text("seed") : "");
    const double rate = seconds > 0 ? double(world.steps()) / seconds : 0;
    fmt::print("{} of {} steps in {:.2f} s ({:.4g} steps/s)\n", world.steps(), run.steps, seconds, rate);
    if (world.steps()) print_times(times);
    print_metrics(*scene, world);
}

}  // namespace

int run_headless(const HeadlessRun& run) {
    require_outputs(run);
    const Interrupt interrupt;
    const auto world = make_world(*run.subject.scene, run.subject.settings, run.subject.backend);
    world->point(run.point);
    if (run.drop) world->drop(*run.drop);
    const auto recorder = start_recording(run, *world);

    const auto begin = Clock::now();
    const auto times = advance(run, *world, recorder.get());
    const double seconds = seconds_since(begin);
    if (recorder) recorder->close();
    print_summary(run, *world, times, seconds);
    if (recorder) fmt::print("recording: {} ({} rows)\n", run.record->string(), recorder->rows());
    if (Interrupt::signal()) {
        fmt::print(stderr, "nearfield: interrupted after step {}; {}\n", world->steps(),
                   run.screenshot ? "files are complete up to there, no screenshot was taken" : "files are complete up to there");
        return Interrupt::exit_code();
    }
    if (run.screenshot) {
        const auto picture = render_offscreen(*world, *run.subject.scene, run.subject.settings, run.width, run.height);
        write_png(*run.screenshot, run.force, run.width, run.height, picture);
        fmt::print("screenshot: {}\n", run.screenshot->string());
    }
    return 0;
}

}  // namespace nearfield
