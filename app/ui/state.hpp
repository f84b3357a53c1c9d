#pragma once
#include "app/draw/renderer.hpp"
#include "app/panels/explain/build_view.hpp"
#include "app/panels/explain/warp_view.hpp"
#include "app/panels/lessons/lesson_desk.hpp"
#include "app/panels/present/presenter.hpp"
#include "app/panels/record/recording_desk.hpp"
#include "app/preset.hpp"
#include "app/ui/edits.hpp"
#include "app/ui/experiments.hpp"
#include "app/ui/focus.hpp"
#include "app/ui/gauge_history.hpp"
#include "app/ui/layout_probe.hpp"
#include "app/ui/preferences.hpp"
#include "app/ui/timing_history.hpp"
#include "sim/simulation.hpp"

#include <imgui.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nearfield::ui {

/// The window in front of the panels; one at a time.
enum class Overlay {
    none,
    help,
    palette,
    scenes,
    save_preset,
    load_preset,
    lessons,
    glossary,
    recordings,
    experiments,
};

struct Toast {
    std::string text;
    bool error = false;
    double until = 0;  ///< errors stay until dismissed
};

/// How one side of a comparison searches: values of parameters of the search, by key.
using Way = std::map<std::string, Value>;

/// In what the second of two runs is to differ.
struct SplitChoice {
    std::string differs_in;  ///< key of a parameter, or another difference by name
    Value value = 0.0;       ///< in the second run, if it is a parameter
    const SceneInfo* scene = nullptr;
};

/// A tool with which the left button draws into the picture.
struct Pencil {
    const Tool* tool;
    std::optional<glm::vec2> from;  ///< once the button is down
    glm::vec2 to{0};
};

/// A part of the window to be saved as a picture.
struct Cut {
    std::string stem;  ///< of the file's name
    ImVec2 lo, hi;
    int frames = 3;  ///< until the menu that asked for it is gone
};

/// Requests to the main loop, which fulfils and clears them.
struct Requests {
    bool quit = false, fullscreen = false, screenshot = false, picture = false;
    bool film = false;  ///< begins or ends a video
    std::optional<Cut> cut;
};

/// What the panels share. Lives as long as the window.
struct State {
    State(Simulation& simulation_, Renderer& renderer_, std::shared_ptr<const Status> status_)
        : simulation(simulation_),
          renderer(renderer_),
          status(std::move(status_)),
          edits(simulation_) {}

    Simulation& simulation;
    Renderer& renderer;
    std::shared_ptr<const Status> status;  ///< of this frame; never null
    Picture* picture = nullptr;            ///< the one shown; null before the first
    Edits edits;
    LayoutProbe probe;
    Preferences preferences;
    Requests requests;
    std::optional<double> filmed;  ///< s of the video being taken
    LessonDesk desk;
    RecordingDesk recordings;
    KeyboardFocus focus;
    Presenter presenter;
    std::unique_ptr<Experiments> experiments;  ///< null: this program offers none

    // view
    Camera camera;
    ViewStyle style;
    bool auto_range = true;
    bool all_in_view = false;  ///< framed, and not moved by hand since: stays framed when the size changes
    bool complete_picture = false;
    std::optional<WindowLook> look_wanted;  ///< once the preset that holds it is loaded
    bool centre_on_selection = false;
    std::optional<Pencil> pencil;
    const Tool* held = nullptr;            ///< the tool whose key is held
    const Tool* acting = nullptr;          ///< the tool that acted in the last frame
    std::optional<glm::vec3> under_mouse;  ///< world point under the mouse
    std::optional<glm::vec3> acted_from;   ///< where the acting tool began, if it moves across the view

    // histories
    TimingHistory timing;
    MetricHistory metrics;
    GaugeHistory gauges;
    double frames_per_second = 0;
    std::optional<TimingHistory> frozen;  ///< what the drawer shows while it is paused
    std::vector<TimingHistory::Line> timing_lines;
    TimingHistory::Line timing_total;
    double next_summary = 0;
    double timing_top = 1;  ///< ms at the top of the plot; changes seldom

    // the drawer
    Page page = Page::timing;
    BuildView build;
    WarpView warp;
    bool memory_shown = false;  ///< Simulation::show_memory

    // answers awaited
    std::optional<bool> running_wanted;
    std::optional<command::Pace> pace_wanted;
    std::optional<double> slow_motion_wanted;
    std::optional<u64> verify_asked;      ///< serial of the last message when asked
    std::optional<double> compare_asked;  ///< result_mark() when asked
    double result_seen = -1;              ///< result_mark() of the comparison scrolled to

    // overlays
    Overlay overlay = Overlay::none;
    bool overlay_opened = false;  ///< this frame
    std::string overlay_text;
    int overlay_choice = 0;
    int overlay_move = 0;  ///< arrow keys since the last frame
    std::string reveal;    ///< key of the parameter to scroll to and mark, or title of the section
    std::vector<OwnPreset> own_presets;
    std::vector<std::string> sections;  ///< titles of those there are
    std::string confirm;                ///< name of what is done only if it is chosen once more
    bool confirm_waits = false;         ///< for that choice: the key that made the first one was let go
    bool enter_held = false;
    double revealed_at = -10;

    Way compare_a, compare_b;
    SplitChoice split;
    std::vector<Toast> toasts;
    std::string message;  ///< last one for the status line
    double message_until = 0;
    double at_ease = 0;  ///< when Status::doing was last empty

    bool running() const { return running_wanted.value_or(status->running); }
    /// A number that tells one comparison's result from another's.
    double result_mark() const {
        const auto& comparison = status->answers.comparison;
        return comparison ? comparison->a.query_ms + comparison->b.query_ms : -1;
    }
    /// 0 in a keyed scene.
    double radius() const { return status->grid.radius; }
};

/// What the values that colour the picture stand for; empty: they are numbers.
const std::vector<std::string>& names_of_colours(const State& state);
/// A message in the words of the panels: labels of parameters instead of keys.
std::string with_labels(const std::string& message, const std::vector<ParamSpec>& specs);
void tell(State& state, const std::string& text, bool error = false);
/// Runs an action that may throw; a failure becomes a toast. Returns whether it succeeded.
bool attempt(State& state, const std::function<void()>& action);
void open_overlay(State& state, Overlay overlay);
/// Closes it if it is the one in front, else opens it.
void toggle_overlay(State& state, Overlay overlay);

}  // namespace nearfield::ui
