#pragma once
#include "app/panels/explain/gains.hpp"
#include "app/ui/state.hpp"

// The parts of the window. Each draws itself at its place and handles its input.
namespace nearfield::ui {

struct Rect {
    ImVec2 lo{0, 0}, hi{0, 0};
    ImVec2 size() const { return {hi.x - lo.x, hi.y - lo.y}; }
    bool empty() const { return hi.x <= lo.x || hi.y <= lo.y; }
};

/// Where everything is in a window of the given size.
struct Layout {
    Rect left, right, lesson, drawer, viewport, legend, status;
    Rect second;  ///< of a second run's picture
};
/// Narrower than this, in text heights, the legend takes two rows.
constexpr float legend_row_em = 46;
Layout arrange(const State& state, ImVec2 window, float em);

void draw_ui(State& state, const Layout& layout);

void menu_bar(State& state);
void left_panel(State& state, const Rect& place);
constexpr const char* left_window = "Parameters##left";
void lesson_panel(State& state, const Rect& place);
void drawer(State& state, const Rect& place);
void viewport(State& state, const Rect& place);
/// At height `y`, while a step waits before a stage; returns the height below it.
float stage_strip(State& state, const Rect& place, float y);
void legend(State& state, const Rect& place);
void view_menu(State& state, const Rect& viewport);
void status_line(State& state, const Rect& place);
void toasts(State& state, const Rect& viewport);
void overlays(State& state);
void help_overlay(State& state);
void anything_finder(State& state);
void scene_finder(State& state);
void lesson_finder(State& state);
void glossary_overlay(State& state);
void recordings_overlay(State& state);
void recording_page(State& state, float height);

/// Headline of a part of a column, which the finder can unfold and scroll to. Returns whether it is open.
bool panel_section(State& state, const char* title, bool unfold_now = false);
const char* search_title(const State& state);
constexpr const char *compare_title = "COMPARE A / B", *split_title = "TWO FROM ONE STATE";
/// Wheel and drag over the item drawn last; `pixel`: of the mouse, from the picture's corner.
void move_camera(State& state, glm::vec2 pixel);

// pages of the drawer, each below or beside their names
void timing_page(State& state);
void build_page(State& state);
void warp_page(State& state);
void gains_page(State& state);
/// None before the scene's first picture, and where actors do not meet by distance.
std::optional<GainFacts> gain_facts(const State& state);
/// Whether the scene's actors meet by distance: only then there is a grid to be built.
bool has_grid(const SceneInfo& scene);
Page shown_page(const State& state);
bool drawer_open(const State& state);
/// Opens the drawer at a page; from there, back to the timing or, there or in presenter mode, closes it.
void toggle_page(State& state, Page page);
/// Says why nothing is laid out.
void no_layout(State& state, const std::string& refused);

// sections of the columns
void scene_section(State& state);
void run_section(State& state);
void parameter_section(State& state);
void search_section(State& state);
void tune_section(State& state);
void measuring_section(State& state);
void inspector_section(State& state);
void matrix_section(State& state);
void diagram_section(State& state);
void metrics_section(State& state);
void compare_section(State& state);

/// Gives both sides of a comparison a way to begin with, if they have none.
void begin_ways(State& state);
/// Whether the search tunes itself.
bool automatic(const State& state);

/// One parameter's row: name and control, disabled while the parameter has no effect. Right-click offers the default,
/// Ctrl+click types a number.
void parameter_row(State& state, const ParamSpec& spec);
std::string parameter_help(const ParamSpec& spec);
std::string parameter_detail(const State& state, const ParamSpec& spec);
/// Scrolls to the control drawn last, which began at `lo`, if that of `key` was asked for, and marks it for a moment.
void show_revealed(State& state, const std::string& key, ImVec2 lo);

}  // namespace nearfield::ui
