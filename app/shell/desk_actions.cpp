// What acts beside the run: files, scenes, lessons, help.
#include "app/files.hpp"
#include "app/shell/action_groups.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/steer.hpp"

#include <imgui_internal.h>

#include <algorithm>

namespace nearfield::ui {
namespace {

void toggle_recording(State& s) {
    if (!s.status->recording.empty()) return s.simulation.send(command::StopRecording{});
    const auto folder = fresh_path(output_folder(), s.status->scene->key, "").string();
    s.simulation.send(command::Record{folder});
    tell(s, "recording to " + folder);
}

/// Closes what is in front, else puts the pencil down, else dismisses a message, else stops a setup, else closes what
/// presenter mode had opened, else leaves it, else deselects.
void escape(State& s) {
    if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) ImGui::ClosePopupToLevel(0, true);
    else if (s.overlay != Overlay::none) s.overlay = Overlay::none;
    else if (s.pencil) s.pencil.reset();
    else if (const auto error = std::find_if(s.toasts.begin(), s.toasts.end(), [](const Toast& t) { return t.error; });
             error != s.toasts.end())
        s.toasts.erase(error);
    else if (!s.status->doing.empty()) s.simulation.send(command::StopWork{});
    else if (s.presenter.on && close_opened(s.presenter)) return;
    else if (s.presenter.on) end_presenting(s);
    else if (s.status->selected) s.simulation.send(command::Select{});
}

bool in_lesson(const State& s) { return s.desk.open.has_value(); }

bool may_choose(const State& s) { return in_lesson(s) && s.desk.open->step().choices() && !s.desk.open->passed; }

}  // namespace

std::vector<Action> file_actions() {
    return {
        {.name = "Save preset…",
         .chords = {ctrl('s')},
         .help = "Writes scene and parameters to a file.",
         .act = [](State& s) { open_overlay(s, Overlay::save_preset); }},
        {.name = "Load preset…",
         .chords = {ctrl('l')},
         .help = "Takes scene and parameters from a file.",
         .act = [](State& s) { open_overlay(s, Overlay::load_preset); }},
        {.name = "Screenshot",
         .chords = {key(GLFW_KEY_F12)},
         .help = "Saves the whole window as a PNG in your output folder.",
         .act = [](State& s) { s.requests.screenshot = true; },
         .while_typing = WhileTyping::acts},
        {.name = "Save the picture",
         .chords = {key(GLFW_KEY_F12, GLFW_MOD_SHIFT)},
         .help = "Saves the picture without panels, with a legend, as a PNG in your output folder.",
         .act = [](State& s) { s.requests.picture = true; },
         .while_typing = WhileTyping::acts},
        {.name = "Video",
         .chords = {key(GLFW_KEY_F12, GLFW_MOD_CONTROL)},
         .help = "Starts or ends a video of the picture without panels, in the scene's time, in your output folder.",
         .act = [](State& s) { s.requests.film = true; },
         .checked = [](const State& s) { return s.filmed.has_value(); },
         .while_typing = WhileTyping::acts},
        {.name = "Record",
         .chords = {ctrl('r')},
         .help = "Starts or ends a recording: every step's times and metrics in a new folder.",
         .act = toggle_recording,
         .checked = [](const State& s) { return !s.status->recording.empty(); }},
        {.name = "Recordings…",
         .chords = {key(GLFW_KEY_F6)},
         .help = "What was recorded: profiles to look at and compare, runs to continue from any step, saved states.",
         .act = toggle_recordings,
         .while_typing = WhileTyping::acts},
        {.name = "Save the state",
         .help = "Saves the present state to a file from which the run can continue.",
         .act = save_state},
        {.name = "Experiments…",
         .chords = {key(GLFW_KEY_F7)},
         .help = "Runs a scene over parameter values and seeds, beside the simulation, and draws what is measured.",
         .act = [](State& s) { toggle_overlay(s, Overlay::experiments); },
         .enabled = [](const State& s) { return s.experiments != nullptr; },
         .while_typing = WhileTyping::acts_on_overlay},
        {.name = "Quit",
         .chords = {ctrl('q')},
         .help = "Ends the program.",
         .act = [](State& s) { s.requests.quit = true; },
         .while_typing = WhileTyping::acts},
    };
}

std::vector<Action> scene_actions() {
    return {
        {.name = "Find a scene…",
         .chords = {ctrl('o')},
         .help = "A list of scenes to search by typing.",
         .act = [](State& s) { open_overlay(s, Overlay::scenes); }},
        {.name = "Previous scene",
         .chords = {letter('[')},
         .help = "The scene before this one.",
         .act = [](State& s) { next_scene(s, -1); }},
        {.name = "Next scene",
         .chords = {letter(']')},
         .help = "The scene after this one.",
         .act = [](State& s) { next_scene(s, 1); }},
    };
}

std::vector<Action> lesson_actions() {
    return {
        {.name = "Find a lesson…",
         .chords = {key(GLFW_KEY_F2)},
         .help = "The lessons, and how far you are in each.",
         .act = [](State& s) { read_lessons(s), open_overlay(s, Overlay::lessons); }},
        {.name = "What am I seeing?",
         .chords = {key(GLFW_KEY_F3)},
         .help = "What this scene shows, why, and three things to try.",
         .act = [](State& s) { s.desk.seeing = !s.desk.seeing; },
         .checked = [](const State& s) { return s.desk.seeing; }},
    };
}

std::vector<Action> step_actions() {
    std::vector<Action> all{
        {.name = "Answer or go on",
         .chords = {key(GLFW_KEY_ENTER)},
         .help = "Judges the answer to the lesson's step; goes on once it is right.",
         .act = answer_or_go_on,
         .enabled = in_lesson},
        {.name = "Next answer",
         .chords = {key(GLFW_KEY_DOWN)},
         .help = "Chooses an answer of the lesson.",
         .act = [](State& s) { choose_answer(s, 1); },
         .enabled = may_choose,
         .repeats = true},
        {.name = "Previous answer",
         .chords = {key(GLFW_KEY_UP)},
         .help = "Chooses an answer of the lesson.",
         .act = [](State& s) { choose_answer(s, -1); },
         .enabled = may_choose,
         .repeats = true},
        {.name = "Hint",
         .chords = {letter('h')},
         .help = "A hint for the lesson's step.",
         .act = show_hint,
         .enabled = in_lesson},
        {.name = "Back a step",
         .chords = {key(GLFW_KEY_PAGE_UP)},
         .help = "Goes back a step and sets it up again.",
         .act = [](State& s) { go_to_step(s, s.desk.open->at - 1); },
         .enabled = [](const State& s) { return in_lesson(s) && s.desk.open->at > 0; }},
        {.name = "Set the step up again",
         .help = "Sets the lesson's step up as it was at first.",
         .act = [](State& s) { go_to_step(s, s.desk.open->at); },
         .enabled = in_lesson},
        {.name = "Show me",
         .help = "Does the lesson's task for you.",
         .act = show_solution,
         .enabled = [](const State& s) { return in_lesson(s) && s.desk.open->step().task() && !s.desk.open->passed; }},
        {.name = "Close the lesson", .help = "Your place in it is kept.", .act = close_lesson, .enabled = in_lesson},
    };
    for (auto& action : all) action.hides = true;
    return all;
}

std::vector<Action> help_actions() {
    return {
        {.name = "Keys and mouse",
         .chords = {key(GLFW_KEY_F1), letter('?')},
         .help = "This list.",
         .act = [](State& s) { toggle_overlay(s, Overlay::help); }},
        {.name = "Glossary",
         .chords = {key(GLFW_KEY_F4)},
         .help = "The words on the screen and what they mean.",
         .act = [](State& s) { toggle_overlay(s, Overlay::glossary); },
         .while_typing = WhileTyping::acts_on_overlay},
        {.name = "Find anything…",
         .chords = {ctrl('p')},
         .help = "Actions, scenes and parameters to search by typing.",
         .act = [](State& s) { open_overlay(s, Overlay::palette); }},
        {.name = "Close or deselect",
         .chords = {key(GLFW_KEY_ESCAPE)},
         .help = "Closes what is in front, then messages; stops a long setup; deselects. Never quits.",
         .act = escape,
         .while_typing = WhileTyping::acts_on_overlay},
    };
}

}  // namespace nearfield::ui
