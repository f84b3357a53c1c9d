#pragma once
#include "app/terminal/options.hpp"
#include "sim/run.hpp"

#include <filesystem>
#include <optional>

namespace nearfield {

/// An attribute of the cells, to be written as an ESRI ASCII grid: after the first step that reaches a time of the
/// scene's clock in s, or at the end.
struct GridOutput {
    int attribute;
    std::filesystem::path path;
    std::optional<double> time;
};

/// A video of a run. The scene's clock decides which states it shows.
struct VideoRequest {
    std::filesystem::path path;
    double rate = 30;               ///< frames per second
    std::optional<double> pace;     ///< scene's seconds, or steps, per second of video; none: usual_pace()
    std::optional<double> seconds;  ///< of video at most
};

/// A state to be saved, at a step or at the end.
struct StateOutput {
    std::filesystem::path path;
    std::optional<u64> step;
};

/// A saved run, to be continued.
struct SavedRun {
    Replay replay;
    std::vector<command::Set> changes;  ///< once it is there
};

/// A run without a window: nothing here uses a window library.
struct HeadlessRun {
    Subject subject;
    std::optional<u64> steps;  ///< none: to the last time of a grid and of the video, else 200; further ones if saved
    std::optional<std::filesystem::path> record, screenshot;
    int width = 1280, height = 800;
    bool legend = true;  ///< printed into pictures
    std::vector<GridOutput> grids;
    std::optional<VideoRequest> video;
    bool force = false;
    std::vector<Stroke> strokes;    ///< of tools, before the first step
    std::optional<Replay> replay;   ///< in place of subject, steps and strokes
    std::optional<SavedRun> saved;  ///< in place of strokes; the subject is its start
    std::optional<StateOutput> state;
};

/// Runs, prints a summary and returns the exit code. Outputs are checked before the first step.
int run_headless(const HeadlessRun& run);

}  // namespace nearfield
