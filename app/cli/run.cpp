#include "app/cli/commands.hpp"
#include "app/cli/headless.hpp"
#include "app/files.hpp"
#include "app/window/window.hpp"
#include "base/error.hpp"
#include "record/recorder.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <memory>

namespace nearfield {
namespace {

struct RunFlags {
    SubjectFlags subject;
    std::string steps, record, screenshot, size, point, drop;
    bool headless = false, paused = false, host_copy = false, force = false;
};

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value;
}

void require_display() {
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY"))
        throw Error("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set); add --headless to run without a window");
}

std::pair<int, int> picture_size(const std::string& text) {
    const auto parts = split(text, 'x');
    if (parts.size() != 2) throw UsageError(fmt::format("--size: '{}' is not a size; write it as WIDTHxHEIGHT, such as 1280x800", text));
    return {int(whole_number("--size, width", parts[0], 16, 16384)), int(whole_number("--size, height", parts[1], 16, 16384))};
}

/// A place in world units; nothing given: none.
std::optional<glm::vec3> place(const char* flag, const std::string& text) {
    if (text.empty()) return std::nullopt;
    const auto parts = split(text, ',');
    glm::vec3 at(0);
    bool good = parts.size() == 2 || parts.size() == 3;
    for (std::size_t a = 0; good && a < parts.size(); ++a) {
        double value = 0;
        good = read_number(parts[a], value) && std::isfinite(float(value));
        at[int(a)] = float(value);
    }
    if (!good) throw UsageError(fmt::format("{}: '{}' is not a place; write it as X,Y or X,Y,Z", flag, text));
    return at;
}

void take_places(HeadlessRun& run, const RunFlags& flags) {
    const auto& scene = *run.subject.scene;
    if (!flags.point.empty() && !scene.pointed) throw UsageError(fmt::format("--point: the mouse does not act on the actors of the scene '{}'", scene.key));
    if (!flags.drop.empty() && !scene.drops) throw UsageError(fmt::format("--drop: there is nothing to drop in the scene '{}'", scene.key));
    run.point = place("--point", flags.point), run.drop = place("--drop", flags.drop);
}

std::optional<std::filesystem::path> given(const std::string& path) {
    return path.empty() ? std::nullopt : std::optional<std::filesystem::path>(path);
}

int run_without_window(const RunFlags& flags) {
    if (flags.paused)
        throw UsageError("--paused: nobody could continue a paused run with --headless; leave one out (--steps 0 shows the start)");
    if (!flags.size.empty() && flags.screenshot.empty()) throw UsageError("--size is the size of a picture; give --screenshot FILE with it");
    HeadlessRun run{
        .subject = flags.subject.choose(), .record = given(flags.record), .screenshot = given(flags.screenshot), .force = flags.force};
    if (!flags.steps.empty()) run.steps = whole_number("--steps", flags.steps, 0, 1'000'000'000'000);
    take_places(run, flags);
    if (!flags.size.empty()) std::tie(run.width, run.height) = picture_size(flags.size);
    return run_headless(run);
}

int run_in_window(const RunFlags& flags) {
    if (!flags.point.empty()) throw UsageError("--point is for --headless; in the window hold A and move the mouse");
    if (!flags.drop.empty()) throw UsageError("--drop is for --headless; in the window move the mouse and press B");
    if (!flags.size.empty()) throw UsageError("--size is for --headless; the window's picture is as large as its view");
    auto subject = flags.subject.choose();
    WindowOptions options{.scene = subject.scene,
                          .settings = std::move(subject.settings),
                          .backend = subject.backend,
                          .paused = flags.paused,
                          .host_copy = flags.host_copy,
                          .screenshot = given(flags.screenshot),
                          .record = given(flags.record),
                          .force = flags.force};
    if (!flags.steps.empty()) options.steps = whole_number("--steps", flags.steps, 1, 1'000'000'000'000);
    require_display();
    if (options.record) Recorder::require_folder(*options.record, options.force);
    if (options.screenshot) require_writable(*options.screenshot, options.force);
    return run_window(options);
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
    auto flags = std::make_shared<RunFlags>();
    CLI::App& run = *app.add_subcommand("run", "open the window, or run without one (--headless)");
    flags->subject.add_all(run);
    add_text(run, "--draw", flags->subject.draw, "particles|surface|water", "how a fluid is drawn; short for --set draw=...");
    add_steps(run, flags->steps, "stop after N steps (headless: 200 unless given)");
    run.add_flag("--headless", flags->headless, "no window: run, print a summary and end; needs no display");
    add_text(run, "--record", flags->record, "DIR", "record into a new folder: run.json, steps.csv, trace.json");
    add_text(run, "--screenshot", flags->screenshot, "FILE", "write a PNG of the last step");
    add_text(run, "--size", flags->size, "WxH", "size of the picture with --headless (1280x800 unless given)");
    add_text(run, "--point", flags->point, "X,Y[,Z]", "--headless: the mouse acts on the actors there, as in the window while A is held");
    add_text(run, "--drop", flags->drop, "X,Y[,Z]", "--headless: a ball or block of fluid falls in there at the start, as with B in the window");
    run.add_flag("--paused", flags->paused, "open the window paused");
    run.add_flag("--host-copy", flags->host_copy, "window: bring pictures through main memory, without CUDA-OpenGL interop");
    add_force(run, flags->force);
    run.footer("Examples:\n"
               "  nearfield                                           the window, with the default scene\n"
               "  nearfield run --scene circles --set dimensions=3    rings become hollow spheres\n"
               "  nearfield run --headless --steps 500 --record out   a profile in out/steps.csv\n"
               "  nearfield run --headless --steps 300 --screenshot rings.png --size 1920x1080\n"
               "  nearfield run --set search.visit=trimmed --set search.bin_ratio=0.7\n"
               "  nearfield run --preset out/run.json                 what was recorded, once more");
    run.callback([flags, &action] { action = [flags] { return flags->headless ? run_without_window(*flags) : run_in_window(*flags); }; });
}

}  // namespace nearfield
