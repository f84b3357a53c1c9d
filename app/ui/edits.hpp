#pragma once
#include "sim/simulation.hpp"

#include <map>
#include <string>
#include <vector>

namespace nearfield::ui {

/// Parameter values on their way from a control to the simulation. A control shows the edited value until the
/// simulation has accepted or refused it, so that nothing jumps back meanwhile. Changes can be undone, and so can
/// strokes of tools, which the simulation itself takes back.
class Edits {
  public:
    explicit Edits(Simulation& simulation) : simulation_(simulation) {}

    Value shown(const Status& status, const std::string& key) const;

    /// The next three throw UsageError for a value out of range; the control then shows the old one again.
    /// Changes a value at once, as from a menu.
    void change(const Status& status, const std::string& key, const Value& value);
    /// Changes a value while a control is held. Sends it right away if `live`, otherwise at release.
    void hold(const Status& status, const std::string& key, const Value& value, bool live);
    void release(const Status& status, const std::string& key);

    bool can_undo() const { return !done_.empty(); }
    bool can_redo() const { return !undone_.empty(); }
    /// Takes back the last change or stroke. Returns what was changed, as a message: "undone: LABEL = VALUE". Empty if
    /// there is nothing to undo.
    std::string undo(const Status& status);
    std::string redo(const Status& status);

    /// Drops the edits that the simulation has answered. Call this once per frame.
    void sync(const Status& status);
    /// Number of changes sent; the plots mark each.
    u64 sent() const { return sent_; }

  private:
    struct Pending {
        Value value, before;
        bool held = false, delivered = false;
        u64 message_serial = 0;
        int frames = 0;
    };
    struct Change {
        std::string key;  ///< empty: a stroke
        Value before, after;
    };
    void send(const Status& status, const std::string& key, const Value& value);
    void remember(Change change);
    void notice_strokes(const Status& status);
    std::string apply(const Status& status, const std::string& key, const Value& value, const char* verb);

    Simulation& simulation_;
    const SceneInfo* scene_ = nullptr;
    std::map<std::string, Pending> pending_;
    std::vector<Change> done_, undone_;
    u64 sent_ = 0, strokes_seen_ = 0;
};

}  // namespace nearfield::ui
