#include "app/cli/headless.hpp"

#include "app/cli/interrupt.hpp"
#include "app/cli/progress.hpp"
#include "app/cli/stats.hpp"
#include "app/compile_note.hpp"
#include "app/files.hpp"
#include "app/render/snapshot.hpp"
#include "app/say.hpp"
#include "base/error.hpp"
#include "cells/raster.hpp"
#include "record/command_log.hpp"
#include "record/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>

namespace nearfield {
namespace {

using Clock = std::chrono::steady_clock;

constexpr u64 no_limit = 1'000'000'000'000;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Tries everything at the beginning that could fail at the end.
void require_outputs(const HeadlessRun& run) {
    require_run_outputs(run.record, run.screenshot, run.force);
    if (run.screenshot) require_offscreen(run.width, run.height);
    std::vector<Output> outputs;
    if (run.screenshot) outputs.push_back({"--screenshot", *run.screenshot});
    for (const auto& grid : run.grids) outputs.push_back({"--grid", grid.path}), require_writable(grid.path, run.force);
    require_different(outputs);
}

/// A picture's topmost layer of cells. Throws UsageError if there is none.
const CellLayer& cells_of(const Picture& picture, const SceneInfo& scene) {
    if (picture.cells.empty()) throw UsageError(fmt::format("--grid: the scene '{}' has no cells", scene.key));
    return picture.cells.back();
}

/// The sheets of a layer; one of the whole picture if it has none.
std::vector<MapSheet> sheets_of(const Picture& picture, const CellLayer& cells) {
    if (!cells.sheets.empty()) return cells.sheets;
    const auto in_plane = [&](glm::vec3 place) {
        return glm::vec2(glm::dot(place, cells.lattice.across), glm::dot(place, cells.lattice.up));
    };
    const glm::vec2 a = in_plane(picture.lo), b = in_plane(picture.hi), lo = glm::min(a, b);
    return {{.name = "", .lo = lo, .hi = glm::max(a, b), .corner = cells.on_map + glm::dvec2(lo)}};
}

/// The file of a sheet: DEPTH.asc becomes DEPTH-first-floor.asc where there are several.
std::filesystem::path path_of(const std::filesystem::path& path, const std::vector<MapSheet>& sheets, std::size_t k) {
    if (sheets.size() < 2) return path;
    std::string name = sheets[k].name.empty() ? std::to_string(k + 1) : sheets[k].name;
    for (char& c : name)
        if (c == ' ' || c == '/') c = '-';
    std::filesystem::path to = path;
    return to.replace_filename(path.stem().string() + "-" + name + path.extension().string());
}

/// Values of cells on squares, with the coordinates that a sheet has on a map.
Raster raster_of(const CellLayer& cells, const MapSheet& sheet, const std::vector<float>& values) {
    CellLattice flat = cells.lattice;
    const auto in_plane = [&](glm::vec3 place) {
        return glm::vec2(glm::dot(place, cells.lattice.across), glm::dot(place, cells.lattice.up));
    };
    flat.origin = glm::vec3(in_plane(flat.origin), 0), flat.across = {1, 0, 0}, flat.up = {0, 1, 0};
    Raster raster = sampled(flat, values, sheet.lo, sheet.hi);
    raster.corner = sheet.corner;
    return raster;
}

void write_grid(Run& run, const GridOutput& grid, bool force) {
    Picture picture;
    run.world().draw(picture, grid.attribute, true);
    const CellLayer& cells = cells_of(picture, run.scene());
    const auto values = run.world().elements()->values(grid.attribute);
    const auto sheets = sheets_of(picture, cells);
    for (std::size_t k = 0; k < sheets.size(); ++k) {
        const auto path = path_of(grid.path, sheets, k);
        const Raster raster = raster_of(cells, sheets[k], values);
        write_file(path, force, [&](std::ostream& out) { write_raster(out, raster); });
        fmt::print("grid: {} ({}{})\n", path.string(), run.scene().attributes[std::size_t(grid.attribute)].title,
                   grid.time ? fmt::format(" at {:g} s", run.world().time()) : "");
    }
}

/// Throws what writing them would throw at the end.
void require_sheets(Run& run, const HeadlessRun& plan) {
    if (plan.grids.empty()) return;
    Picture picture;
    run.world().draw(picture, 0, true);
    const auto sheets = sheets_of(picture, cells_of(picture, run.scene()));
    for (const auto& grid : plan.grids)
        for (std::size_t k = 0; k < sheets.size(); ++k) require_writable(path_of(grid.path, sheets, k), plan.force);
}

/// The grids that are due at times, and how far a run may go before the next.
class DueGrids {
  public:
    DueGrids(Run& run, const HeadlessRun& plan) : run_(run), plan_(plan) {
        for (const auto& grid : plan.grids)
            if (grid.time) waiting_.push_back(grid);
        std::stable_sort(waiting_.begin(), waiting_.end(),
                         [](const auto& a, const auto& b) { return *a.time < *b.time; });
        if (!waiting_.empty() && std::isnan(run.world().time()))
            throw UsageError(
                fmt::format("--grid: the scene '{}' has no clock; leave @ and the time out", run.scene().key));
        write();
    }
    /// Writes what is due now.
    void write() {
        for (; !waiting_.empty() && run_.world().time() >= *waiting_.front().time; waiting_.pop_front())
            write_grid(run_, waiting_.front(), plan_.force);
    }
    /// Steps, at most `wanted`, that do not go beyond the next time, judged by the pace since the last call.
    u64 limit(u64 wanted) {
        if (waiting_.empty()) return wanted;
        const double now = run_.world().time(), left = *waiting_.front().time - now;
        const u64 step = run_.world().steps();
        const double pace = step > step_ ? (now - time_) / double(step - step_) : INFINITY;
        step_ = step, time_ = now;
        return std::clamp<u64>(u64(std::min(0.5 * left / pace, 1e6)), 1, wanted);
    }
    bool done() const { return waiting_.empty(); }
    /// Throws Error if a grid is still to be written.
    void require_done() const {
        if (!done())
            throw Error(fmt::format("--grid {}: the run ended at {:g} s, before {:g} s; give more --steps",
                                    waiting_.front().path.string(), run_.world().time(), *waiting_.front().time));
    }

  private:
    Run& run_;
    const HeadlessRun& plan_;
    std::deque<GridOutput> waiting_;
    u64 step_ = 0;
    double time_ = 0;
};

/// The replay, or the subject with the tools held or used from the start.
std::unique_ptr<Run> make_run(const HeadlessRun& plan) {
    if (plan.replay) return std::make_unique<Run>(*plan.replay);
    const auto& subject = plan.subject;
    auto run = std::make_unique<Run>(*subject.scene, subject.settings, subject.backend);
    for (const auto& stroke : plan.strokes) run->apply(stroke);
    return run;
}

void say_tuned(const Run& run, std::shared_ptr<const Tuning>& last) {
    const auto& tuning = run.answers().tuning;
    if (!tuning || tuning == last) return;
    last = tuning;
    fmt::print("search.auto at step {}: {}, {:.4g} ms per step, the fastest of {} ways\n", run.answers().tuned_step,
               way_text(run.settings()), tuning->winner().whole().ms, tuning->ways.size());
}

/// Runs all steps, or stops at Ctrl+C. Enqueues steps in batches of about a tenth of a second, so that a GPU is not
/// kept waiting.
StageTimes advance(Run& run, u64 steps, DueGrids& grids, CompileNote& compiling) {
    StageTimes times;
    Progress progress(steps);
    std::shared_ptr<const Tuning> tuned;
    const bool replays = run.replaying();
    u64 batch = 1;
    run.watch_tuning(stop_on_interrupt);
    const auto goes_on = [&] {
        return replays ? run.replaying() : steps == no_limit ? !grids.done() : run.world().steps() < steps;
    };
    while (goes_on() && !Interrupt::signal()) {
        const auto begin = Clock::now();
        std::vector<StepTimes> done;
        try {
            const u64 wanted = grids.limit(batch);
            done = run.advance(replays ? wanted : std::min(wanted, steps - run.world().steps()), Interrupt::signal);
        } catch (const TuningStopped&) { break; }
        grids.write();
        compiling.done();
        say_tuned(run, tuned);
        for (const auto& step : done) times.add(step);
        batch = seconds_since(begin) < 0.05 ? std::min<u64>(2 * batch, 256) : std::max<u64>(1, batch / 2);
        progress.show(run.world().steps(),
                      fmt::format("steps, {:.3g} ms/step", done.empty() ? 0 : done.back().total_ms));
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

void print_metrics(Run& run) {
    const auto& values = *run.measure().metrics;
    const auto& metrics = run.scene().metrics;
    fmt::print("  at step {}\n", run.world().steps());
    for (std::size_t m = 0; m < std::min(values.size(), metrics.size()); ++m)
        fmt::print("  {:<20} {:.6g}{}{}\n", metrics[m].title, values[m], metrics[m].unit.empty() ? "" : " ",
                   metrics[m].unit);
}

u64 steps_of(const HeadlessRun& plan) {
    if (plan.replay) return plan.replay->end;
    if (plan.steps) return *plan.steps;
    const auto timed = [](const GridOutput& grid) { return grid.time.has_value(); };
    return std::any_of(plan.grids.begin(), plan.grids.end(), timed) ? no_limit : 200;
}

void print_summary(Run& run, u64 wanted, const StageTimes& times, double seconds) {
    const auto& settings = run.settings();
    const u64 steps = run.world().steps();
    fmt::print("{} on {} ({}), {} {}{}\n", run.scene().key, name(run.backend()), device_name(run.backend()),
               run.world().elements() ? run.world().elements()->present() : 0, run.scene().elements,
               settings.has("seed") ? ", seed " + settings.text("seed") : "");
    fmt::print("{} of {} steps in {:.2f} s ({:.4g} steps/s)\n", steps, wanted == no_limit ? steps : wanted, seconds,
               seconds > 0 ? double(steps) / seconds : 0);
    if (steps) print_times(times);
    print_metrics(run);
    if (const auto checksum = state_checksum(run.world()))
        fmt::print("  {:<20} {}\n", "state checksum", checksum_text(*checksum));
}

/// Prints the result of a replay. Throws Error if the run had to be equal and is not.
void say_replayed(const Changes& changes) {
    if (changes.is_error) throw Error(changes.message);
    fmt::print("{}\n", changes.message);
}

}  // namespace

int run_headless(const HeadlessRun& plan) {
    require_outputs(plan);
    const Interrupt interrupt;
    CompileNote compiling(plan.replay ? plan.replay->start.backend : plan.subject.backend);
    const auto run = make_run(plan);
    for (const auto& remark : run->world().remarks()) say("{}", remark);
    const u64 steps = steps_of(plan);
    require_sheets(*run, plan);
    if (plan.record) run->apply(command::Record{plan.record->string(), plan.force});

    const auto begin = Clock::now();
    DueGrids grids(*run, plan);
    const auto times = advance(*run, steps, grids, compiling);
    const double seconds = seconds_since(begin);
    const auto changes = run->take_changes();
    const u64 rows = run->recorder() ? run->recorder()->rows() : 0;
    run->apply(command::StopRecording{});
    print_summary(*run, steps, times, seconds);
    if (plan.record) fmt::print("recording: {} ({} rows)\n", plan.record->string(), rows);
    if (Interrupt::signal()) {
        say("nearfield: interrupted after step {}; {}", run->world().steps(),
            plan.screenshot ? "files are complete up to there, no screenshot was taken"
                            : "files are complete up to there");
        return Interrupt::exit_code();
    }
    if (plan.screenshot) {
        const auto picture = render_offscreen(run->world(), run->scene(), run->settings(), plan.width, plan.height);
        write_png(*plan.screenshot, plan.force, plan.width, plan.height, picture);
        fmt::print("screenshot: {}\n", plan.screenshot->string());
    }
    for (const auto& grid : plan.grids)
        if (!grid.time) write_grid(*run, grid, plan.force);
    grids.require_done();
    if (plan.replay) say_replayed(changes);
    return 0;
}

}  // namespace nearfield
