#include "app/ui/edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace nearfield::ui {

namespace {
constexpr std::size_t kept_changes = 200;
constexpr int frames_to_wait = 60 * 60;  // after this many frames the answer counts as lost
}  // namespace

bool Opened::is_in(const Status& status) const {
    return preset.scene == status.scene && preset.settings == *status.settings && backend == status.backend;
}

Opened opened_in(const Status& status, const WindowLook& look) {
    return {.name = status.scene->title, .preset = {status.scene, *status.settings, look}, .backend = status.backend};
}

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
    simulation_.send(command::Set{key, checked.value(key)});
    auto& edit = pending_[key];
    edit.value = checked.value(key), edit.delivered = true, edit.message_serial = status.message_serial,
    edit.frames = 0;
    ++sent_;
}

void Edits::send(const Status& status, const Opened& wanted) {
    simulation_.send(command::Load{wanted.preset.scene, wanted.preset.settings, wanted.backend});
    opening_ = {wanted, status.world, status.message_serial};
}

void Edits::change(const Status& status, const std::string& key, const Value& value) {
    hold(status, key, value, false);
    release(status, key);
}

void Edits::hold(const Status& status, const std::string& key, const Value& value, bool live) {
    const Value before = shown(status, key);
    auto& edit = pending_[key];
    if (!edit.held) edit.before = before;
    edit.held = true, edit.value = value, edit.delivered = false;
    if (live) send(status, key, value);
}

void Edits::release(const Status& status, const std::string& key) {
    const auto at = pending_.find(key);
    if (at == pending_.end() || !at->second.held) return;
    at->second.held = false;
    if (!at->second.delivered) send(status, key, Value(at->second.value));
    if (at->second.before != at->second.value) remember(OfParameter{key, at->second.before, at->second.value});
}

void Edits::remember(Change change) {
    if (done_.size() >= kept_changes) done_.erase(done_.begin());
    done_.push_back(std::move(change));
    undone_.clear();
}

void Edits::open(const Status& status, const Opened& present, Opened wanted) {
    remember(OfOpening{opening_ ? opening_->opened : present, wanted});
    send(status, wanted);
}

/// Reapplies a change, or reverts it if `back`. Returns none if that would have no effect.
std::optional<Undone> Edits::repeat(const Status& status, const Change& change, bool back) {
    const char* verb = back ? "undone" : "redone";
    if (const auto* of = std::get_if<OfParameter>(&change)) {
        const Value& value = back ? of->before : of->after;
        if (!status.settings->has(of->key) || shown(status, of->key) == value) return {};
        pending_[of->key] = Pending{value, value};
        send(status, of->key, value);
        Settings changed = *status.settings;
        changed.set(of->key, value);
        return Undone{fmt::format("{}: {} = {}", verb, changed.spec(of->key).label, changed.text(of->key))};
    }
    const auto& [before, after] = std::get<OfOpening>(change);
    const Opened& wanted = back ? before : after;
    if (!opening_ && wanted.is_in(status)) return {};
    send(status, wanted);
    const std::string to = back ? fmt::format("; {} begins anew as it was set", before.name) : "";
    return Undone{fmt::format("{}: {}{}", verb, after.name, to), wanted.preset.look};
}

Undone Edits::undo(const Status& status) {
    while (!done_.empty()) {
        Change change = std::move(done_.back());
        done_.pop_back();
        if (std::holds_alternative<OfStroke>(change)) {
            undone_.push_back(std::move(change));
            simulation_.send(command::Undo{});
            return {"the last stroke is taken back"};
        }
        if (auto done = repeat(status, change, true)) return undone_.push_back(std::move(change)), *done;
    }
    return {};
}

Undone Edits::redo(const Status& status) {
    while (!undone_.empty()) {
        Change change = std::move(undone_.back());
        undone_.pop_back();
        if (std::holds_alternative<OfStroke>(change)) {  // the simulation reports it when done
            simulation_.send(command::Redo{});
            return {"the last stroke taken back is made again"};
        }
        if (auto done = repeat(status, change, false)) return done_.push_back(std::move(change)), *done;
    }
    return {};
}

/// Records strokes begun since the last call, and drops strokes that can no longer be undone.
void Edits::notice_strokes(const Status& status) {
    for (; strokes_seen_ < status.strokes_begun; ++strokes_seen_) remember(OfStroke{});
    for (; redone_seen_ < status.strokes_redone; ++redone_seen_) done_.emplace_back(OfStroke{});
    const auto is_stroke = [](const Change& change) { return std::holds_alternative<OfStroke>(change); };
    auto surplus = std::count_if(done_.begin(), done_.end(), is_stroke) - std::ptrdiff_t(status.undoable);
    std::erase_if(done_, [&](const Change& change) { return is_stroke(change) && surplus-- > 0; });
}

/// Drops a change that the simulation has refused.
void Edits::forget_value(const std::string& key, const Value& value) {
    const auto refused = [&](const Change& change) {
        const auto* of = std::get_if<OfParameter>(&change);
        return of && of->key == key && of->after == value;
    };
    const auto last = std::find_if(done_.rbegin(), done_.rend(), refused);
    if (last != done_.rend()) done_.erase(std::next(last).base());
}

void Edits::sync_values(const Status& status) {
    for (auto at = pending_.begin(); at != pending_.end();) {
        auto& [key, edit] = *at;
        const bool taken = edit.delivered && status.settings->value(key) == edit.value;
        const bool refused =
            edit.delivered && !taken && status.message_is_error && status.message_serial != edit.message_serial;
        const bool lost = edit.delivered && ++edit.frames > frames_to_wait;
        if (refused && !edit.held) forget_value(key, edit.value);
        at = (taken || refused || lost) && !edit.held ? pending_.erase(at) : std::next(at);
    }
}

void Edits::sync_opening(const Status& status) {
    if (!opening_) return;
    const bool refused = status.message_is_error && status.message_serial != opening_->message_serial;
    if (status.world != opening_->world) opening_.reset();
    else if (refused) {
        const auto* of = done_.empty() ? nullptr : std::get_if<OfOpening>(&done_.back());
        if (of && of->after.preset.settings == opening_->opened.preset.settings) done_.pop_back();
        opening_.reset();
    }
}

void Edits::sync(const Status& status) {
    if (!scene_) strokes_seen_ = status.strokes_begun, redone_seen_ = status.strokes_redone;
    if (std::exchange(scene_, status.scene) != status.scene) pending_.clear();
    notice_strokes(status);
    sync_opening(status);
    sync_values(status);
}

}  // namespace nearfield::ui
