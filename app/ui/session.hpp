#pragma once
#include "app/preset.hpp"
#include "app/ui/desk.hpp"
#include "app/ui/edits.hpp"
#include "app/ui/focus.hpp"
#include "app/ui/gauge_history.hpp"
#include "app/ui/messages.hpp"
#include "app/ui/preferences.hpp"
#include "app/ui/revealed.hpp"
#include "app/ui/timing_history.hpp"
#include "app/ui/view.hpp"

namespace nearfield::ui {

/// A part of the window to save as a picture.
struct Cut {
    std::string stem;  ///< stem of the file name
    ImVec2 lo, hi;
    int frames = 3;  ///< delay until the requesting menu has closed
};

/// Requests from panels to the main loop, which fulfils and clears them, and its measurements.
struct WindowRequests {
    bool quit = false, fullscreen = false, screenshot = false, picture = false;
    bool film = false;  ///< starts or stops a video
    std::optional<Cut> cut;
    std::optional<double> filmed;  ///< duration of the current video, s
    double frames_per_second = 0;
};

/// Requested values that the simulation has not adopted yet.
struct Wanted {
    std::optional<bool> running;
    std::optional<command::Pace> pace;
    std::optional<double> slow_motion;
    /// Drops values that the simulation has adopted.
    void sync(const Status& status);
};

/// Measurements of the current run over time.
struct History {
    TimingHistory timing;
    MetricHistory metrics;
    GaugeHistory gauges;
};

/// State shared by the panels of a window, with the window's lifetime.
struct Session {
    Session(Simulation& simulation_, Renderer& renderer_, std::shared_ptr<const Status> status_)
        : simulation(simulation_),
          renderer(renderer_),
          status(std::move(status_)),
          edits(simulation_) {}

    Simulation& simulation;
    Renderer& renderer;
    std::shared_ptr<const Status> status;  ///< status in this frame; never null
    Picture* picture = nullptr;            ///< picture on screen; null before the first
    Edits edits;
    Wanted wanted;
    History history;
    View view;
    Desk desk;
    Keyboard keyboard;
    Messages messages;
    Revealed revealed;
    Preferences preferences;
    std::vector<OwnPreset> own_presets;
    WindowRequests window;

    bool running() const { return wanted.running.value_or(status->running); }
    /// Search radius; 0 in a keyed scene.
    double radius() const { return status->grid.radius; }
};

/// Returns the names of the values that colour the picture; empty for numbers.
const std::vector<std::string>& names_of_colours(const Session& session);
/// Replaces parameter keys in a message by their labels in the panels.
std::string with_labels(const std::string& message, const std::vector<ParamSpec>& specs);
void tell(Session& session, const std::string& text, bool error = false);
/// Runs an action that may throw, and shows its error as a message. Returns true on success.
bool attempt(Session& session, const std::function<void()>& action);

}  // namespace nearfield::ui
