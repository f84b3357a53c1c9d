#include "app/ui/actions.hpp"

#include "app/ui/session.hpp"

#include <algorithm>

namespace nearfield::ui {

std::vector<Action> in_menu(const char* menu, std::vector<Action> actions) {
    for (auto& action : actions) action.menu = menu;
    return actions;
}

std::string key_text(const Action& action) {
    std::string words;
    for (const auto& chord : action.chords)
        if (words.size() < 6) words += (words.empty() ? "" : " or ") + chord.text();
    return action.held ? "hold " + words : words;
}

bool offered(const Session& session, const Action& action) {
    return (!action.meant_for || action.meant_for(*session.status->scene)) &&
           (!action.hides || action.enabled(session));
}

void perform(Session& session, const Action& action) {
    if (action.enabled && !action.enabled(session)) return;
    attempt(session, [&] { action.act(session); });
}

void dispatch(Session& session, const KeyPress& press, bool typing) {
    for (const auto& action : session.desk.actions()) {
        const auto meant =
            std::find_if(action.chords.begin(), action.chords.end(), [&](const Chord& c) { return c.matches(press); });
        if (meant == action.chords.end() || !offered(session, action)) continue;
        if (press.repeat && !action.repeats) return;
        const bool acts = action.while_typing == WhileTyping::acts ||
                          (action.while_typing == WhileTyping::acts_on_overlay && session.desk.front());
        if (typing && !acts) return;
        if (!action.enabled || action.enabled(session)) session.keyboard.note(meant->text(), action.name);
        return perform(session, action);
    }
}

}  // namespace nearfield::ui
