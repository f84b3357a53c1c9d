#include "app/headless/headless.hpp"

#include "app/compile_note.hpp"
#include "app/draw/snapshot.hpp"
#include "app/files.hpp"
#include "app/headless/elements_output.hpp"
#include "app/headless/grid_output.hpp"
#include "app/headless/video_output.hpp"
#include "app/say.hpp"
#include "app/study/stats.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/long_work.hpp"
#include "app/terminal/progress.hpp"
#include "base/error.hpp"
#include "record/command_log.hpp"
#include "record/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>

namespace nearfield {
namespace {

using Clock = std::chrono::steady_clock;

constexpr u64 no_limit = 1'000'000'000'000;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Throws now if an output could not be written at the end.
void require_outputs(const HeadlessRun& run) {
    require_run_outputs(run.record, run.screenshot, run.force);
    if (run.screenshot) Offscreen(run.width, run.height, run.legend);
    std::vector<Output> outputs;
    if (run.video) outputs.push_back({"--video", run.video->path});
    if (run.screenshot) outputs.push_back({"--screenshot", *run.screenshot});
    if (run.state) {
        outputs.push_back({"--save-state", run.state->path});
        require_writable(run.state->path, run.force);
    }
    for (const auto& grid : run.grids) {
        outputs.push_back({"--grid", grid.path});
        require_writable(grid.path, run.force);
    }
    for (const auto& elements : run.elements) outputs.push_back({"--save-actors", elements.path});
    require_different(outputs);
}

/// Prints the result of a replay. Throws Error if it should have been equal and was not.
void say_replayed(const Changes& changes) {
    if (changes.is_error) throw Error(changes.message);
    print("{}\n", changes.message);
}

/// Repeats the saved run up to its state. Throws Error if the state should have been equal and was not.
std::unique_ptr<Run> resume(const SavedRun& saved) {
    auto run = std::make_unique<Run>(saved.replay);
    Progress progress(saved.replay.end);
    while (run->replaying() && !Interrupt::signal()) {
        run->advance(256, Interrupt::signal);
        progress.show(run->world().steps(), "steps to where the state was saved");
    }
    if (run->replaying()) return run;
    say_replayed(run->take_changes());
    for (const auto& change : saved.changes) run->apply(change);
    return run;
}

/// Creates the replay, or a run of the subject in which tools were held or used before the first step.
std::unique_ptr<Run> make_run(const HeadlessRun& plan) {
    if (plan.replay) return std::make_unique<Run>(*plan.replay);
    if (plan.saved) return resume(*plan.saved);
    const auto& subject = plan.subject;
    auto run = std::make_unique<Run>(*subject.scene, subject.settings, subject.backend);
    for (const auto& stroke : plan.strokes) run->apply(stroke);
    return run;
}

void say_tuned(const Run& run, std::shared_ptr<const Tuning>& last) {
    const auto& tuning = run.answers().tuning;
    if (!tuning || tuning == last) return;
    last = tuning;
    print("search.auto at step {}: {}, {:.4g} ms per step, the fastest of {} ways\n", run.answers().tuned_step,
          way_text(run.settings()), tuning->winner().whole().ms, tuning->ways.size());
}

/// Runs all steps, or stops at Ctrl+C. Enqueues steps in batches of about a tenth of a second, so that a GPU does not
/// wait.
void advance(Run& run, u64 steps, Schedule& schedule, CompileNote& compiling, StageTimes& times) {
    Progress progress(steps, run.world().steps());
    std::shared_ptr<const Tuning> tuned = run.answers().tuning;
    const bool replays = run.replaying();
    u64 batch = 1;
    run.watch_tuning(stop_on_interrupt);
    const auto goes_on = [&] {
        return replays ? run.replaying() : steps == no_limit ? !schedule.done() : run.world().steps() < steps;
    };
    while (goes_on() && !Interrupt::signal()) {
        const auto begin = Clock::now();
        std::vector<StepTimes> done;
        try {
            const u64 wanted = schedule.limit(batch);
            done = run.advance(replays ? wanted : std::min(wanted, steps - run.world().steps()), Interrupt::signal);
        } catch (const WorkStopped&) { break; }
        schedule.keep();
        compiling.done();
        say_tuned(run, tuned);
        for (const auto& step : done) times.add(step);
        batch = seconds_since(begin) < 0.05 ? std::min<u64>(2 * batch, 256) : std::max<u64>(1, batch / 2);
        progress.show(run.world().steps(),
                      fmt::format("steps, {:.3g} ms/step", done.empty() ? 0 : done.back().total_ms));
    }
}

void print_times(const StageTimes& times) {
    print("  {:<12} {:>10} {:>10} {:>10} {:>10}\n", "ms per step", "mean", "median", "p95", "min");
    for (const auto& [name, values] : times.stages()) {
        const auto s = summarize(values);
        print("  {:<12} {:>10.4g} {:>10.4g} {:>10.4g} {:>10.4g}\n", name, s.mean, s.median, s.p95, s.least);
    }
}

void print_metrics(Run& run) {
    const auto& values = *run.measure().metrics;
    const auto& metrics = run.scene().metrics;
    print("  at step {}\n", run.world().steps());
    for (std::size_t m = 0; m < std::min(values.size(), metrics.size()); ++m)
        if (!std::isnan(values[m]))
            print("  {:<20} {:.6g}{}{}\n", metrics[m].title, values[m], metrics[m].unit.empty() ? "" : " ",
                  metrics[m].unit);
}

/// The step at which a run that begins at `begun` ends.
u64 last_step(const HeadlessRun& plan, u64 begun) {
    if (plan.replay) return plan.replay->end;
    if (plan.steps) return begun + *plan.steps;
    const auto timed = [](const auto& output) { return output.time.has_value(); };
    if (plan.video || std::any_of(plan.grids.begin(), plan.grids.end(), timed) ||
        std::any_of(plan.elements.begin(), plan.elements.end(), timed))
        return no_limit;
    return plan.state && plan.state->step ? *plan.state->step : begun + 200;
}

void require_step(const StateOutput& state, u64 begun, u64 last) {
    if (!state.step || (*state.step >= begun && *state.step <= last)) return;
    throw UsageError(
        fmt::format("--at-step {}: the run is never there: it goes from step {} to step {}", *state.step, begun, last));
}

void save_state(Run& run, const HeadlessRun& plan) {
    if (Interrupt::signal()) return;
    run.apply(command::SaveState{plan.state->path.string(), plan.force});
    print("{}\n", run.take_changes().message);
}

/// Prints the summary of a run with `steps` of `wanted` steps done.
void print_summary(Run& run, u64 steps, u64 wanted, const StageTimes& times, double seconds) {
    const auto& settings = run.settings();
    print("{} on {} ({}), {} {}{}\n", run.scene().key, name(run.backend()), device_name(run.backend()),
          run.world().elements() ? run.world().elements()->present() : 0, run.scene().elements,
          settings.has("seed") ? ", seed " + settings.text("seed") : "");
    print("{} of {} steps in {:.2f} s ({:.4g} steps/s)\n", steps, wanted == no_limit ? steps : wanted, seconds,
          seconds > 0 ? double(steps) / seconds : 0);
    if (steps) print_times(times);
    print_metrics(run);
    if (Interrupt::signal()) return;  // a checksum would read every actor
    if (const auto checksum = state_checksum(run.world()))
        print("  {:<20} {}\n", "state checksum", checksum_text(*checksum));
}

/// Message about the files of a run ended by Ctrl+C.
std::string files_left(const HeadlessRun& plan) {
    return plan.screenshot ? "files are complete up to there, no screenshot was taken"
                           : "files are complete up to there";
}

}  // namespace

int run_headless(const HeadlessRun& plan) {
    require_outputs(plan);
    const Interrupt interrupt;
    LongWork long_work;
    CompileNote compiling(plan.replay ? plan.replay->start.backend : plan.subject.backend);
    const auto run = make_run(plan);
    if (plan.saved && run->replaying()) {
        say("nearfield: interrupted at step {}, before the saved state was reached", run->world().steps());
        return Interrupt::exit_code();
    }
    for (const auto& remark : run->world().remarks()) say("{}", remark);
    const u64 begun = run->world().steps(), last = last_step(plan, begun);
    if (plan.state) require_step(*plan.state, begun, last);
    require_sheets(*run, plan);
    if (plan.record) run->apply(command::Record{plan.record->string(), plan.force});

    const auto begin = Clock::now();
    Schedule schedule(*run);
    TimedGrids grids(*run, plan);
    schedule.add(grids);
    std::deque<ElementsSeries> elements;
    for (const auto& output : plan.elements) schedule.add(elements.emplace_back(*run, output, plan.force));
    std::optional<VideoOutput> video;
    if (plan.video) schedule.add(video.emplace(*run, plan));
    long_work.at_the_end([&] {
        if (video) video->complete();
        return files_left(plan);
    });
    StageTimes times;
    const bool saves_on_the_way = plan.state && plan.state->step && !plan.replay;
    if (saves_on_the_way) {
        advance(*run, *plan.state->step, schedule, compiling, times);
        save_state(*run, plan);
    }
    advance(*run, last, schedule, compiling, times);
    const double seconds = seconds_since(begin);
    const auto changes = run->take_changes();
    if (plan.state && !saves_on_the_way) save_state(*run, plan);
    const u64 rows = run->recorder() ? run->recorder()->rows() : 0;
    run->apply(command::StopRecording{});
    print_summary(*run, run->world().steps() - begun, last == no_limit ? no_limit : last - begun, times, seconds);
    if (video) video->finish();
    if (plan.record) print("recording: {} ({} rows)\n", plan.record->string(), rows);
    if (Interrupt::signal()) {
        say("nearfield: interrupted after step {}; {}", run->world().steps(), files_left(plan));
        return Interrupt::exit_code();
    }
    if (plan.screenshot) {
        const auto picture =
            Offscreen(plan.width, plan.height, plan.legend).draw(run->world(), run->scene(), run->settings());
        write_png(*plan.screenshot, plan.force, plan.width, plan.height, picture);
        print("screenshot: {}\n", plan.screenshot->string());
    }
    for (const auto& grid : plan.grids)
        if (!grid.time) write_grid(*run, grid, plan.force);
    grids.require_done();
    for (auto& output : elements) output.finish();
    if (plan.replay) say_replayed(changes);
    return 0;
}

}  // namespace nearfield
