#pragma once
// The window as a lecturer shows it: the picture, large words, and nothing that is not chosen.
#include "app/lessons/demos.hpp"
#include "app/panels/explain/build_view.hpp"

#include <optional>

namespace nearfield::ui {

struct State;
struct Rect;

/// A key that did something, for those who watch.
struct PressedKey {
    std::string key, what;
    double until = 0;  ///< s of ImGui's clock
};

struct Presenter {
    bool on = false;
    bool listing = true;       ///< the demos, not only the one shown
    bool panels = false;       ///< in a column beside the picture, for what was asked for
    std::optional<Page> page;  ///< of the drawer, if it is open
    std::vector<lessons::Demo> demos;
    std::optional<std::size_t> shown;  ///< the demo loaded last
    PressedKey pressed;
};

constexpr double key_seconds = 1.8;  ///< for which a pressed key is shown

void toggle_presenting(State& state);
void end_presenting(State& state);
/// Closes the panels and the drawer that were opened in presenter mode; returns whether there were any.
bool close_opened(Presenter& presenter);
void toggle_theme(State& state);
/// Factor on text sizes and strokes for a window of that height, in window units; 1 outside presenter mode.
float presenting_scale(const State& state, float height);
/// Loads the demo of that number, from 0.
void show_demo(State& state, std::size_t number);
void note_key(State& state, const std::string& key, const std::string& what);

/// Demos, chosen metrics and the key pressed last, over the picture.
void presenter_view(State& state, const Rect& picture);

}  // namespace nearfield::ui
