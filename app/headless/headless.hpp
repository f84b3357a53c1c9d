#pragma once
#include "app/elements/element_files.hpp"
#include "app/terminal/options.hpp"
#include "sim/run.hpp"

#include <filesystem>
#include <optional>

namespace nearfield {

/// An attribute of the cells to write as an ESRI ASCII grid. It is written after the first step that reaches a time on
/// the scene's clock in s, or at the end.
struct GridOutput {
    int attribute;
    std::filesystem::path path;
    std::optional<double> time;
};

/// A file of the elements' columns. It is written after the first step that reaches a time on the scene's clock (in a
/// scene without a clock, a number of steps), again and again, or at the end.
struct ElementsOutput {
    std::filesystem::path path;
    ElementFormat format;
    std::optional<double> time, every;
};

/// A video of a run, with frames at equal intervals of the scene's clock.
struct VideoRequest {
    std::filesystem::path path;
    double rate = 30;               ///< frames per second
    std::optional<double> pace;     ///< seconds on the scene's clock, or steps, per second of video; none: usual_pace()
    std::optional<double> seconds;  ///< maximum length of the video
};

/// A state to save, at a step or at the end.
struct StateOutput {
    std::filesystem::path path;
    std::optional<u64> step;
};

/// A saved run to continue.
struct SavedRun {
    Replay replay;
    std::vector<command::Set> changes;  ///< applied to the restored state
};

/// A run without a window. It uses no window library.
struct HeadlessRun {
    Subject subject;
    std::optional<u64> steps;  ///< none: up to the last grid and the video's end, else 200; if saved, additional steps
    std::optional<std::filesystem::path> record, screenshot;
    int width = 1280, height = 800;
    bool legend = true;  ///< drawn into pictures
    std::vector<GridOutput> grids;
    std::vector<ElementsOutput> elements;
    std::optional<VideoRequest> video;
    bool force = false;
    std::vector<Stroke> strokes;    ///< of tools, before the first step
    std::optional<Replay> replay;   ///< replaces subject, steps and strokes
    std::optional<SavedRun> saved;  ///< replaces strokes; the subject is its start
    std::optional<StateOutput> state;
};

/// Runs, prints a summary and returns the exit code. Checks outputs before the first step.
int run_headless(const HeadlessRun& run);

}  // namespace nearfield
