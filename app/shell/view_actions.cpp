// What acts on what is seen: the picture, the panels, the pages of the drawer, presenter mode.
#include "app/panels/view/colour_filter.hpp"
#include "app/shell/action_groups.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/steer.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

bool has_trails(const State& s) { return s.status->settings->has("trails"); }

void toggle_trails(State& s) {
    constexpr long long usual_length = 24, none = 0;
    s.edits.change(*s.status, "trails", s.edits.shown(*s.status, "trails") == Value(none) ? usual_length : none);
}

void scale_ui(State& s, float by) {
    s.preferences.ui_scale = std::clamp(std::round((s.preferences.ui_scale + by) * 10) / 10, 0.6f, 3.0f);
}

bool presenting(const State& s) { return s.presenter.on; }

/// Steps through the building, or from warp to warp.
void go_on(State& s, int by) {
    if (shown_page(s) == Page::build) by > 0 ? s.build.forward() : s.build.back();
    else s.warp.choose_warp(u32(std::max(0, int(s.warp.number()) + by)));
}

/// In 3D, all from one side: yaw and pitch in radians.
Action look_action(const char* name, const char* help, float yaw, float pitch) {
    return {.name = name,
            .help = help,
            .act =
                [yaw, pitch](State& s) {
                    auto pose = s.camera.pose();
                    pose[4] = yaw, pose[5] = pitch;
                    s.camera.take_pose(pose);
                    frame_all(s);
                },
            .enabled = [](const State& s) { return s.camera.dimensions() == 3; }};
}

}  // namespace

std::vector<Action> look_actions() {
    constexpr float quarter = 1.5707963f;
    return {look_action("Look from above", "In 3D, the whole environment from above.", 0, quarter),
            look_action("Look from the front", "In 3D, the whole environment from the front.", 0, 0),
            look_action("Look from the side", "In 3D, the whole environment from the right side.", quarter, 0)};
}

std::vector<Action> view_actions() {
    return {
        {.name = "Frame everything",
         .chords = {letter('f'), key(GLFW_KEY_HOME)},
         .help = "Brings the whole environment into view.",
         .act = frame_all},
        {.name = "Bin grid",
         .chords = {letter('g')},
         .help = "Draws the borders of the bins.",
         .act = [](State& s) { s.style.grid = !s.style.grid; },
         .checked = [](const State& s) { return s.style.grid; },
         .enabled = [](const State& s) { return s.status->scene->meeting == Meeting::by_distance; }},
        {.name = "Environment outline",
         .help = "Draws the borders of the environment.",
         .act = [](State& s) { s.style.bounds = !s.style.bounds; },
         .checked = [](const State& s) { return s.style.bounds; }},
        {.name = "Glow",
         .help = "In 2D, overlapping discs add up their light.",
         .act = [](State& s) { s.style.glow = !s.style.glow; },
         .checked = [](const State& s) { return s.style.glow; }},
        {.name = "Next colour attribute",
         .chords = {letter('c')},
         .help = "Colours by another attribute.",
         .act = [](State& s) { cycle(s, "colour"); }},
        {.name = "Show all", .help = "Shows again what the legend hides.", .act = show_all, .enabled = hides_something},
        {.name = "Next drawing of a fluid",
         .chords = {letter('d')},
         .help = "Particles, the surface in the colours of an attribute, or water.",
         .act = [](State& s) { cycle(s, "draw"); },
         .enabled = [](const State& s) { return s.status->settings->has("draw"); }},
        {.name = "Trails",
         .chords = {letter('t')},
         .help = "Draws where the actors were in the last steps, as fading lines.",
         .act = [](State& s) { toggle_trails(s); },
         .checked = [](const State& s) { return has_trails(s) && s.status->settings->integer("trails") != 0; },
         .enabled = has_trails},
    };
}

std::vector<Action> window_actions() {
    return {
        {.name = "Timing drawer",
         .chords = {letter('m')},
         .help = "Shows or hides the live timing.",
         .act = [](State& s) { toggle_page(s, Page::timing); },
         .checked = [](const State& s) { return drawer_open(s) && shown_page(s) == Page::timing; }},
        {.name = "Panels",
         .chords = {key(GLFW_KEY_TAB)},
         .help = "Shows or hides all panels.",
         .act =
             [](State& s) { s.presenter.on ? end_presenting(s) : void(s.preferences.panels = !s.preferences.panels); },
         .checked = [](const State& s) { return s.preferences.panels && !s.presenter.on; }},
        {.name = "Full screen",
         .chords = {key(GLFW_KEY_F11)},
         .help = "Fills the whole screen with the window; once more: as before.",
         .act = [](State& s) { s.requests.fullscreen = true; },
         .while_typing = WhileTyping::acts},
        {.name = "Larger text",
         .chords = {ctrl('='), ctrl('+'), ctrl_shift('='), key(GLFW_KEY_KP_ADD, GLFW_MOD_CONTROL)},
         .help = "Everything in the window a little larger.",
         .act = [](State& s) { scale_ui(s, 0.1f); },
         .repeats = true,
         .while_typing = WhileTyping::acts},
        {.name = "Smaller text",
         .chords = {ctrl('-'), key(GLFW_KEY_KP_SUBTRACT, GLFW_MOD_CONTROL)},
         .help = "Everything in the window a little smaller.",
         .act = [](State& s) { scale_ui(s, -0.1f); },
         .repeats = true,
         .while_typing = WhileTyping::acts},
    };
}

std::vector<Action> grid_actions() {
    const auto on_a_page = [](const State& s) { return s.memory_shown; };
    const auto on_build = [](const State& s) { return s.memory_shown && shown_page(s) == Page::build; };
    std::vector<Action> all{
        {.name = "Build the grid",
         .chords = {shift('g')},
         .help = "The counting sort and the radix sort of the present state, micro-step by micro-step.",
         .act = [](State& s) { toggle_page(s, Page::build); },
         .checked = on_build},
        {.name = "A warp at work",
         .chords = {shift('w')},
         .help = "Which of 32 lanes tests which candidate when, and which wait.",
         .act = [](State& s) { toggle_page(s, Page::warp); },
         .checked = [](const State& s) { return s.memory_shown && shown_page(s) == Page::warp; }},
        {.name = "Play the building",
         .chords = {key(GLFW_KEY_SPACE, GLFW_MOD_SHIFT)},
         .help = "Plays how the grid is built, or holds it.",
         .act = [](State& s) { s.build.play(!s.build.playing()); },
         .checked = [](const State& s) { return s.build.playing(); },
         .enabled = on_build},
        {.name = "Next micro-step or warp",
         .chords = {key(GLFW_KEY_RIGHT)},
         .help = "One micro-step of the building on, or the next warp.",
         .act = [](State& s) { go_on(s, 1); },
         .enabled = on_a_page,
         .repeats = true},
        {.name = "Previous micro-step or warp",
         .chords = {key(GLFW_KEY_LEFT)},
         .help = "One micro-step of the building back, or the warp before.",
         .act = [](State& s) { go_on(s, -1); },
         .enabled = on_a_page,
         .repeats = true},
        {.name = "Next stage of the sorts",
         .chords = {key(GLFW_KEY_RIGHT, GLFW_MOD_SHIFT)},
         .help = "To the end of the present stage of the building.",
         .act = [](State& s) { s.build.next_stage(); },
         .enabled = on_build},
        {.name = "Previous stage of the sorts",
         .chords = {key(GLFW_KEY_LEFT, GLFW_MOD_SHIFT)},
         .help = "Back to the end of the stage before.",
         .act = [](State& s) { s.build.previous_stage(); },
         .enabled = on_build},
    };
    for (auto& action : all) action.meant_for = has_grid;
    return all;
}

std::vector<Action> gain_actions() {
    return {{.name = "Does it pay?",
             .chords = {shift('d')},
             .help = "What each optimisation of the search brings in this state, in theory and as measured.",
             .act = [](State& s) { toggle_page(s, Page::gains); },
             .checked = [](const State& s) { return drawer_open(s) && shown_page(s) == Page::gains; },
             .meant_for = has_grid}};
}

std::vector<Action> presenter_actions() {
    return {{.name = "Presenter mode",
             .chords = {key(GLFW_KEY_F5)},
             .help = "For a projector: large text and lines, no panels, chosen metrics, demos by number.",
             .act = toggle_presenting,
             .checked = presenting,
             .while_typing = WhileTyping::acts},
            {.name = "Light theme",
             .chords = {key(GLFW_KEY_F5, GLFW_MOD_SHIFT)},
             .help = "Dark on light, in the picture too, or light on dark.",
             .act = toggle_theme,
             .checked = [](const State& s) { return s.preferences.light; },
             .while_typing = WhileTyping::acts}};
}

std::vector<Action> demo_actions() {
    static const char* const names[] = {"Demo 1", "Demo 2", "Demo 3", "Demo 4", "Demo 5",
                                        "Demo 6", "Demo 7", "Demo 8", "Demo 9"};
    std::vector<Action> all = {{.name = "List of demos",
                                .chords = {letter('0')},
                                .help = "Shows or folds the list of demos.",
                                .act = [](State& s) { s.presenter.listing = !s.presenter.listing; },
                                .enabled = presenting}};
    for (std::size_t n = 0; n < lessons::most_demos; ++n)
        all.push_back({.name = names[n],
                       .chords = {letter(char('1' + n))},
                       .help = "Loads the preset of this number in the list of demos.",
                       .act = [n](State& s) { show_demo(s, n); },
                       .enabled = [n](const State& s) { return presenting(s) && n < s.presenter.demos.size(); }});
    for (auto& action : all) action.hides = true;
    return all;
}

}  // namespace nearfield::ui
