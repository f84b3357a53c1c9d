#include "app/commands/commands.hpp"
#include "app/files.hpp"
#include "app/headless/elements_output.hpp"
#include "app/headless/headless.hpp"
#include "app/lessons/catalogue.hpp"
#include "app/say.hpp"
#include "app/shell/panels.hpp"
#include "app/shell/window.hpp"
#include "app/terminal/interrupt.hpp"
#include "base/error.hpp"
#include "record/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>

namespace nearfield {
namespace {

struct RunFlags {
    SubjectFlags subject;
    std::string steps, record, screenshot, size, replay, video, fps, pace, seconds, lesson;
    std::string save_state, at_step, from_state;
    std::map<std::string, std::string> tools;  ///< place as text by tool key
    std::vector<std::string> grids;            ///< ATTRIBUTE=FILE
    std::vector<std::string> elements;         ///< FILE[@TIME|@every:TIME]
    bool headless = false, paused = false, host_copy = false, force = false, no_legend = false;
};

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value;
}

void require_display() {
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY"))
        throw Error(
            "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set); add --headless to run without a window");
}

std::pair<int, int> picture_size(const std::string& text) {
    const auto parts = split(text, 'x');
    if (parts.size() != 2)
        throw UsageError(fmt::format("--size: '{}' is not a size; write it as WIDTHxHEIGHT, such as 1280x800", text));
    return {int(whole_number("--size, width", parts[0], 16, 16384)),
            int(whole_number("--size, height", parts[1], 16, 16384))};
}

/// Parses a place in world units.
glm::vec3 place(const std::string& flag, const std::string& text) {
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

/// All scenes' tools that act at a place, by key. Scenes may share a tool.
std::map<std::string, const Tool*> placed_tools() {
    std::map<std::string, const Tool*> tools;
    for (const auto& scene : scenes())
        for (const Tool& tool : scene.tools)
            if (tool.gesture <= Gesture::click) tools.emplace(tool.key, &tool);
    return tools;
}

/// Parses "depth=depth.asc" or "depth@600=depth.asc".
GridOutput grid_of(const std::string& text, const SceneInfo& scene) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals + 1 == text.size())
        throw UsageError(fmt::format("--grid {}: write it as ATTRIBUTE=FILE or ATTRIBUTE@TIME=FILE, such as "
                                     "depth=depth.asc or depth@600=depth.asc",
                                     text));
    const std::string what = text.substr(0, equals), key = what.substr(0, what.find('@'));
    const auto found = index_by_key(scene.attributes, key);
    if (!found)
        throw UsageError(fmt::format("--grid: the scene '{}' has no attribute '{}'.{}", scene.key, key,
                                     suggest(key, keys_of(scene.attributes))));
    GridOutput grid{int(*found), text.substr(equals + 1), std::nullopt};
    double time = 0;
    if (key == what) return grid;
    if (!read_number(what.substr(key.size() + 1), time) || !(time >= 0 && time < 1e12))
        throw UsageError(fmt::format("--grid {}: '{}' is no time; give seconds of the scene's clock", text,
                                     what.substr(key.size() + 1)));
    grid.time = time;
    return grid;
}

std::string with_key(const Tool& tool) {
    const char letter = char(std::toupper(tool.letter));
    return tool.gesture == Gesture::hold ? fmt::format("hold {} and move the mouse", letter)
                                         : fmt::format("move the mouse and press {}", letter);
}

std::vector<Stroke> strokes_of(const RunFlags& flags, const SceneInfo& scene) {
    std::vector<Stroke> strokes;
    for (const auto& [key, text] : flags.tools) {
        if (text.empty()) continue;
        if (!scene.tool(key))
            throw UsageError(
                fmt::format("--{}: the scene '{}' has no such tool; see nearfield scenes", key, scene.key));
        strokes.push_back({key, {place("--" + key, text)}});
    }
    return strokes;
}

/// Throws UsageError for flags that the file of `flag` already sets.
void require_alone(const RunFlags& flags, const char* flag, const std::vector<std::pair<const char*, bool>>& more) {
    const auto& s = flags.subject;
    std::vector<std::pair<std::string, bool>> others{{"--scene", !s.scene.empty()},
                                                     {"--preset", !s.preset.empty()},
                                                     {"--actors", !s.actors.empty()},
                                                     {"--seed", !s.seed.empty()},
                                                     {"--draw", !s.draw.empty()}};
    others.insert(others.end(), more.begin(), more.end());
    for (const auto& [key, text] : flags.tools) others.emplace_back("--" + key, !text.empty());
    for (const auto& [other, given] : others)
        if (given)
            throw UsageError(
                fmt::format("{} and {} cannot be combined: the file already sets it; leave one out", flag, other));
}

/// Keeps the replay's own backend unless a flag asks for another.
void choose_backend_of(Replay& replay, const RunFlags& flags) {
    const std::string asked = flags.subject.backend;
    replay.start.backend = choose_backend(asked == "auto" ? name(replay.start.backend) : asked);
}

std::optional<u64> step_to_save(const RunFlags& flags) {
    if (flags.at_step.empty()) return std::nullopt;
    if (flags.save_state.empty())
        throw UsageError("--at-step is the step at which a state is saved; give --save-state FILE with it");
    return whole_number("--at-step", flags.at_step, 0, 1'000'000'000'000);
}

/// The run to replay, up to --at-step if given.
std::optional<Replay> replay_of(const RunFlags& flags) {
    if (flags.replay.empty()) return std::nullopt;
    require_alone(flags, "--replay",
                  {{"--set", !flags.subject.assignments.empty()}, {"--steps", !flags.steps.empty()}});
    auto replay = read_replay(flags.replay);
    choose_backend_of(replay, flags);
    if (!replay.cut.empty()) say("nearfield: {}", replay.cut);
    const auto step = step_to_save(flags);
    if (!step) return replay;
    const Moment moment = last_moment(replay, *step);
    return up_to(std::move(replay), moment);
}

/// The run to continue, with its changes. Throws UsageError for a change of a respawn parameter.
std::optional<SavedRun> saved_of(const RunFlags& flags) {
    if (flags.from_state.empty()) return std::nullopt;
    require_alone(flags, "--from-state", {{"--replay", !flags.replay.empty()}, {"--lesson", !flags.lesson.empty()}});
    SavedRun saved{read_state(flags.from_state), {}};
    choose_backend_of(saved.replay, flags);
    Settings settings = saved.replay.start.settings;
    for (const auto& assignment : flags.subject.assignments) {
        settings.set_assignment(assignment);
        const std::string key = assignment.substr(0, assignment.find('='));
        if (settings.spec(key).effect == Effect::respawn)
            throw UsageError(
                fmt::format("--set {}: {} makes a new state; leave out this or --from-state", assignment, key));
        saved.changes.push_back({key, settings.value(key)});
    }
    return saved;
}

/// The subject chosen by flags, or the start of the saved run.
Subject subject_of(const RunFlags& flags, const std::optional<SavedRun>& saved) {
    if (!saved) return flags.subject.choose();
    const auto& start = saved->replay.start;
    return {start.scene, start.settings, start.backend};
}

std::optional<std::filesystem::path> given(const std::string& path) {
    return path.empty() ? std::nullopt : std::optional<std::filesystem::path>(path);
}

std::optional<double> positive(const char* flag, const std::string& text, double most) {
    double value = 0;
    if (text.empty()) return std::nullopt;
    if (!read_number(text, value) || !(value > 0) || value > most)
        throw UsageError(fmt::format("{} {}: give a number above 0, at most {:g}", flag, text, most));
    return value;
}

std::optional<VideoRequest> video_of(const RunFlags& flags) {
    const VideoRequest video{.path = flags.video,
                             .rate = positive("--fps", flags.fps, 1000).value_or(30),
                             .pace = positive("--pace", flags.pace, 1e9),
                             .seconds = positive("--seconds", flags.seconds, 1e6)};
    if (!flags.video.empty()) return video;
    if (!flags.fps.empty() || video.pace || video.seconds)
        throw UsageError("--fps, --pace and --seconds are of a video; give --video FILE with them");
    return std::nullopt;
}

/// Throws UsageError if an output would replace a file that the run starts from. A new state may replace the state that
/// the run continues.
void require_inputs_kept(const RunFlags& flags, const HeadlessRun& run) {
    auto inputs = files_of(run.replay ? run.replay->start.settings : run.subject.settings);
    inputs.insert(inputs.end(), {{"--preset", flags.subject.preset}, {"--replay", flags.replay}});
    require_different({{"--save-state", flags.save_state}}, inputs);
    std::vector<Output> outputs{{"--screenshot", flags.screenshot}, {"--video", flags.video}};
    for (const auto& grid : run.grids) outputs.push_back({"--grid", grid.path});
    for (const auto& elements : run.elements) outputs.push_back({"--save-actors", elements.path});
    inputs.push_back({"--from-state", flags.from_state});
    for (const auto& output : outputs) require_different({output}, inputs);
}

/// Throws UsageError if a series would never end.
void require_end(const HeadlessRun& run) {
    if (run.steps || run.replay) return;
    const bool repeats = std::any_of(run.elements.begin(), run.elements.end(), [](const auto& o) { return o.every; });
    const auto timed = [](const auto& output) { return output.time.has_value(); };
    const bool waits = run.video || std::any_of(run.grids.begin(), run.grids.end(), timed) ||
                       std::any_of(run.elements.begin(), run.elements.end(), timed);
    if (repeats && waits)
        throw UsageError("--save-actors FILE@every:TIME has no end beside another file with a time; give --steps");
}

int run_without_window(const RunFlags& flags) {
    if (flags.paused)
        throw UsageError(
            "--paused: nobody could continue a paused run with --headless; leave one out (--steps 0 shows the start)");
    for (const auto& [flag, given] :
         {std::pair("--size", !flags.size.empty()), std::pair("--no-legend", flags.no_legend)})
        if (given && flags.screenshot.empty() && flags.video.empty())
            throw UsageError(
                fmt::format("{} is about a picture; give --screenshot FILE or --video FILE with it", flag));
    if (!flags.lesson.empty())
        throw UsageError(
            fmt::format("--lesson is for the window; nearfield lessons {} plays it without", flags.lesson));
    auto saved = saved_of(flags);
    HeadlessRun run{.subject = subject_of(flags, saved),
                    .record = given(flags.record),
                    .screenshot = given(flags.screenshot),
                    .force = flags.force,
                    .replay = replay_of(flags),
                    .saved = std::move(saved)};
    if (const auto step = step_to_save(flags); !flags.save_state.empty()) run.state = {flags.save_state, step};
    if (!flags.steps.empty()) run.steps = whole_number("--steps", flags.steps, 0, 1'000'000'000'000);
    run.strokes = strokes_of(flags, *run.subject.scene);
    for (const auto& text : flags.grids)
        run.grids.push_back(grid_of(text, run.replay ? *run.replay->start.scene : *run.subject.scene));
    for (const auto& text : flags.elements) run.elements.push_back(elements_output("--save-actors", text));
    if (!flags.size.empty()) std::tie(run.width, run.height) = picture_size(flags.size);
    run.legend = !flags.no_legend;
    run.video = video_of(flags);
    require_end(run);
    require_inputs_kept(flags, run);
    return run_headless(run);
}

/// Throws UsageError for flags that choose a scene or run beside --lesson, because a lesson loads its own scenes.
void require_lesson(const RunFlags& flags) {
    if (flags.lesson.empty()) return;
    const auto& s = flags.subject;
    const std::pair<const char*, bool> others[] = {{"--scene", !s.scene.empty()},
                                                   {"--set", !s.assignments.empty()},
                                                   {"--preset", !s.preset.empty()},
                                                   {"--actors", !s.actors.empty()},
                                                   {"--replay", !flags.replay.empty()}};
    for (const auto& [flag, given] : others)
        if (given)
            throw UsageError(
                fmt::format("--lesson and {} cannot be combined: the lesson sets its scenes; leave one out", flag));
    lessons::find_lesson(flags.lesson);
}

int run_in_window(const RunFlags& flags) {
    require_lesson(flags);
    for (const auto& [key, tool] : placed_tools())
        if (!flags.tools.at(key).empty())
            throw UsageError(fmt::format("--{} is for --headless; in the window {}", key, with_key(*tool)));
    if (video_of(flags)) throw UsageError("--video is for --headless; in the window Ctrl+F12 starts and ends a video");
    if (!flags.grids.empty()) throw UsageError("--grid is for --headless: add it, and --steps");
    if (!flags.elements.empty()) throw UsageError("--save-actors is for --headless: add it, and --steps");
    if (!flags.size.empty()) throw UsageError("--size is for --headless; the window's picture is as large as its view");
    if (flags.no_legend) throw UsageError("--no-legend is for --headless; in the window F12 saves what is seen");
    if (!flags.save_state.empty() || !flags.at_step.empty())
        throw UsageError("--save-state and --at-step are for --headless; in the window F6 saves the state");
    const auto saved = saved_of(flags);
    auto subject = subject_of(flags, saved);
    WindowOptions options{.scene = subject.scene,
                          .settings = std::move(subject.settings),
                          .backend = subject.backend,
                          .paused = flags.paused,
                          .host_copy = flags.host_copy,
                          .screenshot = given(flags.screenshot),
                          .record = given(flags.record),
                          .force = flags.force,
                          .look = subject.look,
                          .lesson = flags.lesson.empty() ? std::nullopt : std::optional(flags.lesson),
                          .panels = ui::experiments_panels,
                          .replay = replay_of(flags),
                          .interrupted = [] { return Interrupt::signal() != 0; }};
    if (saved) {
        options.first.emplace_back(command::Continue{flags.from_state, {}});
        options.first.insert(options.first.end(), saved->changes.begin(), saved->changes.end());
    }
    if (!flags.steps.empty()) options.steps = whole_number("--steps", flags.steps, 1, 1'000'000'000'000);
    require_display();
    require_run_outputs(options.record, options.screenshot, options.force);
    const Interrupt interrupt;
    const int code = run_window(options);
    return code == 0 && Interrupt::signal() ? Interrupt::exit_code() : code;
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
    auto flags = std::make_shared<RunFlags>();
    CLI::App& run = add_command(app, "run", "open the window, or run without one (--headless)");
    flags->subject.add_all(run);
    add_text(run, "--draw", flags->subject.draw, "particles|surface|water|map",
             "how a fluid is drawn; short for --set draw=...");
    add_text(run, "--steps", flags->steps, "N",
             "stop after N steps (headless: 200, or to the last time of --grid, unless given)");
    add_switch(run, "--headless", flags->headless, "no window: run, print a summary and end; needs no display");
    add_text(run, "--record", flags->record, "DIR", "record into a new folder: run.json, steps.csv, trace.json");
    add_text(run, "--screenshot", flags->screenshot, "FILE", "write a PNG of the last step");
    add_texts(run, "--grid", flags->grids, "ATTRIBUTE[@TIME]=FILE",
              "with --headless: write a value of the cells as an ESRI ASCII grid, at the end or once the scene's clock "
              "reaches so many seconds; can be repeated");
    add_texts(run, "--save-actors", flags->elements, "FILE[@TIME|@every:TIME]",
              "with --headless: write all columns of the actors, cells or parts (.csv, .npy, .npz, .vtp, .xyz), at the "
              "end, once the clock reaches TIME (s, or steps), or every TIME; can be repeated");
    add_text(run, "--size", flags->size, "WxH",
             "size of the picture and the video with --headless (1280x800 unless given)");
    add_switch(run, "--no-legend", flags->no_legend,
               "pictures and videos of --headless without what the colours show, step and time");
    add_text(run, "--video", flags->video, "FILE",
             "with --headless: film the run: .mp4 or .webm by ffmpeg, or a folder for numbered PNG files");
    add_text(run, "--fps", flags->fps, "N", "frames per second of the video (30 unless given)");
    add_text(
        run, "--pace", flags->pace, "N",
        "speed of the video: times real time (1 unless given), or steps per second in a scene without a clock (60)");
    add_text(run, "--seconds", flags->seconds, "N", "length of the video (10 unless given, or until --steps are done)");
    add_text(run, "--replay", flags->replay, "FILE",
             "do a recorded run again: its folder, or the commands.jsonl in it");
    add_text(run, "--save-state", flags->save_state, "FILE",
             "with --headless: save the state at the end, to continue from it later");
    add_text(run, "--at-step", flags->at_step, "N",
             "save the state at this step; with --replay that is where the replay ends");
    add_text(run, "--from-state", flags->from_state, "FILE",
             "continue a saved state, by doing its run again; --steps are further ones, --set changes parameters");
    for (const auto& [key, tool] : placed_tools())
        add_text(
            run, "--" + key, flags->tools[key], "X,Y[,Z]",
            fmt::format("--headless: {} at this place from the start; in the window {}", tool->label, with_key(*tool)));
    add_text(run, "--lesson", flags->lesson, "NAME|FILE", "open a lesson in the window; nearfield lessons lists them");
    add_switch(run, "--paused", flags->paused, "open the window paused");
    add_switch(run, "--host-copy", flags->host_copy,
               "window: bring pictures through main memory, without CUDA-OpenGL interop");
    add_force(run, flags->force);
    add_footer(run,
               "Examples:\n"
               "  nearfield                                           the window, with the default scene\n"
               "  nearfield run --scene circles --set dimensions=3    rings become hollow spheres\n"
               "  nearfield run --headless --steps 500 --record out   a profile in out/steps.csv\n"
               "  nearfield run --headless --steps 300 --screenshot rings.png --size 1920x1080\n"
               "  nearfield run --headless --preset dam-break-2 --video dam.mp4 --pace 0.2\n"
               "  nearfield run --set search.visit=trimmed --set search.bin_ratio=0.7\n"
               "  nearfield run --preset out/run.json                 the parameters of what was recorded, once more\n"
               "  nearfield run --replay out --headless               the same run, with everything done to it\n"
               "  nearfield run --replay out --headless --at-step 300 --save-state s.json   its state at step 300\n"
               "  nearfield run --from-state s.json --set force=0.1   go on from there with another parameter");
    on_call(run, action, [flags] { return flags->headless ? run_without_window(*flags) : run_in_window(*flags); });
}

}  // namespace nearfield
