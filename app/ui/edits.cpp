#include "app/ui/edits.hpp"

#include <algorithm>

namespace nearfield::ui {

namespace {
constexpr std::size_t kept_changes = 200;
constexpr int frames_to_wait = 60 * 60;  // then the answer counts as lost
}  // namespace

Value Edits::shown(const Status& status, const std::string& key) const {
    const auto at = pending_.find(key);
    return at != pending_.end() ? at->second.value : status.settings->value(key);
}

void Edits::send(const Status& status, const std::string& key, const Value& value) {
    Settings checked = *status.settings;
    try {
        checked.set(key, value);
    } catch (...) {
        pending_.erase(key);
        throw;
    }
    simulation_.send(command::Set{key, checked.text(key)});
    auto& edit = pending_[key];
    edit.value = checked.value(key), edit.delivered = true, edit.message_serial = status.message_serial,
    edit.frames = 0;
    ++sent_;
}

void Edits::change(const Status& status, const std::string& key, const Value& value) {
    hold(status, key, value, false);
    release(status, key);
}

void Edits::hold(const Status& status, const std::string& key, const Value& value, bool live) {
    auto [at, fresh] = pending_.try_emplace(key, Pending{value, shown(status, key)});
    if (!at->second.held) at->second.before = fresh ? status.settings->value(key) : at->second.value;
    at->second.held = true, at->second.value = value, at->second.delivered = false;
    if (live) send(status, key, value);
}

void Edits::release(const Status& status, const std::string& key) {
    const auto at = pending_.find(key);
    if (at == pending_.end() || !at->second.held) return;
    at->second.held = false;
    if (!at->second.delivered) send(status, key, Value(at->second.value));
    if (at->second.before != at->second.value) remember({key, at->second.before, at->second.value});
}

void Edits::remember(Change change) {
    if (done_.size() >= kept_changes) done_.erase(done_.begin());
    done_.push_back(std::move(change));
    undone_.clear();
}

std::string Edits::apply(const Status& status, const std::string& key, const Value& value, const char* verb) {
    if (!status.settings->has(key)) return {};
    pending_[key] = Pending{value, value};
    send(status, key, value);
    Settings text = *status.settings;
    text.set(key, value);
    return std::string(verb) + ": " + text.spec(key).label + " = " + text.text(key);
}

std::string Edits::undo(const Status& status) {
    if (done_.empty()) return {};
    if (done_.back().key.empty()) {  // which cannot be made again
        done_.pop_back(), undone_.clear();
        simulation_.send(command::Undo{});
        return "the last stroke is taken back";
    }
    undone_.push_back(done_.back());
    done_.pop_back();
    return apply(status, undone_.back().key, undone_.back().before, "undone");
}

std::string Edits::redo(const Status& status) {
    if (undone_.empty()) return {};
    done_.push_back(undone_.back());
    undone_.pop_back();
    return apply(status, done_.back().key, done_.back().after, "redone");
}

/// Remembers strokes begun since the last time, and forgets those that cannot be undone any more.
void Edits::notice_strokes(const Status& status) {
    for (; strokes_seen_ < status.strokes_begun; ++strokes_seen_) remember({});
    const auto is_stroke = [](const Change& change) { return change.key.empty(); };
    auto surplus = std::count_if(done_.begin(), done_.end(), is_stroke) - std::ptrdiff_t(status.undoable);
    std::erase_if(done_, [&](const Change& change) { return is_stroke(change) && surplus-- > 0; });
}

void Edits::sync(const Status& status) {
    if (status.scene != scene_) {
        scene_ = status.scene;
        pending_.clear(), done_.clear(), undone_.clear();
        strokes_seen_ = status.strokes_begun;
    }
    notice_strokes(status);
    for (auto at = pending_.begin(); at != pending_.end();) {
        auto& [key, edit] = *at;
        const bool refused = status.message_is_error && status.message_serial != edit.message_serial;
        const bool answered =
            edit.delivered && (status.settings->value(key) == edit.value || refused || ++edit.frames > frames_to_wait);
        at = answered && !edit.held ? pending_.erase(at) : std::next(at);
    }
}

}  // namespace nearfield::ui
