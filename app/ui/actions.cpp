#include "app/ui/actions.hpp"

#include "app/shell/action_groups.hpp"
#include "app/ui/panels.hpp"

#include <algorithm>

namespace nearfield::ui {
namespace {

struct Group {
    const char* menu;
    std::vector<Action> actions;
};

std::vector<Action> all_actions() {
    std::vector<Action> all;
    for (auto& [menu, group] :
         {Group{"File", file_actions()}, Group{"Simulation", simulation_actions()},
          Group{"Simulation", parameter_actions()}, Group{"Simulation", tool_actions()}, Group{"View", view_actions()},
          Group{"View", look_actions()}, Group{"View", window_actions()}, Group{"View", grid_actions()},
          Group{"View", gain_actions()}, Group{"View", presenter_actions()}, Group{"View", demo_actions()},
          Group{"Scenes", scene_actions()}, Group{"Lessons", lesson_actions()}, Group{"Lessons", step_actions()},
          Group{"Help", help_actions()}})
        for (Action action : group) action.menu = menu, all.push_back(std::move(action));
    return all;
}

}  // namespace

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

}  // namespace nearfield::ui
