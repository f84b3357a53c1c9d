#include "app/ui/session.hpp"

#include "base/one_line.hpp"

namespace nearfield::ui {

namespace {
void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}
}  // namespace

std::string with_labels(const std::string& message, const std::vector<ParamSpec>& specs) {
    if (message.find('/') != std::string::npos) return message;  // refers to a file, which contains the keys
    std::string words = message;
    for (const auto& spec : specs)
        if (words.starts_with(spec.key + ": ")) words = spec.label + words.substr(spec.key.size());
    for (const auto& spec : specs) {
        replace_all(words, "'" + spec.key + "'", "'" + spec.label + "'");
        if (spec.key.find('.') != std::string::npos) replace_all(words, spec.key, spec.label);  // not a plain word
    }
    return words;
}

void tell(Session& session, const std::string& message, bool error) {
    if (!message.empty())
        session.messages.add(one_line(with_labels(message, session.status->settings->specs())), error);
}

const std::vector<std::string>& names_of_colours(const Session& session) {
    static const std::vector<std::string> none;
    const auto& all = *session.status->value_names;
    const auto attribute = std::size_t(session.picture ? session.picture->attribute : 0);
    const bool present = session.picture && session.picture->world == session.status->world && attribute < all.size();
    return present ? all[attribute] : none;
}

bool attempt(Session& session, const std::function<void()>& action) {
    try {
        action();
        return true;
    } catch (const std::exception& problem) {
        tell(session, problem.what(), true);
        return false;
    }
}

void Wanted::sync(const Status& status) {
    if (running == status.running) running.reset();
    if (pace == command::Pace{status.pace, status.draw_every}) pace.reset();
    if (slow_motion == status.slow_motion) slow_motion.reset();
}

}  // namespace nearfield::ui
