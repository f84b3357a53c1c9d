#pragma once
#include "app/render/renderer.hpp"
#include "app/ui/edits.hpp"
#include "app/ui/gauge_history.hpp"
#include "app/ui/layout_probe.hpp"
#include "app/ui/preferences.hpp"
#include "app/ui/timing_history.hpp"
#include "sim/simulation.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nearfield::ui {

/// What stands in front of the panels; one at a time.
enum class Overlay { none, help, palette, scenes, save_preset, load_preset };

struct Toast {
    std::string text;
    bool error = false;
    double until = 0;  ///< errors stay until dismissed
};

/// A key as GLFW reports it: a key with modifiers, or (character != 0) what it types.
struct KeyPress {
    int key = 0, mods = 0;
    unsigned character = 0;
    bool repeat = false;
    char letter = 0;  ///< what the key types by itself in the user's layout, in lower case
};

/// How one side of a comparison searches.
struct SearchChoice {
    double visit = 1, sort = 0, bin_ratio = 0.5;

    /// What a scene does not have stays as it is.
    void take(const Settings& from) { each([&](const char* key, double& value) { if (from.has(key)) value = from.get(key); }); }
    void give(Settings& to) { each([&](const char* key, double& value) { if (to.has(key)) to.set(key, double(float(value))); }); }

  private:
    template <class F> void each(const F& f) { f("search.visit", visit), f("search.sort", sort), f("search.bin_ratio", bin_ratio); }
};

/// What the left button draws into the picture.
struct Pencil {
    Drawn what;
    std::string key;                ///< of the parameter that lists what is drawn
    std::optional<glm::vec2> from;  ///< once the button is down
    glm::vec2 to{0};
};

/// Asked of the main loop, which answers and clears them.
struct Requests {
    bool quit = false, fullscreen = false, screenshot = false;
};

/// What the panels share. Lives as long as the window.
struct State {
    State(Simulation& simulation_, Renderer& renderer_, std::shared_ptr<const Status> status_) : simulation(simulation_), renderer(renderer_), status(std::move(status_)), edits(simulation_) {}

    Simulation& simulation;
    Renderer& renderer;
    std::shared_ptr<const Status> status;  ///< of this frame; never null
    Frame* frame = nullptr;                ///< the picture shown; null before the first
    Edits edits;
    LayoutProbe probe;
    Preferences preferences;
    Requests requests;

    // view
    Camera camera;
    ViewStyle style;
    bool auto_range = true;
    bool all_in_view = false;              ///< framed, and not moved by hand since: stays framed when the size changes
    bool complete_picture = false;
    bool centre_on_selection = false;
    std::optional<Pencil> pencil;
    bool pointing = false;                 ///< the mouse is to act on the actors
    std::optional<glm::vec3> under_mouse;  ///< place of the picture, at the depth that the view turns round

    // histories
    TimingHistory timing;
    MetricHistory metrics;
    GaugeHistory gauges;
    double frames_per_second = 0;
    std::optional<TimingHistory> frozen;   ///< what the drawer shows while it is paused
    std::vector<TimingHistory::Line> timing_lines;
    TimingHistory::Line timing_total;
    double next_summary = 0;
    double timing_top = 1;                 ///< ms at the top of the plot; changes seldom

    // answers awaited
    std::optional<bool> running_wanted;
    std::optional<std::pair<int, int>> pace_wanted;
    std::optional<u64> verify_asked;       ///< serial of the last message when asked
    std::optional<double> compare_asked;   ///< result_mark() when asked

    // overlays
    Overlay overlay = Overlay::none;
    bool overlay_opened = false;           ///< this frame
    char overlay_text[512] = "";
    int overlay_choice = 0;
    int overlay_move = 0;                  ///< arrow keys since the last frame
    std::string reveal;                    ///< key of the parameter to scroll to and mark
    double revealed_at = -10;

    SearchChoice compare_a, compare_b;
    std::vector<Toast> toasts;
    std::string message;                   ///< last one for the status line
    double message_until = 0;

    bool running() const { return running_wanted.value_or(status->running); }
    /// Tells one comparison's result from another's.
    double result_mark() const { return status->comparison ? status->comparison->a.query_ms + status->comparison->b.query_ms : -1; }
    /// 0 in a keyed scene.
    double radius() const { return status->grid.radius; }
};

void tell(State& state, const std::string& text, bool error = false);
/// Does what may throw; a failure becomes a toast.
void attempt(State& state, const std::function<void()>& action);
void open_overlay(State& state, Overlay overlay);

}  // namespace nearfield::ui
