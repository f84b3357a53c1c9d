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

/// A part of the window to be saved as a picture.
struct Cut {
    std::string stem;  ///< of the file's name
    ImVec2 lo, hi;
    int frames = 3;  ///< until the menu that asked for it is gone
};

/// Between the panels and the main loop: requests, which it fulfils and clears, and what it measures.
struct WindowRequests {
    bool quit = false, fullscreen = false, screenshot = false, picture = false;
    bool film = false;  ///< begins or ends a video
    std::optional<Cut> cut;
    std::optional<double> filmed;  ///< s of the video being taken
    double frames_per_second = 0;
};

/// Values asked for that the simulation has not taken over yet.
struct Wanted {
    std::optional<bool> running;
    std::optional<command::Pace> pace;
    std::optional<double> slow_motion;
    /// Drops those that the simulation has taken over.
    void sync(const Status& status);
};

/// Measurements of the present run over time.
struct History {
    TimingHistory timing;
    MetricHistory metrics;
    GaugeHistory gauges;
};

/// What the panels of a window share. Lives as long as the window.
struct Session {
    Session(Simulation& simulation_, Renderer& renderer_, std::shared_ptr<const Status> status_)
        : simulation(simulation_),
          renderer(renderer_),
          status(std::move(status_)),
          edits(simulation_) {}

    Simulation& simulation;
    Renderer& renderer;
    std::shared_ptr<const Status> status;  ///< of this frame; never null
    Picture* picture = nullptr;            ///< the one shown; null before the first
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
    /// 0 in a keyed scene.
    double radius() const { return status->grid.radius; }
};

/// What the values that colour the picture stand for; empty: they are numbers.
const std::vector<std::string>& names_of_colours(const Session& session);
/// A message in the words of the panels: labels of parameters instead of keys.
std::string with_labels(const std::string& message, const std::vector<ParamSpec>& specs);
void tell(Session& session, const std::string& text, bool error = false);
/// Runs an action that may throw; a failure becomes a message. Returns whether it succeeded.
bool attempt(Session& session, const std::function<void()>& action);

}  // namespace nearfield::ui
