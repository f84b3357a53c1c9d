#include "app/ui/actions.hpp"

#include "app/files.hpp"
#include "app/ui/drawing.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/split_view.hpp"
#include "sim/tune.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <random>

namespace nearfield::ui {
namespace {

Chord key(int code, int mods = 0) { return {.key = code, .mods = mods}; }
Chord letter(char c) { return {.letter = c}; }
Chord shift(char c) { return {.letter = c, .mods = GLFW_MOD_SHIFT}; }
Chord ctrl(char c) { return {.letter = c, .mods = GLFW_MOD_CONTROL}; }
Chord ctrl_shift(char c) { return {.letter = c, .mods = GLFW_MOD_CONTROL | GLFW_MOD_SHIFT}; }

const char* key_name(int key) {
    switch (key) {
    case GLFW_KEY_SPACE: return "Space";
    case GLFW_KEY_TAB: return "Tab";
    case GLFW_KEY_LEFT: return "Left";
    case GLFW_KEY_RIGHT: return "Right";
    case GLFW_KEY_HOME: return "Home";
    case GLFW_KEY_ESCAPE: return "Esc";
    case GLFW_KEY_ENTER: return "Enter";
    case GLFW_KEY_UP: return "Up";
    case GLFW_KEY_DOWN: return "Down";
    case GLFW_KEY_PAGE_UP: return "Page Up";
    case GLFW_KEY_F1: return "F1";
    case GLFW_KEY_F2: return "F2";
    case GLFW_KEY_F3: return "F3";
    case GLFW_KEY_F4: return "F4";
    case GLFW_KEY_F5: return "F5";
    case GLFW_KEY_F6: return "F6";
    case GLFW_KEY_F7: return "F7";
    case GLFW_KEY_F11: return "F11";
    case GLFW_KEY_F12: return "F12";
    case GLFW_KEY_KP_ADD: return "keypad +";
    case GLFW_KEY_KP_SUBTRACT: return "keypad -";
    default: return "?";
    }
}

void toggle_recording(State& s) {
    if (!s.status->recording.empty()) return s.simulation.send(command::StopRecording{});
    const auto folder = fresh_path(output_folder(), s.status->scene->key, "").string();
    s.simulation.send(command::Record{folder});
    tell(s, "recording to " + folder);
}

bool searches(const State& s) { return s.status->scene->searches(); }

bool has_trails(const State& s) { return s.status->settings->has("trails"); }

void toggle_trails(State& s) {
    constexpr long long usual_length = 24, none = 0;
    s.edits.change(*s.status, "trails", s.edits.shown(*s.status, "trails") == Value(none) ? usual_length : none);
}

glm::vec3 place_of_click(const State& s) {
    return s.under_mouse.value_or(s.camera.on_pivot_plane(glm::vec2(s.camera.viewport()) / 2.f));
}

/// Does what a tool's key or menu entry stands for.
void take_up(State& s, const Tool& tool) {
    switch (tool.gesture) {
    case Gesture::hold: break;  // while the key is down: MainLoop::note_held
    case Gesture::click:
        s.simulation.send(command::Use{tool.key, {on_map(s, place_of_click(s))}});
        if (!s.running() && *tool.paused) tell(s, tool.paused);
        break;
    case Gesture::line:
    case Gesture::rectangle: toggle_pencil(s, tool); break;
    }
}

void scale_ui(State& s, float by) {
    s.preferences.ui_scale = std::clamp(std::round((s.preferences.ui_scale + by) * 10) / 10, 0.6f, 3.0f);
}

/// Closes what is in front, else dismisses a message, else stops a setup, else leaves presenter mode, else deselects.
void escape(State& s) {
    if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) ImGui::ClosePopupToLevel(0, true);
    else if (s.overlay != Overlay::none) s.overlay = Overlay::none;
    else if (s.pencil) s.pencil.reset();
    else if (const auto error = std::find_if(s.toasts.begin(), s.toasts.end(), [](const Toast& t) { return t.error; });
             error != s.toasts.end())
        s.toasts.erase(error);
    else if (!s.status->doing.empty()) s.simulation.send(command::StopWork{});
    else if (s.presenter.on) end_presenting(s);
    else if (s.status->selected) s.simulation.send(command::Select{});
}

void show_undone(State& s, const Undone& undone) {
    tell(s, undone.message.empty() ? "nothing to undo or redo" : undone.message);
    if (undone.look) s.look_wanted = undone.look;
}

std::vector<Action> simulation_actions() {
    const char* menu = "Simulation";
    return {
        {menu,
         "Run / pause",
         {key(GLFW_KEY_SPACE), letter('p')},
         "Lets the simulation run or holds it.",
         [](State& s) { set_running(s, !s.running()); },
         [](const State& s) { return s.running(); }},
        {menu,
         "Step",
         {letter('.'), letter('o')},
         "Pauses and advances by one step.",
         [](State& s) { s.running_wanted = false, s.simulation.send(command::Step{}); },
         {},
         {},
         true},
        {menu,
         "Reset",
         {letter('r')},
         "Back to the state at the last setup: step 0, the same start.",
         [](State& s) { s.simulation.send(command::Reset{}); }},
        {menu,
         "Setup",
         {},
         "A new state from the present settings.",
         [](State& s) { s.simulation.send(command::Setup{}); }},
        {menu, "New seed", {shift('r')}, "Makes a new state from a random seed. Undo restores the old seed.", new_seed},
        {menu,
         "Deselect",
         {},
         "Deselects the inspected actor.",
         [](State& s) { s.simulation.send(command::Select{}); },
         {},
         [](const State& s) { return s.status->selected.has_value(); }},
    };
}

std::vector<Action> parameter_actions() {
    const char* menu = "Simulation";
    return {
        {menu,
         "Undo",
         {ctrl('z')},
         "Takes back the last change of a parameter, scene or preset, or goes back to before the last stroke of a "
         "tool.",
         [](State& s) { show_undone(s, s.edits.undo(*s.status)); },
         {},
         [](const State& s) { return s.edits.can_undo(); }},
        {menu,
         "Redo",
         {ctrl_shift('z'), ctrl('y')},
         "Makes an undone change of a parameter, scene or preset again, or goes back to where an undone stroke had "
         "led.",
         [](State& s) { show_undone(s, s.edits.redo(*s.status)); },
         {},
         [](const State& s) { return s.edits.can_redo(); }},
        {menu,
         "Tune the search",
         {},
         "Measures many ways of searching, and switches to the fastest; once more: stops.",
         [](State& s) { reveal(s, search_title(s)), toggle_tuning(s); },
         [](const State& s) { return s.status->tuning_progress.has_value(); },
         searches},
        {menu,
         "Verify against brute force",
         {},
         "Compares what the search finds with what comparing all with all finds.",
         [](State& s) { reveal(s, search_title(s)), ask_verify(s); },
         {},
         searches},
        {menu,
         "Compare A with B",
         {},
         "Searches the present state in the two ways that the panel Compare shows.",
         [](State& s) { reveal(s, compare_title), ask_compare(s); },
         {},
         searches},
        {menu,
         "Two from one state",
         {shift('s')},
         "A second run from the present state, beside this one, that differs as the panel says; once more: one again.",
         [](State& s) { reveal(s, split_title), toggle_split(s); },
         [](const State& s) { return s.status->twin != nullptr; }},
        {menu,
         "Next way of searching",
         {letter('v')},
         "Another way of walking the bins, or another broad phase; what is found stays the same.",
         [](State& s) { cycle(s, kind_key(*s.status->settings)); },
         {},
         [](const State& s) { return kind_key(*s.status->settings) != nullptr; }},
    };
}

std::vector<Action> file_actions() {
    const char* menu = "File";
    return {
        {menu,
         "Save preset…",
         {ctrl('s')},
         "Writes scene and parameters to a file.",
         [](State& s) { open_overlay(s, Overlay::save_preset); }},
        {menu,
         "Load preset…",
         {ctrl('l')},
         "Takes scene and parameters from a file.",
         [](State& s) { open_overlay(s, Overlay::load_preset); }},
        {menu,
         "Screenshot",
         {key(GLFW_KEY_F12)},
         "Saves the whole window as a PNG in your output folder.",
         [](State& s) { s.requests.screenshot = true; },
         {},
         {},
         false,
         WhileTyping::acts},
        {menu,
         "Save the picture",
         {key(GLFW_KEY_F12, GLFW_MOD_SHIFT)},
         "Saves the picture without panels as a PNG in your output folder.",
         [](State& s) { s.requests.picture = true; },
         {},
         {},
         false,
         WhileTyping::acts},
        {menu,
         "Video",
         {key(GLFW_KEY_F12, GLFW_MOD_CONTROL)},
         "Starts or ends a video of the picture without panels, in the scene's time, in your output folder.",
         [](State& s) { s.requests.film = true; },
         [](const State& s) { return s.filmed.has_value(); },
         {},
         false,
         WhileTyping::acts},
        {menu,
         "Record",
         {ctrl('r')},
         "Starts or ends a recording: every step's times and metrics in a new folder.",
         toggle_recording,
         [](const State& s) { return !s.status->recording.empty(); }},
        {menu,
         "Recordings…",
         {key(GLFW_KEY_F6)},
         "What was recorded: profiles to look at and compare, runs to go on with from any step, saved states.",
         toggle_recordings,
         {},
         {},
         false,
         WhileTyping::acts},
        {menu,
         "Quit",
         {ctrl('q')},
         "Ends the program.",
         [](State& s) { s.requests.quit = true; },
         {},
         {},
         false,
         WhileTyping::acts},
    };
}

std::vector<Action> view_actions() {
    const char* menu = "View";
    return {
        {menu,
         "Frame everything",
         {letter('f'), key(GLFW_KEY_HOME)},
         "Brings the whole environment into view.",
         frame_all},
        {menu,
         "Bin grid",
         {letter('g')},
         "Draws the borders of the bins.",
         [](State& s) { s.style.grid = !s.style.grid; },
         [](const State& s) { return s.style.grid; },
         [](const State& s) { return s.status->scene->meeting == Meeting::by_distance; }},
        {menu,
         "Environment outline",
         {},
         "Draws the borders of the environment.",
         [](State& s) { s.style.bounds = !s.style.bounds; },
         [](const State& s) { return s.style.bounds; }},
        {menu,
         "Glow",
         {},
         "In 2D, overlapping discs add up their light.",
         [](State& s) { s.style.glow = !s.style.glow; },
         [](const State& s) { return s.style.glow; }},
        {menu,
         "Next colour attribute",
         {letter('c')},
         "Colours by another attribute.",
         [](State& s) { cycle(s, "colour"); }},
        {menu,
         "Next drawing of a fluid",
         {letter('d')},
         "Particles, the surface in the colours of an attribute, or water.",
         [](State& s) { cycle(s, "draw"); },
         {},
         [](const State& s) { return s.status->settings->has("draw"); }},
        {menu,
         "Trails",
         {letter('t')},
         "Draws where the actors were in the last steps, as fading lines.",
         [](State& s) { toggle_trails(s); },
         [](const State& s) { return has_trails(s) && s.status->settings->integer("trails") != 0; },
         has_trails},
        {menu,
         "Timing drawer",
         {letter('m')},
         "Shows or hides the live timing.",
         [](State& s) { toggle_page(s, Page::timing); },
         [](const State& s) { return s.preferences.drawer && shown_page(s) == Page::timing; }},
        {menu,
         "Panels",
         {key(GLFW_KEY_TAB)},
         "Shows or hides all panels.",
         [](State& s) { s.presenter.on ? end_presenting(s) : void(s.preferences.panels = !s.preferences.panels); },
         [](const State& s) { return s.preferences.panels && !s.presenter.on; }},
        {menu,
         "Full screen",
         {key(GLFW_KEY_F11)},
         "The window over the whole screen and back.",
         [](State& s) { s.requests.fullscreen = true; },
         {},
         {},
         false,
         WhileTyping::acts},
        {menu,
         "Larger text",
         {ctrl('='), ctrl('+'), ctrl_shift('='), key(GLFW_KEY_KP_ADD, GLFW_MOD_CONTROL)},
         "Everything in the window a little larger.",
         [](State& s) { scale_ui(s, 0.1f); },
         {},
         {},
         true,
         WhileTyping::acts},
        {menu,
         "Smaller text",
         {ctrl('-'), key(GLFW_KEY_KP_SUBTRACT, GLFW_MOD_CONTROL)},
         "Everything in the window a little smaller.",
         [](State& s) { scale_ui(s, -0.1f); },
         {},
         {},
         true,
         WhileTyping::acts},
    };
}

bool presenting(const State& s) { return s.presenter.on; }

/// What is done in presenter mode only.
std::vector<Action> demo_actions() {
    const char* menu = "View";
    static const char* const names[] = {"Demo 1", "Demo 2", "Demo 3", "Demo 4", "Demo 5",
                                        "Demo 6", "Demo 7", "Demo 8", "Demo 9"};
    std::vector<Action> all = {{.menu = menu,
                                .name = "List of demos",
                                .chords = {letter('0')},
                                .help = "Shows or folds the list of demos.",
                                .act = [](State& s) { s.presenter.listing = !s.presenter.listing; },
                                .enabled = presenting}};
    for (std::size_t n = 0; n < lessons::most_demos; ++n)
        all.push_back({.menu = menu,
                       .name = names[n],
                       .chords = {letter(char('1' + n))},
                       .help = "Loads the preset of this number in the list of demos.",
                       .act = [n](State& s) { show_demo(s, n); },
                       .enabled = [n](const State& s) { return presenting(s) && n < s.presenter.demos.size(); }});
    for (auto& action : all) action.hides = true;
    return all;
}

std::vector<Action> presenter_actions() {
    const char* menu = "View";
    return {{.menu = menu,
             .name = "Presenter mode",
             .chords = {key(GLFW_KEY_F5)},
             .help = "For a projector: large text and lines, no panels, chosen metrics, demos by number.",
             .act = toggle_presenting,
             .checked = presenting,
             .while_typing = WhileTyping::acts},
            {.menu = "File",
             .name = "Experiments…",
             .chords = {key(GLFW_KEY_F7)},
             .help = "Runs a scene over parameter values and seeds, beside the simulation, and draws what is measured.",
             .act =
                 [](State& s) {
                     s.overlay == Overlay::experiments ? void(s.overlay = Overlay::none)
                                                       : open_overlay(s, Overlay::experiments);
                 },
             .enabled = [](const State& s) { return s.experiments != nullptr; },
             .while_typing = WhileTyping::acts_on_overlay},
            {.menu = menu,
             .name = "Light theme",
             .chords = {key(GLFW_KEY_F5, GLFW_MOD_SHIFT)},
             .help = "Dark on light, in the picture too, or light on dark.",
             .act = toggle_theme,
             .checked = [](const State& s) { return s.preferences.light; },
             .while_typing = WhileTyping::acts}};
}

/// Steps through the building, or from warp to warp.
void go_on(State& s, int by) {
    if (shown_page(s) == Page::build) by > 0 ? s.build.forward() : s.build.back();
    else s.warp.choose_warp(u32(std::max(0, int(s.warp.number()) + by)));
}

/// Pages of the drawer about the grid; each entry is offered only where there is one.
std::vector<Action> grid_actions() {
    const char* menu = "View";
    const auto on_a_page = [](const State& s) { return s.memory_shown; };
    const auto on_build = [](const State& s) { return s.memory_shown && shown_page(s) == Page::build; };
    std::vector<Action> all{
        {menu,
         "Build the grid",
         {shift('g')},
         "The counting sort and the radix sort of the present state, micro-step by micro-step.",
         [](State& s) { toggle_page(s, Page::build); },
         on_build},
        {menu,
         "A warp at work",
         {shift('w')},
         "Which of 32 lanes tests which candidate when, and which wait.",
         [](State& s) { toggle_page(s, Page::warp); },
         [](const State& s) { return s.memory_shown && shown_page(s) == Page::warp; }},
        {menu,
         "Play the building",
         {key(GLFW_KEY_SPACE, GLFW_MOD_SHIFT)},
         "Plays how the grid is built, or holds it.",
         [](State& s) { s.build.play(!s.build.playing()); },
         [](const State& s) { return s.build.playing(); },
         on_build},
        {menu,
         "Next micro-step or warp",
         {key(GLFW_KEY_RIGHT)},
         "One micro-step of the building on, or the next warp.",
         [](State& s) { go_on(s, 1); },
         {},
         on_a_page,
         true},
        {menu,
         "Previous micro-step or warp",
         {key(GLFW_KEY_LEFT)},
         "One micro-step of the building back, or the warp before.",
         [](State& s) { go_on(s, -1); },
         {},
         on_a_page,
         true},
        {menu,
         "Next stage of the sorts",
         {key(GLFW_KEY_RIGHT, GLFW_MOD_SHIFT)},
         "To the end of the present stage of the building.",
         [](State& s) { s.build.next_stage(); },
         {},
         on_build},
        {menu,
         "Previous stage of the sorts",
         {key(GLFW_KEY_LEFT, GLFW_MOD_SHIFT)},
         "Back to the end of the stage before.",
         [](State& s) { s.build.previous_stage(); },
         {},
         on_build},
    };
    for (auto& action : all) action.meant_for = has_grid;
    return all;
}

std::vector<Action> gain_actions() {
    return {{.menu = "View",
             .name = "Does it pay?",
             .chords = {shift('d')},
             .help = "What each optimisation of the search brings in this state, in theory and as measured.",
             .act = [](State& s) { toggle_page(s, Page::gains); },
             .checked = [](const State& s) { return shown_page(s) == Page::gains; },
             .meant_for = has_grid}};
}

std::vector<Action> scene_actions() {
    const char* menu = "Scenes";
    return {
        {menu,
         "Find a scene…",
         {ctrl('o')},
         "A list of scenes to search by typing.",
         [](State& s) { open_overlay(s, Overlay::scenes); }},
        {menu, "Previous scene", {letter('[')}, "The scene before this one.", [](State& s) { next_scene(s, -1); }},
        {menu, "Next scene", {letter(']')}, "The scene after this one.", [](State& s) { next_scene(s, 1); }},
    };
}

bool in_lesson(const State& s) { return s.desk.open.has_value(); }
bool may_choose(const State& s) { return in_lesson(s) && s.desk.open->step().choices() && !s.desk.open->passed; }

/// What is done in a lesson that is open.
std::vector<Action> step_actions() {
    const char* menu = "Lessons";
    std::vector<Action> all = {
        {menu,
         "Answer or go on",
         {key(GLFW_KEY_ENTER)},
         "Judges the answer to the lesson's step; goes on once it is right.",
         answer_or_go_on,
         {},
         in_lesson},
        {menu,
         "Next answer",
         {key(GLFW_KEY_DOWN)},
         "Chooses an answer of the lesson.",
         [](State& s) { choose_answer(s, 1); },
         {},
         may_choose,
         true},
        {menu,
         "Previous answer",
         {key(GLFW_KEY_UP)},
         "Chooses an answer of the lesson.",
         [](State& s) { choose_answer(s, -1); },
         {},
         may_choose,
         true},
        {menu, "Hint", {letter('h')}, "A hint for the lesson's step.", show_hint, {}, in_lesson},
        {menu,
         "Back a step",
         {key(GLFW_KEY_PAGE_UP)},
         "Sets the step before up once more.",
         [](State& s) { go_to_step(s, s.desk.open->at - 1); },
         {},
         [](const State& s) { return in_lesson(s) && s.desk.open->at > 0; }},
        {menu,
         "Set the step up again",
         {},
         "The scene of the lesson's step as it was at first.",
         [](State& s) { go_to_step(s, s.desk.open->at); },
         {},
         in_lesson},
        {menu,
         "Show me",
         {},
         "Does the lesson's task for you.",
         show_solution,
         {},
         [](const State& s) { return in_lesson(s) && s.desk.open->step().task() && !s.desk.open->passed; }},
        {menu, "Close the lesson", {}, "Your place in it is kept.", close_lesson, {}, in_lesson},
    };
    for (auto& action : all) action.hides = true;
    return all;
}

std::vector<Action> lesson_actions() {
    const char* menu = "Lessons";
    return {
        {menu,
         "Find a lesson…",
         {key(GLFW_KEY_F2)},
         "The lessons, and how far you are in each.",
         [](State& s) { read_lessons(s), open_overlay(s, Overlay::lessons); }},
        {menu,
         "What am I seeing?",
         {key(GLFW_KEY_F3)},
         "What this scene shows, why, and three things to try.",
         [](State& s) { s.desk.seeing = !s.desk.seeing; },
         [](const State& s) { return s.desk.seeing; }},
    };
}

std::vector<Action> help_actions() {
    const char* menu = "Help";
    return {
        {menu,
         "Keys and mouse",
         {key(GLFW_KEY_F1), letter('?')},
         "This list.",
         [](State& s) {
             s.overlay == Overlay::help ? void(s.overlay = Overlay::none) : open_overlay(s, Overlay::help);
         }},
        {menu,
         "Glossary",
         {key(GLFW_KEY_F4)},
         "The words on the screen and what they mean.",
         [](State& s) {
             s.overlay == Overlay::glossary ? void(s.overlay = Overlay::none) : open_overlay(s, Overlay::glossary);
         },
         {},
         {},
         false,
         WhileTyping::acts_on_overlay},
        {menu,
         "Find anything…",
         {ctrl('p')},
         "Actions, scenes and parameters to search by typing.",
         [](State& s) { open_overlay(s, Overlay::palette); }},
        {menu,
         "Close or deselect",
         {key(GLFW_KEY_ESCAPE)},
         "Closes what is in front, then messages; stops a long setup; deselects. Never quits.",
         escape,
         {},
         {},
         false,
         WhileTyping::acts_on_overlay},
    };
}

/// The tools of all scenes; each is offered only in its own scene.
std::vector<Action> tool_actions() {
    std::vector<Action> all;
    for (const SceneInfo& scene : scenes())
        for (const Tool& tool : scene.tools) {
            Action action{.menu = "Simulation", .name = tool.label, .chords = {}, .help = tool.help, .act = {}};
            if (tool.letter) action.chords = {letter(tool.letter)};
            action.act = [&tool](State& s) { take_up(s, tool); };
            action.checked = [&tool](const State& s) { return s.pencil && s.pencil->tool == &tool; };
            if (tool.gesture >= Gesture::line) action.enabled = [&tool](const State& s) { return can_draw(s, tool); };
            action.repeats = tool.gesture == Gesture::click;
            action.held = tool.gesture == Gesture::hold;
            action.meant_for = [&scene](const SceneInfo& present) { return &present == &scene; };
            all.push_back(std::move(action));
        }
    return all;
}

std::vector<Action> all_actions() {
    std::vector<Action> all;
    for (auto& group : {file_actions(), simulation_actions(), parameter_actions(), tool_actions(), view_actions(),
                        grid_actions(), gain_actions(), presenter_actions(), demo_actions(), scene_actions(),
                        lesson_actions(), step_actions(), help_actions()})
        all.insert(all.end(), group.begin(), group.end());
    return all;
}

}  // namespace

std::map<std::string, std::string> changes_of(const State& s, const Way& side) {
    const Settings& present = *s.status->settings;
    std::map<std::string, std::string> changes;
    for (const auto& [key, value] : side)
        if (present.has(key) && present.value(key) != value) changes[key] = value_text(present.spec(key), value);
    return changes;
}

std::string Chord::text() const {
    std::string words;
    if (mods & GLFW_MOD_CONTROL) words += "Ctrl+";
    if (mods & GLFW_MOD_SHIFT) words += "Shift+";
    return words + (letter ? std::string(1, char(std::toupper(letter))) : key_name(key));
}

bool Chord::matches(const KeyPress& press) const {
    const int held = press.mods & (GLFW_MOD_CONTROL | GLFW_MOD_SHIFT | GLFW_MOD_ALT | GLFW_MOD_SUPER);
    if (key) return press.character == 0 && press.key == key && held == mods;
    if (mods & GLFW_MOD_CONTROL) return press.character == 0 && press.letter == letter && held == mods;
    if (press.character == 0 || press.character > 126) return false;
    if (!std::isalpha(letter)) return press.character == unsigned(letter);
    return std::tolower(int(press.character)) == letter && (held & GLFW_MOD_SHIFT) == mods;
}

const std::vector<Action>& actions() {
    static const std::vector<Action> table = all_actions();
    return table;
}

std::string key_text(const Action& action) {
    std::string words;
    for (const auto& chord : action.chords)
        if (words.size() < 6) words += (words.empty() ? "" : " or ") + chord.text();
    return action.held ? "hold " + words : words;
}

bool offered(const State& state, const Action& action) {
    return (!action.meant_for || action.meant_for(*state.status->scene)) && (!action.hides || action.enabled(state));
}

void perform(State& state, const Action& action) {
    if (action.enabled && !action.enabled(state)) return;
    attempt(state, [&] { action.act(state); });
}

void dispatch(State& state, const KeyPress& press, bool typing) {
    for (const auto& action : actions()) {
        const auto meant =
            std::find_if(action.chords.begin(), action.chords.end(), [&](const Chord& c) { return c.matches(press); });
        if (meant == action.chords.end() || !offered(state, action)) continue;
        if (press.repeat && !action.repeats) return;
        const bool acts = action.while_typing == WhileTyping::acts ||
                          (action.while_typing == WhileTyping::acts_on_overlay && state.overlay != Overlay::none);
        if (typing && !acts) return;
        if (!action.enabled || action.enabled(state)) note_key(state, meant->text(), action.name);
        return perform(state, action);
    }
}

void set_running(State& state, bool on) {
    state.running_wanted = on;
    on ? state.simulation.send(command::Run{}) : state.simulation.send(command::Pause{});
}

void load_scene(State& state, const SceneInfo& scene) { load(state, scene.title, {&scene, scene.defaults()}); }

void load(State& state, const std::string& name, const Preset& preset) {
    const auto& status = *state.status;
    state.edits.open(status, opened_in(status, present_look(state)), {name, preset, status.backend});
    state.look_wanted = preset.look;
}

void change_backend(State& state, Backend backend) {
    const auto& status = *state.status;
    const auto present = opened_in(status, present_look(state));
    state.edits.open(status, present, {backend == Backend::cpu ? "CPU" : "CUDA", present.preset, backend});
}

WindowLook present_look(const State& state) {
    const auto& style = state.style;
    WindowLook look{.pace = state.status->pace,
                    .draw_every = state.status->draw_every,
                    .camera = state.camera.pose(),
                    .colour_map = colour_map_names()[std::size_t(style.map)],
                    .size = style.size,
                    .glow = style.glow,
                    .grid = style.grid,
                    .outline = style.bounds};
    if (!state.auto_range) look.colour_range = {style.lo, style.hi};
    return look;
}

void take_look(State& state, const WindowLook& look) {
    auto& style = state.style;
    const auto& maps = colour_map_names();
    if (const auto map = std::find(maps.begin(), maps.end(), look.colour_map); map != maps.end())
        style.map = int(map - maps.begin());
    state.auto_range = !look.colour_range;
    if (look.colour_range) style.lo = (*look.colour_range)[0], style.hi = (*look.colour_range)[1];
    style.size = look.size, style.glow = look.glow, style.grid = look.grid, style.bounds = look.outline;
    if (look.camera[3] > 0) state.camera.take_pose(look.camera), state.all_in_view = false;
    state.pace_wanted = command::Pace{look.pace, look.draw_every};
    state.simulation.send(*state.pace_wanted);
}

void next_scene(State& state, int direction) {
    const auto& all = scenes();
    const auto at = std::find_if(all.begin(), all.end(), [&](const SceneInfo& s) { return &s == state.status->scene; });
    const int next = (int(at - all.begin()) + direction + int(all.size())) % int(all.size());
    if (all.size() < 2) return tell(state, "there is only one scene");
    load_scene(state, all[std::size_t(next)]);
}

void frame_all(State& state) {
    if (state.picture)
        state.camera.frame_all(state.picture->lo, state.picture->hi, state.picture->dimensions),
            state.all_in_view = true;
}

void new_seed(State& state) {
    const auto& spec = state.status->settings->spec("seed");
    std::random_device source;
    const double most = std::min(spec.hi, 999999.0);
    const double seed = std::floor(std::max(spec.lo, 0.0) + double(source()) / 4294967296.0 * most);
    state.edits.change(*state.status, "seed", numeric(spec, seed));
}

void toggle_tuning(State& state) {
    if (state.status->tuning_progress) state.simulation.send(command::StopWork{});
    else state.simulation.send(command::Tune{});
}

u32 verified_sample(const State& state) {
    constexpr double pairs_in_a_second = 4e8;  // in double precision, on a slow processor
    const u32 actors = std::max(state.status->actors, 1u);
    return std::min(std::max(u32(std::min(pairs_in_a_second / actors, 1e9)), 100u), actors);
}

void ask_verify(State& state) {
    state.verify_asked = state.status->message_serial;
    state.simulation.send(command::Verify{verified_sample(state)});
}

void ask_compare(State& state) {
    begin_ways(state);
    state.simulation.send(
        command::Compare{changes_of(state, state.compare_a), changes_of(state, state.compare_b), compare_repeats});
    state.compare_asked = state.result_mark();
}

void reveal(State& state, const std::string& what) {
    end_presenting(state);
    state.preferences.panels = true;
    state.reveal = what, state.revealed_at = ImGui::GetTime();
}

void cycle(State& state, const char* key) {
    if (!key || !state.status->settings->has(key)) return;
    const auto choices = int(state.status->settings->spec(key).choices.size());
    const int now = std::get<Choice>(state.edits.shown(*state.status, key)).index;
    state.edits.change(*state.status, key, Choice{(now + 1) % choices});
}

}  // namespace nearfield::ui
