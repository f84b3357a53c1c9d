// What acts on the run: the simulation, its parameters, its search, its tools.
#include "app/panels/compare/split_view.hpp"
#include "app/panels/view/drawing.hpp"
#include "app/shell/action_groups.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/steer.hpp"
#include "sim/tune.hpp"

namespace nearfield::ui {
namespace {

bool searches(const State& s) { return s.status->scene->searches(); }

void show_undone(State& s, const Undone& undone) {
    tell(s, undone.message.empty() ? "nothing to undo or redo" : undone.message);
    if (undone.look) s.look_wanted = undone.look;
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

}  // namespace

std::vector<Action> simulation_actions() {
    return {
        {.name = "Run / pause",
         .chords = {key(GLFW_KEY_SPACE), letter('p')},
         .help = "Lets the simulation run or holds it.",
         .act = [](State& s) { set_running(s, !s.running()); },
         .checked = [](const State& s) { return s.running(); }},
        {.name = "Step",
         .chords = {letter('.'), letter('o')},
         .help = "Pauses and advances by one step.",
         .act = [](State& s) { s.running_wanted = false, s.simulation.send(command::Step{}); },
         .repeats = true},
        {.name = "Step back",
         .chords = {letter(',')},
         .help = "Pauses and goes back by one step. Parameters stay as they are now.",
         .act = [](State& s) { s.running_wanted = false, s.simulation.send(command::Back{}); },
         .enabled = [](const State& s) { return s.status->step > 0; },
         .repeats = true},
        {.name = "Next stage",
         .chords = {letter('>')},
         .help = "Goes through a step stage by stage: pauses, and each time does one stage more.",
         .act = [](State& s) { s.running_wanted = false, s.simulation.send(command::NextStage{}); },
         .repeats = true},
        {.name = "Slow motion",
         .chords = {shift('p')},
         .help = "Runs so slowly that each stage of a step is shown; once more: at the usual pace again.",
         .act = toggle_slow_motion,
         .checked = [](const State& s) { return slow_motion(s) > 0; }},
        {.name = "Reset",
         .chords = {letter('r')},
         .help = "Back to the state at the last setup: step 0, the same start.",
         .act = [](State& s) { s.simulation.send(command::Reset{}); }},
        {.name = "Setup",
         .help = "A new state from the present settings.",
         .act = [](State& s) { s.simulation.send(command::Setup{}); }},
        {.name = "New seed",
         .chords = {shift('r')},
         .help = "Makes a new state from a random seed. Undo restores the old seed.",
         .act = new_seed},
        {.name = "Deselect",
         .help = "Deselects the inspected actor.",
         .act = [](State& s) { s.simulation.send(command::Select{}); },
         .enabled = [](const State& s) { return s.status->selected.has_value(); }},
    };
}

std::vector<Action> parameter_actions() {
    return {
        {.name = "Undo",
         .chords = {ctrl('z')},
         .help = "Takes back the last change of a parameter, scene or preset, or goes back to before the last "
                 "stroke of a tool.",
         .act = [](State& s) { show_undone(s, s.edits.undo(*s.status)); },
         .enabled = [](const State& s) { return s.edits.can_undo(); }},
        {.name = "Redo",
         .chords = {ctrl_shift('z'), ctrl('y')},
         .help = "Makes an undone change of a parameter, scene or preset again, or goes back to where an undone "
                 "stroke had led.",
         .act = [](State& s) { show_undone(s, s.edits.redo(*s.status)); },
         .enabled = [](const State& s) { return s.edits.can_redo(); }},
        {.name = "Tune the search",
         .help = "Measures many ways of searching, and switches to the fastest; once more: stops.",
         .act = [](State& s) { reveal(s, search_title(s)), toggle_tuning(s); },
         .checked = [](const State& s) { return s.status->tuning_progress.has_value(); },
         .enabled = searches},
        {.name = "Verify against brute force",
         .help = "Compares what the search finds with what comparing all with all finds.",
         .act = [](State& s) { reveal(s, search_title(s)), ask_verify(s); },
         .enabled = searches},
        {.name = "Compare A with B",
         .help = "Searches the present state in the two ways that the panel Compare shows.",
         .act = [](State& s) { reveal(s, compare_title), ask_compare(s); },
         .enabled = searches},
        {.name = "Two from one state",
         .chords = {shift('s')},
         .help = "A second run from the present state, beside this one, that differs as the panel says; once more: "
                 "one again.",
         .act = [](State& s) { reveal(s, split_title), toggle_split(s); },
         .checked = [](const State& s) { return s.status->twin != nullptr; }},
        {.name = "Next way of searching",
         .chords = {letter('v')},
         .help = "Another way of walking the bins, or another broad phase; what is found stays the same.",
         .act = [](State& s) { cycle(s, kind_key(*s.status->settings)); },
         .enabled = [](const State& s) { return kind_key(*s.status->settings) != nullptr; }},
    };
}

std::vector<Action> tool_actions() {
    std::vector<Action> all;
    for (const SceneInfo& scene : scenes())
        for (const Tool& tool : scene.tools) {
            Action action{.name = tool.label, .chords = {}, .help = tool.help, .act = {}};
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

}  // namespace nearfield::ui
